#include "daedalus/system/connect/spanning_forest.h"

#include <algorithm>

#include "daedalus/base/check.h"
#include "daedalus/system/connect/disjoint_sets.h"
#include "daedalus/system/connect/grouped.h"

namespace daedalus::connect {
namespace {

constexpr std::uint32_t kNothing = 0xffffffff;

// A step to a neighbour.
struct Step {
  NodeIndex to = 0;
  std::uint32_t branch = kNothing;  // kNothing for an optional edge
};

// For each node, the steps along the branches, and then the edges, that were taken.
Grouped<Step> ListSteps(std::size_t num_nodes, std::span<const RequiredBranch> branches,
                        std::span<const OptionalEdge> edges, const std::vector<bool>& is_taken) {
  const auto ends = [&](std::size_t link) {
    if (link < branches.size()) return branches[link];
    return RequiredBranch{edges[link - branches.size()].a, edges[link - branches.size()].b};
  };
  // The items 2 k and 2 k + 1 are the two directions of link k.
  return GroupItems<Step>(
      2 * is_taken.size(), num_nodes,
      [&](std::size_t i) {
        if (!is_taken[i / 2]) return kNoGroup;
        return i % 2 == 0 ? ends(i / 2).a : ends(i / 2).b;
      },
      [&](std::size_t i) {
        const std::uint32_t branch = i / 2 < branches.size() ? static_cast<std::uint32_t>(i / 2) : kNothing;
        return Step{i % 2 == 0 ? ends(i / 2).b : ends(i / 2).a, branch};
      });
}

// Edges, deepest first, among equals as they were given.
std::vector<std::uint32_t> DeepestFirst(std::span<const OptionalEdge> edges) {
  std::uint32_t deepest = 0;
  for (const OptionalEdge& edge : edges) deepest = std::max(deepest, edge.depth);
  return GroupItems<std::uint32_t>(
             edges.size(), deepest + 1, [&](std::size_t e) { return deepest - edges[e].depth; },
             [](std::size_t e) { return static_cast<std::uint32_t>(e); })
      .items;
}

class SpanningForestMaker {
 public:
  explicit SpanningForestMaker(const ConnectionGraph& graph)
      : graph_(graph),
        ground_(static_cast<NodeIndex>(graph.num_nodes)),
        joined_(graph.num_nodes + 1),
        is_taken_(graph.branches.size() + graph.edges.size(), false) {
    DAEDALUS_CHECK(graph.num_nodes < kNothing, "nodes have 32 bits");
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
      is_taken_[i] = joined_.Unite(a, b);
      if (!is_taken_[i]) forest_.cycles.push_back(i);
    }
  }

  // Step 2.
  void GroundDefiniteRoots() {
    std::vector<NodeIndex> first_root(graph_.num_nodes, kNothing);  // by the set of nodes that branches join
    for (const NodeIndex root : graph_.definite_roots) {
      DAEDALUS_CHECK(root < ground_, "a root is a node of the graph");
      NodeIndex& first = first_root[joined_.Find(root)];
      if (first == kNothing) first = root;
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
      is_taken_[graph_.branches.size() + e] = joined_.Unite(a, b);
      forest_.is_cut[e] = !is_taken_[graph_.branches.size() + e];
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
    const Grouped<Step> trees = ListSteps(graph_.num_nodes, graph_.branches, graph_.edges, is_taken_);
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
        if (step.branch != kNothing)
          forest_.is_rooted[step.branch] = graph_.branches[step.branch].b == step.to;
        queue.push_back(step.to);
      }
    }
  }

  const ConnectionGraph& graph_;
  const NodeIndex ground_;
  DisjointSets joined_;
  std::vector<bool> is_taken_;  // per branch, then per edge
  SpanningForest forest_;
};

}  // namespace

SpanningForest MakeSpanningForest(const ConnectionGraph& graph) {
  return SpanningForestMaker(graph).Make();
}

std::vector<std::uint32_t> PathOfBranches(std::size_t num_nodes, std::span<const RequiredBranch> branches,
                                          NodeIndex from, NodeIndex to) {
  const Grouped<Step> neighbours =
      ListSteps(num_nodes, branches, {}, std::vector<bool>(branches.size(), true));
  std::vector<Step> next(num_nodes);  // on the way to `to`; a branch of its own stands for "reached"
  std::vector<NodeIndex> queue = {to};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Step& step : neighbours[queue[i]]) {
      if (step.to == to || next[step.to].branch != kNothing) continue;
      next[step.to] = {queue[i], step.branch};
      queue.push_back(step.to);
    }
  }
  std::vector<std::uint32_t> path;
  for (NodeIndex node = from; node != to && next[node].branch != kNothing; node = next[node].to)
    path.push_back(next[node].branch);
  return path;
}

}  // namespace daedalus::connect
