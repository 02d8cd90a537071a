#include "daedalus/model/simulate/state_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "daedalus/model/simulate/array_start.h"
#include "daedalus/model/simulate/index_claims.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

constexpr std::size_t kMaxChoices = 64;
// So many changes within kFewSteps steps mean that no choice is good.
constexpr std::size_t kManyChanges = 20;
constexpr std::int64_t kFewSteps = 100;
constexpr double kSmallSteps = 0.1;  // of the mean step of the run
// The most jumps from one solution to another. A model with more of them does nothing else.
constexpr std::int64_t kMostJumps = 1000;
// In units of the tolerance: a larger jump at a change means another configuration.
constexpr double kJump = 10;

std::shared_ptr<const compile::GivenModel> WithGuesses(std::shared_ptr<const compile::GivenModel> numbers,
                                                       const RunSettings& settings) {
  if (!settings.guesses) return numbers;
  auto out = std::make_shared<compile::GivenModel>(*numbers);
  initialize::TakeGuesses(*out->system, *settings.guesses, out->attributes);
  return out;
}

// One step of an explicit method of high order leads across. Its stages stay away from the middle of the
// step.
RunSettings ForCrossing(RunSettings settings) {
  settings.form = ModelForm::kOde;
  settings.method = "dop853";
  settings.integrator.fixed_step = 0;
  settings.integrator.max_order = 0;
  settings.integrator.max_step = settings.grid.stop - settings.grid.start;
  settings.integrator.initial_step =
      std::numeric_limits<double>::max();  // the whole way in one step, if the errors allow it
  return settings;
}

}  // namespace

StateChanges::StateChanges(std::shared_ptr<const CompiledModel> model,
                           std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                           CodeChoice code)
    : model_(std::move(model)),
      numbers_(WithGuesses(std::move(numbers), settings)),
      settings_(settings),
      code_(code),
      quantities_(given().quantities),
      values_(quantities_.size()),
      slopes_(given().system->variables.size(), 0.0),
      modes_(model_, numbers_),
      mode_(&modes_.usual()),
      expected_(settings.grid.stop) {
  if (given().events) {
    events_ =
        std::make_unique<hybrid::EventIteration>(*given().events, given().parameters, settings.tolerance);
    events_->FollowInputs(settings.inputs);
    events_->Guess(settings.grid.start, given().attributes.start, slopes_);
    held_ = events_->held();
    values_.resize(quantities_.size() + held_.size());
  }
  // Without a choice of states nothing changes.
  if (!given().reduction && !events_ && !mode_->combinations) return;
  for (std::size_t i = slopes_.size(); i < quantities_.size(); ++i)
    place_of_[{quantities_[i].variable, quantities_[i].order}] = i;
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    if (place_of_.contains({quantities_[i].variable, quantities_[i].order + 1})) smooth_.push_back(i);
  }
}

Result<Unit> StateChanges::ChooseFirst() {
  if (auto refusal = RefuseIndex(given(), settings_)) return Fail(*std::move(refusal));
  const integrate::MethodInfo* method = integrate::FindMethod(settings_.method);
  by_array_ = method && method->needs_equations && !given().events;
  if (auto prepared = PrepareStart(); !prepared) {
    if (!by_array_) return prepared;
    only_by_array_ = true;
  }
  auto chosen =
      given().reduction ? model_->ChooseStates(given(), GuessStart().point) : model_->AsGiven(given());
  if (!chosen) return Failure{std::move(chosen).error()};
  current_ = &Prepare(*mode_, *chosen);
  return Unit{};
}

