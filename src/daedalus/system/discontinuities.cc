#include "daedalus/system/discontinuities.h"

#include <vector>

namespace daedalus {
namespace {

bool Jumps(expr::Op op) {
  switch (op) {
    case expr::Op::kIf:
    case expr::Op::kSign:
    case expr::Op::kFloor:
    case expr::Op::kCeil:
    case expr::Op::kTruncDiv:
    case expr::Op::kMod:
    case expr::Op::kRem:
      return true;
    default:
      return expr::IsLogical(op);
  }
}

}  // namespace

bool MayJump(const System& system) {
  // Operands have smaller numbers, so that what an equation reaches is found by one walk downwards.
  std::vector<bool> is_reached(system.graph.size(), false);
  for (const Equation& equation : system.equations) is_reached[equation.residual.index()] = true;
  for (std::size_t i = system.graph.size(); i-- > 0;) {
    if (!is_reached[i]) continue;
    const expr::ExprId id(i);
    if (Jumps(system.graph.op(id))) return true;
    for (const expr::ExprId operand : system.graph.operands(id)) is_reached[operand.index()] = true;
  }
  return false;
}

}  // namespace daedalus
