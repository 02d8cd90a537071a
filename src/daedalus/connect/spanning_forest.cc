#include "daedalus/connect/spanning_forest.h"

#include <algorithm>
#include <numeric>

#include "daedalus/base/check.h"
#include "daedalus/connect/disjoint_sets.h"
#include "daedalus/connect/grouped.h"

namespace daedalus::connect {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

// A way to a neighbour.
struct Step {
  NodeIndex to = 0;
  std::uint32_t branch = kNone;  // none: an optional edge
};

// Edges, to be listed by their ends.
class NeighbourLists {
 public:
  void Add(NodeIndex a, NodeIndex b, std::uint32_t branch) {
    steps_.push_back({b, branch});
    from_.push_back(a);
    steps_.push_back({a, branch});
    from_.push_back(b);
  }
  Grouped<Step> Build(std::size_t num_nodes) const { return GroupItems<Step>(steps_, from_, num_nodes); }

 private:
  std::vector<Step> steps_;
  std::vector<NodeIndex> from_;
};

// Edges, deepest first, among equals as they were given.
std::vector<std::uint32_t> DeepestFirst(std::span<const OptionalEdge> edges) {
  std::uint32_t deepest = 0;
  for (const OptionalEdge& edge : edges) deepest = std::max(deepest, edge.depth);
  std::vector<std::uint32_t> order(edges.size()), group(edges.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t e = 0; e < edges.size(); ++e) group[e] = deepest - edges[e].depth;
  return GroupItems<std::uint32_t>(order, group, deepest + 1).items;
}

class Maker {
 public:
  explicit Maker(const ConnectionGraph& graph)
      : graph_(graph), ground_(static_cast<NodeIndex>(graph.num_nodes)), joined_(graph.num_nodes + 1) {
    DAEDALUS_CHECK(graph.num_nodes < kNone, "nodes have 32 bits");
    forest_.is_root.assign(graph.num_nodes, false);
    forest_.is_cut.assign(graph.edges.size(), false);
  }

  SpanningForest Make() {
    JoinBranches();
    GroundDefiniteRoots();
    JoinEdges();
    GroundPotentialRoots();
    GroundTheRest();
    DirectBranches();
    return std::move(forest_);
  }

 private:
  // Step 1.
  void JoinBranches() {
    for (std::uint32_t i = 0; i < graph_.branches.size(); ++i) {
      const auto [a, b] = graph_.branches[i];
      DAEDALUS_CHECK(a < ground_ && b < ground_, "a branch joins nodes of the graph");
      if (joined_.Unite(a, b)) {
        tree_.Add(a, b, i);
      } else {
        forest_.cycles.push_back(i);
      }
    }
  }

  // Step 2.
  void GroundDefiniteRoots() {
    std::vector<NodeIndex> first_root(graph_.num_nodes, kNone);  // by the set of nodes that branches join
    for (const NodeIndex root : graph_.definite_roots) {
      DAEDALUS_CHECK(root < ground_, "a root is a node of the graph");
      NodeIndex& first = first_root[joined_.Find(root)];
      if (first == kNone) first = root;
      if (first == root) {
        forest_.is_root[root] = true;
      } else {
        forest_.conflicts.push_back({first, root});
      }
    }
    for (const NodeIndex root : graph_.definite_roots) {
      if (forest_.is_root[root]) joined_.Unite(root, ground_);
    }
  }

  // Step 3.
  void JoinEdges() {
    for (const std::uint32_t e : DeepestFirst(graph_.edges)) {
      const auto [a, b, depth] = graph_.edges[e];
      DAEDALUS_CHECK(a < ground_ && b < ground_, "an edge joins nodes of the graph");
      if (joined_.Unite(a, b)) {
        tree_.Add(a, b, kNone);
      } else {
        forest_.is_cut[e] = true;
      }
    }
  }

  // Step 4.
  void GroundPotentialRoots() {
    std::vector<PotentialRoot> roots = graph_.potential_roots;
    std::ranges::stable_sort(roots, {}, &PotentialRoot::priority);
    for (const auto [node, priority] : roots) {
      DAEDALUS_CHECK(node < ground_, "a root is a node of the graph");
      if (joined_.Unite(node, ground_)) forest_.is_root[node] = true;
    }
  }

  // Step 5.
  void GroundTheRest() {
    for (NodeIndex node = 0; node < ground_; ++node) {
      if (joined_.Unite(node, ground_)) forest_.rootless.push_back(node);
    }
  }

  // Walks all trees from their roots: a branch is rooted if it is left by its second node.
  void DirectBranches() {
    forest_.is_rooted.assign(graph_.branches.size(), false);
    const Grouped<Step> trees = tree_.Build(graph_.num_nodes);
    std::vector<bool> reached(graph_.num_nodes, false);
    std::vector<NodeIndex> queue = forest_.rootless;
    for (NodeIndex node = 0; node < ground_; ++node) {
      if (forest_.is_root[node]) queue.push_back(node);
    }
    for (const NodeIndex node : queue) reached[node] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Step& step : trees[queue[i]]) {
        if (reached[step.to]) continue;
        reached[step.to] = true;
        if (step.branch != kNone) forest_.is_rooted[step.branch] = graph_.branches[step.branch].b == step.to;
        queue.push_back(step.to);
      }
    }
  }

  const ConnectionGraph& graph_;
  const NodeIndex ground_;
  DisjointSets joined_;
  NeighbourLists tree_;  // branches and edges that were taken
  SpanningForest forest_;
};

}  // namespace

SpanningForest MakeSpanningForest(const ConnectionGraph& graph) {
  return Maker(graph).Make();
}

std::vector<std::uint32_t> PathOfBranches(std::size_t num_nodes, std::span<const RequiredBranch> branches,
                                          NodeIndex from, NodeIndex to) {
  NeighbourLists lists;
  for (std::uint32_t i = 0; i < branches.size(); ++i) lists.Add(branches[i].a, branches[i].b, i);
  const Grouped<Step> neighbours = lists.Build(num_nodes);
  std::vector<Step> next(num_nodes);  // on the way to `to`; a branch of its own stands for "reached"
  std::vector<NodeIndex> queue = {to};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Step& step : neighbours[queue[i]]) {
      if (step.to == to || next[step.to].branch != kNone) continue;
      next[step.to] = {queue[i], step.branch};
      queue.push_back(step.to);
    }
  }
  std::vector<std::uint32_t> path;
  for (NodeIndex node = from; node != to && next[node].branch != kNone; node = next[node].to)
    path.push_back(next[node].branch);
  return path;
}

}  // namespace daedalus::connect
