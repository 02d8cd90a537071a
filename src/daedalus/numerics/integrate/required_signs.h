// The signs that unknowns must have (DaeProblem::signs), less those that were given up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::integrate {

class RequiredSigns {
 public:
  explicit RequiredSigns(std::vector<Sign> signs) : signs_(std::move(signs)) {}

  // The first unknown with a wrong sign.
  std::optional<std::int32_t> FindViolation(std::span<const double> y) {
    return signs_.empty() ? std::nullopt : FindWrong(y);
  }
  // The one that was found last may have any sign from here on.
  void GiveUpLast() { signs_[violator_] = Sign::kAny; }

 private:
  std::optional<std::int32_t> FindWrong(std::span<const double> y);

  std::vector<Sign> signs_;
  std::size_t violator_ = 0;  // the unknown whose sign was violated last
};

}  // namespace daedalus::integrate
