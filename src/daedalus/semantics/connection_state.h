// Everything that is known about the connections of a model while it is flattened.
//
// It is filled in two steps, before any equation is made, because equations ask for it: isRoot, rooted,
// cardinality and inStream are questions about statements that may stand in any model around.
//
//   1. all statements are collected (collect_connections.h)
//   2. the room connect/ finds sets, trees and senders (connections.h)
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "daedalus/connect/connection_sets.h"
#include "daedalus/connect/spanning_forest.h"
#include "daedalus/semantics/connect_statement.h"

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

// The variables of connectors as numbers, which is what connect/ knows of them.
struct ConnectorVariables {
  std::vector<connect::ConnectorVariable> kinds;
  std::vector<ConnectionEnd> ends;             // what each of them is
  std::vector<std::uint32_t> first_of_symbol;  // the number of its first element, or kNoVariable
  std::unordered_map<ConnectionEnd, connect::VariableIndex, ConnectionEndHash> overdetermined;
};

// The virtual connection graph (section 9.4) and what isRoot and rooted answer.
struct RootState {
  connect::ConnectionGraph graph;
  connect::SpanningForest forest;
  std::vector<connect::VariableIndex> variables;                         // by node
  std::unordered_map<connect::VariableIndex, connect::NodeIndex> nodes;  // by variable
  std::vector<Span> branches, roots;                                     // where the statements stand
  std::vector<std::uint32_t> num_branches, branch_from;  // by node: those that begin there, the last of them
  std::vector<connect::Equality> edges;                  // the optional ones
};

struct ConnectionState {
  std::vector<ConnectStatement> statements;
  std::vector<GraphStatement> graph_statements;
  std::unordered_map<std::uint32_t, bool> has_statements;  // by class, once it was looked through
  std::unordered_map<std::uint32_t, scope::EnvId>
      constraints;  // equalityConstraint of a class; invalid: none

  bool is_known = false;  // the rest is there
  bool is_open = false;   // the class is checked alone, and others connect its connectors
  ConnectorVariables variables;
  connect::ConnectionSets sets;
  std::optional<std::unordered_map<ConnectionEnd, std::uint32_t, ConnectionEndHash>>
      cardinalities;  // once somebody asked (connections.h)
  RootState roots;

  // Stream variables: their numbers by variable of the System, who sends into each set, and what flows into
  // each of them, once somebody asked.
  std::unordered_map<std::uint32_t, connect::VariableIndex> stream_of_variable;
  connect::Grouped<connect::Slot> senders;
  std::unordered_map<std::uint32_t, expr::ExprId> mixtures;  // by slot
};

}  // namespace daedalus::semantics
