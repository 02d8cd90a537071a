// Why alias statements were refused, in the user's terms: the equation, and the chain of other equations that
// already say what it says, or the opposite.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/alias_classes.h"
#include "daedalus/programs/causal/alias_forest.h"

namespace daedalus::causal {

// One error for each (D0320 says nothing new, D0321 contradicts); of very many, the first ones and the number
// of the others. `forest`: with every class of the statements hung up.
void ReportRefused(System& system, const AliasStatements& statements, const AliasForest& forest,
                   std::span<const RefusedStatement> refused, Diagnostics& errors);

// An equation that no unknown is left in when variables are replaced by those they are aliases of.
struct EmptiedEquation {
  EquationId equation;                 // as it was given
  ExprId residual;                     // what is left of it
  std::vector<AliasStatementId> used;  // the statements by which the variables were replaced
};

// An equation that says nothing new without being empty in itself, and those that say the same.
struct Repetition {
  std::vector<EquationId> equations;  // it comes first
  Diagnostic error;                   // D0320, where nobody finds a use for it
};
// Nothing where there are very many: that is no redundant constraint but another kind of model.
std::vector<Repetition> FindRepetitions(System& system, const AliasStatements& statements,
                                        const AliasForest& forest, std::span<const RefusedStatement> refused);
std::vector<Repetition> FindRepetitions(const System& system, const AliasStatements& statements,
                                        std::span<const EmptiedEquation> emptied);

// The same codes.
void ReportEmptied(const System& system, const AliasStatements& statements,
                   std::span<const EmptiedEquation> emptied, Diagnostics& errors);

}  // namespace daedalus::causal
