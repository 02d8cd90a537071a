// Which equations must be differentiated, and how often, before a system can be solved for its highest
// derivatives?
//
// The system has one equation a row; its variables are the columns, derivatives among them, each with its own
// column. Only the highest derivative of each variable is an unknown: lower ones are what the integrator
// hands in. Equations without an unknown to determine are constraints between values that the integrator
// provides (Cellier & Kofman 7.6, 7.7). Differentiating them brings new, higher derivatives, until every
// equation has an unknown to determine.
//
//   incidence   row e contains column v where variable v appears in equation e, at its own order only
//   variables   which column is the derivative of which (x' of x); the last of a chain appears in some row
//   hooks       the symbols: they make the derivative of a variable, and of an equation
//
// Reference: [Pan88] C. C. Pantelides, "The consistent initialization of differential-algebraic systems",
// SIAM J. Sci. Stat. Comput. 9 (1988) 213-231. We differ in five ways. (a) The system is treated as a whole,
// not one constraint after the other. No state is chosen on the way; dummy_derivatives.h does that (Cellier &
// Kofman, end of 7.7). (b) His condition for termination is checked first: with all derivatives of a variable
// identified with it, there must be a perfect matching. A system without one would be differentiated for
// ever; it is refused with an explanation. (c) His method takes the unmatched equations one by one, and
// differentiates for the first until it is matched before it looks at the second. Ours lets all unmatched
// equations search, and only then differentiates everything that their searches coloured. The result is the
// same, because what one search has coloured need not be coloured by the next: it would be differentiated
// once either way. The gain is that, where many equations are unmatched, all of them can be matched in one go
// by the faster algorithm of matching.h. (d) The search is breadth first, without recursion (matching.h says
// why). (e) Each row remembers up to where its columns are taken, for a column once taken is never free
// again.
//
// Steps: (1) match as many equations as possible; refuse a system that cannot end. (2) Search an augmenting
// path through unknowns from each equation that is left, colouring what a search in vain has visited; (3) all
// coloured unknowns are matched, to coloured equations: differentiate both, match each new unknown to the new
// equation, and go on at (2) with the derivatives of the equations still left.
//
// Cost: that of a matching (see matching.h) and of the differentiations; a search in vain visits only what is
// differentiated after it. The number of differentiations of an equation is the smallest possible, Pryce's
// offset c (sigma_method.h).
//
// What can fail: kSingular, with the explanation, before anything is differentiated. kEndless if an equation
// was differentiated more often than any regular system needs; then the hooks have left a derivative out of a
// row.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/structure/derivative_map.h"
#include "daedalus/structure/incidence.h"
#include "daedalus/structure/matching.h"
#include "daedalus/structure/singular_sets.h"

namespace daedalus::structure {

class DerivativeHooks {
 public:
  virtual ~DerivativeHooks() = default;
  // Makes the derivative of a variable that has none, for the next free column, which is passed.
  virtual void DifferentiateVariable(ColumnId variable, ColumnId derivative) = 0;
  // Makes the derivative of an equation, whose row is the next free one, and returns the variables in it. All
  // variables of the equation have derivatives by now.
  virtual std::vector<ColumnId> DifferentiateEquation(RowId equation, RowId derivative) = 0;
};

struct PantelidesOptions {
  SingularityOptions singularity;
};

struct PantelidesResult {
  Incidence incidence;            // of all equations, given and differentiated
  VariableDerivatives variables;  // all, as are the equations
  EquationDerivatives equations;
  Matching matching;                       // of the highest derivatives of both, and of nothing else
  PerRow<std::uint32_t> differentiations;  // per given equation
  std::uint32_t structural_index =
      0;  // Pryce's: most differentiations, plus 1 if some variable has no derivative
};

struct PantelidesFailure {
  enum class Kind { kSingular, kEndless };
  Kind kind = Kind::kSingular;
  Singularity singularity;  // kSingular: of the given equations and the undifferentiated variables, by column
  RowId equation;           // kEndless: the given equation that does not come to rest
};

Expected<PantelidesResult, PantelidesFailure> ReduceIndex(const Incidence& incidence,
                                                          const VariableDerivatives& variables,
                                                          DerivativeHooks& hooks,
                                                          const PantelidesOptions& options = {});

}  // namespace daedalus::structure
