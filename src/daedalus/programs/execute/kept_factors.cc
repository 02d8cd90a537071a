#include "daedalus/programs/execute/kept_factors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/programs/execute/loop_limits.h"

namespace daedalus::execute {
namespace {

constexpr double kAgingOfRate = 4;  // from one solution to the next
// Of a nonlinear loop: a rate above asks for a new matrix.
constexpr double kRateToRenew = 0.05;
// Of factors of another step size: (1) where that is in [0.6, 1/0.6] of theirs, as in [BCP96].
constexpr double kMostStale = 0.25;
// A matrix that is worth less than so many iterations is factored at once: with factors of other step sizes
// bdf makes half as many factorizations and three times as many iterations, which came to the same time in a
// full loop of 200 unknowns.
constexpr double kLeastWorth = 80;

// How many solutions a factorization costs, at least: a full column of c entries changes c^2/3 others for
// each of the c that a solution reads; what fills in is not counted.
double WorthOfFactors(const linear::SparsePattern& pattern) {
  double squares = 0;
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    const auto entries = static_cast<double>(pattern.Column(j).size());
    squares += entries * entries;
  }
  return squares / (3 * static_cast<double>(pattern.num_nonzeros()));
}

}  // namespace

KeptFactors::KeptFactors(const linear::SparsePattern& pattern, bool is_linear,
                         std::optional<std::vector<ParameterId>> matrix_parameters)
    : is_linear_(is_linear), matrix_parameters_(std::move(matrix_parameters)) {
  if (const double worth = WorthOfFactors(pattern); worth >= kLeastWorth) worth_ = worth;
}

// True if no parameter except the step size has changed since the factorization.
bool KeptFactors::IsMatrixKnown(const Workspace& workspace) const {
  for (std::size_t i = 0; i < known_parameters_.size(); ++i) {
    const ParameterId p = (*matrix_parameters_)[i];
    if (workspace.parameters[p.index()] != known_parameters_[i] && p != step_size_) return false;
  }
  return true;
}

void KeptFactors::Note(const Workspace& workspace) {
  if (step_size_) factored_step_ = workspace.parameters[step_size_->index()];
  must_renew_ = false;
  extra_ = 0;
  if (!matrix_parameters_) return;
  known_parameters_.clear();
  for (const ParameterId p : *matrix_parameters_)
    known_parameters_.push_back(workspace.parameters[p.index()]);
}

std::optional<KeptFactors::Use> KeptFactors::UseAt(const Workspace& workspace, double accuracy) const {
  if (must_renew_ || (is_linear_ && !IsMatrixKnown(workspace))) return std::nullopt;
  // Loops between the stages of an explicit method do not depend on the step.
  const bool knows_step =
      step_size_ && (!is_linear_ || std::ranges::binary_search(*matrix_parameters_, *step_size_));
  if (!knows_step) return Use{};
  const double step = workspace.parameters[step_size_->index()];
  if (step == factored_step_) return Use{};
  const double ratio = step / factored_step_, rate = std::abs(1 - ratio) / (1 + ratio);
  const bool may_differ = worth_ > 0 && accuracy > LoopLimits::kRounding;
  if (!(rate <= (may_differ ? kMostStale : is_linear_ ? 0 : kRateToRenew))) return std::nullopt;
  return Use{2 / (1 + ratio), rate};
}

double KeptFactors::ExpectRate(double first_size) {
  const double rate = std::min(kAgingOfRate * rate_ * std::max(1.0, first_size / measured_at_), 1.0);
  rate_ = std::min(kAgingOfRate * rate_, 1.0);
  return rate;
}

void KeptFactors::Measure(double rate, double first_size) {
  rate_ = rate;
  measured_at_ = first_size;
  if (!is_linear_ && rate > kRateToRenew && worth_ == 0) must_renew_ = true;
  if (worth_ > 0 && ++extra_ > worth_) must_renew_ = true;
}

}  // namespace daedalus::execute
