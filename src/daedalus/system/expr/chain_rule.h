// The chain rule for one operation, shared by the forward and the backward sweep of differentiate.h.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

// out[i] = seed[i] * (d operation / d operand i). An invalid seed means that this operand does not vary; an
// invalid result is 0. Forward, the seeds are the derivatives of the operands and the results are to be
// added; backward, the seeds are the adjoint of the operation and the results go to the operands. Not for
// operations that choose between derivatives: see IsChoice.
void ApplyChainRule(Graph& g, ExprId operation, std::span<const ExprId> seeds, std::vector<ExprId>& out);

// The derivative of any operation forward, from those of its operands (0 is the constant 0): equation (1) of
// differentiate.h. `is_exact` as in Function::Derivative.
ExprId ForwardDerivative(Graph& g, ExprId operation, std::span<const ExprId> derivatives, bool is_exact);

// The derivative of a quotient or of atan2 forward, from those of both operands (0 is the constant 0), as one
// quotient:
//   d(a/b) = (da - a/b db) / b.
// Then d(a/b) contains a/b itself, and the next derivative this one, so that the k-th derivative has k + 1
// terms (Leibniz) where two quotients would double with each order.
constexpr bool IsQuotient(Op op) {
  return op == Op::kDiv || op == Op::kAtan2;
}
ExprId QuotientDerivative(Graph& g, ExprId operation, std::span<const ExprId> derivatives);

// The derivative is one of those of the operands: `if`, min, max; noEvent, which has to stay around it.
constexpr bool IsChoice(Op op) {
  return op == Op::kIf || op == Op::kMin || op == Op::kMax || op == Op::kNoEvent;
}

// The derivative of such an operation, from the derivatives of all its operands (0 is the constant 0).
ExprId ChoiceDerivative(Graph& g, ExprId operation, std::span<const ExprId> derivatives);

}  // namespace daedalus::expr
