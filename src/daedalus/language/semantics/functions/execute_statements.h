// Carries out statements (Modelica 3.6, section 11.2) on variables whose values are numbers or expressions.
//
// If a condition is an expression of the run, both branches are carried out. Then every variable is one or
// the other, by the condition. A branch may leave a loop or the function. This is kept as the condition under
// which everything after it is skipped.
#pragma once

#include <span>

#include "daedalus/language/semantics/flat_equations.h"

namespace daedalus::semantics {

// True if it is certain, as far as is known now.
inline bool IsTrue(const Scalar& flag) {
  return flag.IsConstant() && flag.number != 0.0;
}

struct Execution {
  Lowering& l;
  FunctionFrame& frame;
  Scalar returned = Constant(0.0);  // Boolean
  Scalar broken = Constant(0.0);    // out of the innermost loop
  Scalar guard = Constant(1.0);     // the condition of the run under which the present statement is reached
  // What an algorithm section makes besides its values; null in a function.
  FlatEquations* flat = nullptr;
};

// The range of an index of a for-statement; if it has none, the range follows from subscripts in its body
// (section 11.2.2.3). An error after a mistake.
Value LowerForRange(Lowering& l, const syntax::Statement& statement, const syntax::ForIndex& index);

// False after a reported mistake, or a refusal.
bool ExecuteStatements(Execution& x, std::span<const syntax::Statement> statements);

}  // namespace daedalus::semantics
