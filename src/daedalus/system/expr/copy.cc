#include "daedalus/system/expr/copy.h"

#include "daedalus/system/expr/traverse.h"

namespace daedalus::expr {
namespace {

ExprId CopyLeaf(const Graph& from, ExprId e, Graph& to) {
  switch (from.op(e)) {
    case Op::kConstant:
      return to.Constant(from.constant_value(e));
    case Op::kTime:
      return to.Time();
    case Op::kParameter:
      return to.Parameter(from.parameter(e));
    case Op::kHeld:
      return to.Held(from.held(e));
    default:
      return to.Variable(from.variable(e), from.derivative_order(e));
  }
}

}  // namespace

std::vector<ExprId> CopyReachable(const Graph& from, std::span<const ExprId> roots, Graph& to) {
  for (const auto& function : from.functions()) to.AddFunction(function);
  std::vector<char> is_needed(from.size(), 0);
  Traversal traversal;
  traversal.Restart();
  for (const ExprId root : roots) {
    for (const ExprId e : traversal.Continue(from, root)) is_needed[e.index()] = 1;
  }
  std::vector<ExprId> copies(from.size()), operands;
  for (const ExprId e : IdRange<ExprId>(from.size())) {
    if (!is_needed[e.index()]) continue;
    if (IsLeaf(from.op(e))) {
      copies[e.index()] = CopyLeaf(from, e, to);
      continue;
    }
    operands.clear();
    for (const ExprId operand : from.operands(e)) operands.push_back(copies[operand.index()]);
    copies[e.index()] = from.op(e) == Op::kCall ? to.Call(from.function(e), from.output(e), operands)
                                                : to.Make(from.op(e), operands);
  }
  return copies;
}

}  // namespace daedalus::expr
