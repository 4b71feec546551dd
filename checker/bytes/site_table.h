#pragma once

/// Who made an eager access: kept once per line of the trace, however often it runs.

#include <fencepost/model/submission.h>

#include <cstdint>
#include <vector>

namespace fencepost::checker {

struct EagerSite {
  std::uint32_t line = 0;
  LabelId label;
  StreamId stream;
  ThreadId thread;
  OperationKind operation = OperationKind::kernel;
  bool on_host = false;  ///< the issuing thread itself made the access
};

class SiteTable {
 public:
  /// The number of the site that `submission` comes from. Submissions without a line are each their own site.
  std::uint32_t intern(const model::Submission& submission) {
    if (submission.line == 0) return add(submission);
    if (submission.line >= of_line_.size()) of_line_.resize(submission.line + 1, 0);
    std::uint32_t& known = of_line_[submission.line];
    if (known == 0) known = add(submission) + 1;
    return known - 1;
  }
  [[nodiscard]] const EagerSite& operator[](std::uint32_t site) const { return sites_[site]; }

 private:
  std::uint32_t add(const model::Submission& submission) {
    sites_.push_back({submission.line, submission.label, submission.stream, submission.thread, submission.operation,
                      submission.axis == submission.issuer});
    return static_cast<std::uint32_t>(sites_.size() - 1);
  }

  std::vector<EagerSite> sites_;
  std::vector<std::uint32_t> of_line_;  // one more than the site; 0: none yet
};

}  // namespace fencepost::checker
