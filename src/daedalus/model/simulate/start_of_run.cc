#include "daedalus/model/simulate/start_of_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/model/simulate/array_start.h"
#include "daedalus/model/simulate/index_claims.h"
#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::simulate {
namespace {

// In units of the tolerance: values that differ by more are two points.
constexpr double kOtherPoint = 10;

Diagnostic ExplainAsItStands() {
  return Error(Code::kBadOption, {},
               "the structure of this model changes at events, for which its constraints need dummy "
               "derivatives")
      .Hint("leave out --constraints");
}

}  // namespace

Result<Unit> StartOfRun::ChooseFirst() {
  const compile::GivenModel& given = states_.given();
  if (auto refusal = RefuseIndex(given, states_.settings())) return Fail(*std::move(refusal));
  const integrate::MethodInfo* method = integrate::FindMethod(states_.settings().method);
  by_array_ = method && method->needs_equations && !given.events;
  if (auto prepared = Prepare(); !prepared) {
    if (!by_array_) return prepared;
    only_by_array_ = true;
  }
  auto chosen = given.reduction ? states_.model().ChooseStates(given, states_.GuessStart().point)
                                : states_.model().AsGiven(given);
  if (!chosen) return Failure{std::move(chosen).error()};
  Mode& mode = states_.mode();
  states_.MoveTo({&mode, states_.Prepare(mode, *chosen)});
  return Unit{};
}

Result<Unit> StartOfRun::Prepare() {
  const compile::GivenModel& given = states_.given();
  if (!given.no_start.empty()) return Failure{given.no_start};
  if (!given.for_start) return Unit{};
  auto chosen = states_.model().ChooseForStart(given, states_.settings().grid.start);
  if (!chosen) return Failure{std::move(chosen).error()};
  own_ = std::make_unique<Segment>(chosen->compiled, given.for_start->parameters, states_.settings(),
                                   states_.values().held());
  return Unit{};
}

Result<Unit> StartOfRun::Resume(double t, std::span<const double> quantities,
                                const std::optional<std::vector<structure::ColumnId>>& dummies) {
  if (auto refusal = RefuseIndex(states_.given(), states_.settings())) return Fail(*std::move(refusal));
  RunValues& values = states_.values();
  std::ranges::copy(quantities, values.of_quantities().begin());
  values.Slopes();
  Mode* const mode = states_.FindMode();
  if (!mode) return Fail(*states_.modes().why());
  const compile::GivenModel& numbers = *mode->numbers;
  const auto choose = [&] {
    if (!numbers.reduction) return mode->model->AsGiven(numbers);
    if (dummies) return mode->model->ChooseAgain(numbers, *dummies);
    return mode->model->ChooseStates(numbers, states_.PointHere(t));
  };
  auto chosen = choose();
  if (!chosen) return Failure{std::move(chosen).error()};
  states_.MoveTo({mode, states_.Prepare(*mode, *chosen)});
  // The residual form has no solution there either (ChosenStates::FindMode), which shows in its segment only.
  if (!states_.FindMode()) return Fail(*states_.modes().why());
  if (mode->combinations) mode->combinations->Begin(states_.InputsHere(t));
  states_.BeginPast();
  return Unit{};
}

Result<initialize::InitialPlan> StartOfRun::Plan() {
  planned_ = states_.place().choice;
  if (only_by_array_) return initialize::InitialPlan{};
  auto plan = (own_ ? *own_ : states_.segment()).start().Plan();
  if (plan || !by_array_) return plan;
  only_by_array_ = true;  // by structure there are too many conditions, but the structure may be wrong
  return initialize::InitialPlan{};
}

// Values by the structure of the model. If derivative arrays integrate it, their ranks decide: a point that
// violates a constraint which the structure does not show is moved onto it.
Result<initialize::InitialValues> StartOfRun::Find(const initialize::InitialPlan& plan) {
  if (!by_array_) return FindByStructure(plan);
  const auto by_array = [&](const std::vector<double>& guess, HeldAtStart what) {
    return FindArrayStart(states_.given(), states_.settings(), guess, states_.values().held(), what);
  };
  const std::vector<double>& start = states_.given().attributes.start;
  auto as_given = by_array(start, HeldAtStart::kGiven);
  if (only_by_array_) return as_given ? std::move(as_given) : by_array(start, HeldAtStart::kFixed);
  auto found = FindByStructure(plan);
  // The structure is not relied on here.
  if (found)
    std::erase_if(found->warnings, [](const Diagnostic& d) { return d.code == Code::kUndetermined; });
  if (as_given) return found && IsSamePoint(*found, *as_given) ? std::move(found) : std::move(as_given);
  if (!found) {
    auto alone = by_array(start, HeldAtStart::kFixed);
    return alone ? std::move(alone) : std::move(found);
  }
  auto moved = by_array(found->y, HeldAtStart::kFixed);
  if (!moved || IsSamePoint(*found, *moved)) return found;
  moved->newton_iterations = found->newton_iterations;
  moved->warnings = std::move(found->warnings);
  moved->remarks = std::move(found->remarks);
  return moved;
}

