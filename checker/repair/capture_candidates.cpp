#include <fencepost/checker/repair/candidate_list.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

void record_eagerly(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const StatementText& text = list.text();
  const std::string event = text.event(hazard.second.event);
  const auto capture = list.map().capture_around(hazard.first.line);
  const auto launch = capture ? list.map().last_launch_before(hazard.second.line, capture->graph) : std::nullopt;
  if (launch) {
    list.add(fmt::format("record {} eagerly, behind the launch", event), 0,
             {list.insert_after(launch->line, text.record(event, launch->stream, hazard.second.thread))});
    list.add("make the captured record external, so that every launch performs it", 0,
             {CandidateList::replace(hazard.first.line, text.with_flag(hazard.first.line, "external"))});
  }
  list.add(fmt::format("record {} eagerly before line {}", event, hazard.second.line), 0,
           {list.insert_before(hazard.second.line, text.record(event, hazard.first.stream, hazard.second.thread))});
}

void wait_from_inside_a_capture(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const StatementText& text = list.text();
  const std::uint32_t wait = hazard.second.line;
  const auto capture = list.map().capture_around(wait);
  if (capture && capture->origin != hazard.second.stream) {
    list.add("record the event inside the capture before it is waited for", 0,
             {list.insert_before(wait,
                                 text.record(text.event(hazard.second.event), capture->origin, hazard.second.thread))});
  }
  const std::string external_wait = text.with_flag(wait, "external");
  list.add("make the captured wait external", 0, {CandidateList::replace(wait, external_wait)});
  list.add("make both the record and the wait external: then each launch records, and each launch waits", 0,
           {CandidateList::replace(hazard.first.line, text.with_flag(hazard.first.line, "external")),
            CandidateList::replace(wait, external_wait)});
}

}  // namespace

void suggest_fence(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  if (!hazard.second.event.exists() || hazard.first.line == 0) {
    return;
  }
  if (hazard.slug == Slug::eager_wait_on_captured_fence) {
    record_eagerly(list);
  } else {
    wait_from_inside_a_capture(list);
  }
}

void suggest_join(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const auto capture = list.map().capture_around(hazard.second.line);
  if (!capture || !hazard.first.stream.exists()) {
    return;
  }
  const StatementText& text = list.text();
  const std::string event = text.fresh_event();
  const std::string join = fmt::format("join {} to {} before the capture ends", text.stream(hazard.first.stream),
                                       text.stream(capture->origin));
  list.add(join, 1,
           {list.declare_event(event),
            list.insert_before(capture->end, text.record(event, hazard.first.stream, hazard.second.thread)),
            list.insert_before(capture->end, text.wait(event, capture->origin, hazard.second.thread))});
  if (const auto pair = list.map().external_pair(*capture, hazard.first.stream)) {
    list.add("join through an internal record and wait: external ones join nothing", 0,
             {CandidateList::replace(pair->record, text.without_flag(pair->record, "external")),
              CandidateList::replace(pair->wait, text.without_flag(pair->wait, "external"))});
  }
}

void suggest_legal_call(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const StatementText& text = list.text();
  const std::uint32_t line = hazard.second.line;
  if (hazard.refusal == model::Refusal::external_flag_outside_capture) {
    list.add("leave out `external`: outside captures it has no meaning", 0,
             {CandidateList::replace(line, text.without_flag(line, "external"))});
    return;
  }
  const auto capture = list.map().capture_around(line);
  const bool is_end = hazard.second.operation == OperationKind::end_capture;
  if (capture && !is_end && capture->end != 0) {
    list.move_behind("do it after the capture", line, capture->end);
    if (hazard.first.operation != OperationKind::record || hazard.first.line < capture->begin) {
      list.move_before("do it before the capture", line, capture->begin);
    }
  }
  if (capture && hazard.second.operation == OperationKind::synchronize_event) {
    list.add(fmt::format("let {} wait on the device, and not the host", text.stream(capture->origin)), 1,
             {CandidateList::replace(
                 line, text.wait(text.event(hazard.second.event), capture->origin, hazard.second.thread))});
  }
  if (capture && is_end) {
    list.add("end the capture through its origin", 0,
             {CandidateList::replace(line, text.with_option(line, "stream", ""))});
  }
  if (capture) {
    list.add("capture in thread-local mode, which allows it to other threads", 0,
             {CandidateList::replace(capture->begin, text.with_option(capture->begin, "mode", "thread_local"))});
    list.add("capture in relaxed mode, which allows it", 0,
             {CandidateList::replace(capture->begin, text.with_option(capture->begin, "mode", "relaxed"))});
  }
  list.add("leave the call out", 0, {CandidateList::remove(line)});
}

void suggest_capturing(CandidateList& list) {
  const Hazard& hazard = list.hazard();
  const Site& eager = hazard.first.phase == Phase::captured ? hazard.second : hazard.first;
  const auto capture = list.map().capture_around(eager.line);
  if (!capture) {
    return;
  }
  const std::string origin = list.text().stream(capture->origin);
  list.add(fmt::format("run it on {}, where it is captured", origin), 0,
           {CandidateList::replace(eager.line, list.text().with_option(eager.line, "stream", origin))});
  list.move_before("run it before the capture", eager.line, capture->begin);
  list.move_behind("run it after the capture", eager.line, capture->end);
}

}  // namespace fencepost::checker
