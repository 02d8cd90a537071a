// A segment whose steps have a corrector looks for values that violate the equations (violated_equation.h),
// and computes them anew. States that have followed wrong slopes cannot be computed anew; then the run ends.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/model/initialize/explain.h"
#include "daedalus/model/simulate/segment.h"

namespace daedalus::simulate {
namespace {

constexpr double kSlack = 100;    // smaller violations are left to the iterations of the next steps
constexpr double kSpoiled = 100;  // of the tolerance of a state: a wrong slope may have moved it by this much

}  // namespace

Result<bool> Segment::MendValues(bool has_failed) {
  if (!steps_->has_corrector() || model().as_it_stands || !mended_.IsDue(has_failed)) return false;
  const double t = integrator().time();
  const auto violated = FindViolatedEquation(*equations_.dae, equations_.tolerances, t, integrator().y(),
                                             integrator().yp(), kSlack);
  if (!has_failed && !violated) {
    mended_.Confirm(t);
    return false;
  }
  if (mended_.WasMendedAt(t)) return false;  // it did not help
  std::vector<double> quantities(model().places.size());
  if (!ReadQuantities(t, integrator().y(), integrator().yp(), quantities) || !Solve(t, quantities))
    return false;
  const std::optional<VariableId> unknown = FindLargestChange();
  if (!unknown) return false;
  if (violated && IsStateSpoiled(t - mended_.last_check()))
    return Fail(ExplainViolation(*violated, "of a step"));
  const std::size_t i = unknown->index();
  mended_.Note(t, *unknown, integrator().y()[i], solved_.y[i]);
  return Start(t, solved_).ok();
}

// Compares the values of the integrator with solved_; nullopt if all changes are within the tolerance.
std::optional<VariableId> Segment::FindLargestChange() {
  std::optional<VariableId> out;
  double largest = 1;
  for (const VariableId v : IdRange<VariableId>(solved_.y.size())) {
    const double change =
        std::abs(solved_.y[v.index()] - integrator().y()[v.index()]) / equations_.ToleranceOf(v, solved_.y);
    if (!(change > largest)) continue;
    largest = change;
    out = v;
  }
  return out;
}

// May a slope that was wrong for this long have moved its state?
bool Segment::IsStateSpoiled(double duration) {
  for (const VariableId v : IdRange<VariableId>(solved_.y.size())) {
    const double slope_error = solved_.yp[v.index()] - integrator().yp()[v.index()];
    if (model().incidence.is_differential[v.index()] &&
        std::abs(slope_error) * duration > kSpoiled * equations_.ToleranceOf(v, solved_.y))
      return true;
  }
  return false;
}

Diagnostic Segment::ExplainViolation(std::size_t row, std::string_view which) {
  const Equation& equation = system().equations[EquationId(row)];
  return Error(Code::kEndNotSatisfied, SpanOf(system(), equation),
               "the values {}, time = {:.9g}, do not satisfy an equation", which, integrator().time())
      .Here("this one is furthest from being satisfied")
      .Note(fmt::format("with {}", initialize::ValuesIn(system(), equation, LastPoint())))
      .Note(
          "the corrector iteration of an earlier step was accepted, but had not converged: do not trust "
          "these "
          "results")
      .Hint("use a tighter --tolerance, --form ode or another --method");
}

std::optional<Diagnostic> Segment::CheckEnd() {
  if (!view_->has_all_variables() || model().as_it_stands) return std::nullopt;
  const auto row = FindViolatedEquation(*equations_.dae, equations_.tolerances, integrator().time(),
                                        integrator().y(), integrator().yp());
  return row ? std::optional(ExplainViolation(*row, "at the end")) : std::nullopt;
}

LargestResidual Segment::FindLargestResidual(double t, const initialize::InitialValues& values) {
  return simulate::FindLargestResidual(*equations_.dae, equations_.nominal(), t, values.y, values.yp);
}

}  // namespace daedalus::simulate
