// Alias removal: variables that equal other variables or constants.
//
// Models of components have many of them: every connection states a = b, every grounded pin v = 0. Such an
// equation needs no solver. It is removed together with one variable. That variable, and its derivative, are
// replaced by sign * kept or by a constant in equations, initial equations and assertions. The result has
// equally fewer unknowns and equations, and the same solutions. It may also have a lower index: x = y between
// two differential variables is not a constraint any more.
//
// 1. Find the statements (alias_statements.h): a = b, a = -b, a = constant, however they are written.
// 2. Join them to classes, through chains of any length (alias_classes.h). Redundant or contradictory
//    statements are errors (D0320, D0321) that name the equations. On request, a redundant statement and
//    those that imply it stay equations. Two rigid couplings between the same shafts, for example, are
//    constraints, one of which is redundant. Only with the index known can that be decided
//    (compile/redundant_constraints.h).
// 3. In each class choose the variable that stays (alias_choice.h); none of a constant class stays.
// 4. Merge the attributes (merge_attributes.h).
// 5. Rewrite the system, and number the remaining variables and equations densely, in their order. An
//    equation that is left without unknowns is an error as in 2, for example sin(a) = sin(b) together with a
//    = b.
//
// Only statements of the given equations count: b = a + 1 together with a = 2 stays an equation (b = 3). The
// cost is near linear in the size of the system.
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

// A variable that is no longer an unknown.
struct Alias {
  Variable removed;  // as it was; its expressions and declaration are those of the returned system
  VariableId kept;   // in the returned system; invalid: `removed` is constant
  int sign = 1;      // removed = sign * kept
  ExprId value;      // of a constant: over parameters, in the returned system. It may not be finite
  OriginId origin;   // of the equation that was dropped with it
};

struct AliasRemoval {
  System system;
  std::vector<Alias> aliases;  // the earlier ones, then the new ones in the order of the removed variables
  std::vector<Diagnostic> repeated = {};  // the errors of redundant statements that were kept
};

enum class Repetitions { kRefuse, kKeep };

// An equation that an alias was substituted in gets one Operation kSubstituted for each, whose detail is the
// place of the alias in `aliases`. Warnings go to `diagnostics`. Fails as said above, where fixed start
// values differ (D0322), and as EvaluateParameters does where start values or bounds must be compared by
// value.
//
// Index reduction makes new aliases: if der(x) = v is differentiated, a dummy derivative is v. To remove them
// as well, call again with the first aliases as `earlier`. In between, variables may be appended, but not
// removed.
Result<AliasRemoval> RemoveAliases(System system, Diagnostics& diagnostics, std::vector<Alias> earlier = {},
                                   Repetitions repetitions = Repetitions::kRefuse);

}  // namespace daedalus::causal
