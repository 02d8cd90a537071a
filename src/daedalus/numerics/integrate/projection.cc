#include "daedalus/numerics/integrate/projection.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::integrate {
namespace {

constexpr int kMostIterations = 20;
constexpr double kSmallMove = 1e-9;              // in units: what is left is about its square
constexpr double kRoundingOfConstraint = 1e-13;  // of a constraint, in its usual units
constexpr double kSatisfied = 1e-9;              // the same, at the end of the iteration
constexpr double kRank = 1e-11;                  // of the gradients
constexpr double kLongestMove = 10;  // in units: further away there is nothing that belongs to this point

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

Projection::Projection(Constraints constraints) : constraints_(std::move(constraints)) {
  const auto count = static_cast<std::size_t>(constraints_.count),
             size = static_cast<std::size_t>(constraints_.size);
  for (auto* of_constraints : {&found_, &g_, &usual_units_}) of_constraints->assign(count, 0.0);
  for (auto* of_unknowns : {&step_, &start_}) of_unknowns->assign(size, 0.0);
  rows_.assign(count * size, 0.0);
}

ProjectionOutcome Projection::Project(double t, std::span<const double> units, std::span<double> y) {
  std::ranges::copy(y, start_.begin());
  ProjectionOutcome outcome;
  const auto fail = [&] {
    outcome.ok = false;
    outcome.constraint = Worst();
    std::ranges::copy(start_, y.begin());
    return outcome;
  };
  if (!Evaluate(t, y, found_)) return fail();
  std::ranges::copy(found_, g_.begin());
  for (; outcome.iterations < kMostIterations; ++outcome.iterations) {
    if (constraints_.gradients(t, y, rows_) != linear::EvalOutcome::kOk || !linear::AreFinite(rows_))
      return fail();
    NoteUnits(units);
    if (IsSatisfied()) return outcome;
    const double move = FindStep(units);
    if (!(move <= kLongestMove)) return fail();
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += step_[i];
    if (!Evaluate(t, y, g_)) return fail();
    if (move > kSmallMove) continue;
    const std::size_t worst = static_cast<std::size_t>(Worst());
    if (std::abs(g_[worst]) > kSatisfied * usual_units_[worst]) return fail();
    return outcome;
  }
  return fail();
}

bool Projection::Evaluate(double t, std::span<const double> y, std::span<double> g) {
  return constraints_.values(t, y, g) == linear::EvalOutcome::kOk && linear::AreFinite(g);
}

void Projection::NoteUnits(std::span<const double> units) {
  for (std::size_t c = 0; c < g_.size(); ++c) {
    for (std::size_t i = 0; i < units.size(); ++i)
      usual_units_[c] = std::max(usual_units_[c], std::abs(rows_[c * units.size() + i]) * units[i]);
  }
}

bool Projection::IsSatisfied() const {
  for (std::size_t c = 0; c < g_.size(); ++c) {
    if (std::abs(g_[c]) > kRoundingOfConstraint * usual_units_[c]) return false;
  }
  return true;
}

std::int32_t Projection::Worst() const {
  std::size_t worst = 0;
  const auto size_of = [&](std::size_t c) {
    return usual_units_[c] > 0 ? std::abs(g_[c]) / usual_units_[c] : std::abs(g_[c]);
  };
  for (std::size_t c = 1; c < g_.size(); ++c) {
    if (!(size_of(c) <= size_of(worst))) worst = c;
  }
  return static_cast<std::int32_t>(worst);
}

double Projection::FindStep(std::span<const double> units) {
  const Eigen::Index count = constraints_.count, size = constraints_.size;
  RowMajor a = Eigen::Map<const RowMajor>(rows_.data(), count, size);
  Eigen::VectorXd b = -Eigen::Map<const Eigen::VectorXd>(g_.data(), count);
  a *= Eigen::Map<const Eigen::VectorXd>(units.data(), size).asDiagonal();
  for (Eigen::Index c = 0; c < count; ++c) {  // no constraint weighs more for its units
    const double unit = usual_units_[static_cast<std::size_t>(c)];
    if (unit == 0) continue;
    a.row(c) /= unit;
    b[c] /= unit;
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(kRank);
  decomposition.compute(a);
  const Eigen::VectorXd d = linear::Solve(decomposition, b);
  for (Eigen::Index i = 0; i < size; ++i)
    step_[static_cast<std::size_t>(i)] = d[i] * units[static_cast<std::size_t>(i)];
  return size == 0 ? 0 : d.cwiseAbs().maxCoeff();
}

}  // namespace daedalus::integrate
