#include "daedalus/model/simulate/segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "daedalus/model/hybrid/free_system.h"
#include "daedalus/model/initialize/algebraic_slopes.h"
#include "daedalus/model/initialize/explain.h"
#include "daedalus/model/initialize/redundant_conditions.h"
#include "daedalus/model/simulate/make_array.h"
#include "daedalus/model/simulate/make_inlined.h"
#include "daedalus/model/simulate/point_by_point.h"
#include "daedalus/model/simulate/undamped_errors.h"
#include "daedalus/model/simulate/variable_sizes.h"
#include "daedalus/model/simulate/violated_equation.h"
#include "daedalus/numerics/integrate/consistent.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/programs/causal/derivative_dependents.h"
#include "daedalus/system/discontinuities.h"

namespace daedalus::simulate {
namespace {

using compile::InvariantUse;

// In the residual form the tolerance also bounds the corrections of algebraic unknowns. A rectifier ended at
// 6,500 V with `ida` at 5e-3, and at 800 V with `gear` at 2e-2: iterates with the steep matrix of a
// conducting diode were accepted as solutions. At 2e-3 all were right.
constexpr double kLoosest = 1e-3;

execute::UnknownFacts FactsOfUnknowns(const compile::PreparedModel& model,
                                      const initialize::AttributeValues& attributes) {
  execute::UnknownFacts facts{
      model.incidence.is_differential, {}, execute::SignsOf(attributes.min, attributes.max)};
  if (!model.as_it_stands) return facts;
  facts.is_differential = model.as_it_stands->is_differential;
  const std::vector<std::uint32_t>& index = model.as_it_stands->index;
  if (std::ranges::max(index) > 1) facts.index.assign(index.begin(), index.end());
  return facts;
}

// The longest step of a model that is driven by time, as a part of the run. Between two pulses of its source
// such a model may be at rest. An error estimate knows only the points that the method evaluates, and would
// accept a step over the next pulse.
constexpr double kLongestStep = 0.02;

// Of an invariant, at the start: smaller violations are rounding, however small the tolerance is.
constexpr double kLeastViolation = 1e-9;
constexpr std::size_t kMostToCompare = 300;  // unknowns that are compared
constexpr std::size_t kMostToWatch =
    1000;  // variables, in the residual form: their values are copied after each step

bool IsDriven(const System& system) {
  for (const ExprId e : IdRange<ExprId>(system.graph.size())) {
    if (system.graph.op(e) == expr::Op::kTime) return true;
  }
  return false;
}

void LimitStep(const System& system, const OutputGrid& grid, integrate::IntegratorOptions& options) {
  if (options.max_step == 0 && options.fixed_step == 0 && IsDriven(system))
    options.max_step = kLongestStep * (grid.stop - grid.start);
}

// Values that are not finite were rejected when the parameters were set (compile::WithParameters).
std::shared_ptr<const initialize::AttributeValues> AttributesFor(
    const std::shared_ptr<const compile::CompiledChoice>& compiled, const std::vector<double>& parameters,
    const initialize::Guesses* guesses) {
  const compile::PreparedModel& model = compiled->model();
  if (guesses) {
    const auto own = initialize::EvaluateAttributes(*model.system, parameters);
    auto out = std::make_shared<initialize::AttributeValues>(own.ok() ? *own : model.attributes);
    initialize::TakeGuesses(*model.system, *guesses, *out);
    return out;
  }
  if (parameters != model.parameters) {
    auto attributes = initialize::EvaluateAttributes(*model.system, parameters);
    if (attributes.ok()) return std::make_shared<const initialize::AttributeValues>(*std::move(attributes));
  }
  return {compiled, &model.attributes};
}

// Methods that are only inlined are in no list of integrators.
integrate::MethodInfo InfoOf(std::string_view method) {
  if (const integrate::MethodInfo* const known = integrate::FindMethod(method)) return *known;
  const int order = inlined::OrderOf(*inlined::MethodNamed(method));
  return {.name = method,
          .family = "implicit Runge-Kutta",
          .min_order = order,
          .max_order = order,
          .description = {}};
}

}  // namespace

Segment::Segment(std::shared_ptr<const compile::CompiledChoice> compiled, std::vector<double> parameters,
                 const RunSettings& settings, std::span<const double> held)
    : compiled_(std::move(compiled)),
      model_(compiled_->model()),
      settings_(settings),
      parameters_(std::move(parameters)),
      attributes_(AttributesFor(compiled_, parameters_, settings_.guesses.get())),
      kernels_(std::make_unique<codegen::ModelKernels>(compiled_->kernels())),
      dae_(
          std::make_unique<execute::DaeModel>(*kernels_, parameters_, FactsOfUnknowns(model_, *attributes_))),
      ode_(compiled_->ode() ? compiled_->ode()->Instantiate(*kernels_, parameters_, dae_->facts().signs)
                            : nullptr),
      recovery_(compiled_->recovery()),
      recovered_(model_.recovered.size()) {
  if (compiled_->invariants()) {
    invariants_ = std::make_unique<KeptInvariants>(*model_.system, *compiled_->invariants(), parameters_,
                                                   attributes_->nominal);
  }
  dae_->ObeyCancellation(settings_.cancelled);
  dae_->UseHeld(held);
  if (ode_) ode_->ObeyCancellation(settings_.cancelled);
  if (ode_) ode_->UseHeld(held);
  tolerances_.relative = settings_.tolerance;
  tolerances_.absolute = attributes_->nominal;
  for (double& value : tolerances_.absolute) value *= settings_.tolerance;
}

void Segment::SetRefresh(const std::function<void(double)>& refresh) {
  refresh_ = refresh;
  dae_->SetRefresh(refresh);
  if (ode_) ode_->SetRefresh(refresh);
}

Result<Unit> Segment::MakeReady(CodeChoice code, double t, const initialize::InitialValues& values) {
  if (settings_.without_integrator) {
    if (!tier_up_) tier_up_ = std::make_unique<TierUp>(Kernels(), code);
    return Unit{};
  }
  if (auto checked = CheckInvariants(); !checked) return checked;
  sizes_ = SizesOf(*model_.system, model_.incidence.is_differential, *attributes_, values.y, values.yp,
                   settings_.grid.stop - settings_.grid.start);
  integrate::Tolerances tolerances = tolerances_;
  for (std::size_t i = 0; i < sizes_.size(); ++i) tolerances.absolute[i] = settings_.tolerance * sizes_[i];
  if (ode_) {
    tolerances.absolute = ode_->StatesOf(tolerances.absolute);
  } else if (!model_.differentiated.empty()) {
    // A test of the errors of accelerations would need much more accurate positions: ten to a hundred times
    // the steps for fewer digits, in models/higher_index.
    tolerances.untested = causal::DerivativeDependents(model_.incidence, model_.matching);
  } else {
    tolerances.untested = execute::UntestedUnknowns(dae_->facts());
  }
  if (!has_states()) {
    method_ = {PointByPoint::kName,
               {"the model has no states, so everything is computed from the time at each point"}};
    integrator_ = std::make_unique<PointByPoint>();
    tier_up_ = std::make_unique<TierUp>(Kernels(), code);
    return Unit{};
  }
  if (settings_.form == ModelForm::kInline) return MakeInlinedReady(code, t, values, std::move(tolerances));
  if (integrate::FindMethod(settings_.method)->needs_equations)
    return MakeArrayReady(code, t, values, std::move(tolerances));
  method_ = ChooseMethod(Problem(), tolerances, t, values);
  const integrate::MethodInfo& method = *integrate::FindMethod(method_.method);
  // The exact dF/dt does not contain held values that follow the time.
  if (method.uses_time_derivative && !refresh_) kernels_->time_derivative = compiled_->TimeDerivative();
  integrate::DaeProblem door = Problem();
  if (invariants_) {
    door.project = [this](double at, auto y, auto yp) { return KeepInvariants(at, y, yp); };
    // A past that another method has made would not satisfy the invariants.
    takes_invariants_ = model_.invariant_use == InvariantUse::kAsMethodsDo && method.takes_constraints &&
                        settings_.integrator.starter == integrate::Starter::kOrderBuildUp;
    if (takes_invariants_) door.constraints = invariants_->Constraints(Unknowns());
  }
  if (!method.keeps_signs) door.signs.clear();
  integrate::IntegratorOptions options = settings_.integrator;
  options.signs_are_soft = true;  // a declared minimum is not a law of nature
  // Equations may jump without an event. A method that cannot continue there is helped across.
  options.cross_discontinuities = MayJump(*model_.system);
  LimitStep(*model_.system, settings_.grid, options);
  auto integrator = integrate::MakeIntegrator(method_.method, std::move(door),
                                              HeldToAShare(std::move(tolerances), method), options);
  if (!integrator) return Fail(Error(Code::kBadOption, {}, "{}", integrator.error()));
  integrator_ = std::move(*integrator);
  tier_up_ = std::make_unique<TierUp>(Kernels(), code);
  return Unit{};
}

integrate::Tolerances Segment::HeldToAShare(integrate::Tolerances tolerances,
                                            const integrate::MethodInfo& method) {
  double share = share_of_step_ = ShareOfStep(model_, method, settings_.integrator);
  if (share < 1)
    method_.reasons.push_back(
        fmt::format("nothing in the model damps errors, so each step is held to 1/{:.0f} of the tolerance, "
                    "or less in long runs",
                    1 / share));
  tolerances.share = &share_in_run_;
  const bool iterates = !ode_ && !method.needs_equations && dae_->num_differential() < dae_->size();
  if (iterates && settings_.tolerance * share > kLoosest) {
    share = kLoosest / settings_.tolerance;
    method_.reasons.push_back(
        fmt::format("algebraic equations are solved to a tolerance of {:g} at least; at looser ones, steep "
                    "equations would be accepted unsolved",
                    kLoosest));
  }
  return share < 1 ? Tightened(std::move(tolerances), share) : tolerances;
}

void Segment::ExpectSteps(double num_steps) {
  const integrate::MethodInfo method = InfoOf(method_.method);
  if (num_steps > 0 && DoErrorsAddUp(model_, method, settings_.integrator) && IsHeldToAShare(method))
    share_in_run_ = ShareInRun(method, settings_.tolerance, share_of_step_, num_steps);
}

std::optional<Diagnostic> Segment::FindAddedErrors() const {
  const integrate::MethodInfo method = InfoOf(method_.method);
  if (IsHeldToAShare(method) || !DoErrorsAddUp(model_, method, settings_.integrator)) return std::nullopt;
  return Warning(Code::kErrorsAddUp, {},
                 "nothing in the model damps errors, and those of `{}` add up: expect many times the "
                 "tolerance at the end",
                 method_.method)
      .Note("with methods of higher order the energy error stays near ten tolerances")
      .Hint("use --method auto, or a method of higher order");
}

Result<Unit> Segment::CheckInvariants() const {
  if (model_.system->invariants.empty() || invariants_) return Unit{};
  return Fail(Error(Code::kBadOption, SpanOf(*model_.system, model_.system->invariants[0].equation),
                    "equations of higher index have no invariants as they stand")
                  .Hint("leave out --index-reduction none"));
}

integrate::EvalOutcome Segment::KeepInvariants(double t, std::span<double> y, std::span<double> yp) {
  using integrate::EvalOutcome;
  const bool only_measures = model_.invariant_use == InvariantUse::kMeasure;
  const bool is_moved =
      !only_measures && !takes_invariants_ && !(inlined_ && inlined_->program().is_overdetermined());
  const auto measured = [&] {
    const bool ok = only_measures ? invariants_->Record() : invariants_->Measure();
    return ok ? EvalOutcome::kOk : EvalOutcome::kRecoverable;
  };
  if (!ode_) {
    invariants_->Load(t, y, yp, dae_->held());
    if (!is_moved) return measured();
    if (!invariants_->Restore()) return EvalOutcome::kRecoverable;
    std::ranges::copy(invariants_->workspace().y, y.begin());
    std::ranges::copy(invariants_->workspace().yp, yp.begin());
    return EvalOutcome::kOk;
  }
  if (!ode_->Complete(t, y)) return EvalOutcome::kRecoverable;
  invariants_->Load(t, ode_->workspace().y, ode_->workspace().yp, dae_->held());
  if (!is_moved) return measured();
  if (!invariants_->Restore()) return EvalOutcome::kRecoverable;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = invariants_->workspace().y[ode_->states()[i].index()];
  if (!ode_->Complete(t, y)) return EvalOutcome::kRecoverable;
  for (std::size_t i = 0; i < y.size(); ++i) yp[i] = ode_->workspace().yp[ode_->states()[i].index()];
  return EvalOutcome::kOk;
}

std::vector<VariableId> Segment::Unknowns() const {
  if (ode_) return {ode_->states().begin(), ode_->states().end()};
  std::vector<VariableId> out;
  for (const VariableId v : IdRange<VariableId>(model_.system->variables.size())) out.push_back(v);
  return out;
}

Result<ImplicitChoice> Segment::ChooseImplicit(double t, const initialize::InitialValues& values) {
  if (settings_.implicit_states.empty()) return ImplicitChoice{};
  if (!ode_) {
    return Fail(Error(Code::kBadOption, {},
                      "--implicit needs states, and equations of higher index as they stand have none")
                    .Hint("leave out --index-reduction none"));
  }
  ode_->Start(values.y, values.yp);
  const std::vector<double> states = ode_->StatesOf(values.y), slopes = ode_->StatesOf(values.yp);
  return ChooseImplicitStates(*model_.system, ode_->states(), settings_, Problem(), {t, states, slopes});
}

Result<Unit> Segment::MakeInlinedReady(CodeChoice code, double t, const initialize::InitialValues& values,
                                       integrate::Tolerances tolerances) {
  auto implicit = ChooseImplicit(t, values);
  if (!implicit) return Failure{std::move(implicit).error()};
  RunSettings settings = settings_;
  LimitStep(*model_.system, settings_.grid, settings.integrator);
  integrate::DaeProblem door = Problem();
  if (invariants_) {
    door.project = [this](double at, auto y, auto yp) { return KeepInvariants(at, y, yp); };
  } else if (ode_ && MayJump(*model_.system)) {
    door.project = [this](double at, auto y, auto yp) { return CompareSolutions(at, y, yp); };
  }
  if (inlined::MethodNamed(settings_.method))
    tolerances = HeldToAShare(std::move(tolerances), InfoOf(settings_.method));
  auto made = MakeInlinedIntegrator(
      {model_, *attributes_, parameters_, dae_->held(), refresh_, settings, implicit->explicit_states},
      ode_ ? ode_->states() : std::span<const VariableId>(), std::move(door), std::move(tolerances));
  if (!made) return Failure{std::move(made).error()};
  inlined_ = made->integrator.get();
  integrator_ = std::move(made->integrator);
  // If equations may jump, CompareSolutions does this.
  const bool has_several = ode_ && ode_->runner().has_nonlinear_loops() && !MayJump(*model_.system) &&
                           settings_.integrator.fixed_step == 0;
  if (ode_ && (ode_->runner().keeps_branches() || has_several))
    inlined_->SetJudge([this](double at, auto y, auto yp) { return IsOnBranch(at, y, yp); });
  std::swap(method_, made->method);
  std::ranges::move(made->method.reasons, std::back_inserter(method_.reasons));
  if (!implicit->remark.empty()) method_.reasons.push_back(implicit->remark);
  tier_up_ = std::make_unique<TierUp>(Kernels(), code);
  return Unit{};
}

integrate::EvalOutcome Segment::CompareSolutions(double t, std::span<const double> y,
                                                 std::span<const double> yp) {
  constexpr double kSame = 1e-2;
  if (!ode_->Complete(t, y)) return integrate::EvalOutcome::kRecoverable;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const VariableId state = ode_->states()[i];
    const double slope = ode_->workspace().yp[state.index()];
    const double least = sizes_[state.index()] / (settings_.grid.stop - settings_.grid.start);
    if (std::abs(slope - yp[i]) <= kSame * std::max({std::abs(slope), std::abs(yp[i]), least})) continue;
    other_solution_ = {state, t, yp[i], slope};
    return integrate::EvalOutcome::kRecoverable;
  }
  return integrate::EvalOutcome::kOk;
}

