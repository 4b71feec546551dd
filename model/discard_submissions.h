#pragma once

/// A sink for those who want the model's answers only.

#include <fencepost/model/submission.h>

#include <memory>

namespace fencepost::model {

class DiscardSubmissions final : public SubmissionSink {
 public:
  void accept(const Submission& /*submission*/) override {}
  void accept(const RefusedCall& /*refused*/) override {}
  void accept(const std::shared_ptr<const GraphPlan>& /*graph*/) override {}
};

}  // namespace fencepost::model
