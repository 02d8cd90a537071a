// Why alias statements were refused, in the user's terms: the equation, and the chain of other equations that
// imply it or contradict it.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/alias_classes.h"
#include "daedalus/programs/causal/alias_forest.h"

namespace daedalus::causal {

// One error for each (D0320 redundant, D0321 contradictory); of very many, the first ones and the number of
// the others. `forest` has every class of the statements rooted.
void ReportRefused(System& system, const AliasStatements& statements, const AliasForest& forest,
                   std::span<const RefusedStatement> refused, Diagnostics& errors);

// An equation in which no unknown is left once aliases are replaced.
struct EmptiedEquation {
  EquationId equation;                 // as it was given
  ExprId residual;                     // what is left of it
  std::vector<AliasStatementId> used;  // the statements by which the variables were replaced
};

// A redundant equation that is not empty in itself, and those that imply it.
struct Repetition {
  std::vector<EquationId> equations;  // it comes first
  Diagnostic error;                   // D0320, reported if no later stage uses the equation
};
// Empty if there are very many: then redundant constraints are not the cause.
std::vector<Repetition> FindRepetitions(System& system, const AliasStatements& statements,
                                        const AliasForest& forest, std::span<const RefusedStatement> refused);
std::vector<Repetition> FindRepetitions(const System& system, const AliasStatements& statements,
                                        std::span<const EmptiedEquation> emptied);

// The codes are those of the first function.
void ReportEmptied(const System& system, const AliasStatements& statements,
                   std::span<const EmptiedEquation> emptied, Diagnostics& errors);

}  // namespace daedalus::causal
