#include "daedalus/run/operation_estimate.h"

#include "daedalus/system/expr/function.h"

namespace daedalus::run {
namespace {

// Of an addition, interpreted. A transcendental function takes about ten times as long.
constexpr double kSecondsOfOperation = 2e-9;

double WeightOf(expr::Op op, std::size_t operands) {
  using expr::Op;
  if (expr::IsLeaf(op)) return 0.5;
  if (op == Op::kAdd || op == Op::kMul || op == Op::kAnd || op == Op::kOr)
    return static_cast<double>(operands - 1);
  if (op == Op::kPow || (op >= Op::kExp && op <= Op::kTanh)) return 10;
  return op == Op::kDiv || op == Op::kSqrt ? 4 : 1;
}

}  // namespace

double OperationEstimate::OfOperation(expr::ExprId id) {
  const auto operands = graph_.operands(id);
  if (graph_.op(id) != expr::Op::kCall) return kSecondsOfOperation * WeightOf(graph_.op(id), operands.size());
  // One call gives all results.
  const bool is_new =
      calls_.emplace(graph_.function(id), std::vector<expr::ExprId>(operands.begin(), operands.end())).second;
  return is_new ? seconds_(*graph_.functions()[graph_.function(id).index()]) : 0;
}

double OperationEstimate::Add(expr::ExprId expression) {
  if (!expression.IsValid()) return 0;
  double sum = 0;
  std::vector<expr::ExprId> waiting = {expression};
  while (!waiting.empty()) {
    const expr::ExprId id = waiting.back();
    waiting.pop_back();
    if (std::exchange(is_counted_[id.index()], true)) continue;
    sum += OfOperation(id);
    for (const expr::ExprId operand : graph_.operands(id)) waiting.push_back(operand);
  }
  return sum;
}

}  // namespace daedalus::run