bool StartOfRun::IsSamePoint(const initialize::InitialValues& a, const initialize::InitialValues& b) const {
  for (std::size_t i = 0; i < a.y.size(); ++i) {
    const double size = std::max(std::abs(a.y[i]), states_.given().attributes.nominal[i]);
    if (!(std::abs(a.y[i] - b.y[i]) <= kOtherPoint * states_.settings().tolerance * size)) return false;
  }
  return true;
}

Result<initialize::InitialValues> StartOfRun::FindByStructure(const initialize::InitialPlan& plan) {
  if (auto entered = EnterMode(); !entered) return Failure{std::move(entered).error()};
  if (own_) {
    auto found = own_->start().Find(plan);
    if (!found || states_.given().reduction) return HandOn(std::move(found));
    return AsQuantities(*std::move(found));
  }
  if (states_.place().choice == planned_) return WithGoodStates(states_.segment().start().Find(plan));
  const auto own_plan = states_.segment().start().Plan();
  if (!own_plan) return Failure{own_plan.error()};
  return states_.segment().start().Find(*own_plan);
}

initialize::InitialValues StartOfRun::AsQuantities(initialize::InitialValues found) const {
  const std::size_t n = states_.given().system->variables.size();
  initialize::InitialValues values{std::vector<double>(n), std::vector<double>(n), found.newton_iterations,
                                   std::move(found.warnings), std::move(found.remarks)};
  const std::vector<Quantity>& quantities = states_.given().for_start->quantities;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const auto& [variable, order] = quantities[i];
    const Quantity& place = own_->model().places[i];
    const std::size_t from = place.variable.index(), to = variable.index();
    const double value = place.is_derivative() ? found.yp[from] : found.y[from];
    if (order == 0) values.y[to] = value;
    // The slope of an algebraic variable is an estimate. A derivative that is an unknown takes precedence.
    if (order == 0 && !place.is_derivative()) values.yp[to] = found.yp[from];
    if (order == 1) values.yp[to] = value;
  }
  return values;
}

// States were chosen at the start values, which may be far from the solution: a pendulum that begins at rest
// hangs down, whatever the guess was.
Result<initialize::InitialValues> StartOfRun::WithGoodStates(Result<initialize::InitialValues> found) {
  const StateMonitor* const monitor = states_.current().monitor.get();
  // With events the search begins again from here, with the assumptions of its first states.
  if (!found || states_.events() || !monitor || !monitor->has_choice()) return found;
  const double t = states_.settings().grid.start;
  RunValues& here = states_.values();
  states_.segment().CopyQuantities(t, found->y, found->yp, here.of_quantities());
  if (states_.current().monitor->Gain(states_.InputsHere(t)) <= ChosenStates::kGainLimit) return found;
  const auto chosen = states_.ChooseHere(t);
  if (!chosen) return found;
  Mode& mode = states_.mode();
  const std::shared_ptr<Choice> next = states_.Prepare(mode, *chosen);
  if (next == states_.place().choice) return found;
  auto values = next->segment->Continue(t, here.of_quantities());
  if (!values || !states_.Agrees(*next->segment, *values)) return found;
  states_.MoveTo({&mode, next});
  values->newton_iterations += found->newton_iterations;
  values->warnings = std::move(found->warnings);
  values->remarks = std::move(found->remarks);
  values->way = found->way.empty() ? "blocks, and other states were chosen there" : std::move(found->way);
  return *std::move(values);
}

// The model for the start and that of the run were reduced from the same equations, and have the same
// quantities.
Result<initialize::InitialValues> StartOfRun::HandOn(Result<initialize::InitialValues> found) {
  if (!found) return found;
  const std::span<double> quantities = states_.values().of_quantities();
  DAEDALUS_CHECK(std::ranges::equal(states_.given().for_start->quantities, states_.values().quantities()),
                 "one reduction, one list of quantities");
  const double t = states_.settings().grid.start;
  if (!own_->ReadInitial(t, *found, quantities)) return Fail(own_->ExplainOutput());
  if (!states_.segment().Solve(t, quantities)) return Fail(states_.segment().ExplainOutput());
  initialize::InitialValues values = states_.segment().solved();
  values.newton_iterations = found->newton_iterations;
  values.warnings = std::move(found->warnings);
  values.remarks = std::move(found->remarks);
  return values;
}

Result<Unit> StartOfRun::EnterMode() {
  Mode* const mode = states_.FindMode();
  if (!mode) return Fail(*states_.modes().why());
  if (mode == &states_.mode()) return Unit{};
  if (own_) return Fail(ExplainAsItStands());
  auto choice = states_.ChooseIn(*mode, states_.GuessStart().point);
  if (!choice) return Fail(choice.error().at(0));
  states_.MoveTo({mode, *std::move(choice)});
  return Unit{};
}

}  // namespace daedalus::simulate