// An inlined step solves the constraints and nonlinear equations of the model together with its own, and may
// find another of their solutions. Behind a fold of x - x^3/3 + y = 0 it silently followed another x than the
// results, which are computed from the states. Otherwise the causal form has the same slopes at the end of
// the step, or the difference means nothing within a step. If its loops do not keep to a branch, small steps
// go to and fro between solutions, as across that fold. So the accumulated difference is checked, too.
bool Segment::IsOnBranch(double t, std::span<const double> y, std::span<const double> yp) {
  constexpr double kSame = 0.1, kTolerances = 10, kTolerancesInAll = 100;
  const bool keeps_branches = ode_->runner().keeps_branches();
  led_away_.resize(y.size());
  other_solution_.reset();
  is_refused_ = !ode_->Derivatives(t, y);
  const double h = t - integrator_->time();
  for (std::size_t i = 0; i < y.size() && !is_refused_; ++i) {
    const VariableId state = ode_->states()[i];
    const double slope = ode_->workspace().yp[state.index()], difference = std::abs(slope - yp[i]);
    if (difference <= kSame * std::max(std::abs(slope), std::abs(yp[i]))) continue;
    const double unit = settings_.tolerance * std::max(sizes_[state.index()], std::abs(y[i]));
    if (!keeps_branches && std::abs(led_away_[i] + h * (yp[i] - slope)) <= kTolerancesInAll * unit) {
      led_away_[i] += h * (yp[i] - slope);
      continue;
    }
    if (keeps_branches && difference * h <= kTolerances * unit) continue;
    other_solution_ = {state, t, yp[i], slope};
    is_refused_ = true;
  }
  return !is_refused_;
}

