#include <fencepost/properties/schedule_writer.h>
#include <fencepost/properties/small_scope.h>

#include <array>
#include <vector>

namespace fencepost::properties {

namespace {

constexpr std::uint64_t buffer_size = 8;

enum class Content : std::uint32_t { read, write, record, wait };
constexpr std::uint32_t content_count = 4;

class SmallScope {
 public:
  SmallScope(ChoiceSource& choices, std::uint32_t nodes) : choices_(choices) {
    origin_ = write_.create_stream(StreamKind::nonblocking);
    for (std::uint32_t node = 0; node < nodes; ++node)
      streams_.push_back(write_.create_stream(StreamKind::nonblocking));
    event_ = write_.create_event();
    buffer_ = write_.create_buffer(buffer_size, MemoryKind::device);
  }

  Schedule run() {
    if (choices_.chance(1, 2)) {
      touch(origin_, AccessMode::write);
      write_.record(event_, origin_);
    }
    const GraphId graph = capture();
    launch(graph);
    if (choices_.chance(1, 2)) {
      write_.wait(event_, streams_.front());
      touch(streams_.front(), AccessMode::write);
    }
    return write_.schedule();
  }

 private:
  void touch(StreamId stream, AccessMode mode) {
    const std::array accesses{Access{buffer_, mode, 0, 0, buffer_size}};
    write_.work(OperationKind::kernel, stream, accesses);
  }

  void connect(StreamId from, StreamId to) {
    const EventId joint = write_.create_event();
    write_.record(joint, from);
    write_.wait(joint, to);
  }

  GraphId capture() {
    const GraphId graph = write_.begin_capture(origin_, CaptureMode::relaxed, PoolId::none());
    for (const StreamId stream : streams_) connect(origin_, stream);
    for (std::size_t node = 0; node < streams_.size(); ++node) {
      for (std::size_t earlier = 0; earlier < node; ++earlier) {
        if (choices_.chance(1, 2)) connect(streams_[earlier], streams_[node]);
      }
      add(streams_[node], Content{choices_.choose(content_count)});
    }
    for (const StreamId stream : streams_) connect(stream, origin_);
    write_.end_capture(graph);
    return graph;
  }

  void add(StreamId stream, Content content) {
    switch (content) {
      case Content::read:
        return touch(stream, AccessMode::read);
      case Content::write:
        return touch(stream, AccessMode::write);
      case Content::record:
        return write_.record(event_, stream, true);
      case Content::wait:
        return write_.wait(event_, stream, true);
    }
  }

  void launch(GraphId graph) {
    const ExecutableId first = write_.instantiate(graph);
    write_.launch(first, origin_);
    switch (choices_.choose(4)) {
      case 1:
        return write_.launch(first, origin_);
      case 2:
        return write_.launch(first, streams_.front());
      case 3:
        return write_.launch(write_.instantiate(graph), streams_.front());
      default:
        return;
    }
  }

  ChoiceSource& choices_;
  ScheduleWriter write_;
  StreamId origin_;
  std::vector<StreamId> streams_;
  EventId event_;
  BufferId buffer_;
};

}  // namespace

Schedule small_scope(ChoiceSource& choices, std::uint32_t nodes) { return SmallScope(choices, nodes).run(); }

}  // namespace fencepost::properties
