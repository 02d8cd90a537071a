// The ticks of a clock, as conditions of the discrete part.
//
// A periodic clock is sample(t0 + start, interval) with t0 the time at which the run begins; each sub-clock has a sample of its
// own, since instants that are equal but for rounding are one event (hybrid/event_iteration.h). An event clock ticks
// where its condition becomes true, a sub-clock of it at some of these ticks, which are counted.
//
// What happens at a tick happens in the first round of the event: `active` is true in that round alone.
#pragma once

#include <map>
#include <optional>

#include "daedalus/clocks/clocked_text.h"
#include "daedalus/clocks/infer_rates.h"
#include "daedalus/clocks/internal_variables.h"

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

 private:
  ExprId BeginOfRun();
  ExprId Edge(ExprId condition, Span span, OriginId origin);
  Tick Periodic(const Rate& rate, const Constructor& clock);
  Tick AtEvents(const Rate& rate, const Constructor& clock);
  ExprId First(ExprId active, Span span, OriginId origin);

  System& system_;
  InternalVariables& variables_;
  std::map<Rate, Tick> known_;
  std::optional<DiscreteId> begin_of_run_;
};

}  // namespace daedalus::clocks