Result<Unit> Segment::MakeArrayReady(CodeChoice code, double t, const initialize::InitialValues& values,
                                     integrate::Tolerances tolerances) {
  RunSettings settings = settings_;
  LimitStep(*model_.system, settings_.grid, settings.integrator);
  auto made =
      MakeArrayIntegrator({model_, parameters_, dae_->held(), settings}, t, values, Problem(),
                          HeldToAShare(std::move(tolerances), *integrate::FindMethod(settings_.method)));
  if (!made) return Failure{std::move(made).error()};
  array_ = made->integrator.get();
  integrator_ = std::move(made->integrator);
  method_.method = made->method.method;
  std::ranges::move(made->method.reasons, std::back_inserter(method_.reasons));
  tier_up_ = std::make_unique<TierUp>(Kernels(), code);
  return Unit{};
}

std::vector<double> Segment::AbsoluteTolerances() const {
  std::vector<double> out;
  out.reserve(model_.places.size());
  for (const Quantity& place : model_.places) {
    const bool is_tested = place.variable.IsValid() && !place.is_derivative() &&
                           (!ode_ || model_.incidence.is_differential[place.variable.index()]);
    out.push_back(is_tested ? settings_.tolerance * sizes_[place.variable.index()] : 0);
  }
  return out;
}

