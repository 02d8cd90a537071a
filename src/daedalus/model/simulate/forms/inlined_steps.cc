#include "daedalus/model/simulate/forms/inlined_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "daedalus/model/simulate/forms/branch_judge.h"
#include "daedalus/model/simulate/implicit_states.h"
#include "daedalus/model/simulate/make_inlined.h"
#include "daedalus/model/simulate/work_profile.h"
#include "daedalus/system/discontinuities.h"

namespace daedalus::simulate {
namespace {

class InlinedSteps final : public SegmentSteps {
 public:
  InlinedSteps(MadeInlined made, const SegmentEquations& equations, std::unique_ptr<BranchJudge> judge,
               bool has_all_variables)
      : SegmentSteps(nullptr, std::move(made.method)),
        equations_(equations),
        inlined_(*made.integrator),
        judge_(std::move(judge)),
        has_all_variables_(has_all_variables) {
    integrator_ = std::move(made.integrator);
  }

  PointsBy points() const override {
    if (equations_.settings.integrator.fixed_step > 0) return PointsBy::kDenseOutput;
    return has_all_variables_ || inlined_.has_low_dense_order() ? PointsBy::kSteps : PointsBy::kDenseOutput;
  }
  std::vector<codegen::Kernel*> Kernels() override { return inlined_.program().kernels(); }
  void BeMeasured(WorkProfile& profile) override { inlined_.program().MeasureBlocks(profile.clock().get()); }
  const inlined::InlinedIntegrator* inlined() const override { return &inlined_; }
  void Begin(const initialize::InitialValues& values) override {
    inlined_.Guess(values.y, values.yp);
    if (judge_) judge_->Begin();
  }
  std::optional<Diagnostic> Explain(const integrate::StepOutcome& failure, const SolutionEnd& end,
                                    const std::function<execute::EvaluationPoint()>& last_point) override;
  std::optional<Diagnostic> FindLongSteps() const override;

 private:
  const SegmentEquations& equations_;
  inlined::InlinedIntegrator& inlined_;
  std::unique_ptr<BranchJudge> judge_;  // null: the equations have one solution, or it cannot be compared
  bool has_all_variables_;
};

std::optional<Diagnostic> InlinedSteps::Explain(const integrate::StepOutcome& failure, const SolutionEnd& end,
                                                const std::function<execute::EvaluationPoint()>& last_point) {
  if (judge_ && failure.status == integrate::StepStatus::kProjectionFailed) {
    if (auto other = judge_->Explain()) return other;
  }
  if (inlined_.last_failure()) {
    Diagnostic d = ExplainInlinedStep(inlined_);
    if (!equations_.model.as_it_stands) end.Describe(last_point(), d);
    return d;
  }
  return judge_ ? judge_->ExplainRefusal(end) : std::nullopt;
}

std::optional<Diagnostic> InlinedSteps::FindLongSteps() const {
  const auto found = inlined_.defects().Find();
  if (!found) return std::nullopt;
  const System& system = equations_.system();
  const VariableId state = inlined_.program().inlined().states[found->state];
  return Warning(
             Code::kStepTooLong, system.declarations[system.variables[state].declaration].span,
             "steps of {:.6g} s are too long for `{}`: its values and its derivatives contradict each other",
             equations_.settings.integrator.fixed_step, NameOf(system, state))
      .Note(fmt::format("in {} of {} steps they differ by more than its largest value so far; the first ten "
                        "in a row ended at time = {:.6g}",
                        found->count, found->of, found->time))
      .Hint("use a smaller --step, or leave --step out: then the errors determine the steps");
}

Result<ImplicitChoice> ChooseImplicit(const StepsRequest& request) {
  const RunSettings& settings = request.equations.settings;
  if (settings.implicit_states.empty()) return ImplicitChoice{};
  if (request.view.has_all_variables()) {
    return Fail(Error(Code::kBadOption, {},
                      "--implicit needs states, and equations of higher index as they stand have none")
                    .Hint("leave out --index-reduction none"));
  }
  const IntegratorView::UnknownValues at = request.view.Begin(request.values);
  return ChooseImplicitStates(request.equations.system(), request.view.unknowns(), settings,
                              request.view.Problem(), {request.t, at.y, at.yp});
}

// Where steps and results may follow different solutions. If equations may jump, the judge compares at the
// end of each step; otherwise it judges each step that the integrator would accept.
bool HasSeveralSolutions(const SegmentEquations& equations, execute::OdeModel& ode) {
  return ode.runner().has_nonlinear_loops() && !MayJump(equations.system()) &&
         equations.settings.integrator.fixed_step == 0;
}

}  // namespace

Result<std::unique_ptr<SegmentSteps>> MakeInlinedSteps(const StepsRequest& request) {
  const SegmentEquations& equations = request.equations;
  auto implicit = ChooseImplicit(request);
  if (!implicit) return Failure{std::move(implicit).error()};
  RunSettings settings = equations.settings;
  LimitStep(equations.system(), settings.grid, settings.integrator);
  execute::OdeModel* const ode = request.view.causal();
  auto judge = ode ? std::make_unique<BranchJudge>(equations, *ode, request.error_test.sizes()) : nullptr;
  integrate::DaeProblem door = request.view.Problem();
  if (StepInvariants* const invariants = request.invariants) {
    door.project = [invariants](double at, auto y, auto yp) { return invariants->Keep(at, y, yp); };
  } else if (judge && MayJump(equations.system())) {
    door.project = [&judge = *judge](double at, auto y, auto yp) { return judge.Compare(at, y, yp); };
  }
  integrate::Tolerances tolerances = request.view.TolerancesOf(request.error_test.Tolerances());
  std::vector<std::string> reasons;
  if (inlined::MethodNamed(settings.method)) {
    tolerances = request.error_test.HeldToAShare(std::move(tolerances), *InfoOfMethod(settings.method),
                                                 request.view, reasons);
  }
  auto made = MakeInlinedIntegrator(
      {equations.model, *equations.attributes, equations.parameters, equations.dae->held(), equations.refresh,
       settings, implicit->explicit_states},
      ode ? ode->states() : std::span<const VariableId>(), std::move(door), std::move(tolerances));
  if (!made) return Failure{std::move(made).error()};
  inlined::InlinedIntegrator& integrator = *made->integrator;
  if (request.invariants && integrator.program().is_overdetermined()) request.invariants->LeaveToMethod();
  if (judge && (ode->runner().keeps_branches() || HasSeveralSolutions(equations, *ode))) {
    integrator.SetJudge([&judge = *judge, &integrator](double at, auto y, auto yp) {
      return judge.IsOnBranch(integrator.time(), at, y, yp);
    });
  }
  std::ranges::move(reasons, std::back_inserter(made->method.reasons));
  if (!implicit->remark.empty()) made->method.reasons.push_back(implicit->remark);
  return std::unique_ptr<SegmentSteps>(
      std::make_unique<InlinedSteps>(*std::move(made), equations, std::move(judge), ode == nullptr));
}

}  // namespace daedalus::simulate
