// The links between the members of alias classes, as trees: which equation ties each variable to the one that
// is kept.
//
// Removing a class of n variables removes n - 1 of them and n - 1 equations. The tree of links is rooted at
// the variable that stays, or at the one that an equation makes constant. Then each removed variable has the
// equation of its link to the root, and a path joins any two members: the equations that make them equal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/programs/causal/alias_statements.h"

namespace daedalus::causal {

class AliasForest {
 public:
  // `links`: statements of kind kEqual without a cycle. The statements must stay alive.
  AliasForest(std::size_t num_variables, const AliasStatements& statements,
              std::span<const AliasStatementId> links);

  // Makes `root` the root of its tree, which may have had another one. Linear in the size of the tree. Gives
  // its members, the root first, until the next call.
  std::span<const VariableId> RootAt(VariableId root);

  bool IsRooted(VariableId v) const { return nodes_[v].root.IsValid(); }
  VariableId RootOf(VariableId v) const { return nodes_[v].root; }
  int SignOf(VariableId v) const { return nodes_[v].sign; }               // v = sign * root
  AliasStatementId LinkOf(VariableId v) const { return nodes_[v].link; }  // invalid: a root

  // The links from a to b, two members of one tree.
  std::vector<AliasStatementId> Path(VariableId a, VariableId b) const;

 private:
  struct Node {
    VariableId root;
    AliasStatementId link;  // to the parent
    std::uint32_t depth = 0;
    int sign = 1;
  };
  VariableId OtherEnd(AliasStatementId link, VariableId v) const {
    return statements_[link].a == v ? statements_[link].b : statements_[link].a;
  }

  const AliasStatements& statements_;
  std::vector<std::uint32_t> first_link_;  // per variable, into links_of_; one more at the end
  std::vector<AliasStatementId> links_of_;
  IdVector<VariableId, Node> nodes_;
  std::vector<VariableId> members_;
};

}  // namespace daedalus::causal
