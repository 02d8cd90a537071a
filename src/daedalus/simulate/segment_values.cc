// What a segment of the residual form does about values that are no solution (check_end.h): looks for them, and computes them anew.
#include <fmt/format.h>

#include <cmath>

#include "daedalus/simulate/segment.h"

namespace daedalus::simulate {
namespace {

constexpr int kStepsBetweenChecks = 50;
constexpr int kMostMended = 100;

}  // namespace

bool Segment::MendValues(bool has_failed) {
  if (ode_ || inlined_ || array_ || model_.as_it_stands || mended_.count == kMostMended) return false;
  if (!has_failed && ++mended_.steps_since_check < kStepsBetweenChecks) return false;
  mended_.steps_since_check = 0;
  const double t = integrator_->time();
  if (!has_failed && !FindViolatedEquation(*dae_, tolerances_, t, integrator_->y(), integrator_->yp())) {
    mended_.last_check = t;
    return false;
  }
  if (mended_.last_time == t) return false;  // it did not help
  std::vector<double> quantities(model_.places.size());
  if (!ReadQuantities(t, integrator_->y(), integrator_->yp(), quantities) || !Solve(t, quantities))
    return false;
  const std::optional<VariableId> unknown = FindLargestChange(integrator_->y(), solved_.y);
  if (!unknown) return false;
  const std::size_t i = unknown->index();
  if (mended_.count++ == 0)
    mended_.first = {mended_.last_check, t, *unknown, integrator_->y()[i], solved_.y[i]};
  mended_.last_time = t;
  return Start(t, solved_).ok();
}

// Nothing where all changes are within the tolerance.
std::optional<VariableId> Segment::FindLargestChange(std::span<const double> from,
                                                     std::span<const double> to) const {
  std::optional<VariableId> out;
  double largest = 1;
  for (const VariableId v : IdRange<VariableId>(to.size())) {
    const std::size_t i = v.index();
    const double unit = tolerances_.relative * std::abs(to[i]) + tolerances_.absolute[i];
    if (!(std::abs(to[i] - from[i]) > largest * unit)) continue;
    largest = std::abs(to[i] - from[i]) / unit;
    out = v;
  }
  return out;
}

std::optional<Diagnostic> Segment::FindMended() const {
  if (mended_.count == 0) return std::nullopt;
  const auto& first = mended_.first;
  return Warning(Code::kEndNotSatisfied, {},
                 "at time = {:.9g} the values of a step did not satisfy the equations, and were computed anew",
                 first.time)
      .Note(fmt::format("`{}` was {:.6g} and is {:.6g} there", NameOf(*model_.system, first.unknown),
                        first.before, first.after))
      .Note(fmt::format("the results since time = {:.9g} may be wrong by as much", first.since))
      .Note(mended_.count == 1 ? "once in this run" : fmt::format("{} times in this run", mended_.count))
      .Hint("a tighter --tolerance, --form ode or another --method");
}

}  // namespace daedalus::simulate
