// What goes wrong at events, in the words of the user.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/hybrid/event_iteration.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// The point that an event has found.
struct EventPoint {
  double time = 0;
  std::span<const double> values, slopes, parameters, held;  // per variable, parameter, held leaf
};

// The event iteration failed. `point` fills in what the model itself says.
Diagnostic ExplainOutcome(const System& system, const hybrid::EventOutcome& outcome, const EventPoint& point);
// The model ended the run, as a note.
Diagnostic ExplainTermination(const System& system, const Termination& end, const EventPoint& point);
// Time does not go on; `relation` changes, if that is known.
Diagnostic ExplainCrowd(const System& system, double t, std::optional<RelationId> relation);
Diagnostic ExplainDelay(const System& system, double t, const hybrid::Recollection::BadDelay& bad);
// A mode could not be entered, which is the likely reason that no values agree.
Diagnostic ExplainMode(double t, Diagnostic why);
// A relation changes to and fro.
Diagnostic ExplainChattering(const System& system, double t, const hybrid::EventIteration::Chattering& found,
                             RelationId relation);
// ... and the run would let the model slide. `why_not`: the reason that it did not, if it was tried.
Diagnostic ExplainNoSliding(Diagnostic d, const System& system, RelationId relation, bool has_surface,
                            const std::optional<Diagnostic>& why_not);
// An initial equation does not hold with what was found at the start.
Diagnostic ExplainBrokenInitial(const System& system, const DiscreteEquation& equation);
Diagnostic ExplainBadSample(const System& system, const Sample& sample);
Diagnostic ExplainBadDelay(const System& system, const Delay& delay);
Diagnostic ExplainNewStructureAtEnd(double t);

}  // namespace daedalus::simulate
