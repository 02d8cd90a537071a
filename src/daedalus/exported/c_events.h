// The discrete part of a model in C: one event from its beginning to its end, as hybrid/event_iteration.h has
// it, with bounded work.
//
// A step never goes back. Events happen where a step ends: time events whose instant has come or has passed,
// and state events whose relation has changed, all together. Each is one event; in it the discrete equations,
// the continuous ones (states given) and the relations are evaluated until they agree, then reinits act, and
// so on in rounds until nothing changes.
//
// What is decided about relations is decided by the rules of the runtime (hybrid/event_rules.h), whose text
// is part of the file. What is simpler than in a run: relations that come to no agreement are changed one at
// a time, which is the rule of Bland, and no combinations are searched. The work is bounded by constants;
// where they are not enough, the step says so.
//
// What is not written: what is read from the past, what acts on the world outside, Strings, and reinits of
// what is no state here.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/hybrid/event_model.h"
#include "daedalus/system/system.h"

namespace daedalus::exported {

struct CEventsGiven {
  System& system;  // with the discrete part; its graph grows
  const hybrid::EventExpressions& events;
  std::string model;                             // the name of the struct
  std::function<std::string(ExprId leaf)> leaf;  // its text
  std::function<std::string(VariableId)> state;  // where it stands; empty: it is no state
  std::set<DiscreteId> inputs;                   // set from outside
  std::string take_inputs;                       // statements that do so
  double tolerance = 1e-6;
};

// Nothing where all of it can be written.
std::optional<Diagnostic> FindMistake(const CEventsGiven& given);

// What the struct needs before it: the rules of events and their types.
std::string EventTypes();
// Members of the struct.
std::string EventMembers(const CEventsGiven& given);
// `static int happen(MODEL *m)`, `due`, `cross` and `begin_events`, and all that they call but solve_rest(m)
// and check(m).
std::string EventFunctions(const CEventsGiven& given);

}  // namespace daedalus::exported
