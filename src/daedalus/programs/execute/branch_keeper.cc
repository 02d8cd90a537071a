#include "daedalus/programs/execute/branch_keeper.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::execute {
namespace {

// Of the least pivot at the reference: below, the root of the branch is too near to another one. A step is
// refused before that, so that it can be read everywhere inside: stages stand on both sides of what a long
// one passes.
constexpr double kLeastPivot = 0.05, kLeastPivotInSteps = 0.2;

}  // namespace

double BranchKeeper::LeastPivot(std::span<const double> units) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pivots_.size(); ++i) least = std::min(least, pivots_[i] / units[i]);
  return least;
}

bool BranchKeeper::IsOnBranch(bool is_only_read) const {
  if (!reference_) return true;
  const double least = is_only_read ? kLeastPivot : kLeastPivotInSteps;
  return sign_ == reference_->sign && LeastPivot(reference_->units) >= least * reference_->least_pivot;
}

void BranchKeeper::Confirm(const LoopEquations& equations) {
  if (sign_ == 0) return;
  if (!reference_) reference_.emplace();
  reference_->sign = sign_;
  reference_->units.assign(equations.size(), 0.0);
  const auto entries = equations.entries();
  for (std::size_t k = 0; k < entries.size(); ++k) {
    double& unit = reference_->units[static_cast<std::size_t>(equations.pattern().row_indices[k])];
    unit = std::max(unit, std::abs(entries[k]));
  }
  reference_->least_pivot = LeastPivot(reference_->units);
}

}  // namespace daedalus::execute