std::vector<codegen::Kernel*> Segment::Kernels() {
  std::vector<codegen::Kernel*> out = kernels_->all();
  if (ode_) {
    out.erase(out.begin());  // the residual: the causal form has blocks instead
    for (codegen::Kernel* kernel : ode_->runner().kernels()) out.push_back(kernel);
  }
  if (recovery_) out.push_back(&*recovery_);
  if (invariants_) std::ranges::copy(invariants_->kernels(), std::back_inserter(out));
  if (inlined_) std::ranges::copy(inlined_->program().kernels(), std::back_inserter(out));
  if (array_) std::ranges::copy(array_->array().kernels(), std::back_inserter(out));
  return out;
}

PointsBy Segment::points() const {
  if (!has_states()) return PointsBy::kSteps;
  if (inlined_ && settings_.integrator.fixed_step > 0) return PointsBy::kDenseOutput;
  if (inlined_) return ode_ && !inlined_->has_low_dense_order() ? PointsBy::kDenseOutput : PointsBy::kSteps;
  if (array_) return PointsBy::kDenseOutput;  // its steps are projected onto the constraints
  const integrate::MethodInfo& method = *integrate::FindMethod(method_.method);
  const bool algebraic = !ode_ && dae_->num_differential() < dae_->size();
  const bool by_steps = method.has_low_dense_order || (algebraic && method.family != "multistep");
  return by_steps ? PointsBy::kSteps : PointsBy::kDenseOutput;
}

