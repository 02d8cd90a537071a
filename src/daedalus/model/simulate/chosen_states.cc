#include "daedalus/model/simulate/chosen_states.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace daedalus::simulate {
namespace {

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

ChosenStates::ChosenStates(std::shared_ptr<const CompiledModel> model,
                           std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                           CodeChoice code)
    : model_(std::move(model)),
      numbers_(WithGuesses(std::move(numbers), settings)),
      settings_(settings),
      code_(code),
      values_(numbers_),
      modes_(model_, numbers_),
      place_{&modes_.usual(), nullptr},
      history_(settings.grid.stop) {
  if (given().events) {
    events_ =
        std::make_unique<hybrid::EventIteration>(*given().events, given().parameters, settings.tolerance);
    events_->FollowInputs(settings.inputs);
    events_->Guess(settings.grid.start, given().attributes.start, values_.slopes());
    values_.Hold(events_->held());
  }
  // Without a choice of states nothing changes.
  if (given().reduction || events_ || mode().combinations) values_.FindPlaces();
}

Mode* ChosenStates::FindMode() {
  Mode* const mode = modes_.Find(values_.held(), events_ ? events_->slides() : std::span<const char>());
  // If equations repeat each other, loops find the nearest solution, but the matrix of the residual form is
  // singular.
  return modes_.why() && place_.choice && segment().view().has_all_variables() ? nullptr : mode;
}

std::shared_ptr<Choice> ChosenStates::Prepare(Mode& mode, const CompiledModel::Choice& compiled,
                                              bool passes_crossing) {
  const KnownChoices::Key key{&mode, compiled.dummies, passes_crossing};
  if (auto known = choices_.Find(key)) return known;
  Choice choice;
  choice.segment =
      std::make_unique<Segment>(compiled.compiled, given().parameters,
                                passes_crossing ? ForCrossing(settings_) : settings_, values_.held());
  if (events_ && events_->follows_time())
    choice.segment->SetRefresh([this](double t) { events_->Refresh(t, has_past_); });
  if (compiled.monitor) choice.monitor = std::make_unique<StateMonitor>(*compiled.monitor);
  choice.limit = kGainLimit;
  return choices_.Add(key, std::move(choice));
}

Result<std::shared_ptr<Choice>> ChosenStates::ChooseIn(Mode& mode, const causal::PivotPoint& point) {
  const compile::GivenModel& numbers = *mode.numbers;
  auto chosen = numbers.reduction ? mode.model->ChooseStates(numbers, point) : mode.model->AsGiven(numbers);
  if (!chosen) return Failure{std::move(chosen).error()};
  return Prepare(mode, *chosen);
}

Result<CompiledModel::Choice> ChosenStates::ChooseHere(double t, bool passes_crossing) const {
  return mode().model->ChooseStates(*mode().numbers, PointHere(t), passes_crossing);
}

compile::StartGuess ChosenStates::GuessStart() const {
  return compile::GuessStart(given(), settings_.grid.start, values_.held());
}

std::optional<initialize::InitialValues> ChosenStates::PrepareEntry(Choice& choice, double t) {
  auto values = choice.segment->Continue(t, values_.of_quantities());
  if (!values || !Agrees(*choice.segment, *values)) return std::nullopt;
  if (!choice.segment->is_ready() && !choice.segment->MakeReady(code_, t, *values)) return std::nullopt;
  return values;
}

bool ChosenStates::Agrees(const Segment& segment, const initialize::InitialValues& values) const {
  return values_.Agrees(segment, values, kJump * settings_.tolerance);
}

bool ChosenStates::Begin(const std::shared_ptr<Choice>& choice, double t,
                         const initialize::InitialValues& values) {
  choice->segment->ExpectSteps(history_.expected().total());
  if (!choice->segment->Start(t, values).ok()) return false;
  choice->limit = kGainLimit;
  choice->last_used = current().last_used = history_.num_steps();
  place_.choice = choice;
  return true;
}

bool ChosenStates::Enter(const std::shared_ptr<Choice>& choice, double t) {
  const auto values = PrepareEntry(*choice, t);
  if (!values) return false;
  segment().LeaveBranches();
  if (!Begin(choice, t, *values)) return false;
  history_.Note(t);
  return true;
}

bool ChosenStates::MakeState(VariableId v, double t) {
  if (!mode().numbers->reduction) return false;
  // The smaller the unit of a variable, the worse it can be computed from the others.
  constexpr double kSmall = 1e-9;
  std::vector<double> nominal = given().attributes.nominal;
  nominal[v.index()] *= kSmall;
  values_.Slopes();
  const auto chosen = mode().model->ChooseStates(*mode().numbers, values_.PointAt(t, nominal));
  if (!chosen) return false;
  const std::shared_ptr<Choice> next = Prepare(mode(), *chosen);
  if (!next->segment->IsState(v.index())) return false;
  return next == place_.choice || Enter(next, t);
}

}  // namespace daedalus::simulate
