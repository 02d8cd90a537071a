#include "daedalus/model/simulate/event_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/system/print_system.h"

namespace daedalus::simulate {

void EventRounds::BeginEvent() {
  jump_ = {};
  EndRound();
  event_ = round_;
  jumps_.clear();
  why_.reset();
}

void EventRounds::EndRound() {
  round_ = states_.place();
  has_jumped_ = false;
  if (states_.modes().is_only_usual()) return;
  KeepValues();
  if (!jump_.values.empty()) jumps_.push_back(std::exchange(jump_, {}));
  impulses_.clear();
}

void EventRounds::KeepValues() {
  const std::span<const double> values = states_.values().of_quantities(), held = states_.values().held();
  round_values_.assign(values.begin(), values.end());
  round_held_.assign(held.begin(), held.end());
}

void EventRounds::TakeBackJumps() {
  if (std::exchange(has_jumped_, false))
    std::ranges::copy(round_values_, states_.values().of_quantities().begin());
}

bool EventRounds::Enters(const Mode& mode) const {
  const std::span<const double> held = states_.values().held();
  return &mode != round_.mode || std::ranges::any_of(mode.in_constraints, [&](HeldId h) {
    return held[h.index()] != round_held_[h.index()];
  });
}

bool EventRounds::Jumps(Mode& mode, double t) {
  RunValues& values = states_.values();
  const auto before = [&](const Quantity& q) { return values.ValueOf(round_values_, q); };
  const auto size = [&](const Quantity& q) {
    return std::optional(
        std::max(std::abs(before(q).value_or(0)), states_.given().attributes.nominal[q.variable.index()]));
  };
  auto jump = states_.modes().Enter(mode, t, before, size, values.held(), states_.settings().tolerance);
  if (!jump) {
    why_ = std::move(jump).error().at(0);
    return false;
  }
  jump_ = std::move(*jump);
  if (states_.settings().refuse_impulses && !jump_.impulses.empty()) {
    why_ = ExplainImpulse(t);
    return false;
  }
  if (!jump_.impulses.empty()) impulses_.assign(values.of_variables().size(), 0.0);
  for (const compile::Jump::Impulse& impulse : jump_.impulses)
    impulses_[impulse.variable.index()] = impulse.size;
  for (const compile::Jump::Value& value : jump_.values) {
    values.Set(value.quantity, value.after);
    has_jumped_ = true;
  }
  return true;
}

bool EventRounds::SolveAt(double t) {
  if (SolveInKnownModes(t)) return true;
  if (!states_.events()) return false;
  const bool had_modes = !states_.modes().is_only_usual();
  states_.values().Slopes();
  if (!states_.modes().FindMore(states_.PointHere(t))) return false;
  if (!had_modes) KeepValues();
  return SolveInKnownModes(t);
}

bool EventRounds::SolveInKnownModes(double t) {
  RunValues& values = states_.values();
  if (states_.modes().is_only_usual()) return states_.segment().Solve(t, values.of_quantities());
  Mode* const mode = states_.FindMode();
  if (!mode) {
    why_ = states_.modes().why();
    return false;
  }
  TakeBackJumps();
  jump_ = {};
  impulses_.clear();
  if (Enters(*mode) && !Jumps(*mode, t)) return false;
  std::shared_ptr<Choice> choice = round_.choice;
  if (mode != round_.mode || has_jumped_) {
    auto chosen = states_.ChooseIn(*mode, states_.PointHere(t));
    if (!chosen) why_ = chosen.error().at(0);
    choice = chosen ? *std::move(chosen) : nullptr;
  }
  if (!choice || !choice->segment->Solve(t, values.of_quantities())) {
    TakeBackJumps();
    if (states_.modes().why()) why_ = states_.modes().why();
    return false;
  }
  states_.MoveTo({mode, std::move(choice)});
  return true;
}

Diagnostic EventRounds::ExplainImpulse(double t) const {
  const System& system = *states_.given().system;
  Diagnostic d =
      Error(Code::kImpulse, {}, "at time = {:.9g} the equations change, and states would have to jump", t);
  for (const compile::Jump::Value& value : jump_.values)
    d.Note(fmt::format("{}: {:.9g} -> {:.9g}", NameOf(system, value.quantity), value.before, value.after));
  return std::move(d).Hint("`--impulses accept` allows this");
}

bool EventRounds::SetState(VariableId v, double value) {
  if (!states_.segment().IsState(v.index())) return false;
  states_.values().of_quantities()[v.index()] = value;
  if (!states_.modes().is_only_usual()) round_values_[v.index()] = value;
  return true;
}

Result<Unit> EventRounds::Restart(double t) {
  const bool is_solved = SolveAt(t);
  Segment& segment = states_.segment();
  if (!is_solved) return Fail(segment.ExplainOutput());
  if (!segment.is_ready()) {
    if (auto ready = segment.MakeReady(states_.code(), t, segment.solved()); !ready) return ready;
  }
  ChangeHistory& history = states_.history();
  if (states_.place().choice != event_.choice) {
    event_.choice->last_used = states_.current().last_used = history.num_steps();
    history.Count();
  }
  segment.ExpectSteps(history.expected().total());
  const auto started = segment.StartAgain(t);
  if (!started.ok()) return Fail(segment.ExplainStep(started));
  return Unit{};
}

std::optional<Diagnostic> EventRounds::Abandon() {
  states_.MoveTo(event_);
  return TakeReason();
}

}  // namespace daedalus::simulate
