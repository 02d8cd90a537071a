// Visits all sub-expressions of an expression of the syntax tree, without recursion.
#pragma once

#include <vector>

#include "daedalus/language/syntax/tree.h"

namespace daedalus::semantics {

// Appends the direct operands: subscripts, arguments, ranges, branches and all.
void AppendOperands(const syntax::Tree& tree, const syntax::Expression& e,
                    std::vector<syntax::ExpressionId>* out);

// Appends the expressions of an equation, nested ones included.
void AppendExpressions(const syntax::Tree& tree, const syntax::Equation& equation,
                       std::vector<syntax::ExpressionId>* out);

// Calls visit(id, expression) for the root and everything below it. If visit returns false, nothing below is
// visited.
template <class Visit>
void WalkExpression(const syntax::Tree& tree, syntax::ExpressionId root, Visit visit) {
  std::vector<syntax::ExpressionId> stack = {root};
  while (!stack.empty()) {
    const syntax::ExpressionId id = stack.back();
    stack.pop_back();
    if (id.IsValid() && visit(id, tree[id])) AppendOperands(tree, tree[id], &stack);
  }
}

}  // namespace daedalus::semantics
