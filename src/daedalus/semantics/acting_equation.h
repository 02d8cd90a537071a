// Equations that act on the world around the model, or call impure functions, outside of when-clauses with
// Boolean conditions.
//
// How often such an equation is evaluated is said only if it has a clock: then once at each tick. Whether it
// has one is found when all equations are there (clocks/resolve_clocks.h). Until then its *tick*, an unknown,
// stands for the condition, and what would be told without a clock waits with it.
#pragma once

#include <cstddef>

#include "daedalus/semantics/flat_equations.h"

namespace daedalus::semantics {

// While it lives the text of one equation, declaration or algorithm is read, into `flat`. Its tick gets the
// clock of what it becomes.
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

// Whether the text is that of an equation that may have a clock.
bool MayHaveTick(const Lowering& l);

// The tick of the equation whose text is read, which is made when it is asked for first.
ExprId TickOfEquation(Lowering& l, Span span, Diagnostic refusal);

// All of it has this clock.
void TieTo(Context& context, ExprId clock, const FlatEquations& flat);

}  // namespace daedalus::semantics
