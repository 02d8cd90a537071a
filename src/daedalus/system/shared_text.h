// A long expression with many repetitions, as a function of flat Modelica. Its inputs are the leaves of the
// expression, its local variables are the repeated parts.
//
// Auxiliary variables with equations would not do: a call may replace the expression in an equation, a
// binding of a parameter, an initial equation, a when-clause or a condition. It adds no unknowns. No events
// happen inside, for held values and relations are arguments. Writing the function out gives the expression
// again.
//
// Statements are executed whether their values are needed or not. An expression in one branch of an `if` may
// have no value if the other branch is taken (a quotient, a root). Then the local variable is computed under
// the condition of its branches. The condition is a variable too, so it must be computed before what it
// guards. What was made before the condition preceded it in the author's text as well.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/system.h"

namespace daedalus {

struct SharedFunction {
  std::string body;  // the text between `function f` and `end f`; equal for expressions that differ in their
                     // leaves only
  std::vector<ExprId> arguments;  // leaves, in the order of the inputs
};

// `types` as from FindTextTypes; `call` as in expr::PrintNames.
SharedFunction WriteSharedFunction(const System& system, ExprId root, const std::vector<ValueType>& types,
                                   const std::function<expr::PrintedCall(ExprId)>& call = {});

}  // namespace daedalus
