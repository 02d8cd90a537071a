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
  // True if it calls only routines, does not call itself through others, and has no arrays in the arena. The
  // place of such an array depends on the callers.
  bool is_self_contained = true;
  std::int64_t height = 1;     // depth of nested calls
  std::int64_t weight = 0;     // in additions
  bool is_remembered = false;  // remembering its calls saves time
};

CallCost CostOf(const RoutineBody& body, std::size_t num_inputs);

}  // namespace daedalus::routine
