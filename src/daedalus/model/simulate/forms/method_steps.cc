#include "daedalus/model/simulate/forms/method_steps.h"

#include "daedalus/model/simulate/point_by_point.h"
#include "daedalus/model/simulate/work_profile.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/system/discontinuities.h"

namespace daedalus::simulate {
namespace {

// Points are computed when they are asked for.
class NoSteps final : public SegmentSteps {
 public:
  NoSteps()
      : SegmentSteps(std::make_unique<PointByPoint>(),
                     {PointByPoint::kName,
                      {"the model has no states, so everything is computed from the time at each point"}}) {}
  PointsBy points() const override { return PointsBy::kSteps; }
};

integrate::MethodChoice ChooseMethodOf(const StepsRequest& request, const integrate::DaeProblem& problem,
                                       const integrate::Tolerances& tolerances) {
  const RunSettings& settings = request.equations.settings;
  if (settings.method != "auto") return {integrate::FindMethod(settings.method)->name, {}};
  integrate::ProblemFacts facts = integrate::FactsOf(problem);
  facts.tolerance = settings.tolerance;
  facts.damps_nothing = request.equations.model.damps_nothing;
  request.view.AddFacts(problem, tolerances, request.t, request.values, facts);
  return integrate::ChooseMethod(facts);
}

// A past that another method has made would not satisfy the invariants.
bool TakesInvariants(const SegmentEquations& equations, const integrate::MethodInfo& method) {
  return equations.model.invariant_use == compile::InvariantUse::kAsMethodsDo && method.takes_constraints &&
         equations.settings.integrator.starter == integrate::Starter::kOrderBuildUp;
}

}  // namespace

PointsBy MethodSteps::points() const {
  const integrate::MethodInfo& method = *integrate::FindMethod(method_.method);
  const bool by_steps =
      method.has_low_dense_order || (view_.has_algebraic_unknowns() && method.family != "multistep");
  return by_steps ? PointsBy::kSteps : PointsBy::kDenseOutput;
}

Result<std::unique_ptr<SegmentSteps>> MakeMethodSteps(const StepsRequest& request) {
  SegmentEquations& equations = request.equations;
  integrate::Tolerances tolerances = request.view.TolerancesOf(request.error_test.Tolerances());
  integrate::MethodChoice choice = ChooseMethodOf(request, request.view.Problem(), tolerances);
  const integrate::MethodInfo& method = *integrate::FindMethod(choice.method);
  // The exact dF/dt does not contain held values that follow the time.
  if (method.uses_time_derivative && !equations.refresh)
    equations.kernels->time_derivative = equations.compiled->TimeDerivative();
  integrate::DaeProblem door = request.view.Problem();
  if (StepInvariants* const invariants = request.invariants) {
    door.project = [invariants](double at, auto y, auto yp) { return invariants->Keep(at, y, yp); };
    if (TakesInvariants(equations, method)) {
      invariants->LeaveToMethod();
      door.constraints = invariants->Constraints();
    }
  }
  if (equations.settings.profile) door = equations.settings.profile->Measured(std::move(door));
  if (!method.keeps_signs) door.signs.clear();
  integrate::IntegratorOptions options = equations.settings.integrator;
  options.signs_are_soft = true;  // a declared minimum is not a law of nature
  // Equations may jump without an event. A method that cannot continue there is helped across.
  options.cross_discontinuities = MayJump(equations.system());
  LimitStep(equations.system(), equations.settings.grid, options);
  tolerances = request.error_test.HeldToAShare(std::move(tolerances), method, request.view, choice.reasons);
  auto integrator = integrate::MakeIntegrator(choice.method, std::move(door), std::move(tolerances), options);
  if (!integrator) return Fail(Error(Code::kBadOption, {}, "{}", integrator.error()));
  return std::unique_ptr<SegmentSteps>(
      std::make_unique<MethodSteps>(*std::move(integrator), std::move(choice), request.view));
}

std::unique_ptr<SegmentSteps> MakeNoSteps() {
  return std::make_unique<NoSteps>();
}

}  // namespace daedalus::simulate