Result<initialize::InitialValues> StateChanges::ResumeAt(
    double t, std::span<const double> quantities,
    const std::optional<std::vector<structure::ColumnId>>& dummies) {
  if (auto refusal = RefuseIndex(given(), settings_)) return Fail(*std::move(refusal));
  std::ranges::copy(quantities, values_.begin());
  Slopes();
  mode_ = FindMode();
  if (!mode_) return Fail(*modes_.why());
  const compile::GivenModel& numbers = *mode_->numbers;
  const auto choose = [&] {
    if (!numbers.reduction) return mode_->model->AsGiven(numbers);
    if (dummies) return mode_->model->ChooseAgain(numbers, *dummies);
    return mode_->model->ChooseStates(numbers, PointHere(t, given().attributes.nominal));
  };
  auto chosen = choose();
  if (!chosen) return Failure{std::move(chosen).error()};
  current_ = &Prepare(*mode_, *chosen);
  if (mode_->combinations) mode_->combinations->Begin(InputsHere(t));
  BeginPast();
  BeginEvent();
  if (!current().Solve(t, values())) return Fail(current().ExplainOutput());
  return current().solved();
}

std::optional<std::vector<structure::ColumnId>> StateChanges::dummies() const {
  const auto found =
      std::ranges::find_if(choices_, [this](const auto& entry) { return &entry.second == current_; });
  if (crossing_ || found == choices_.end()) return std::nullopt;
  return found->first.dummies;
}

StateChanges::Choice* StateChanges::ChooseIn(Mode& mode, const causal::PivotPoint& point) {
  const compile::GivenModel& numbers = *mode.numbers;
  const auto chosen =
      numbers.reduction ? mode.model->ChooseStates(numbers, point) : mode.model->AsGiven(numbers);
  if (chosen.ok()) return &Prepare(mode, *chosen);
  why_ = chosen.error().at(0);
  return nullptr;
}

causal::PivotPoint StateChanges::PointHere(double t, std::span<const double> nominal) const {
  return {t, std::span(values_).first(slopes_.size()), given().parameters, slopes_, nominal, held_};
}

compile::StartGuess StateChanges::GuessStart() const {
  return compile::GuessStart(given(), settings_.grid.start, held_);
}

StateChanges::Choice& StateChanges::Prepare(Mode& mode, const CompiledModel::Choice& compiled,
                                            bool passes_crossing) {
  const auto found = choices_.find({&mode, compiled.dummies, passes_crossing});
  if (found != choices_.end()) return found->second;
  MakeRoom();
  Choice& choice = choices_[{&mode, compiled.dummies, passes_crossing}];
  choice.segment = std::make_unique<Segment>(compiled.compiled, given().parameters,
                                             passes_crossing ? ForCrossing(settings_) : settings_, held_);
  if (events_ && events_->follows_time())
    choice.segment->SetRefresh([this](double t) { events_->Refresh(t, has_past_); });
  if (compiled.monitor) choice.monitor = std::make_unique<StateMonitor>(*compiled.monitor);
  choice.limit = kGainLimit;
  return choice;
}

Result<Unit> StateChanges::PrepareStart() {
  if (!given().no_start.empty()) return Failure{given().no_start};
  if (!given().for_start) return Unit{};
  auto chosen = model_->ChooseForStart(given(), settings_.grid.start);
  if (!chosen) return Failure{std::move(chosen).error()};
  start_ = std::make_unique<Segment>(chosen->compiled, given().for_start->parameters, settings_, held_);
  return Unit{};
}

Result<initialize::InitialPlan> StateChanges::PlanInitialization() {
  planned_ = current_;
  if (only_by_array_) return initialize::InitialPlan{};
  auto plan = (start_ ? *start_ : current()).start().Plan();
  if (plan || !by_array_) return plan;
  only_by_array_ = true;  // by structure there are too many conditions, but the structure may be wrong
  return initialize::InitialPlan{};
}