integrate::MethodChoice Segment::ChooseMethod(const integrate::DaeProblem& problem,
                                              const integrate::Tolerances& tolerances, double t,
                                              const initialize::InitialValues& values) const {
  if (settings_.method != "auto") return {integrate::FindMethod(settings_.method)->name, {}};
  integrate::ProblemFacts facts = integrate::FactsOf(problem);
  facts.tolerance = settings_.tolerance;
  facts.damps_nothing = model_.damps_nothing;
  if (ode_) {
    facts.is_explicit = true;
    ode_->Start(values.y, values.yp);
    facts.stiffness = integrate::EstimateStiffness(problem, tolerances, t, ode_->StatesOf(values.y),
                                                   ode_->StatesOf(values.yp), settings_.grid.stop - t);
  }
  return integrate::ChooseMethod(facts);
}

initialize::ConsistentOptions Segment::OptionsAt(double t) const {
  return {.start_time = t,
          .time_scale = settings_.grid.interval > 0 ? settings_.grid.interval : 1.0,
          .tolerances = tolerances_,
          .explains = settings_.explains_start};
}

void Segment::PutQuantities(std::span<const double> quantities, initialize::InitialValues& values) const {
  for (std::size_t i = 0; i < model_.places.size(); ++i) {
    const Quantity& place = model_.places[i];
    if (!place.variable.IsValid()) continue;
    (place.is_derivative() ? values.yp : values.y)[place.variable.index()] = quantities[i];
  }
}

