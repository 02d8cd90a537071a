#include "daedalus/simulate/state_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "daedalus/simulate/index_claims.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

// A choice is made such that no exchange gains much more than 1/0.6 (causal::IndependentColumns); it is kept
// until one gains more than this. The distance between the two keeps a run from changing to and fro.
constexpr double kGainLimit = 2;
constexpr std::size_t kMaxChoices = 64;
// So many changes within so many steps: no choice is good.
constexpr std::size_t kManyChanges = 20;
constexpr std::int64_t kFewSteps = 100;
// In units of the tolerance: a larger jump at a change is another configuration.
constexpr double kJump = 10;

}  // namespace

StateChanges::StateChanges(std::shared_ptr<const CompiledModel> model,
                           std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                           CodeChoice code)
    : model_(std::move(model)),
      numbers_(std::move(numbers)),
      settings_(settings),
      code_(code),
      quantities_(compile::QuantitiesOf(given())),
      values_(quantities_.size()),
      slopes_(given().system->variables.size(), 0.0) {
  if (given().events) {
    events_ = std::make_unique<hybrid::EventIteration>(*given().events, given().parameters, settings.tolerance);
    events_->Guess(settings.grid.start, given().attributes.start, slopes_);
    held_ = events_->held();
    values_.resize(quantities_.size() + held_.size());
  }
  if (!given().reduction) return;  // without a choice of states nothing changes
  std::set<std::pair<std::size_t, int>> known;
  for (const Quantity& q : quantities_) known.emplace(q.variable.index(), q.order);
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    if (known.contains({quantities_[i].variable.index(), quantities_[i].order + 1})) smooth_.push_back(i);
  }
}

Result<Unit> StateChanges::ChooseFirst() {
  if (auto refusal = RefuseIndex(given(), settings_)) return Fail(*std::move(refusal));
  if (auto prepared = PrepareStart(); !prepared) return prepared;
  auto chosen = given().reduction
                    ? model_->ChooseStates(given(), StartPoint())
                    : model_->AsGiven(given());
  if (!chosen) return Failure{std::move(chosen).error()};
  current_ = &Prepare(*chosen);
  current_->has_run = true;
  return Unit{};
}

causal::PivotPoint StateChanges::StartPoint() const {
  causal::PivotPoint point = compile::StartPoint(given(), settings_.grid.start);
  point.held = held_;
  return point;
}

StateChanges::Choice& StateChanges::Prepare(const CompiledModel::Choice& compiled) {
  const auto found = choices_.find(compiled.dummies);
  if (found != choices_.end()) return found->second;
  MakeRoom();
  Choice& choice = choices_[compiled.dummies];
  choice.segment = std::make_unique<Segment>(compiled.compiled, given().parameters, settings_, held_);
  if (events_ && events_->has_delays())
    choice.segment->SetRefresh([this](double t) { if (has_past_) events_->RefreshDelays(t); });
  if (compiled.monitor) choice.monitor = std::make_unique<StateMonitor>(*compiled.monitor);
  choice.limit = kGainLimit;
  return choice;
}

Result<Unit> StateChanges::PrepareStart() {
  if (!given().as_it_stands) return Unit{};
  auto chosen = model_->ChooseForStart(given(), settings_.grid.start);
  if (!chosen) return Failure{std::move(chosen).error()};
  start_ = std::make_unique<Segment>(chosen->compiled, given().as_it_stands->reduced->parameters, settings_,
                                     held_);
  return Unit{};
}

Result<initialize::InitialValues> StateChanges::FindInitialValues(const initialize::InitialPlan& plan) {
  if (!start_) return current().FindInitialValues(plan);
  auto found = start_->FindInitialValues(plan);
  if (!found) return found;
  const std::size_t n = given().system->variables.size();
  initialize::InitialValues values{std::vector<double>(n), std::vector<double>(n), found->newton_iterations};
  const std::vector<Quantity> quantities = compile::QuantitiesOf(*given().as_it_stands->reduced);
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const auto& [variable, order] = quantities[i];
    const Quantity& place = start_->model().places[i];
    const std::size_t from = place.variable.index(), to = variable.index();
    const double value = place.is_derivative() ? found->yp[from] : found->y[from];
    if (order == 0) values.y[to] = value;
    // The slope of an algebraic variable is an estimate, and gives way to a derivative that is an unknown.
    if (order == 0 && !place.is_derivative()) values.yp[to] = found->yp[from];
    if (order == 1) values.yp[to] = value;
  }
  return values;
}

