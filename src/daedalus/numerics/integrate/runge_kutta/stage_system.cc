#include "daedalus/numerics/integrate/runge_kutta/stage_system.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/rounding.h"

namespace daedalus::integrate {
namespace {

// Steps that differ by less have the same matrices: the last one before a limit is off by rounding.
constexpr double kSameStep = 1e-9;

}  // namespace

StageSystem::StageSystem(Evaluator& evaluator, linear::LinearSolverKind kind, int max_stages)
    : real_(evaluator, kind),
      scaling_(evaluator.problem()),
      real_part_(pattern().row_indices.size()),
      imaginary_part_(real_part_.size()),
      imaginary_(evaluator.problem().size),
      dw_(imaginary_.size() * max_stages) {
  for (int k = 0; k < max_stages / 2; ++k) {
    complex_.push_back(linear::MakeComplexLinearSolver(pattern(), kind));
  }
}

EvalOutcome StageSystem::Evaluate(double t, double c, std::span<const double> y, std::span<const double> yp,
                                  std::span<const double> r) {
  factored_ = nullptr;
  return real_.Evaluate(t, c, y, yp, r);
}

linear::FactorStatus StageSystem::Factor(const StageTableau& tableau, double h) {
  if (factored_ == &tableau && std::abs(factored_h_ - h) <= kSameStep * h) return linear::FactorStatus::kOk;
  factored_ = nullptr;
  if (tableau.has_real()) {
    ++factorizations_;
    const linear::FactorStatus status = real_.Factor(1, tableau.gamma / h);
    if (status != linear::FactorStatus::kOk) return status;
  }
  scaling_.SetRate(1 / h);
  for (int k = 0; k < tableau.num_pairs; ++k) {
    ++factorizations_;
    const linear::FactorStatus status = FactorPair(tableau, k, h);
    if (status != linear::FactorStatus::kOk) return status;
  }
  factored_ = &tableau;
  factored_h_ = h;
  return linear::FactorStatus::kOk;
}

linear::FactorStatus StageSystem::FactorPair(const StageTableau& tableau, int pair, double h) {
  const std::span<const double> dy = real_.dy();
  const std::span<const double> dyp = real_.dyp();
  const double alpha = tableau.alpha[pair] / h;
  const double beta = tableau.beta[pair] / h;
  for (std::size_t i = 0; i < dy.size(); ++i) {
    real_part_[i] = dy[i] + alpha * dyp[i];
    imaginary_part_[i] = beta * dyp[i];
  }
  scaling_.ScaleColumns(pattern(), real_part_);
  scaling_.ScaleColumns(pattern(), imaginary_part_);
  return complex_[pair]->Factor(real_part_, imaginary_part_);
}

void StageSystem::SolvePair(int pair, std::span<double> real, std::span<double> imaginary) {
  complex_[pair]->Solve(real, imaginary);
  if (!scaling_.is_needed()) return;
  scaling_.ScaleSolution(real);
  scaling_.ScaleSolution(imaginary);
}

void StageSystem::Solve(const StageTableau& tableau, const std::vector<double>& f) {
  const std::size_t n = imaginary_.size();
  MixStages(tableau, tableau.t_inverse, -1, f.data(), dw_.data(), n);
  int stage = 0;
  if (tableau.has_real()) real_.Solve(Stage(dw_, stage++, n));
  for (int k = 0; k < tableau.num_pairs; ++k, stage += 2) {
    SolvePair(k, Stage(dw_, stage, n), Stage(dw_, stage + 1, n));
  }
}

double StageSystem::Advance(const StageTableau& tableau, double h, std::span<const double> weights,
                            std::span<const double> y, const StageArrays& to) const {
  const double sum = AdvanceStages(tableau, h, dw_, weights, y, to);
  return std::sqrt(sum / static_cast<double>(y.size() * tableau.stages));
}

void StageSystem::Filter(const StageTableau& tableau, std::span<double> v) {
  if (tableau.has_real()) {
    real_.Solve(v);
  } else {
    std::ranges::fill(imaginary_, 0.0);
    SolvePair(0, v, imaginary_);
  }
}

void StageSystem::PropagateRounding(const StageTableau& tableau, std::span<const double> y,
                                    std::span<double> out) {
  std::ranges::fill(out, 0.0);
  for (std::int32_t j = 0; j < pattern().cols; ++j) {
    for (std::int32_t k = pattern().column_starts[j]; k < pattern().column_starts[j + 1]; ++k) {
      out[pattern().row_indices[k]] += kEpsilon * std::abs(real_.dy()[k] * y[j]);
    }
  }
  Filter(tableau, out);
}

void StageSystem::MultiplyMass(std::span<const double> v, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  AddProduct(real_.pattern(), real_.dyp(), 1, v, out);
}

std::span<const double> StageSystem::Sizes(double c) {
  for (std::size_t k = 0; k < real_part_.size(); ++k) {
    real_part_[k] = std::abs(real_.dy()[k]) + std::abs(c * real_.dyp()[k]);
  }
  return real_part_;
}

linear::LinearSolver& StageSystem::FactorReal(double c) {
  factored_ = nullptr;
  real_.Factor(1, c);
  return real_.solver();
}

}  // namespace daedalus::integrate
