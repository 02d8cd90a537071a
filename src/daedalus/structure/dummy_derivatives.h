// Which derivatives of the differentiated system are integrated, and which are computed? The dummy
// derivatives.
//
// After Pantelides there are more equations than before, and as many variables are integrated as before: too
// many. Each differentiated equation turns one derivative from the slope of a state into an algebraic
// unknown, a *dummy derivative* (the pseudo-derivatives of Cellier & Kofman 7.7). A variable that keeps its
// derivative is a *state*; there are as many states as degrees of freedom.
//
// Reference: [MS93] S. E. Mattsson, G. Soederlind, "Index reduction in differential-algebraic equations using
// dummy derivatives", SIAM J. Sci. Comput. 14 (1993) 677-692. The columns chosen on each level must make a
// regular matrix. Whether they do depends on numbers; so the choice is a hook, DummySelector, which may pivot
// numerically. Without it we choose by structure alone and take the lowest ranked candidates that can be
// matched. Matchable sets are a matroid, so this greedy choice is the best set by any ranking. We differ in
// the ranking: `preferences` (stateSelect) come first.
//
// Steps, for each block of the highest derivatives, in the order of execution:
// (1) level 1: the block's equations that are derivatives; candidates: its unknowns that appear in them. (2)
// Choose as many candidates as equations; they are dummies. (3) The next level has the antiderivatives of the
// equations and of the chosen candidates. Step (2) is repeated for those of its equations that are still
// derivatives, until there are none. By Griewank's lemma the matrix of a level is a part of the one above, so
// the choice on a lower level always exists.
//
// (0) Before that, some blocks are joined, to choose together. Example: s_rel = s2 - s1, with v1 = s1' and v2
// = s2', where stateSelect prefers s_rel as a state. The block of s_rel' has no other candidate, but its
// equation contains s1' and s2', which earlier blocks compute. Any partition into unions of blocks serves
// [MS93]; single blocks are the cheapest.
//
// Ranking of a candidate z, the derivative of y, first to become a dummy: lower preference of y; then y that
// is itself a derivative; then the later y. Derivatives come first because users think of x and v = x' as
// states, not of x'.
//
// Cost: linear in the entries of the differentiated equations, and a matching for each choice.
// What can fail: the selector finds no regular choice; then the caller learns for which equations and
// candidates.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/structure/pantelides.h"

namespace daedalus::structure {

// One choice: of the `candidates`, as many as there are `equations` must become dummies.
struct DummyChoice {
  std::uint32_t level = 1;
  std::vector<RowId> equations;      // ascending
  std::vector<ColumnId> candidates;  // in the order of the ranking: the first can best be spared
  std::vector<ColumnId> chosen;      // when made; in the order of `candidates`
};

class DummySelector {
 public:
  virtual ~DummySelector() = default;
  // equations.size() of the candidates whose columns are regular; nullopt if there are none.
  virtual std::optional<std::vector<ColumnId>> Choose(const DummyChoice& choice) = 0;
};

struct StateSelectionOptions {
  // One number for each variable that was given to Pantelides; the larger it is, the sooner the variable
  // becomes a state. A derivative without a number (Pantelides made it, or the list is too short) has that of
  // the variable it derives from. A variable without any number counts as 0.
  std::vector<std::int32_t> preferences;
  DummySelector* selector = nullptr;  // not owned; nullptr: choose by structure
  // Per equation, given and differentiated: true for constraints that are kept in another way, and add no
  // dummy. All derivatives of such an equation are marked as well. Empty if there are none.
  PerRow<char> is_kept_otherwise = {};
};

struct StateSelection {
  std::vector<ColumnId> dummies;     // ascending
  std::vector<ColumnId> states;      // ascending; their derivatives are no dummies
  std::vector<DummyChoice> choices;  // in the order they were made: to be repeated when a choice loses rank
};

Expected<StateSelection, DummyChoice> SelectStates(const PantelidesResult& reduced,
                                                   const StateSelectionOptions& options = {});

// The choice by structure alone: the first candidates, in their order, that can all be matched to the
// equations.
std::optional<std::vector<ColumnId>> ChooseByStructure(const Incidence& incidence, const DummyChoice& choice);

}  // namespace daedalus::structure
