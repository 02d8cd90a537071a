// Which variables are equal, up to sign: the classes that a list of alias statements makes.
//
// A union-find structure in which every variable knows its sign relative to its parent (Tarjan 1975, with a
// parity on each link). Statements are taken in their order. One that joins two classes is a *link*: the
// links form a forest, and each makes one variable and one equation superfluous. One between two members of a
// class is a cycle:
//
//   a = b, b = c, c = a      redundant: refused, since some unknown must then lack an equation
//   a = b, a = -b            both are zero: the class is constant
//
// A class is constant by one statement; a second one is refused, whether the values agree (redundant) or not
// (a contradiction). An input of the model is determined from outside. A statement that would make an input
// constant, or two inputs equal, is not an alias; it stays an ordinary equation.
#pragma once

#include <vector>

#include "daedalus/programs/causal/alias_statements.h"

namespace daedalus::causal {

// Near linear in the number of unions and questions.
class SignedUnionFind {
 public:
  explicit SignedUnionFind(std::size_t num_variables);

  struct SignedRoot {
    VariableId root;
    int sign = 1;  // v = sign * root
  };
  SignedRoot Find(VariableId v);
  // Of two different roots: a = sign * b. Gives the one that stays.
  VariableId Unite(VariableId a, VariableId b, int sign);

 private:
  IdVector<VariableId, SignedRoot> parents_;
  IdVector<VariableId, std::uint32_t> sizes_;
};

// A statement that is redundant or contradicts others.
struct RefusedStatement {
  AliasStatementId statement;
  // Where constants meet: value of `first` = sign * value of `second` would have to hold. One of them may be
  // the statement itself, or a cycle that makes a class zero.
  AliasStatementId first;
  AliasStatementId second;
  int sign = 1;
};

struct AliasClasses {
  std::vector<AliasStatementId> links;
  std::vector<AliasStatementId> constants;  // one for each constant class; kEqual: zero by a cycle
  std::vector<RefusedStatement> refused;
};

AliasClasses GroupAliases(const System& system, const AliasStatements& statements);

}  // namespace daedalus::causal
