#include "daedalus/system/guest/phases.h"

#include <algorithm>
#include <utility>

#include "daedalus/system/guest/guest_versions.h"
#include "daedalus/system/guest/isolated_guest.h"

namespace daedalus::guest {
namespace {

constexpr std::size_t kManySaved = 16;     // states that are kept
constexpr std::size_t kManySearched = 64;  // the last phases, which may be asked for again

}  // namespace

Phases::~Phases() {
  if (guest_) DropAll();
}

Failed Phases::Load() {
  return facts_.is_isolated ? LoadIsolated(facts_, guest_) : LoadInProcess(facts_, guest_);
}

bool Phases::IsPhase(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  return number < phases_.size();
}

// Equal phases have equal numbers, as far as the search goes.
std::size_t Phases::Number(Phase phase) {
  const std::lock_guard lock(mutex_);
  const std::size_t first = phases_.size() > kManySearched ? phases_.size() - kManySearched : 1;
  for (std::size_t i = phases_.size(); i-- > first;) {
    const Phase& known = phases_[i];
    if (known.kind == phase.kind && known.from == phase.from && known.size == phase.size &&
        known.point == phase.point)
      return i;
  }
  phases_.push_back(std::move(phase));
  return phases_.size() - 1;
}

std::size_t Phases::Begin(const GuestPoint& point) {
  Phase phase;
  phase.point = point;
  return Number(std::move(phase));
}

std::size_t Phases::Only(double t) {
  {
    const std::lock_guard lock(mutex_);
    if (only_) return *only_;
  }
  const std::size_t number = Begin({t, {}, {}});
  const std::lock_guard lock(mutex_);
  if (!only_) only_ = number;
  return *only_;
}

std::size_t Phases::Event(std::size_t from, const GuestPoint& point) {
  Phase phase;
  phase.kind = Kind::kEvent;
  phase.from = from;
  phase.point = point;
  return Number(std::move(phase));
}

std::size_t Phases::Step(std::size_t from, const GuestPoint& point, double size) {
  Phase phase;
  phase.kind = Kind::kStep;
  phase.from = from;
  phase.point = point;
  phase.size = size;
  return Number(std::move(phase));
}

bool Phases::IsDiscrete(std::size_t place) const {
  const GuestType type = facts_.variables[place].type;
  const bool is_real = type == GuestType::kFloat64 || type == GuestType::kFloat32;
  return !is_real || facts_.variables[place].role == GuestRole::kDiscreteInput;
}

// Goes back along the phases to one that can be restored or begun, and forward from there.
Failed Phases::Reach(std::size_t number) {
  if (present_ == number) return std::nullopt;
  std::vector<std::size_t> way;
  std::size_t at = number;
  while (present_ != at && phases_[at].saved == nullptr && phases_[at].kind != Kind::kBegin) {
    way.push_back(at);
    at = phases_[at].from;
  }
  if (present_ != at) {
    present_.reset();
    const Phase& phase = phases_[at];
    void* const saved = phase.steps.saved != nullptr ? phase.steps.saved : phase.saved;
    if (saved == nullptr) {
      way.push_back(at);
    } else {
      if (auto failed = guest_->Restore(saved)) return failed;
      states_ = phases_[at].states;
      Forget();
      present_ = at;
    }
  }
  for (auto next = way.rbegin(); next != way.rend(); ++next) {
    if (auto failed = GoThrough(*next)) return failed;
  }
  return std::nullopt;
}

Failed Phases::GoThrough(std::size_t number) {
  Phase& phase = phases_[number];
  present_.reset();
  if (auto failed = Pass(phase)) return failed;
  Forget();
  states_.assign(facts_.num_states, 0.0);
  if (!facts_.is_stepping && !states_.empty()) {
    if (auto failed = guest_->ReadStates(states_)) return failed;
  }
  phase.states = states_;
  phase.is_known = true;
  present_ = number;
  return Keep(number);
}

Failed Phases::Pass(Phase& phase) {
  if (phase.kind == Kind::kBegin) {
    phase.steps = {};
    DropAll();
    Forget();
    std::vector<GuestNumber> inputs;
    for (std::size_t i = 0; i < phase.point.places.size(); ++i)
      inputs.push_back({facts_.variables[phase.point.places[i]], phase.point.values[i]});
    if (auto failed = guest_->Start(phase.point.time, inputs, phase.facts)) return failed;
    if (facts_.equations == GuestEquations::kImplicitWithoutEvents && phase.facts.next_time < kNever)
      return "the FMU announces an event, but describes nothing that changes there";
    return std::nullopt;
  }
  phase.steps = {};
  if (phase.kind == Kind::kStep) {
    if (auto failed = SetPoint(phase.point, true)) return failed;
    return guest_->Step(phase.point.time, phase.size, phase.facts);
  }
  if (auto failed = SetPoint(phase.point, false)) return failed;
  if (auto failed = EndLastStep(phases_[phase.from], phase.point)) return failed;
  if (phases_[phase.from].steps.terminates) {
    phase.facts = {.next_time = kNever, .terminates = true};
    return std::nullopt;
  }
  if (auto failed = guest_->EnterEvent()) return failed;
  for (std::size_t i = 0; i < phase.point.places.size(); ++i) {
    const std::size_t place = phase.point.places[i];
    if (!IsDiscrete(place)) continue;
    if (auto failed = guest_->SetNumber(facts_.variables[place], phase.point.values[i])) return failed;
  }
  if (auto failed = guest_->LeaveEvent(phase.facts)) return failed;
  const bool is_implicit = facts_.equations != GuestEquations::kSolved;
  if (is_implicit && facts_.num_states > 0 && phase.facts.has_new_states)
    return "the FMU gives its states new values, which only an FMU with solved equations can do here";
  return std::nullopt;
}

// An event ends a step. The guest is there, and leaves the phase.
Failed Phases::EndLastStep(Phase& from, const GuestPoint& point) {
  if (from.steps.last != point.time) {
    StepFacts facts;
    if (auto failed = guest_->EndStep(facts)) return failed;
    from.steps.terminates = facts.terminates;
    if (from.steps.last) from.steps.before_last = std::exchange(from.steps.last, point.time);
  }
  return KeepSteps(from);
}

Failed Phases::EndStep(std::size_t number, const GuestPoint& point, bool& wants_event) {
  const std::lock_guard lock(mutex_);
  wants_event = false;
  Steps& steps = phases_[number].steps;
  if (steps.last && point.time < *steps.last) BeginAgain(number);
  if (auto failed = Reach(number)) return failed;
  if (steps.last == point.time) return std::nullopt;
  if (auto failed = SetPoint(point, false)) return failed;
  StepFacts facts;
  if (auto failed = guest_->EndStep(facts)) return failed;
  has_derivatives_ = has_indicators_ = false;
  steps.before_last = std::exchange(steps.last, point.time);
  steps.terminates = facts.terminates;
  wants_event = facts.wants_event || facts.terminates;
  if (wants_event) steps.ends_at = point.time;
  return std::nullopt;
}

// To a phase, at a time. Before the end of the last but one step, another run of the phase has begun.
Failed Phases::GoTo(std::size_t number, double time) {
  const Steps& steps = phases_[number].steps;
  if (steps.before_last && time < *steps.before_last) BeginAgain(number);
  return Reach(number);
}

// Forgets the steps of a phase.
void Phases::BeginAgain(std::size_t number) {
  Steps& steps = phases_[number].steps;
  if (steps.saved != nullptr) guest_->Drop(steps.saved);
  steps = {};
  if (present_ == number) present_.reset();
}

Failed Phases::SetPoint(const GuestPoint& point, bool with_discrete) {
  auto failed = TrySetPoint(point, with_discrete);
  if (failed) Forget();
  return failed;
}

Failed Phases::TrySetPoint(const GuestPoint& point, bool with_discrete) {
  const bool moves = !facts_.is_stepping;
  const auto changed = [this] { has_derivatives_ = has_indicators_ = false; };
  if (moves && time_ != point.time) {
    changed();
    if (auto failed = guest_->SetTime(point.time)) return failed;
    time_ = point.time;
  }
  for (std::size_t i = 0; i < point.places.size(); ++i) {
    const std::size_t place = point.places[i];
    const GuestVariable& variable = facts_.variables[place];
    const double value = point.values[i];
    if (variable.role == GuestRole::kTime) continue;
    if (variable.role == GuestRole::kState) {
      has_states_ = has_states_ && states_[variable.place] == value;
      states_[variable.place] = value;
    } else if ((with_discrete || !IsDiscrete(place)) && given_[place] != value) {
      changed();
      if (auto failed = guest_->SetNumber(variable, value)) return failed;
      given_[place] = value;
    }
  }
  if (!moves || has_states_ || states_.empty()) return std::nullopt;
  changed();
  if (auto failed = guest_->SetStates(states_)) return failed;
  has_states_ = true;
  return std::nullopt;
}

void Phases::Forget() {
  time_.reset();
  given_.assign(facts_.variables.size(), std::nullopt);
  has_states_ = has_derivatives_ = has_indicators_ = false;
}

// A step of Co-Simulation is not repeated by the solvers, so its states are not kept.
Failed Phases::Keep(std::size_t number) {
  if (!facts_.can_save || facts_.is_stepping || phases_[number].saved != nullptr) return std::nullopt;
  if (auto failed = guest_->Save(phases_[number].saved)) return failed;
  saved_.push_back(number);
  if (saved_.size() > kManySaved) {
    Drop(phases_[saved_.front()]);
    saved_.pop_front();
  }
  return std::nullopt;
}

// Before the guest leaves a phase: what it remembers of its steps.
Failed Phases::KeepSteps(Phase& phase) {
  if (!phase.steps.last || phase.saved == nullptr) return std::nullopt;
  if (phase.steps.saved != nullptr) guest_->Drop(phase.steps.saved);
  return guest_->Save(phase.steps.saved);
}

void Phases::Drop(Phase& phase) {
  guest_->Drop(phase.saved);
  if (phase.steps.saved != nullptr) guest_->Drop(phase.steps.saved);
  phase.saved = phase.steps.saved = nullptr;
}

void Phases::DropAll() {
  for (const std::size_t number : saved_) Drop(phases_[number]);
  saved_.clear();
}

Failed Phases::Value(std::size_t number, const GuestPoint* point, std::size_t place, double& out) {
  const std::lock_guard lock(mutex_);
  const GuestVariable& variable = facts_.variables[place];
  if (point == nullptr && variable.role == GuestRole::kState && phases_[number].is_known) {
    out = phases_[number].states[variable.place];
    return std::nullopt;
  }
  if (auto failed = point == nullptr ? Reach(number) : GoTo(number, point->time)) return failed;
  if (point == nullptr && variable.role == GuestRole::kState) {
    out = phases_[number].states[variable.place];
    return std::nullopt;
  }
  if (point != nullptr && !facts_.is_stepping) return ValueAt(*point, place, out);
  return Read(place, false, out);
}

Failed Phases::ValueAt(const GuestPoint& point, std::size_t place, double& out) {
  if (auto failed = SetPoint(point, false)) return failed;
  return Read(place, true, out);
}

// Derivatives and indicators of a point are read once. Those of the begin of a phase are not kept.
Failed Phases::Read(std::size_t place, bool is_at_point, double& out) {
  const GuestVariable& variable = facts_.variables[place];
  if (variable.role == GuestRole::kDerivative && !facts_.is_stepping) {
    derivatives_.resize(facts_.num_states);
    if (!has_derivatives_ || !is_at_point) {
      if (auto failed = guest_->ReadDerivatives(derivatives_)) return failed;
    }
    has_derivatives_ = is_at_point;
    out = derivatives_[variable.place];
    return std::nullopt;
  }
  if (variable.role == GuestRole::kIndicator) {
    indicators_.resize(facts_.num_indicators);
    if (!has_indicators_ || !is_at_point) {
      if (auto failed = guest_->ReadIndicators(indicators_)) return failed;
    }
    has_indicators_ = is_at_point;
    out = indicators_[variable.place];
    return std::nullopt;
  }
  return guest_->ReadNumber(variable, out);
}

Failed Phases::Facts(std::size_t number, EventFacts& out) {
  const std::lock_guard lock(mutex_);
  if (!phases_[number].is_known) {
    if (auto failed = Reach(number)) return failed;
  }
  const Phase& phase = phases_[number];
  out = phase.facts;
  out.next_time = std::min(out.next_time, phase.steps.ends_at.value_or(kNever));
  return std::nullopt;
}

}  // namespace daedalus::guest