// Values by the structure of the model. If derivative arrays integrate it, their ranks decide: a point that
// violates a constraint which the structure does not show is moved onto it.
Result<initialize::InitialValues> StateChanges::FindInitialValues(const initialize::InitialPlan& plan) {
  if (!by_array_) return FindByStructure(plan);
  const auto by_array = [&](const std::vector<double>& guess, HeldAtStart what) {
    return FindArrayStart(given(), settings_, guess, held_, what);
  };
  const std::vector<double>& start = given().attributes.start;
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

bool StateChanges::IsSamePoint(const initialize::InitialValues& a, const initialize::InitialValues& b) const {
  for (std::size_t i = 0; i < a.y.size(); ++i) {
    const double size = std::max(std::abs(a.y[i]), given().attributes.nominal[i]);
    if (!(std::abs(a.y[i] - b.y[i]) <= kJump * settings_.tolerance * size)) return false;
  }
  return true;
}

Result<initialize::InitialValues> StateChanges::FindByStructure(const initialize::InitialPlan& plan) {
  if (auto entered = EnterForStart(); !entered) return Failure{std::move(entered).error()};
  if (!start_ && current_ == planned_) {
    return WithGoodStates(current().start().Find(plan));
  }
  if (!start_) {
    const auto own = current().start().Plan();
    if (!own) return Failure{own.error()};
    return current().start().Find(*own);
  }
  auto found = start_->start().Find(plan);
  if (!found || given().reduction) return HandOn(std::move(found));
  const std::size_t n = given().system->variables.size();
  initialize::InitialValues values{std::vector<double>(n), std::vector<double>(n), found->newton_iterations,
                                   std::move(found->warnings), std::move(found->remarks)};
  const std::vector<Quantity>& quantities = given().for_start->quantities;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const auto& [variable, order] = quantities[i];
    const Quantity& place = start_->model().places[i];
    const std::size_t from = place.variable.index(), to = variable.index();
    const double value = place.is_derivative() ? found->yp[from] : found->y[from];
    if (order == 0) values.y[to] = value;
    // The slope of an algebraic variable is an estimate. A derivative that is an unknown takes precedence.
    if (order == 0 && !place.is_derivative()) values.yp[to] = found->yp[from];
    if (order == 1) values.yp[to] = value;
  }
  return values;
}

// States were chosen at the start values, which may be far from the solution: a pendulum that begins at rest
// hangs down, whatever the guess was.
Result<initialize::InitialValues> StateChanges::WithGoodStates(Result<initialize::InitialValues> found) {
  // With events the search begins again from here, with the assumptions of its first states.
  if (!found || events_ || !current_->monitor || !current_->monitor->has_choice()) return found;
  const double t = settings_.grid.start;
  PutInitial(*found);
  const codegen::KernelInputs inputs{t, values_.data(), slopes_.data(), given().parameters.data(),
                                     held_.data()};
  if (current_->monitor->Gain(inputs) <= kGainLimit) return found;
  const auto chosen = mode_->model->ChooseStates(*mode_->numbers, PointHere(t, given().attributes.nominal));
  if (!chosen) return found;
  Choice& next = Prepare(*mode_, *chosen);
  if (&next == current_) return found;
  auto values = next.segment->Continue(t, {values_.data(), quantities_.size()});
  if (!values || !Agrees(*next.segment, *values, kJump * settings_.tolerance)) return found;
  current_ = &next;
  values->newton_iterations += found->newton_iterations;
  values->warnings = std::move(found->warnings);
  values->remarks = std::move(found->remarks);
  values->way = found->way.empty() ? "blocks, and other states were chosen there" : std::move(found->way);
  return *std::move(values);
}

// The model for the start and that of the run were reduced from the same equations, and have the same
// quantities.
Result<initialize::InitialValues> StateChanges::HandOn(Result<initialize::InitialValues> found) {
  if (!found) return found;
  DAEDALUS_CHECK(given().for_start->quantities == quantities_, "one reduction, one list of quantities");
  const double t = settings_.grid.start;
  const std::span<double> quantities(values_.data(), quantities_.size());
  if (!start_->ReadInitial(t, *found, quantities)) return Fail(start_->ExplainOutput());
  if (!current().Solve(t, quantities)) return Fail(current().ExplainOutput());
  initialize::InitialValues values = current().solved();
  values.newton_iterations = found->newton_iterations;
  values.warnings = std::move(found->warnings);
  values.remarks = std::move(found->remarks);
  return values;
}

