// The statements of a model about clocks (Modelica 3.6, chapter 16), before it is known which variable has
// which clock.
//
// While a model is flattened, clocked variables look like all others, and a call of an operator of clocks is
// an unknown of its own, the *result*, without an equation. This is the list of these calls. What is cut at
// them falls into partitions (partition.h), each of which gets a clock (infer_rates.h) and becomes equations
// that act at its ticks (resolve_clocks.h).
//
// A variable of type Clock is an unknown too: it has no value, but is in the partition whose clock it is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/clocks/fraction.h"
#include "daedalus/system/clocks/state_guards.h"
#include "daedalus/system/system.h"

namespace daedalus::clocks {

struct Conversion {
  enum class Kind : std::uint8_t {
    kSample,     // continuous -> clocked: the left limit
    kHold,       // clocked -> continuous: the last value, and the start value before the first tick
    kPrevious,   // of the same clock: the value at the tick before
    kSlower,     // subSample: every n-th tick
    kFaster,     // superSample: n ticks for one
    kShift,      // shiftSample, backSample: later by a part of the interval, or earlier
    kNoClock,    // of any other clock: the last value
    kInterval,   // interval(): the time since the tick before
    kFirstTick,  // firstTick()
  };
  Kind kind = Kind::kSample;
  // A variable; of kSample any expression; of kInterval and kFirstTick none.
  ExprId argument;
  ExprId result;    // a variable of ours
  Fraction factor;  // of kSlower and kFaster, 0: to be inferred; of kShift in intervals of the argument
  Span span;
};

struct Constructor {
  enum class Kind : std::uint8_t {
    kExact,    // Clock(n, resolution): every n/resolution seconds
    kReal,     // Clock(interval)
    kEvent,    // Clock(condition, startInterval)
    kCounter,  // Clock(n, resolution) with an n that is computed at each tick, for the time to the next one
    kVarying,  // Clock(interval) with an interval that is: the time to the next tick is the value of the tick
               // before
  };
  Kind kind = Kind::kExact;
  ExprId clock;       // the variable of type Clock that it gives a clock to
  Fraction seconds;   // of kExact
  ExprId expression;  // the interval of kReal, the condition of kEvent, the variable of kCounter and kVarying
  std::int64_t resolution = 1;  // of kCounter
  ExprId start_interval;        // of kEvent: what interval() is at the first tick
  OriginId origin;
};

struct SolverChoice {
  ExprId clock;
  std::string method;  // section 16.8.2
  Span span;
};

// The unknowns of both have the same clock.
struct Tie {
  ExprId a, b;
};

// An equation that acts on the world around the model (system/effect.h), or calls an impure function: once at
// each tick. Its *tick* is an internal unknown in the partition of the equation: the condition that the clock
// of that partition ticks. A variable of type Clock in the condition of a termination means the same.
struct TickUse {
  VariableId tick;
  Diagnostic refusal;  // reported if that partition has no clock
};

struct ClockedText {
  std::vector<Conversion> conversions;
  std::vector<Constructor> constructors;
  std::vector<SolverChoice> solvers;
  std::vector<Tie> ties;
  std::vector<TickUse> tick_uses;
  std::vector<VariableId> clocks;   // variables of type Clock, declared or ours
  std::vector<VariableId> helpers;  // Reals of ours that stand for expressions
  std::map<DiscreteId, ExprId>
      rounded;  // our Integers that are an expression rounded down (semantics/events/events.h)
  std::map<DiscreteId, Span> conditions;  // our Booleans that are conditions of when-clauses
  StateGuards guards;                     // of state machines

  bool empty() const {
    return conversions.empty() && constructors.empty() && clocks.empty() && tick_uses.empty();
  }
};

}  // namespace daedalus::clocks
