// A long expression, most of which is repetition, as a function of flat Modelica: its inputs are the leaves
// of the expression, its local variables what occurs many times.
//
// A function, and no auxiliary variables with equations of their own, since a call stands wherever the
// expression stood: in an equation, in the binding of a parameter, in an initial equation, a when-clause, a
// condition. It adds no unknowns, no events happen inside (what is held, relations among it, is an argument),
// and whoever writes it out has the expression again.
//
// Statements are carried out whether their values are needed or not. What is in a branch of an `if` alone
// may have no value where the other one is taken (a quotient, a root): then the local variable is computed
// under the condition of its branches. The condition is a variable too, and can be asked only where it is
// made before what it guards; what was made earlier than the condition stood in front of it in the author's
// text as well.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "daedalus/expr/print_expression.h"
#include "daedalus/system/system.h"

namespace daedalus {

struct SharedFunction {
  std::string body;  // what stands between `function f` and `end f`: equal where two expressions differ in
                     // their leaves only
  std::vector<ExprId> arguments;  // leaves, in the order of the inputs
};

// `types` as from FindTextTypes; `call` as in expr::PrintNames.
SharedFunction WriteSharedFunction(const System& system, ExprId root, const std::vector<ValueType>& types,
                                   const std::function<expr::PrintedCall(ExprId)>& call = {});

}  // namespace daedalus
