// The links between the members of alias classes, as trees: which equation ties each variable to the one that
// is kept.
//
// Removing a class of n variables removes n - 1 of them and n - 1 equations. Hung up at the variable that
// stays (or at the one that is said to be constant), the tree of links gives each removed variable an
// equation of its own, and between any two members the chain of equations that makes them one.
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

  // Hangs up the tree that contains `root`, perhaps anew. Linear in the size of the tree. Gives its members,
  // the root first, until the next call.
  std::span<const VariableId> HangUp(VariableId root);

  bool IsHungUp(VariableId v) const { return nodes_[v].root.IsValid(); }
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
