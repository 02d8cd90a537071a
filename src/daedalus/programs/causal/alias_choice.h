// Who stays of a class of aliases, and what becomes of the others.
//
// One variable of each class stays. Highest priority first: an input, then an output of the model; the
// strongest stateSelect; a variable whose derivative appears; a fixed one; one with a start value; the first.
// Of a constant class, none does.
#pragma once

#include <cstdint>

#include "daedalus/programs/causal/alias_classes.h"
#include "daedalus/programs/causal/alias_forest.h"

namespace daedalus::causal {

// The result for a variable: kept, an alias of another one, or constant.
struct Fate {
  enum class Kind : std::uint8_t { kStays, kAlias, kConstant };
  Kind kind = Kind::kStays;
  int sign = 1;               // an alias: of `kept`; a constant: of the value of its class
  VariableId kept;            // of an alias
  AliasStatementId constant;  // of a constant: the statement that makes its class one
  AliasStatementId because;   // the statement whose equation is removed with it
};
using Fates = IdVector<VariableId, Fate>;

// Per variable: its derivative is in some equation, initial equation or assertion.
IdVector<VariableId, char> FindDifferentiated(const System& system);

// Hangs up every class of the forest, at the variable that stays or at the one that is said to be constant.
Fates ChooseKept(const System& system, const AliasStatements& statements, const AliasClasses& classes,
                 const IdVector<VariableId, char>& differentiated, AliasForest& forest);

}  // namespace daedalus::causal