std::optional<initialize::InitialValues> Segment::Continue(double t, std::span<const double> quantities) {
  initialize::InitialValues values{std::vector<double>(dae_->size()), std::vector<double>(dae_->size())};
  PutQuantities(quantities, values);
  const auto options = OptionsAt(t);
  const auto outcome = integrate::CalculateConsistent(dae_->Problem(), tolerances_, t, t + options.time_scale,
                                                      values.y, values.yp);
  if (!outcome.ok()) return std::nullopt;
  values.newton_iterations = outcome.newton_iterations;
  if (!ode_) initialize::EstimateAlgebraicSlopes(*dae_, attributes_->nominal, options, values);
  return values;
}

bool Segment::ReadInitial(double t, const initialize::InitialValues& values, std::span<double> quantities) {
  if (!ode_) return ReadQuantities(t, values.y, values.yp, quantities);
  ode_->Start(values.y, values.yp);
  return ReadQuantities(t, ode_->StatesOf(values.y), {}, quantities);
}

bool Segment::IsState(std::size_t quantity) const {
  const Quantity& place = model_.places[quantity];
  return place.variable.IsValid() && !place.is_derivative() &&
         model_.incidence.is_differential[place.variable.index()];
}

bool Segment::Solve(double t, std::span<double> quantities) {
  if (!ode_) {
    if (auto values = Continue(t, quantities)) {
      solved_ = *std::move(values);
      return ReadQuantities(t, solved_.y, solved_.yp, quantities);
    }
    return SolveByBlocks(t, quantities);
  }
  initialize::InitialValues guess{ode_->workspace().y, ode_->workspace().yp, 0};
  PutQuantities(quantities, guess);
  ode_->Start(guess.y, guess.yp);
  const std::vector<double> states = ode_->StatesOf(guess.y);
  std::vector<double> found(quantities.size());
  if (!ReadQuantities(t, states, {}, found)) return false;
  std::ranges::copy(found, quantities.begin());
  solved_ = {ode_->workspace().y, ode_->workspace().yp, 0};
  return true;
}

