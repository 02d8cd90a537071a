// Everything that is known about the connections of a model during flattening.
//
// It is filled in two steps before any equation is made, because equations need it. isRoot, rooted,
// cardinality and inStream depend on statements that may be in any enclosing model.
//
//   1. all statements are collected (collect_connections.h)
//   2. the room connect/ finds sets, trees and senders (connections.h)
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "daedalus/language/semantics/connections/connect_statement.h"
#include "daedalus/system/connect/connection_sets.h"
#include "daedalus/system/connect/spanning_forest.h"

namespace daedalus::semantics {

// Connections.branch(a, b), Connections.root(a), Connections.potentialRoot(a, priority).
struct GraphStatement {
  enum class Kind : std::uint8_t { kBranch, kRoot, kPotentialRoot };
  Kind kind = Kind::kBranch;
  ConnectionEnd a;
  ConnectionEnd b;  // of a branch
  std::int64_t priority = 0;
  Span span;
};

inline constexpr std::uint32_t kNoVariable = std::numeric_limits<std::uint32_t>::max();

// The variables of connectors as numbers, as connect/ knows them.
struct ConnectorVariables {
  std::vector<connect::ConnectorVariable> kinds;
  std::vector<ConnectionEnd> ends;             // the meaning of each number
  std::vector<std::uint32_t> first_of_symbol;  // the number of its first element, or kNoVariable
  std::unordered_map<ConnectionEnd, connect::VariableIndex, ConnectionEndHash> overdetermined;
};

// The virtual connection graph (section 9.4), and the answers of isRoot and rooted.
struct RootState {
  connect::ConnectionGraph graph;
  connect::SpanningForest forest;
  std::vector<connect::VariableIndex> variables;                         // by node
  std::unordered_map<connect::VariableIndex, connect::NodeIndex> nodes;  // by variable
  std::vector<Span> branches, roots;                                     // places of the statements
  // by node: how many begin there, and the last of them
  std::vector<std::uint32_t> num_branches, branch_from;
  std::vector<connect::Equality> edges;  // the optional ones
};

struct ConnectionState {
  std::vector<ConnectStatement> statements;
  std::vector<GraphStatement> graph_statements;
  std::unordered_map<std::uint32_t, bool> has_statements;  // by class, once its text was searched
  std::unordered_map<std::uint32_t, scope::EnvId>
      constraints;  // equalityConstraint of a class; invalid: none

  bool is_known = false;  // false: only the statements are known
  bool is_open = false;   // the class is checked alone, and its user connects its connectors
  ConnectorVariables variables;
  connect::ConnectionSets sets;
  std::optional<std::unordered_map<ConnectionEnd, std::uint32_t, ConnectionEndHash>>
      cardinalities;  // computed when first needed (connections.h)
  RootState roots;

  // Stream variables: their numbers by variable of the System, the senders of each set, and the mixture of
  // each, computed when first needed.
  std::unordered_map<std::uint32_t, connect::VariableIndex> stream_of_variable;
  connect::Grouped<connect::Slot> senders;
  std::unordered_map<std::uint32_t, expr::ExprId> mixtures;  // by slot
};

}  // namespace daedalus::semantics
