// Which connections of overdetermined connectors must be cut so that no loop says the same thing twice?
// (Modelica 3.6, 9.4; with the text on redundant connections of 3.7.)
//
// An overdetermined record (an orientation in space: nine numbers, three of them free) of a connector is a
// node of the *virtual connection graph*. Its edges:
//
//   branch  Connections.branch(a.R, b.R): equations of a component tie a.R to b.R. Required, cannot be cut
//   edge    a connection, a.R = b.R. Optional: where it is cut, 0 = equalityConstraint(a.R, b.R) replaces it
//
// Nodes can be definite roots (Connections.root: R is given here) or potential ones
// (Connections.potentialRoot: R can be integrated here; lower priority numbers come first). The result is
// trees that contain all nodes and branches, with one root each: all definite roots, and one potential root
// for each connected part of the graph without a definite one.
//
// Add one more node, the *ground*, to which every root is joined. Then these trees are one spanning tree of
// the graph. The rules of 9.4.2 are an order of preference for Kruskal's algorithm, which takes an edge
// unless its ends are joined already:
//
//   1. branches                        one that is refused closes a cycle of branches: an error
//   2. ground to definite roots        one that is refused is joined by branches to another one: an error
//   3. optional edges, deepest first   one that is refused is cut
//   4. ground to potential roots, by priority number, then in their order
//   5. ground to what is left          parts without any root: an error in a model that is simulated
//
// "Deepest first": if a loop can be cut at several places, the connection that is highest in the hierarchy of
// components is cut. Cuts deep inside a component can make a system that cannot be solved (discussion 432 of
// the specification). Among equals the later one is cut.
//
// Optional edges must not be redundant: three connectors connected in all three ways make two edges (9.4.2,
// 3.7). They are the equalities of connection sets of kind kOverdetermined (connection_sets.h), whose
// variables are the nodes here.
//
// Cost: linear, but for sorting the potential roots by priority.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::connect {

using NodeIndex = std::uint32_t;

struct RequiredBranch {
  NodeIndex a = 0, b = 0;
};

struct OptionalEdge {
  NodeIndex a = 0, b = 0;
  std::uint32_t depth = 0;  // of the model in which the connect statement stands: 0 at the top
};

struct PotentialRoot {
  NodeIndex node = 0;
  std::int64_t priority = 0;
};

struct ConnectionGraph {
  std::size_t num_nodes = 0;
  std::vector<RequiredBranch> branches{};
  std::vector<OptionalEdge> edges{};
  std::vector<NodeIndex> definite_roots{};
  std::vector<PotentialRoot> potential_roots{};
};

// Two definite roots that branches join, in the order in which they were given.
struct RootConflict {
  NodeIndex first = 0, second = 0;
};

struct SpanningForest {
  std::vector<bool> is_cut;   // per optional edge
  std::vector<bool> is_root;  // per node: Connections.isRoot
  // Per branch: is its first node nearer to the root than its second? Connections.rooted
  std::vector<bool> is_rooted;
  std::vector<NodeIndex> rootless;    // of each tree without a root its first node, on which it hangs instead
  std::vector<std::uint32_t> cycles;  // branches whose ends were joined by branches before them
  std::vector<RootConflict> conflicts;
};

SpanningForest MakeSpanningForest(const ConnectionGraph& graph);

// For messages: branches that lead from one node to another, by their index and in this order, as few as can
// be. None if nothing does. The rest of a cycle that branch i closes is the path between its ends in
// branches[0] .. branches[i - 1]. Linear.
std::vector<std::uint32_t> PathOfBranches(std::size_t num_nodes, std::span<const RequiredBranch> branches,
                                          NodeIndex from, NodeIndex to);

}  // namespace daedalus::connect
