// The derivative array of a part of a model, written as equations of index 1 among the others.
//
// Let the part have n equations in n variables x, and let its array of order k satisfy (A1)-(A4) at a
// consistent point (array_analysis.h):
//
//   G(z, x, t) = 0,   z = (x', ..., x^(k+1)),   rank G_z = r,   a = n (k + 1) - r constraints on x        (1)
//
// Then the array itself can take the place of the n equations, for it has as many rows as these unknowns
// together:
//
//   r entries of z       pivots of G_z; all x' are among them, since they are determined. They become
//                        algebraic unknowns, under names of their own: der(x) does not mean them
//   a variables x2       pivots of the constraints that are left when z is eliminated
//
// The other entries of z are undetermined and keep their numbers of the point. The n - a variables that are
// left are the states, with the slopes that the array has found: der(x1) = z1. P. Kunkel and V. Mehrmann
// ("Differential-Algebraic Equations", EMS 2006, section 6.2) solve the same unknowns by difference formulas;
// here the rows are ordinary equations. What S. E. Mattsson and G. Soederlind (SIAM J. Sci. Comput. 14 (1993)
// 677-692) choose by structure is chosen by ranks here.
//
// Variables of other parts are unchanged: their derivatives enter the rows by differentiation, and the index
// reduction of the whole model determines them. So events, any integrator, and any number of other equations
// are no hindrance.
//
// What can fail: the pivots are those of one point. Where they vanish during a run, its steps fail.
//
// Cost: dense in the part, O(((k + 1) n)^3), once; at run time a loop of (k + 1) n unknowns.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/programs/array/array_analysis.h"
#include "daedalus/system/part_of_system.h"
#include "daedalus/system/system.h"

namespace daedalus::array {

struct ArrayChoice {
  int order = 0;                 // k
  std::vector<char> is_state;    // per variable of the part
  std::vector<char> is_unknown;  // per entry of z, by order, then by variable
  std::vector<double> z;         // at the point
};

// `part`: cut out of the model. Nothing where the analysis has found no index, or the pivots do not add up to
// it.
std::optional<ArrayChoice> ChooseUnknowns(const System& part, const AnalysisProblem& problem,
                                          const ArrayAnalysis& analysis);

// `part`: of the system, in the same order.
void ReplaceByArray(System& system, const PartOfSystem& part, const ArrayChoice& choice);

}  // namespace daedalus::array
