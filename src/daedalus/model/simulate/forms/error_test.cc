#include "daedalus/model/simulate/forms/error_test.h"

#include <fmt/format.h>

#include "daedalus/model/simulate/undamped_errors.h"
#include "daedalus/model/simulate/variable_sizes.h"

namespace daedalus::simulate {
namespace {

// In the residual form the tolerance also bounds the corrections of algebraic unknowns. A rectifier ended at
// 6,500 V with `ida` at 5e-3, and at 800 V with `gear` at 2e-2: iterates with the steep matrix of a
// conducting diode were accepted as solutions. At 2e-3 all were right.
constexpr double kLoosest = 1e-3;

}  // namespace

void ErrorTest::FindSizes(const initialize::InitialValues& values) {
  sizes_ = SizesOf(equations_.system(), equations_.model.incidence.is_differential, *equations_.attributes,
                   values.y, values.yp, equations_.length());
}

integrate::Tolerances ErrorTest::Tolerances() const {
  integrate::Tolerances out = equations_.tolerances;
  for (std::size_t i = 0; i < sizes_.size(); ++i) out.absolute[i] = equations_.settings.tolerance * sizes_[i];
  return out;
}

std::vector<double> ErrorTest::AbsoluteTolerances(const IntegratorView& view) const {
  const compile::PreparedModel& model = equations_.model;
  std::vector<double> out;
  out.reserve(model.places.size());
  for (const Quantity& place : model.places) {
    const bool is_tested =
        place.variable.IsValid() && !place.is_derivative() &&
        (view.has_all_variables() || model.incidence.is_differential[place.variable.index()]);
    out.push_back(is_tested ? equations_.settings.tolerance * sizes_[place.variable.index()] : 0);
  }
  return out;
}

integrate::Tolerances ErrorTest::HeldToAShare(integrate::Tolerances tolerances,
                                              const integrate::MethodInfo& method, const IntegratorView& view,
                                              std::vector<std::string>& reasons) {
  const RunSettings& settings = equations_.settings;
  double share = share_of_step_ = ShareOfStep(equations_.model, method, settings.integrator);
  if (share < 1)
    reasons.push_back(
        fmt::format("nothing in the model damps errors, so each step is held to 1/{:.0f} of the tolerance, "
                    "or less in long runs",
                    1 / share));
  tolerances.share = &share_in_run_;
  const bool iterates = !method.needs_equations && view.has_algebraic_unknowns();
  if (iterates && settings.tolerance * share > kLoosest) {
    share = kLoosest / settings.tolerance;
    reasons.push_back(
        fmt::format("algebraic equations are solved to a tolerance of {:g} at least; at looser ones, steep "
                    "equations would be accepted unsolved",
                    kLoosest));
  }
  return share < 1 ? Tightened(std::move(tolerances), share) : tolerances;
}

bool ErrorTest::DoAddUp(const integrate::MethodInfo& method) const {
  return DoErrorsAddUp(equations_.model, method, equations_.settings.integrator);
}

void ErrorTest::ExpectSteps(const integrate::MethodInfo& method, double num_steps) {
  if (num_steps > 0 && DoAddUp(method) && IsHeldToAShare(method))
    share_in_run_ = ShareInRun(method, equations_.settings.tolerance, share_of_step_, num_steps);
}

std::optional<Diagnostic> ErrorTest::FindAddedErrors(const integrate::MethodInfo& method) const {
  if (IsHeldToAShare(method) || !DoAddUp(method)) return std::nullopt;
  return Warning(Code::kErrorsAddUp, {},
                 "nothing in the model damps errors, and those of `{}` add up: expect many times the "
                 "tolerance at the end",
                 method.name)
      .Note("with methods of higher order the energy error stays near ten tolerances")
      .Hint("use --method auto, or a method of higher order");
}

}  // namespace daedalus::simulate
