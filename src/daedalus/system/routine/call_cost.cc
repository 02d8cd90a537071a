#include "daedalus/system/routine/call_cost.h"

#include <algorithm>

#include "daedalus/system/expr/transcendental.h"
#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {
namespace {

// Searching the memory costs as much as a few additions for each argument and result.
constexpr std::int64_t kWeightOfSearch = 24, kWeightOfNumber = 2;
// Calls with more numbers would fill the memory.
constexpr std::size_t kMostNumbers = 64;
constexpr std::int64_t kWeightOfFunction = 10, kWeightOfLoop = 1000, kMostWeight = 1'000'000;

std::int64_t WeightOf(expr::Op op) {
  return expr::IsTranscendental(op) ? kWeightOfFunction : 1;
}

void AddCallee(const Callee& callee, CallCost& cost) {
  const auto* const routine = dynamic_cast<const Routine*>(callee.get());
  if (routine == nullptr || !routine->cost().is_self_contained) {
    cost.is_self_contained = false;
    return;
  }
  cost.height = std::max(cost.height, routine->cost().height + 1);
  cost.weight = std::min(cost.weight + routine->cost().weight, kMostWeight);
}

}  // namespace

CallCost CostOf(const RoutineBody& body, std::size_t num_inputs) {
  CallCost cost;
  cost.is_self_contained = !body.uses_arena && !body.keeps_arena;
  for (std::size_t at = 0; at < body.code.size(); ++at) {
    const Instruction& i = body.code[at];
    const bool goes_back = (i.code == Code::kJump || i.code == Code::kJumpIfFalse) && i.b <= at;
    cost.weight += i.code == Code::kOperation ? WeightOf(i.op) : goes_back ? kWeightOfLoop : 1;
    if (i.code == Code::kCall) AddCallee(body.calls[i.a], cost);
  }
  const std::size_t numbers = num_inputs + body.outputs.size();
  cost.is_remembered = cost.is_self_contained && numbers <= kMostNumbers &&
                       cost.weight >= kWeightOfSearch + kWeightOfNumber * static_cast<std::int64_t>(numbers);
  return cost;
}

}  // namespace daedalus::routine
