#include "daedalus/model/simulate/state_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

// The most jumps from one solution to another. A model with more of them does nothing else.
constexpr std::int64_t kMostJumps = 1000;

}  // namespace

StateChanges::StateChanges(std::shared_ptr<const CompiledModel> model,
                           std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                           CodeChoice code)
    : states_(std::move(model), std::move(numbers), settings, code),
      start_(states_),
      rounds_(states_),
      crossing_(states_) {}

Result<initialize::InitialValues> StateChanges::ResumeAt(
    double t, std::span<const double> quantities,
    const std::optional<std::vector<structure::ColumnId>>& dummies) {
  if (auto resumed = start_.Resume(t, quantities, dummies); !resumed)
    return Failure{std::move(resumed).error()};
  BeginEvent();
  if (!current().Solve(t, values())) return Fail(current().ExplainOutput());
  return current().solved();
}

std::optional<std::vector<structure::ColumnId>> StateChanges::dummies() const {
  const KnownChoices::Key* const key = states_.choices().KeyOf(states_.current());
  if (crossing_.is_active() || !key) return std::nullopt;
  return key->dummies;
}

void StateChanges::CountOn(const StateChanges& before) {
  states_.choices().CountOn(before.states_.choices());
  states_.history().CountOn(before.states_.history());
}

std::optional<std::span<const double>> StateChanges::QuantitiesAt(double t, std::span<const double> y,
                                                                  std::span<const double> yp) {
  if (!current().ReadQuantities(t, y, yp, values())) return std::nullopt;
  states_.values().CopyHeld();
  return states_.values().all();
}

void StateChanges::PutInitial(const initialize::InitialValues& values) {
  current().CopyQuantities(states_.settings().grid.start, values.y, values.yp, this->values());
  Slopes();
}

bool StateChanges::TakeInitial(double t, const initialize::InitialValues& values) {
  return current().ReadInitial(t, values, this->values()) && (Slopes(), true);
}

// The caller may repeat the run in the residual form. Effects on the outside would then happen twice.
bool StateChanges::MayGiveUpCausalForm() const {
  const CompiledModel& model = *states_.mode().model;
  return model.may_choose_form() && given().system->hybrid.effects.empty();
}

bool StateChanges::HasGivenUpCausalForm() {
  return MayGiveUpCausalForm() && current().FindBlurredUnknown();
}

Result<bool> StateChanges::Consider(const integrate::StepOutcome* failure) {
  states_.history().CountStep();
  if (!failure) {
    ExpectedSteps& expected = states_.history().expected();
    if (expected.Note(current().integrator().time())) current().ExpectSteps(expected.total());
    if (!crossing_.is_across()) current().WatchLoops();
    if (MayGiveUpCausalForm()) {
      if (auto blurred = current().FindBlurredUnknown()) {
        blurred->severity = Severity::kError;
        return Fail(*std::move(blurred));
      }
    }
  }
  const bool has_choice = states_.current().monitor && states_.current().monitor->has_choice();
  Modes& modes = states_.modes();
  CombinationWatch* const combinations =
      &states_.mode() == &modes.usual() ? states_.mode().combinations.get() : nullptr;
  if (!has_choice && !combinations) return false;
  const integrate::Integrator& integrator = current().integrator();
  const double t = integrator.time();
  if (failure && last_failure_ == t) return false;
  if (failure) last_failure_ = t;
  const bool is_fold = failure && current().view().CameToFold();
  if (!QuantitiesAt(t, integrator.y(), integrator.yp())) return false;
  if (crossing_.is_active())
    return failure ? !crossing_.is_across() && crossing_.Leave(t) : crossing_.GoOn(t);
  if (has_choice && crossing_.Begin(t, failure != nullptr)) return true;
  if (combinations && combinations->IsDue(states_.InputsHere(t)) && CombineAnew(t)) return true;
  if (has_choice) {
    auto changed = ConsiderStates(t, is_fold ? Reason::kFold : failure ? Reason::kFailure : Reason::kStep);
    if (!changed || *changed) return changed;
  }
  return failure && combinations && CombineAnew(t);
}

double StateChanges::MarginHere(double t) {
  const Choice& choice = states_.current();
  if (!choice.monitor || !choice.monitor->has_choice() || !choice.monitor->may_change()) return 1;
  const double gain = choice.monitor->Measure(states_.InputsHere(t));
  return std::isfinite(gain) ? (choice.limit - gain) / (choice.limit + gain) : -1;
}

