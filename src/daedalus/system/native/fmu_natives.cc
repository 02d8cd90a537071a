// daedalusFmu_*: FMUs of other tools as components. Their wrapper classes (products/imported/wrapper_text.h)
// call these functions. A phase is a number (guest/phases.h); places count from 1.
#include "daedalus/system/native/fmu_natives.h"

#include <cmath>
#include <memory>

#include "daedalus/system/guest/phases.h"
#include "daedalus/system/native/native_slope.h"

namespace daedalus::native {
namespace {

using Failed = std::optional<std::string>;
using guest::GuestPoint;

constexpr std::size_t kNoPhase = 0;

class FmuObject : public Object {
 public:
  explicit FmuObject(guest::GuestFacts facts) : phases(std::move(facts)) {}
  // Its mutex makes it safe to share.
  mutable guest::Phases phases;
};

std::size_t WholeAt(const Datum& datum, std::size_t i) {
  return static_cast<std::size_t>(std::llround(datum.numbers[i]));
}

// Rows of: reference, type, role, place, size, element.
bool ReadVariables(const Datum& rows, std::vector<guest::GuestVariable>& out) {
  constexpr std::size_t kColumns = 6;
  if (rows.numbers.size() % kColumns != 0) return false;
  for (std::size_t at = 0; at < rows.numbers.size(); at += kColumns) {
    out.push_back({.reference = static_cast<std::uint32_t>(WholeAt(rows, at)),
                   .type = static_cast<guest::GuestType>(WholeAt(rows, at + 1)),
                   .role = static_cast<guest::GuestRole>(WholeAt(rows, at + 2)),
                   .place = WholeAt(rows, at + 3),
                   .size = WholeAt(rows, at + 4),
                   .element = WholeAt(rows, at + 5)});
  }
  return true;
}

// Of (library, resources, identifier, token, {version, is stepping, can save, states, indicators, has
// directional derivatives, kind of equations, 1 + reference of the switch, isolated, limit of a call in
// milliseconds or 0}, variables, places, values, values
// in the FMU, references of texts, texts, texts in the FMU). Only what differs from the FMU's own values is
// set.
Failed FmuOpen(NativeCall& call) {
  guest::GuestFacts facts;
  facts.library = call.Text(0);
  facts.resources = call.Text(1);
  facts.identifier = call.Text(2);
  facts.token = call.Text(3);
  const Datum& kind = call.arguments[4];
  constexpr std::size_t kNumKinds = 10;
  const bool fits = kind.numbers.size() == kNumKinds && ReadVariables(call.arguments[5], facts.variables) &&
                    call.arguments[6].numbers.size() == call.arguments[7].numbers.size() &&
                    call.arguments[7].numbers.size() == call.arguments[8].numbers.size() &&
                    call.arguments[9].numbers.size() == call.arguments[10].texts.size() &&
                    call.arguments[10].texts.size() == call.arguments[11].texts.size();
  if (!fits) return "the sizes of the arguments do not fit";
  facts.version = static_cast<int>(kind.numbers[0]);
  facts.is_stepping = kind.numbers[1] != 0;
  facts.can_save = kind.numbers[2] != 0;
  facts.num_states = WholeAt(kind, 3);
  facts.num_indicators = WholeAt(kind, 4);
  facts.has_tangents = kind.numbers[5] != 0;
  facts.equations = static_cast<guest::GuestEquations>(WholeAt(kind, 6));
  if (kind.numbers[7] > 0) facts.dae_switch = static_cast<std::uint32_t>(WholeAt(kind, 7) - 1);
  facts.is_isolated = kind.numbers[8] != 0;
  if (kind.numbers[9] > 0) facts.call_limit = kind.numbers[9] / 1000;
  for (std::size_t i = 0; i < call.arguments[6].numbers.size(); ++i) {
    const std::size_t place = WholeAt(call.arguments[6], i);
    if (place < 1 || place > facts.variables.size()) return "a place lies outside of the variables";
    const double value = call.arguments[7].numbers[i];
    if (value != call.arguments[8].numbers[i]) facts.numbers.push_back({facts.variables[place - 1], value});
  }
  for (std::size_t i = 0; i < call.arguments[9].numbers.size(); ++i) {
    const std::string& text = call.arguments[10].texts[i];
    if (text != call.arguments[11].texts[i])
      facts.texts.push_back({static_cast<std::uint32_t>(WholeAt(call.arguments[9], i)), text});
  }
  const auto object = std::make_shared<FmuObject>(std::move(facts));
  call.result.object = object;
  return object->phases.Load();
}

// The point that three arguments from `at` on describe: time, places, values.
Failed ReadPoint(const NativeCall& call, std::size_t at, const guest::GuestFacts& facts, GuestPoint& out) {
  const Datum &places = call.arguments[at + 1], &values = call.arguments[at + 2];
  if (places.numbers.size() != values.numbers.size()) return "there are not as many values as places";
  out.time = call.Number(at);
  for (std::size_t i = 0; i < places.numbers.size(); ++i) {
    const std::size_t place = WholeAt(places, i);
    if (place < 1 || place > facts.variables.size()) return "a place lies outside of the variables";
    out.places.push_back(place - 1);
  }
  out.values = values.numbers;
  return std::nullopt;
}

Failed ReadPhase(const NativeCall& call, std::size_t at, const guest::Phases& phases, std::size_t& out) {
  const double number = call.Number(at);
  const bool is_phase = number >= 0 && number < 1e15 && phases.IsPhase(static_cast<std::size_t>(number));
  if (!is_phase) return "the state of an FMU cannot be taken from another run";
  out = static_cast<std::size_t>(number);
  return std::nullopt;
}

guest::Phases& PhasesOf(const NativeCall& call) {
  return call.Get<FmuObject>(0).phases;
}

// Of (fmu, time, places, values).
Failed FmuBegin(NativeCall& call) {
  GuestPoint point;
  if (auto failed = ReadPoint(call, 1, PhasesOf(call).facts(), point)) return failed;
  call.Return(static_cast<double>(PhasesOf(call).Begin(point)));
  return std::nullopt;
}

// Of (fmu, phase, time, places, values).
Failed FmuEvent(NativeCall& call) {
  GuestPoint point;
  std::size_t phase = 0;
  if (auto failed = ReadPhase(call, 1, PhasesOf(call), phase)) return failed;
  if (auto failed = ReadPoint(call, 2, PhasesOf(call).facts(), point)) return failed;
  call.Return(phase == kNoPhase ? 0.0 : static_cast<double>(PhasesOf(call).Event(phase, point)));
  return std::nullopt;
}

// Of (fmu, phase, time, places, values): a step of the integrator has ended. 1 where the FMU wants an event.
Failed FmuEndStep(NativeCall& call) {
  GuestPoint point;
  std::size_t phase = 0;
  if (auto failed = ReadPhase(call, 1, PhasesOf(call), phase)) return failed;
  if (auto failed = ReadPoint(call, 2, PhasesOf(call).facts(), point)) return failed;
  bool wants_event = false;
  if (phase != kNoPhase) {
    if (auto failed = PhasesOf(call).EndStep(phase, point, wants_event)) return failed;
  }
  call.Return(wants_event ? 1 : 0);
  return std::nullopt;
}

// Of (fmu, phase, time, places, values, end of the step). A step without length is none.
Failed FmuStep(NativeCall& call) {
  GuestPoint point;
  std::size_t phase = 0;
  if (auto failed = ReadPhase(call, 1, PhasesOf(call), phase)) return failed;
  if (auto failed = ReadPoint(call, 2, PhasesOf(call).facts(), point)) return failed;
  const double size = call.Number(5) - point.time;
  if (size > 0 && phase != kNoPhase) phase = PhasesOf(call).Step(phase, point, size);
  call.Return(static_cast<double>(phase));
  return std::nullopt;
}

// The phase that the arguments from `at` on name, at a time. Implicit equations have values before the start.
Failed ReadPhaseOrOnly(const NativeCall& call, std::size_t at, guest::Phases& phases, double time,
                       std::size_t& out) {
  auto failed = ReadPhase(call, at, phases, out);
  if (!failed && out == kNoPhase && phases.facts().equations != guest::GuestEquations::kSolved)
    out = phases.Only(time);
  return failed;
}

// Of (fmu, phase, time, places, values, place).
Failed FmuValue(NativeCall& call) {
  GuestPoint point;
  std::size_t phase = 0;
  guest::Phases& phases = PhasesOf(call);
  if (auto failed = ReadPoint(call, 2, phases.facts(), point)) return failed;
  if (auto failed = ReadPhaseOrOnly(call, 1, phases, point.time, phase)) return failed;
  const std::size_t place = WholeAt(call.arguments[5], 0);
  if (place < 1 || place > phases.facts().variables.size()) return "a place lies outside of the variables";
  double out = 0;
  if (phase != kNoPhase) {
    if (auto failed = phases.Value(phase, &point, place - 1, out)) return failed;
  }
  call.Return(out);
  return std::nullopt;
}

// The derivative of FmuValue along a direction of its time and values.
Failed FmuTangent(NativeCall& call, const NativeCall& along) {
  GuestPoint point;
  std::size_t phase = 0;
  guest::Phases& phases = PhasesOf(call);
  if (auto failed = ReadPoint(call, 2, phases.facts(), point)) return failed;
  if (auto failed = ReadPhaseOrOnly(call, 1, phases, point.time, phase)) return failed;
  const std::size_t place = WholeAt(call.arguments[5], 0);
  if (place < 1 || place > phases.facts().variables.size()) return "a place lies outside of the variables";
  // In a list of knowns the time has a place of its own, if the value depends on it.
  const bool is_implicit = phases.facts().equations != guest::GuestEquations::kSolved;
  const guest::Phases::Direction direction{is_implicit ? 0 : along.Number(2), along.arguments[4].numbers};
  double out = 0;
  if (phase != kNoPhase) {
    if (auto failed = phases.Tangent(phase, point, direction, place - 1, out)) return failed;
  }
  call.Return(out);
  return std::nullopt;
}

// Implicit equations are differentiated to reduce the index, so they have derivatives in any case.
bool FmuHasTangent(const NativeCall& known) {
  const guest::GuestFacts& facts = PhasesOf(known).facts();
  if (facts.equations != guest::GuestEquations::kSolved) return true;
  const std::size_t place = WholeAt(known.arguments[5], 0);
  return facts.has_tangents && place >= 1 && place <= facts.variables.size() &&
         facts.variables[place - 1].role != guest::GuestRole::kIndicator;
}

// Of (fmu, phase, place): at the begin of the phase.
Failed FmuHeld(NativeCall& call) {
  std::size_t phase = 0;
  guest::Phases& phases = PhasesOf(call);
  if (auto failed = ReadPhaseOrOnly(call, 1, phases, 0, phase)) return failed;
  const std::size_t place = WholeAt(call.arguments[2], 0);
  if (place < 1 || place > phases.facts().variables.size()) return "a place lies outside of the variables";
  double out = 0;
  if (phase != kNoPhase) {
    if (auto failed = phases.Value(phase, nullptr, place - 1, out)) return failed;
  }
  call.Return(out);
  return std::nullopt;
}

// What the FMU said at the begin of the phase in the call (fmu, phase).
Failed ReadFacts(NativeCall& call, guest::EventFacts& facts) {
  std::size_t phase = 0;
  if (auto failed = ReadPhase(call, 1, PhasesOf(call), phase)) return failed;
  facts = {guest::kNever};
  return phase == kNoPhase ? std::nullopt : PhasesOf(call).Facts(phase, facts);
}

// Of (fmu, phase).
Failed FmuNextTime(NativeCall& call) {
  guest::EventFacts facts{guest::kNever};
  if (auto failed = ReadFacts(call, facts)) return failed;
  call.Return(facts.next_time);
  return std::nullopt;
}

Failed FmuTerminates(NativeCall& call) {
  guest::EventFacts facts{guest::kNever};
  if (auto failed = ReadFacts(call, facts)) return failed;
  call.Return(facts.terminates ? 1.0 : 0.0);
  return std::nullopt;
}

// What is made is freed when nobody asks for it any more.
Failed FmuClose(NativeCall&) {
  return std::nullopt;
}

constexpr NativeSlope kFmuValue = {"daedalusFmu_value", FmuTangent, FmuHasTangent};

constexpr Native kFmuNatives[] = {
    {kOpenFmu, 12, FmuOpen},
    {"daedalusFmu_close", 1, FmuClose},
    {"daedalusFmu_begin", 4, FmuBegin},
    {"daedalusFmu_event", 5, FmuEvent},
    {"daedalusFmu_endStep", 5, FmuEndStep},
    {"daedalusFmu_step", 6, FmuStep},
    {kFmuValue.name, 6, FmuValue},
    {"daedalusFmu_held", 3, FmuHeld},
    {"daedalusFmu_nextTime", 2, FmuNextTime},
    {"daedalusFmu_terminates", 2, FmuTerminates},
};

}  // namespace

const NativeSlope* FindSlope(std::string_view name) {
  return name == kFmuValue.name ? &kFmuValue : nullptr;
}

std::span<const Native> FmuNatives() {
  return kFmuNatives;
}

}  // namespace daedalus::native
