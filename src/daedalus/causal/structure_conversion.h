// Where structure lies (rank_probe.h), the equations are written otherwise until it tells the truth.
//
// *Linear combination.* Of dependent equations L with multipliers u (multipliers.h), let l have the fewest
// differentiations c_l. Then
//     0 = sum over L of u_i * d^(c_i - c_l)/dt^(c_i - c_l) f_i                                            (1)
// holds as well, lacks the highest derivatives of the block, and takes the place of f_l: with u_l not zero
// the new equations say what the old ones said. Allowed if u has no highest derivative of the block itself,
// of order d_j - c_l. The number of free states by structure falls by one at least, so this ends.
//
// Reference: G. Tan, N. S. Nedialkov, J. D. Pryce, "Conversion methods for improving structural analysis of
// differential-algebraic equation systems", BIT 57 (2017) 845-865. We differ in three things: a block of the
// triangular form is converted by itself, for the equations before it cannot need the new one's place; all
// dependent rows of a block are replaced in one round, since each is combined with pivot rows only, which
// stay; and what cancels is not left to a simplifier: the leaves that (1) does not depend on, as numbers
// show, are replaced by 0.
//
// Steps: (1) offsets and probe; none dependent: done. (2) Combine each dependent row; derivatives above the
// first get variables of their own, `$der(v)`. (3) The offsets of the new equations: with fewer free states
// go on at (1); otherwise the old equations come back, and these rows are let alone. That is so for equations
// that say nothing new or contradict each other: (1) has no unknowns then, and what becomes of them is
// decided by whoever solves for them (docs/decisions/028).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/causal/offsets.h"
#include "daedalus/causal/pivot_selector.h"
#include "daedalus/causal/rank_probe.h"
#include "daedalus/diagnostics/diagnostic.h"

namespace daedalus::causal {

struct Conversion {
  EquationId equation;             // that was replaced
  std::vector<EquationId> others;  // that it was combined with
  std::string before, after;       // its text
  std::string reason;
  bool is_constant = false;      // its multipliers
  bool hangs_on_others = false;  // equations of other blocks make it dependent
  // Where they vary: that of the equation that was replaced, then those of others that might have been,
  // having as few differentiations. Empty if there are no multipliers, or no others.
  std::vector<ExprId> rivals;
};

struct ConversionReport {
  std::vector<Conversion> conversions;
  std::uint32_t promised_states = 0, free_states = 0;  // by structure, before and after
  std::vector<ParameterId> parameters;                 // whose values made equations dependent, each once
  std::vector<Diagnostic> warnings;                    // what could not be converted
  std::vector<EquationId> dependent_while_held;        // rank_probe.h; of the system as it is converted
  AtGuess at_guess;                                    // of equations that did not have to be converted
  // What the equations were, where the conversions are good ones near the guess only: with (1) nothing is
  // lost as long as u_l is not zero, and where it vanishes on the way another equation must be the one that
  // gives way. nullptr if they are good everywhere, or there are none.
  std::shared_ptr<const System> before;
};

// `offsets`: of the system as it is given.
ConversionReport ConvertStructure(System& system, const Offsets& offsets, const PivotPoint& guess);

// For the user: a note (D0560) of what was converted, if there was something.
std::vector<Diagnostic> DescribeConversions(const System& system, const ConversionReport& report);

}  // namespace daedalus::causal