integrate::StepOutcome Segment::Start(double t, const initialize::InitialValues& values) {
  std::vector<double> y = values.y, yp = values.yp;
  if (ode_) {
    ode_->Start(values.y, values.yp);
    y = ode_->StatesOf(values.y);
    yp = ode_->StatesOf(values.yp);
  }
  if (settings_.without_integrator) return {.status = integrate::StepStatus::kReachedLimit, .t = t};
  BeginToWatch();
  if (inlined_) inlined_->Guess(values.y, values.yp);
  led_away_.clear();
  if (invariants_ && model_.invariant_use != InvariantUse::kMeasure) {
    invariants_->Load(t, values.y, values.yp, dae_->held());
    start_violates_ = !invariants_->Holds(std::max(settings_.tolerance, kLeastViolation));
    if (start_violates_ || !invariants_->AreImplied())
      return {
          .status = integrate::StepStatus::kProjectionFailed, .t = t, .reason = "an invariant does not hold"};
  }
  if (!has_started_ && values.y.size() <= kMostToCompare) first_values_ = values;
  const bool again = std::exchange(has_started_, true);
  return again ? integrator_->Restart(t, y, yp) : integrator_->Initialize(t, y, yp);
}

void Segment::ConfirmStates() {
  if (ode_) ode_->ConfirmBranches();
}

void Segment::BeginToWatch() {
  if (watch_) watch_->Forget();
  if (sensitivity_watch_) sensitivity_watch_->Forget();
  if (std::exchange(is_watched_, true)) return;
  if (ode_ && ode_->runner().has_nonlinear_loops()) {
    watch_.emplace(ode_->states(), refresh_);
    sensitivity_watch_.emplace(ode_->states(), model_.program, [this](const Quantity& unknown) {
      return unknown.is_derivative() ||
             (!model_.is_dummy.empty() && model_.is_dummy[unknown.variable.index()]);
    });
  }
  if (ode_ || inlined_ || array_ || model_.as_it_stands || model_.whole->variables.size() > kMostToWatch)
    return;
  determinants_ = compiled_->Determinants();
  if (!determinants_->HoldsFor(parameters_)) {
    System own = *model_.whole;
    determinants_.emplace(own, model_.program, parameters_);
  }
  if (determinants_->empty()) return;
  watch_.emplace(causal::StatesOf(model_.program), refresh_);
  const std::size_t n = model_.whole->variables.size();
  watched_ = {.time = 0,
              .y = std::vector<double>(n),
              .yp = std::vector<double>(n),
              .parameters = parameters_,
              .held = dae_->held(),
              .cancelled = settings_.cancelled};
  watched_quantities_.resize(model_.places.size());
}

void Segment::WatchResidualForm() {
  watched_.time = integrator_->time();
  CopyQuantities(watched_.time, integrator_->y(), integrator_->yp(), watched_quantities_);
  for (std::size_t i = 0; i < watched_quantities_.size(); ++i)
    watched_.At(model_.whole_places[i]) = watched_quantities_[i];
  determinants_->Find(watched_, found_);
  watch_->Look(found_, watched_, [this]() -> const execute::ProgramRunner& { return compiled_->Blocks(); });
}