Mode* StateChanges::FindMode() {
  Mode* const mode = modes_.Find(held_, events_ ? events_->slides() : std::span<const char>());
  // If equations repeat each other, loops find the nearest solution, but the matrix of the residual form is
  // singular.
  return modes_.why() && current().view().has_all_variables() ? nullptr : mode;
}

Result<Unit> StateChanges::EnterForStart() {
  Mode* const mode = FindMode();
  if (!mode) return Fail(*modes_.why());
  if (mode == mode_) return Unit{};
  if (start_) return Fail(ExplainAsItStands());
  Choice* const choice = ChooseIn(*mode, GuessStart().point);
  if (!choice) return Fail(*why_);
  mode_ = mode;
  current_ = choice;
  return Unit{};
}

Diagnostic StateChanges::ExplainAsItStands() const {
  return Error(Code::kBadOption, {},
               "the structure of this model changes at events, for which its constraints need dummy "
               "derivatives")
      .Hint("leave out --constraints");
}

void StateChanges::MakeRoom() {
  if (choices_.size() < kMaxChoices) return;
  auto oldest = choices_.end();
  for (auto it = choices_.begin(); it != choices_.end(); ++it) {
    if (&it->second == current_ || &it->second == round_.choice || &it->second == event_.choice ||
        (crossing_ && (&it->second == crossing_->before || &it->second == crossing_->own)))
      continue;
    if (oldest == choices_.end() || it->second.last_used < oldest->second.last_used) oldest = it;
  }
  if (oldest->second.segment->is_ready())
    retired_.AddCounts(oldest->second.segment->integrator().statistics());
  choices_.erase(oldest);
}

integrate::Statistics StateChanges::TotalStatistics() {
  integrate::Statistics sum = retired_;
  for (Segment* segment : Used()) sum.AddCounts(segment->integrator().statistics());
  return sum;
}

void StateChanges::CountOn(StateChanges& before) {
  retired_.AddCounts(before.TotalStatistics());
  num_changes_ += before.num_changes_;
}

std::vector<Segment*> StateChanges::Used() {
  std::vector<Segment*> out;
  for (auto& [dummies, choice] : choices_) {
    if (choice.segment->is_ready()) out.push_back(choice.segment.get());
  }
  return out;
}

std::optional<std::span<const double>> StateChanges::QuantitiesAt(double t, std::span<const double> y,
                                                                  std::span<const double> yp) {
  if (!current().ReadQuantities(t, y, yp, values())) return std::nullopt;
  std::ranges::copy(held_, values_.begin() + static_cast<std::ptrdiff_t>(quantities_.size()));
  return values_;
}

void StateChanges::SlopesOf(std::span<const double> quantities, std::vector<double>& slopes) const {
  const std::size_t n = given().system->variables.size();
  slopes.resize(n);
  for (std::size_t i = n; i < quantities_.size(); ++i) {
    if (quantities_[i].order == 1) slopes[quantities_[i].variable.index()] = quantities[i];
  }
}

std::span<const double> StateChanges::Slopes() {
  SlopesOf(values_, slopes_);
  return slopes_;
}

void StateChanges::PutInitial(const initialize::InitialValues& values) {
  current().CopyQuantities(settings_.grid.start, values.y, values.yp, this->values());
  Slopes();
}

bool StateChanges::TakeInitial(double t, const initialize::InitialValues& values) {
  return current().ReadInitial(t, values, this->values()) && (Slopes(), true);
}

// The caller may repeat the run in the residual form. Effects on the outside would then happen twice.
bool StateChanges::MayGiveUpCausalForm() const {
  return mode_->model->form() == ModelForm::kAuto && mode_->model->method() == "auto" &&
         given().system->hybrid.effects.empty();
}