void StateChanges::MakeRoom() {
  if (choices_.size() < kMaxChoices) return;
  auto oldest = choices_.end();
  for (auto it = choices_.begin(); it != choices_.end(); ++it) {
    if (&it->second == current_) continue;
    if (oldest == choices_.end() || it->second.last_used < oldest->second.last_used) oldest = it;
  }
  if (oldest->second.has_run) retired_.AddCounts(oldest->second.segment->integrator().statistics());
  choices_.erase(oldest);
}

integrate::Statistics StateChanges::TotalStatistics() {
  integrate::Statistics sum = retired_;
  for (Segment* segment : Used()) sum.AddCounts(segment->integrator().statistics());
  return sum;
}

std::vector<Segment*> StateChanges::Used() {
  std::vector<Segment*> out;
  for (auto& [dummies, choice] : choices_) {
    if (choice.has_run) out.push_back(choice.segment.get());
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

Result<bool> StateChanges::Consider(const integrate::StepOutcome* failure) {
  ++num_steps_;
  if (!given().reduction || !current_->monitor->has_choice()) return false;
  const integrate::Integrator& integrator = current().integrator();
  const double t = integrator.time();
  if (failure && last_failure_ == t) return false;
  if (failure) last_failure_ = t;
  const bool is_fold = failure && current().CameToFold();
  if (!QuantitiesAt(t, integrator.y(), integrator.yp())) return false;
  const auto slopes = Slopes();
  const std::span<const double> values(values_.data(), slopes.size());
  const codegen::KernelInputs inputs{t, values.data(), slopes.data(), given().parameters.data(), held_.data()};
  if (!failure && !current_->monitor->IsDue(inputs)) return false;
  const double gain = current_->monitor->Gain(inputs);
  if (!failure && gain <= current_->limit) {
    current().ConfirmStates();
    return false;
  }
  const auto chosen =
      model_->ChooseStates(given(), {t, values, given().parameters, slopes, given().attributes.nominal, held_});
  Choice* const next = chosen.ok() ? &Prepare(*chosen) : current_;
  const Choice* const before = current_;
  if (next != current_ && Enter(*next, t)) {
    if (IsRestless()) return Fail(ExplainRestless(*before, t));
    return true;
  }
  // The states are the best here: what has changed much is the pivots that they had before.
  if (is_fold && gain <= kGainLimit) return Enter(*current_, t);
  // Nothing better was found here: look again when it has become much worse.
  current_->limit = std::max(current_->limit, 2 * gain);
  return false;
}

bool StateChanges::MakeState(VariableId v, double t) {
  if (!given().reduction) return false;
  // The smaller its unit, the less it offers itself as what is computed from the others.
  constexpr double kSmall = 1e-9;
  std::vector<double> nominal = given().attributes.nominal;
  nominal[v.index()] *= kSmall;
  const auto slopes = Slopes();
  const std::span<const double> values(values_.data(), slopes.size());
  const auto chosen = model_->ChooseStates(given(), {t, values, given().parameters, slopes, nominal, held_});
  if (!chosen) return false;
  Choice& next = Prepare(*chosen);
  if (!next.segment->IsState(v.index())) return false;
  return &next == current_ || Enter(next, t);
}

Result<Relief> StateChanges::Relieve(const integrate::StepOutcome* failure) {
  auto changed = Consider(failure);
  if (!changed) return Failure{std::move(changed).error()};
  if (!*changed) return Relief{};
  return Relief{&current().integrator(), current().points()};
}

bool StateChanges::Enter(Choice& choice, double t) {
  const auto values = choice.segment->Continue(t, {values_.data(), quantities_.size()});
  if (!values || !Agrees(*choice.segment, *values)) return false;
  if (!choice.has_run && !choice.segment->MakeReady(code_, t, *values)) return false;
  if (!choice.segment->Start(t, *values).ok()) return false;
  choice.has_run = true;
  choice.limit = kGainLimit;
  choice.last_used = num_steps_;
  current_->last_used = num_steps_;
  current_ = &choice;
  ++num_changes_;
  changes_.push_back(num_steps_);
  if (changes_.size() > kManyChanges) changes_.pop_front();
  return true;
}

// Of values of another segment, at the time at which the quantities were read.
bool StateChanges::Agrees(const Segment& segment, const initialize::InitialValues& values) const {
  for (const std::size_t i : smooth_) {
    const Quantity& place = segment.model().places[i];
    if (!place.variable.IsValid()) continue;
    const double value = (place.is_derivative() ? values.yp : values.y)[place.variable.index()];
    const double size =
        std::max(std::abs(values_[i]), given().attributes.nominal[quantities_[i].variable.index()]);
    if (!(std::abs(value - values_[i]) <= kJump * settings_.tolerance * size)) return false;
  }
  return true;
}

bool StateChanges::IsRestless() const {
  return changes_.size() == kManyChanges && changes_.back() - changes_.front() < kFewSteps;
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
