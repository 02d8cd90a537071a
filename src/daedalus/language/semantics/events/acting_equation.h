// Equations with effects outside the model, or with calls of impure functions, outside when-clauses with
// Boolean conditions.
//
// Such an equation has a defined number of evaluations only if it has a clock: one at each tick. Whether it
// has a clock is known only when all equations exist (clocks/resolve_clocks.h). Until then an unknown, its
// *tick*, stands for the condition. Messages for the case without a clock wait until then, too.
#pragma once

#include <cstddef>

#include "daedalus/language/semantics/flat_equations.h"

namespace daedalus::semantics {

// While it lives, the text of one equation, declaration or algorithm is read into `flat`. Its tick gets the
// clock of the result.
class ActingEquation {
 public:
  ActingEquation(Context& context, const FlatEquations& flat);
  ~ActingEquation();
  ActingEquation(const ActingEquation&) = delete;
  ActingEquation& operator=(const ActingEquation&) = delete;

 private:
  Context& context_;
  const FlatEquations& flat_;
  std::size_t num_equations_, num_discretes_;
  ExprId outer_;
};

// True if the text belongs to an equation that may have a clock.
bool MayHaveTick(const Lowering& l);

// The tick of the equation whose text is being read; it is made when first needed.
ExprId TickOfEquation(Lowering& l, Span span, Diagnostic refusal);

// Gives this clock to all of it.
void TieTo(Context& context, ExprId clock, const FlatEquations& flat);

}  // namespace daedalus::semantics