bool StateChanges::HasGivenUpCausalForm() {
  return MayGiveUpCausalForm() && current().FindBlurredUnknown();
}

Result<bool> StateChanges::Consider(const integrate::StepOutcome* failure) {
  ++num_steps_;
  if (!failure) {
    if (expected_.Note(current().integrator().time())) current().ExpectSteps(expected_.total());
    if (!crossing_ || crossing_->phase != Crossing::Phase::kAcross) current().WatchLoops();
    if (MayGiveUpCausalForm()) {
      if (auto blurred = current().FindBlurredUnknown()) {
        blurred->severity = Severity::kError;
        return Fail(*std::move(blurred));
      }
    }
  }
  const bool has_choice = current_->monitor && current_->monitor->has_choice();
  CombinationWatch* const combinations = mode_ == &modes_.usual() ? mode_->combinations.get() : nullptr;
  if (!has_choice && !combinations) return false;
  const integrate::Integrator& integrator = current().integrator();
  const double t = integrator.time();
  if (failure && last_failure_ == t) return false;
  if (failure) last_failure_ = t;
  const bool is_fold = failure && current().view().CameToFold();
  if (!QuantitiesAt(t, integrator.y(), integrator.yp())) return false;
  if (crossing_)
    return failure ? crossing_->phase != Crossing::Phase::kAcross && LeaveCrossing(t) : GoOnCrossing(t);
  if (has_choice && PassCrossing(t, failure != nullptr)) return true;
  if (combinations && combinations->IsDue(InputsHere(t)) && CombineAnew(t)) return true;
  if (has_choice) {
    auto changed = ConsiderStates(t, failure != nullptr, is_fold);
    if (!changed || *changed) return changed;
  }
  return failure && combinations && CombineAnew(t);
}

Result<bool> StateChanges::ConsiderHere(double t) {
  ++num_steps_;
  if (!current_->monitor || !current_->monitor->has_choice()) return false;
  return ConsiderStates(t, false, false);
}

codegen::KernelInputs StateChanges::InputsHere(double t) {
  return {t, values_.data(), Slopes().data(), given().parameters.data(), held_.data()};
}

bool StateChanges::CombineAnew(double t) {
  Slopes();
  const causal::PivotPoint here = PointHere(t, given().attributes.nominal);
  Mode* const mode = modes_.CombineAnew(here);
  Choice* const choice = mode ? ChooseIn(*mode, here) : nullptr;
  why_.reset();
  if (!choice || !Enter(*choice, t)) {
    mode_->combinations->Confirm();
    return false;
  }
  mode_ = mode;
  modes_.MakeUsual(*mode);
  if (mode_->combinations) mode_->combinations->Begin(InputsHere(t));
  return true;
}

Result<bool> StateChanges::ConsiderStates(double t, bool has_failed, bool is_fold) {
  const codegen::KernelInputs inputs = InputsHere(t);
  if (!has_failed && !current_->monitor->IsDue(inputs)) return false;
  const double gain = current_->monitor->Gain(inputs);
  if (!has_failed && gain <= current_->limit) {
    current().view().ConfirmBranches();
    return false;
  }
  const auto chosen = mode_->model->ChooseStates(*mode_->numbers, PointHere(t, given().attributes.nominal));
  Choice* const next = chosen.ok() ? &Prepare(*mode_, *chosen) : current_;
  const Choice* const before = current_;
  if (next != current_ && Enter(*next, t)) {
    if (IsRestless()) return Fail(ExplainRestless(*before, t));
    return true;
  }
  // The present states are the best here: only the pivots that they had before have changed much.
  if (is_fold && gain <= kGainLimit) return Enter(*current_, t);
  // Nothing better was found here: look again when the choice has become much worse.
  current_->limit = std::max(current_->limit, 2 * gain);
  return false;
}

