// What is known about calls of a routine before it is called: whether its results depend on its arguments
// alone, how deep its calls go, and roughly how long one takes. It decides which calls are remembered
// (call_memory.h).
#pragma once

#include <cstdint>
#include <span>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/routine/routine_body.h"

namespace daedalus::routine {

struct CallCost {
  // It calls routines only, not itself in a circle, and has no arrays in the arena, whose places depend on
  // the callers.
  bool is_self_contained = true;
  std::int64_t height = 1;     // of the tower of calls
  std::int64_t weight = 0;     // in additions
  bool is_remembered = false;  // calls are worth it
};

CallCost CostOf(const RoutineBody& body, std::size_t num_inputs);

}  // namespace daedalus::routine