Result<bool> StateChanges::ConsiderHere(double t, bool is_sure) {
  states_.history().CountStep();
  const StateMonitor* const monitor = states_.current().monitor.get();
  if (!monitor || !monitor->has_choice()) return false;
  return ConsiderStates(t, is_sure ? Reason::kBadChoice : Reason::kStep);
}

bool StateChanges::CombineAnew(double t) {
  Slopes();
  const causal::PivotPoint here = states_.PointHere(t);
  Mode* const mode = states_.modes().CombineAnew(here);
  const auto choice =
      mode ? states_.ChooseIn(*mode, here) : Result<std::shared_ptr<Choice>>(std::shared_ptr<Choice>());
  if (!choice || !*choice || !states_.Enter(*choice, t)) {
    states_.mode().combinations->Confirm();
    return false;
  }
  states_.MoveTo({mode, *choice});
  states_.modes().MakeUsual(*mode);
  if (mode->combinations) mode->combinations->Begin(states_.InputsHere(t));
  return true;
}

Result<bool> StateChanges::ConsiderStates(double t, Reason reason) {
  const bool has_failed = reason == Reason::kFailure || reason == Reason::kFold;
  const codegen::KernelInputs inputs = states_.InputsHere(t);
  const std::shared_ptr<Choice> before = states_.place().choice;
  if (reason == Reason::kStep && !before->monitor->IsDue(inputs)) return false;
  const double gain = before->monitor->Gain(inputs);
  if (!has_failed && gain <= before->limit) {
    current().view().ConfirmBranches();
    return false;
  }
  const auto chosen = states_.ChooseHere(t);
  const std::shared_ptr<Choice> next = chosen.ok() ? states_.Prepare(states_.mode(), *chosen) : before;
  if (next != before && states_.Enter(next, t)) {
    if (states_.history().IsRestless()) return Fail(ExplainRestless(*before, t));
    return true;
  }
  // The present states are the best here: only the pivots that they had before have changed much.
  if (reason == Reason::kFold && gain <= ChosenStates::kGainLimit) return states_.Enter(before, t);
  // Nothing better was found here: look again when the choice has become much worse.
  before->limit = std::max(before->limit, 2 * gain);
  return false;
}

Result<Relief> StateChanges::Relieve(const integrate::StepOutcome* failure) {
  auto changed = Consider(failure);
  if (!changed) return Failure{std::move(changed).error()};
  if (!failure) {
    if (auto impasse = current().FindImpasse()) return Failure{std::vector{*std::move(impasse)}};
  }
  if (*changed)
    return Relief{&current().integrator(), current().points(),
                  crossing_.is_active() ? crossing_.end() : std::numeric_limits<double>::infinity()};
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
  for (const Segment* segment : states_.choices().All()) {
    const std::span<const double> leaps = segment->view().leaps();
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

Diagnostic StateChanges::ExplainRestless(const Choice& other, double t) const {
  Diagnostic d = Error(Code::kStepFailed, {},
                       "the choice of states changed {} times within {} steps, at last at time = {:.9g}",
                       ChangeHistory::kManyChanges, ChangeHistory::kFewSteps, t);
  const auto names = [](const Choice& choice) {
    constexpr std::size_t kMaxNamed = 12;
    const std::vector<std::string>& dummies = choice.segment->model().dummy_derivatives;
    std::string text;
    for (std::size_t i = 0; i < dummies.size() && i < kMaxNamed; ++i) text += (i ? ", " : "") + dummies[i];
    return dummies.size() > kMaxNamed ? text + ", ..." : text;
  };
  d.Note("computed from constraints now: " + names(states_.current()));
  d.Note("and before: " + names(other));
  constexpr std::size_t kMaxValues = 12;
  const RunValues& values = states_.values();
  std::string configuration;
  for (std::size_t k = 0; k < values.smooth().size() && k < kMaxValues; ++k) {
    const std::size_t i = values.smooth()[k];
    configuration += fmt::format("{}{} = {:.6g}", k ? ", " : "",
                                 NameOf(*given().system, values.quantities()[i]), values.all()[i]);
  }
  d.Note("the configuration: " + configuration);
  return std::move(d).Hint(
      "the constraints are nearly dependent there; stateSelect = StateSelect.prefer tells which variables "
      "should stay states");
}

}  // namespace daedalus::simulate