bool StateChanges::MakeState(VariableId v, double t) {
  if (!mode_->numbers->reduction) return false;
  // The smaller the unit of a variable, the worse it can be computed from the others.
  constexpr double kSmall = 1e-9;
  std::vector<double> nominal = given().attributes.nominal;
  nominal[v.index()] *= kSmall;
  Slopes();
  const auto chosen = mode_->model->ChooseStates(*mode_->numbers, PointHere(t, nominal));
  if (!chosen) return false;
  Choice& next = Prepare(*mode_, *chosen);
  if (!next.segment->IsState(v.index())) return false;
  return &next == current_ || Enter(next, t);
}

// ---- events ----

std::optional<double> StateChanges::ValueOf(std::span<const double> quantities,
                                            const Quantity& quantity) const {
  if (quantity.order == 0) return quantities[quantity.variable.index()];
  const auto found = place_of_.find({quantity.variable, quantity.order});
  return found != place_of_.end() ? std::optional(quantities[found->second]) : std::nullopt;
}

void StateChanges::BeginEvent() {
  jump_ = {};
  EndRound();
  event_ = round_;
  jumps_.clear();
  why_.reset();
}

void StateChanges::EndRound() {
  round_ = {mode_, current_};
  has_jumped_ = false;
  if (modes_.is_only_usual()) return;
  round_values_.assign(values().begin(), values().end());
  round_held_.assign(held_.begin(), held_.end());
  if (!jump_.values.empty()) jumps_.push_back(std::exchange(jump_, {}));
  impulses_.clear();
}

bool StateChanges::Enters(const Mode& mode) const {
  return &mode != round_.mode || std::ranges::any_of(mode.in_constraints, [&](HeldId h) {
    return held_[h.index()] != round_held_[h.index()];
  });
}

bool StateChanges::Jumps(Mode& mode, double t) {
  const auto before = [this](const Quantity& q) { return ValueOf(round_values_, q); };
  const auto size = [&](const Quantity& q) {
    return std::optional(
        std::max(std::abs(before(q).value_or(0)), given().attributes.nominal[q.variable.index()]));
  };
  auto jump = modes_.Enter(mode, t, before, size, held_, settings_.tolerance);
  if (!jump) {
    why_ = std::move(jump).error().at(0);
    return false;
  }
  jump_ = std::move(*jump);
  if (settings_.refuse_impulses && !jump_.impulses.empty()) {
    why_ = ExplainImpulse(t);
    return false;
  }
  if (!jump_.impulses.empty()) impulses_.assign(slopes_.size(), 0.0);
  for (const compile::Jump::Impulse& impulse : jump_.impulses)
    impulses_[impulse.variable.index()] = impulse.size;
  for (const compile::Jump::Value& value : jump_.values) {
    const auto& [variable, order] = value.quantity;
    values_[order == 0 ? variable.index() : place_of_.at({variable, order})] = value.after;
    has_jumped_ = true;
  }
  return true;
}

bool StateChanges::SolveAt(double t) {
  if (SolveInKnownModes(t)) return true;
  if (!events_) return false;
  const bool had_modes = !modes_.is_only_usual();
  Slopes();
  if (!modes_.FindMore(PointHere(t, given().attributes.nominal))) return false;
  if (!had_modes) {
    round_values_.assign(values().begin(), values().end());
    round_held_.assign(held_.begin(), held_.end());
  }
  return SolveInKnownModes(t);
}

bool StateChanges::SolveInKnownModes(double t) {
  if (modes_.is_only_usual()) return current().Solve(t, values());
  Mode* const mode = FindMode();
  if (!mode) {
    why_ = modes_.why();
    return false;
  }
  if (std::exchange(has_jumped_, false)) std::ranges::copy(round_values_, values_.begin());
  jump_ = {};
  impulses_.clear();
  const bool enters = Enters(*mode);
  if (enters && !Jumps(*mode, t)) return false;
  Choice* const choice = mode == round_.mode && !has_jumped_
                             ? round_.choice
                             : ChooseIn(*mode, PointHere(t, given().attributes.nominal));
  if (!choice || !choice->segment->Solve(t, values())) {
    if (std::exchange(has_jumped_, false)) std::ranges::copy(round_values_, values_.begin());
    if (modes_.why()) why_ = modes_.why();
    return false;
  }
  mode_ = mode;
  current_ = choice;
  return true;
}

