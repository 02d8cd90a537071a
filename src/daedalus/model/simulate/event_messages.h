// Messages about failures at events, in the user's terms.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// A point during an event.
struct EventPoint {
  double time = 0;
  // values and slopes for each variable, one for each parameter and held leaf
  std::span<const double> values, slopes, parameters, held;
};

// The event iteration failed. Values of `point` fill in the model's own messages.
Diagnostic ExplainOutcome(const System& system, const hybrid::EventOutcome& outcome, const EventPoint& point);
// The model ended the run: a note.
Diagnostic ExplainTermination(const System& system, const Termination& end, const EventPoint& point);
// Time does not advance. `relation` is the one that changes, if it is known.
Diagnostic ExplainCrowd(const System& system, double t, std::optional<RelationId> relation);
Diagnostic ExplainDelay(const System& system, double t, const hybrid::Recollection::BadDelay& bad);
// No values satisfy the equations, probably because a mode could not be entered.
Diagnostic ExplainMode(double t, Diagnostic why);
// A relation changes to and fro.
Diagnostic ExplainChattering(const System& system, double t, const hybrid::EventIteration::Chattering& found,
                             RelationId relation);
// Adds to such a message that the run would let the model slide. `why_not`: the reason if sliding was tried
// in vain.
Diagnostic ExplainNoSliding(Diagnostic d, const System& system, RelationId relation, bool has_surface,
                            const std::optional<Diagnostic>& why_not);
// An initial equation is violated by the values that were found at the start.
Diagnostic ExplainBrokenInitial(const System& system, const DiscreteEquation& equation);
Diagnostic ExplainBadSample(const System& system, const Sample& sample);
Diagnostic ExplainBadDelay(const System& system, const Delay& delay);
Diagnostic ExplainNewStructureAtEnd(double t);

}  // namespace daedalus::simulate
