#include <fencepost/checker/expectations/pairing.h>

namespace fencepost::checker {

namespace {

/// Augmenting paths: a claim may take a finding whose holder can move to another.
class Pairing {
 public:
  Pairing(std::size_t claims, std::size_t findings, const std::function<bool(std::size_t, std::size_t)>& fits)
      : fits_(fits), finding_of_(claims), claim_of_(findings) {}

  std::vector<std::optional<std::size_t>> run() {
    for (std::size_t claim = 0; claim < finding_of_.size(); ++claim) {
      tried_.assign(claim_of_.size(), false);
      place(claim);
    }
    return finding_of_;
  }

 private:
  bool place(std::size_t claim) {
    for (std::size_t finding = 0; finding < claim_of_.size(); ++finding) {
      if (tried_[finding] || !fits_(claim, finding)) continue;
      tried_[finding] = true;
      if (claim_of_[finding] && !place(*claim_of_[finding])) continue;
      claim_of_[finding] = claim;
      finding_of_[claim] = finding;
      return true;
    }
    return false;
  }

  const std::function<bool(std::size_t, std::size_t)>& fits_;
  std::vector<std::optional<std::size_t>> finding_of_;
  std::vector<std::optional<std::size_t>> claim_of_;
  std::vector<bool> tried_;
};

}  // namespace

std::vector<std::optional<std::size_t>> pair_off(std::size_t claims, std::size_t findings,
                                                 const std::function<bool(std::size_t, std::size_t)>& fits) {
  return Pairing(claims, findings, fits).run();
}

}  // namespace fencepost::checker