Diagnostic StateChanges::ExplainImpulse(double t) const {
  const System& system = *given().system;
  Diagnostic d =
      Error(Code::kImpulse, {}, "at time = {:.9g} the equations change, and states would have to jump", t);
  for (const compile::Jump::Value& value : jump_.values)
    d.Note(fmt::format("{}: {:.9g} -> {:.9g}", NameOf(system, value.quantity), value.before, value.after));
  return std::move(d).Hint("`--impulses accept` allows this");
}

bool StateChanges::SetState(VariableId v, double value) {
  if (!current().IsState(v.index())) return false;
  values_[v.index()] = value;
  if (!modes_.is_only_usual()) round_values_[v.index()] = value;
  return true;
}

Result<Unit> StateChanges::Restart(double t) {
  if (!SolveAt(t)) return Fail(current().ExplainOutput());
  if (!current().is_ready()) {
    if (auto ready = current().MakeReady(code_, t, current().solved()); !ready) return ready;
  }
  if (current_ != event_.choice) {
    event_.choice->last_used = current_->last_used = num_steps_;
    ++num_changes_;
  }
  current().ExpectSteps(expected_.total());
  const auto started = current().StartAgain(t);
  if (!started.ok()) return Fail(current().ExplainStep(started));
  return Unit{};
}

std::optional<Diagnostic> StateChanges::Abandon() {
  mode_ = event_.mode;
  current_ = event_.choice;
  return std::exchange(why_, std::nullopt);
}

Result<Relief> StateChanges::Relieve(const integrate::StepOutcome* failure) {
  auto changed = Consider(failure);
  if (!changed) return Failure{std::move(changed).error()};
  if (!failure) {
    if (auto impasse = current().FindImpasse()) return Failure{std::vector{*std::move(impasse)}};
  }
  if (*changed)
    return Relief{&current().integrator(), current().points(),
                  crossing_ ? crossing_->end : std::numeric_limits<double>::infinity()};
  const auto mended = current().MendValues(failure != nullptr);
  if (!mended) return Failure{mended.error()};
  if (!*mended && !(failure && Jump())) return Relief{};
  return Relief{&current().integrator(), current().points()};
}

bool StateChanges::Jump() {
  if (num_jumps_ == kMostJumps || !current().JumpByBlocks()) return false;
  if (num_jumps_++ == 0) first_jump_ = current().integrator().time();
  return true;
}

std::optional<Diagnostic> StateChanges::FindJumps() const {
  auto count = static_cast<std::size_t>(num_jumps_);
  double first = num_jumps_ > 0 ? first_jump_ : std::numeric_limits<double>::infinity();
  for (const auto& [key, choice] : choices_) {
    const std::span<const double> leaps = choice.segment->view().leaps();
    count += leaps.size();
    if (!leaps.empty()) first = std::min(first, leaps.front());
  }
  if (count == 0) return std::nullopt;
  return Warning(Code::kLoopNotSolved, {},
                 "at time = {:.9g} the solution of the equations ends, and the run went on with another one",
                 first)
      .Note(count == 1 ? "once in this run" : fmt::format("{} times in this run", count))
      .Hint(
          "where a condition decides, write it without `noEvent`: then the instant is found, and continuous "
          "variables stay continuous");
}

