// A segment of the residual form looks for values that violate the equations (violated_equation.h), and
// computes them anew. States that have followed wrong slopes cannot be computed anew; then the run ends.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/model/initialize/explain.h"
#include "daedalus/model/simulate/segment.h"

namespace daedalus::simulate {
namespace {

constexpr int kMostStepsBetweenChecks = 80;
constexpr double kSlack = 100;  // smaller violations are left to the iterations of the next steps
constexpr int kMostMended = 100;
constexpr double kSpoiled = 100;  // of the tolerance of a state: a wrong slope may have moved it by this much

}  // namespace

Result<bool> Segment::MendValues(bool has_failed) {
  if (ode_ || inlined_ || array_ || model_.as_it_stands || mended_.count == kMostMended) return false;
  if (!has_failed && ++mended_.steps_since_check < mended_.steps_to_check) return false;
  mended_.steps_since_check = 0;
  mended_.steps_to_check = std::min(2 * mended_.steps_to_check, kMostStepsBetweenChecks);
  const double t = integrator_->time();
  const auto violated =
      FindViolatedEquation(*dae_, tolerances_, t, integrator_->y(), integrator_->yp(), kSlack);
  if (!has_failed && !violated) {
    mended_.last_check = t;
    return false;
  }
  if (mended_.last_time == t) return false;  // it did not help
  std::vector<double> quantities(model_.places.size());
  if (!ReadQuantities(t, integrator_->y(), integrator_->yp(), quantities) || !Solve(t, quantities))
    return false;
  const std::optional<VariableId> unknown = FindLargestChange();
  if (!unknown) return false;
  if (violated && IsStateSpoiled(t - mended_.last_check))
    return Fail(ExplainViolation(*violated, "of a step"));
  const std::size_t i = unknown->index();
  if (mended_.count++ == 0)
    mended_.first = {mended_.last_check, t, *unknown, integrator_->y()[i], solved_.y[i]};
  mended_.last_time = t;
  return Start(t, solved_).ok();
}

// Compares the values of the integrator with solved_; nullopt if all changes are within the tolerance.
std::optional<VariableId> Segment::FindLargestChange() const {
  std::optional<VariableId> out;
  double largest = 1;
  for (const VariableId v : IdRange<VariableId>(solved_.y.size())) {
    const double change =
        std::abs(solved_.y[v.index()] - integrator_->y()[v.index()]) / ToleranceOf(v, solved_.y);
    if (!(change > largest)) continue;
    largest = change;
    out = v;
  }
  return out;
}

// May a slope that was wrong for this long have moved its state?
bool Segment::IsStateSpoiled(double duration) const {
  for (const VariableId v : IdRange<VariableId>(solved_.y.size())) {
    const double slope_error = solved_.yp[v.index()] - integrator_->yp()[v.index()];
    if (model_.incidence.is_differential[v.index()] &&
        std::abs(slope_error) * duration > kSpoiled * ToleranceOf(v, solved_.y))
      return true;
  }
  return false;
}

double Segment::ToleranceOf(VariableId v, std::span<const double> values) const {
  return tolerances_.relative * std::abs(values[v.index()]) + tolerances_.absolute[v.index()];
}

Diagnostic Segment::ExplainViolation(std::size_t row, std::string_view which) {
  const Equation& equation = model_.system->equations[EquationId(row)];
  return Error(Code::kEndNotSatisfied, SpanOf(*model_.system, equation),
               "the values {}, time = {:.9g}, do not satisfy an equation", which, integrator_->time())
      .Here("this one is furthest from being satisfied")
      .Note(fmt::format("with {}", initialize::ValuesIn(*model_.system, equation, LastPoint())))
      .Note(
          "the corrector iteration of an earlier step was accepted, but had not converged: do not trust "
          "these "
          "results")
      .Hint("use a tighter --tolerance, --form ode or another --method");
}

std::optional<Diagnostic> Segment::CheckEnd() {
  if (ode_ || model_.as_it_stands) return std::nullopt;
  const auto row =
      FindViolatedEquation(*dae_, tolerances_, integrator_->time(), integrator_->y(), integrator_->yp());
  return row ? std::optional(ExplainViolation(*row, "at the end")) : std::nullopt;
}

std::optional<Diagnostic> Segment::FindMended() const {
  if (mended_.count == 0) return std::nullopt;
  const auto& first = mended_.first;
  return Warning(
             Code::kEndNotSatisfied, {},
             "at time = {:.9g} the values of a step did not satisfy the equations, and were computed anew",
             first.time)
      .Note(fmt::format("`{}` was {:.6g} and is {:.6g} there", NameOf(*model_.system, first.unknown),
                        first.before, first.after))
      .Note(fmt::format("the results since time = {:.9g} may be wrong by as much", first.since))
      .Note(mended_.count == 1 ? "once in this run" : fmt::format("{} times in this run", mended_.count))
      .Hint("use a tighter --tolerance, --form ode or another --method");
}

}  // namespace daedalus::simulate
