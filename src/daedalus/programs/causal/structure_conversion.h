// If the structural analysis is wrong (rank_probe.h), the equations are rewritten until it is right.
//
// *Linear combination.* Of dependent equations L with multipliers u (multipliers.h), let l have the fewest
// differentiations c_l. Then
//     0 = sum over L of u_i * d^(c_i - c_l)/dt^(c_i - c_l) f_i                                            (1)
// holds as well, lacks the highest derivatives of the block, and replaces f_l. If u_l is not zero, the new
// equations are equivalent to the old ones. Allowed if u has no highest derivative of the block itself, of
// order d_j - c_l. The number of free states by structure falls by one at least, so this ends.
//
// Reference: G. Tan, N. S. Nedialkov, J. D. Pryce, "Conversion methods for improving structural analysis of
// differential-algebraic equation systems", BIT 57 (2017) 845-865. We differ in three ways. A block of the
// triangular form is converted alone, for the equations before it do not depend on it. All dependent rows of
// a block are replaced in one round, because each is combined with pivot rows only, which stay. Cancellation
// is not left to a simplifier: leaves on which (1) numerically does not depend are replaced by 0.
//
// Steps: (1) offsets and probe; if no rows are dependent, done. (2) Combine each dependent row; derivatives
// above the first get variables of their own, `$der(v)`. (3) Compute the offsets of the new equations. With
// fewer free states, go on at (1). Otherwise the old equations are restored, and these rows stay. That
// happens to redundant or contradictory equations: (1) has no unknowns then, and the solvers handle them
// (docs/decisions/028).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/pivot_selector.h"
#include "daedalus/programs/causal/rank_probe.h"

namespace daedalus::causal {

struct Conversion {
  EquationId equation;             // that was replaced
  std::vector<EquationId> others;  // that it was combined with
  std::string before, after;       // its text
  std::string reason;
  bool is_constant = false;        // its multipliers
  bool depends_on_others = false;  // equations of other blocks make it dependent on the others
  // Varying multipliers: that of the replaced equation, then those of other candidates with as few
  // differentiations. Empty if there are no multipliers, or no others.
  std::vector<ExprId> rivals;
};

struct ConversionReport {
  std::vector<Conversion> conversions;
  std::uint32_t promised_states = 0, free_states = 0;  // by structure, before and after
  std::vector<ParameterId> parameters;                 // whose values made equations dependent, each once
  std::vector<Diagnostic> warnings;                    // what could not be converted
  std::vector<EquationId> dependent_while_held;        // rank_probe.h; of the system as it is converted
  AtGuess at_guess;                                    // of equations that did not have to be converted
  // The original equations, if the conversions are valid near the guess only: (1) loses nothing while u_l is
  // not zero, and if it vanishes, another equation must be replaced. nullptr if they are valid everywhere, or
  // there are none.
  std::shared_ptr<const System> before;
};

// `offsets`: of the system as it is given.
ConversionReport ConvertStructure(System& system, const Offsets& offsets, const PivotPoint& guess);

// A note (D0560) for the user about the conversions, if there were any.
std::vector<Diagnostic> DescribeConversions(const System& system, const ConversionReport& report);

}  // namespace daedalus::causal