std::vector<Diagnostic> StateChanges::FindWarnings() {
  std::vector<Diagnostic> out;
  const auto add = [&](std::optional<Diagnostic> warning) {
    if (warning) out.push_back(*std::move(warning));
  };
  const bool is_blurred_reported = HasGivenUpCausalForm();
  for (Segment* segment : Used())
    std::ranges::move(segment->FindWarnings(is_blurred_reported), std::back_inserter(out));
  add(FindJumps());
  add(current().FindAddedErrors());
  return out;
}

bool StateChanges::Enter(Choice& choice, double t) {
  const auto values = PrepareEntry(choice, t);
  if (!values) return false;
  current().LeaveBranches();
  if (!Begin(choice, t, *values)) return false;
  ++num_changes_;
  changes_.push_back({num_steps_, t});
  if (changes_.size() > kManyChanges) changes_.pop_front();
  return true;
}

std::optional<initialize::InitialValues> StateChanges::PrepareEntry(Choice& choice, double t) {
  auto values = choice.segment->Continue(t, {values_.data(), quantities_.size()});
  if (!values || !Agrees(*choice.segment, *values, kJump * settings_.tolerance)) return std::nullopt;
  if (!choice.segment->is_ready() && !choice.segment->MakeReady(code_, t, *values)) return std::nullopt;
  return values;
}

bool StateChanges::Begin(Choice& choice, double t, const initialize::InitialValues& values) {
  choice.segment->ExpectSteps(expected_.total());
  if (!choice.segment->Start(t, values).ok()) return false;
  choice.limit = kGainLimit;
  choice.last_used = num_steps_;
  current_->last_used = num_steps_;
  current_ = &choice;
  return true;
}

// Compares values of another segment with the quantities, at the time at which these were read.
bool StateChanges::Agrees(const Segment& segment, const initialize::InitialValues& values,
                          double jump) const {
  for (const std::size_t i : smooth_) {
    const Quantity& place = segment.model().places[i];
    if (!place.variable.IsValid()) continue;
    const double value = (place.is_derivative() ? values.yp : values.y)[place.variable.index()];
    const double size =
        std::max(std::abs(values_[i]), given().attributes.nominal[quantities_[i].variable.index()]);
    if (!(std::abs(value - values_[i]) <= jump * size)) return false;
  }
  return true;
}

// A method of high order takes few steps between the changes that a turning linkage needs. If no choice is
// good, steps become small as well.
bool StateChanges::IsRestless() const {
  if (changes_.size() < kManyChanges) return false;
  const std::int64_t steps = changes_.back().step - changes_.front().step;
  const double way = changes_.back().time - changes_.front().time;
  return steps < kFewSteps && way <= kSmallSteps * expected_.mean() * static_cast<double>(steps);
}

Diagnostic StateChanges::ExplainRestless(const Choice& other, double t) const {
  Diagnostic d = Error(Code::kStepFailed, {},
                       "the choice of states changed {} times within {} steps, at last at time = {:.9g}",
                       kManyChanges, kFewSteps, t);
  const auto names = [](const Choice& choice) {
    constexpr std::size_t kMaxNamed = 12;
    const std::vector<std::string>& dummies = choice.segment->model().dummy_derivatives;
    std::string text;
    for (std::size_t i = 0; i < dummies.size() && i < kMaxNamed; ++i) text += (i ? ", " : "") + dummies[i];
    return dummies.size() > kMaxNamed ? text + ", ..." : text;
  };
  d.Note("computed from constraints now: " + names(*current_));
  d.Note("and before: " + names(other));
  constexpr std::size_t kMaxValues = 12;
  std::string configuration;
  for (std::size_t k = 0; k < smooth_.size() && k < kMaxValues; ++k) {
    configuration += fmt::format("{}{} = {:.6g}", k ? ", " : "",
                                 NameOf(*given().system, quantities_[smooth_[k]]), values_[smooth_[k]]);
  }
  d.Note("the configuration: " + configuration);
  return std::move(d).Hint(
      "the constraints are nearly dependent there; stateSelect = StateSelect.prefer tells which variables "
      "should stay states");
}

}  // namespace daedalus::simulate
