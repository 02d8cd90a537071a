// The discrete part of a model in C: one event from its beginning to its end, as in hybrid/event_iteration.h,
// with bounded work.
//
// A step never goes back. Events happen at the ends of steps: time events whose instant has come or passed,
// and state events whose relation has changed, all together. They form one event. The discrete equations, the
// continuous ones (with given states) and the relations are evaluated until they agree. Then reinits act, and
// so on in rounds until nothing changes.
//
// The rules of the simulator decide about relations (hybrid/event_rules.h); their text is part of the file.
// One thing is simpler than in a run: relations that do not agree are changed one at a time, by Bland's rule,
// and no combinations are searched. Constants bound the work; if they are too small, the step fails and
// reports it.
//
// Four things are not supported: values of the past, effects on the outside, Strings, and reinits of
// variables that are not states here.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/system/system.h"

namespace daedalus::exported {

struct CEventsGiven {
  System& system;  // with the discrete part; its graph grows
  const hybrid::EventExpressions& events;
  std::string model;                             // the name of the struct
  std::function<std::string(ExprId leaf)> leaf;  // the text of a leaf
  std::function<std::string(VariableId)> state;  // the text of a state; empty: the variable is not a state
  std::set<DiscreteId> inputs;                   // those that are set from outside
  std::string take_inputs;                       // statements that read the inputs
  double tolerance = 1e-6;
};

// nullopt if everything can be written.
std::optional<Diagnostic> FindMistake(const CEventsGiven& given);

// The text before the struct: the types of events, and those of their rules that the code uses.
std::string EventTypes(std::string_view code);
// Members of the struct.
std::string EventMembers(const CEventsGiven& given);
// `static int happen(MODEL *m)`, `due`, `cross` and `begin_events`, and everything that they call except
// solve_rest(m) and check(m).
std::string EventFunctions(const CEventsGiven& given);

}  // namespace daedalus::exported
