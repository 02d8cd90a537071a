// The ticks of a clock, as conditions of the discrete part.
//
// A periodic clock is sample(t0 + start, interval) with t0 the time at which the run begins; each sub-clock
// has a sample of its own, since instants that are equal but for rounding are one event
// (hybrid/event_iteration.h). An event clock ticks where its condition becomes true, a sub-clock of it at
// some of these ticks, which are counted.
//
// A clock whose interval varies ticks at the start, and then where time reaches an instant that is computed
// at each tick (Modelica 3.6, section 16.3). For Clock(n, resolution) that is t0 + N/resolution with N the
// sum of all n so far, a whole number: no error adds up.
//
// What happens at a tick happens in the first round of the event: `active` is true in that round alone.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "daedalus/system/clocks/clocked_text.h"
#include "daedalus/system/clocks/infer_rates.h"
#include "daedalus/system/clocks/internal_variables.h"

namespace daedalus::clocks {

struct Tick {
  ExprId active;
  ExprId interval;  // the time since the tick before
  ExprId first;     // whether it is the first one
};

class Ticks {
 public:
  Ticks(System& system, InternalVariables& variables) : system_(system), variables_(variables) {}

  // Partitions of the same rate share their ticks. `clock` is the constructor of its base.
  const Tick& Of(const Rate& rate, const Constructor& clock);
  // Intervals that vary have to be positive.
  std::vector<Assertion> TakeAssertions() { return std::exchange(assertions_, {}); }

 private:
  ExprId BeginOfRun();
  ExprId Edge(ExprId condition, Span span, OriginId origin);
  Tick Periodic(const Rate& rate, const Constructor& clock);
  // Ticks that cannot be counted ahead.
  Tick OneByOne(const Rate& rate, const Constructor& clock);
  ExprId AtVaryingInstants(const Constructor& clock);
  ExprId StartOf(ExprId variable) const;
  // What interval() is at the first tick.
  ExprId FirstInterval(const Constructor& clock);
  void Require(ExprId active, ExprId condition, ExprId interval, const Constructor& clock);
  ExprId First(ExprId active, Span span, OriginId origin);

  System& system_;
  InternalVariables& variables_;
  std::map<Rate, Tick> known_;
  std::optional<DiscreteId> begin_of_run_;
  std::vector<Assertion> assertions_;
};

}  // namespace daedalus::clocks