void Segment::WatchLoops() {
  if (!watch_) return;
  if (!ode_) return WatchResidualForm();
  if (!ode_->is_evaluated() || ode_->workspace().time > integrator_->time()) return;
  const execute::Workspace& at = ode_->workspace();
  ode_->runner().FindDeterminants(at, found_);
  watch_->Look(found_, at, [this]() -> const execute::ProgramRunner& { return ode_->runner(); });
  const double step = integrator_->time() - integrator_->previous_time();
  sensitivity_watch_->Look(ode_->runner(), at, step, integrator_->statistics().residual_evaluations,
                           [&](VariableId v) { return ToleranceOf(v, at.y); });
}

bool Segment::CameToFold() const {
  return ode_ && ode_->last_failure() && ode_->last_failure()->execution.loop.is_fold;
}

bool Segment::ReadQuantities(double t, std::span<const double> y, std::span<const double> yp,
                             std::span<double> out) {
  not_finite_.reset();
  if (bridge_ && std::abs(t - bridge_->middle) < bridge_->distance) return ReadOverBridge(t, out);
  if (ode_) {
    if (!ode_->Complete(t, y) && (has_states() || !WalkTo(t))) return false;
    if (!has_states()) last_point_ = ode_->workspace();
    y = ode_->workspace().y;
    yp = ode_->workspace().yp;
  }
  CopyQuantities(t, y, yp, out);
  if (linear::AreFinite(out)) {
    last_read_ = t;
    return true;
  }
  not_finite_ = WholePoint(t, out);
  return false;
}

void Segment::CopyStates(std::span<const double> y, std::span<double> out) {
  if (states_among_.empty()) {
    const std::vector<VariableId> unknowns = Unknowns();
    std::vector<std::size_t> place(model_.system->variables.size());
    for (std::size_t k = 0; k < unknowns.size(); ++k) place[unknowns[k].index()] = k;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (IsState(i)) states_among_.emplace_back(i, place[model_.places[i].variable.index()]);
    }
  }
  std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
  for (const auto& [quantity, unknown] : states_among_) out[quantity] = y[unknown];
}

void Segment::CopyQuantities(double t, std::span<const double> y, std::span<const double> yp,
                             std::span<double> out) {
  if (recovery_) recovery_->Evaluate(dae_->Inputs(t, y, yp), recovered_.data());
  const double* recovered = recovered_.data();
  for (std::size_t i = 0; i < model_.places.size(); ++i) {
    const Quantity& place = model_.places[i];
    out[i] =
        place.variable.IsValid() ? (place.is_derivative() ? yp : y)[place.variable.index()] : *recovered++;
  }
}

execute::EvaluationPoint Segment::WholePoint(double t, std::span<const double> quantities) const {
  const std::size_t n = model_.whole->variables.size();
  const std::span<const double> held = dae_->held();
  execute::EvaluationPoint point{
      t, std::vector<double>(n), std::vector<double>(n), {held.begin(), held.end()}};
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& place = model_.whole_places[i];
    (place.is_derivative() ? point.yp : point.y)[place.variable.index()] = quantities[i];
  }
  return point;
}

execute::EvaluationPoint Segment::LastPoint() {
  const auto y = integrator_->y(), yp = integrator_->yp();
  std::vector<double> held(dae_->held().begin(), dae_->held().end());
  if (!ode_) return {integrator_->time(), {y.begin(), y.end()}, {yp.begin(), yp.end()}, std::move(held)};
  ode_->Complete(integrator_->time(), y);
  return {integrator_->time(), ode_->workspace().y, ode_->workspace().yp, std::move(held)};
}

LargestResidual Segment::FindLargestResidual(double t, const initialize::InitialValues& values) {
  return simulate::FindLargestResidual(*dae_, attributes_->nominal, t, values.y, values.yp);
}

}  // namespace daedalus::simulate
