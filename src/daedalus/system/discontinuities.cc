#include "daedalus/system/discontinuities.h"

#include <vector>

namespace daedalus {
namespace {

// The body of a function is unknown here, so a call may jump.
bool Jumps(expr::Op op) {
  return IsStep(op) || expr::IsLogical(op) || op == expr::Op::kCall;
}

}  // namespace

bool IsStep(expr::Op op) {
  switch (op) {
    case expr::Op::kSign:
    case expr::Op::kFloor:
    case expr::Op::kCeil:
    case expr::Op::kTruncDiv:
    case expr::Op::kMod:
    case expr::Op::kRem:
      return true;
    default:
      return false;
  }
}

// Operands have smaller numbers.
std::vector<bool> FindVarying(const expr::Graph& g) {
  std::vector<bool> varies(g.size(), false);
  for (const expr::ExprId id : IdRange<expr::ExprId>(g.size())) {
    varies[id.index()] = g.op(id) == expr::Op::kVariable || g.op(id) == expr::Op::kTime;
    for (const expr::ExprId operand : g.operands(id)) {
      if (varies[operand.index()]) varies[id.index()] = true;
    }
  }
  return varies;
}

bool MayJump(const System& system) {
  // Operands have smaller numbers, so that what an equation reaches is found by one walk downwards.
  const std::vector<bool> varies = FindVarying(system.graph);
  std::vector<bool> is_reached(system.graph.size(), false);
  for (const Equation& equation : system.equations) is_reached[equation.residual.index()] = true;
  for (std::size_t i = system.graph.size(); i-- > 0;) {
    if (!is_reached[i]) continue;
    const expr::ExprId id(i);
    const bool is_choice = system.graph.op(id) == expr::Op::kIf;
    if (is_choice && varies[system.graph.operand(id, 0).index()]) return true;
    if (Jumps(system.graph.op(id)) && varies[i]) return true;
    for (const expr::ExprId operand : system.graph.operands(id)) is_reached[operand.index()] = true;
  }
  return false;
}

}  // namespace daedalus
