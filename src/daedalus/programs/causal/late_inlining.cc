#include "daedalus/programs/causal/late_inlining.h"

#include <memory>
#include <utility>
#include <vector>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/routine/straight_line.h"

namespace daedalus::causal {

// The body of a function contains the operands as they were, so the result is rewritten again.
ExprId LateInlining::Apply(ExprId e) {
  for (;;) {
    const ExprId rewritten = rewriting_.Apply(e, [&](ExprId part) { return WrittenOut(part); });
    if (rewritten == e) return e;
    e = rewritten;
  }
}

ExprId LateInlining::WrittenOut(ExprId e) {
  if (graph_.op(e) != expr::Op::kCall) return {};
  const std::shared_ptr<const expr::Function> function = graph_.functions()[graph_.function(e).index()];
  const auto* routine = dynamic_cast<const routine::Routine*>(function.get());
  if (routine == nullptr || !routine->inverses().empty()) return {};
  const std::vector<ExprId> operands(graph_.operands(e).begin(), graph_.operands(e).end());
  return routine::WriteOut(graph_, *routine, operands, graph_.output(e)).value_or(ExprId());
}

void WriteOutCalls(System& system) {
  LateInlining inlining(system.graph);
  for (Equation& equation : system.equations)
    VisitExpressions(equation, [&](ExprId& e) { e = inlining.Apply(e); });
}

bool WriteOutCalls(System& system, std::span<const EquationId> equations) {
  LateInlining inlining(system.graph);
  bool changed = false;
  for (const EquationId equation : equations) {
    VisitExpressions(system.equations[equation], [&](ExprId& e) {
      const ExprId given = std::exchange(e, inlining.Apply(e));
      changed = changed || e != given;
    });
  }
  return changed;
}

}  // namespace daedalus::causal
