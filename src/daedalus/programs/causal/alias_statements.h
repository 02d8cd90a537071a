// Which equations say no more than that two variables are one, or that a variable is constant.
//
// The residual is read as a sum c1*a + c2*b + k, in whatever form the simplifier left it: a = b, a + b = 0,
// 2*a = 2*b, (a - b)/3 = 0 are all the same kind of statement. The variables are plain ones (der(x) = v is a
// differential equation), c1 and c2 are numbers of equal magnitude, and k is made of numbers and of
// parameters whose values are known before the run. A factor that is a parameter may be zero: p*a = p*b is
// not taken as an alias.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::causal {

struct AliasStatement {
  enum class Kind : std::uint8_t {
    kEqual,     // a = sign * b
    kConstant,  // a = value
    kNothing,   // 0 = 0
  };
  Kind kind = Kind::kNothing;
  EquationId equation;
  VariableId a;
  VariableId b;
  int sign = 1;
  ExprId value;  // over parameters and constants
};

struct AliasStatementTag;
using AliasStatementId = Id<AliasStatementTag>;
using AliasStatements = IdVector<AliasStatementId, AliasStatement>;

// The statements in the order of the equations. Builds their values in the graph. Cost: linear in its size.
AliasStatements FindAliasStatements(System& system);

}  // namespace daedalus::causal
