#include "daedalus/system/connect/spanning_forest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "daedalus/system/connect/connection_sets.h"

namespace daedalus::connect {
namespace {

using Bools = std::vector<bool>;
using Indices = std::vector<std::uint32_t>;

// Modelica 3.6, 9.4.3.2: an inertial system (0) with a fixed translation (from 1 to 2) connected to it.
TEST(SpanningForest, FixedTranslationOfTheSpecification) {
  const SpanningForest f =
      MakeSpanningForest({.num_nodes = 3, .branches = {{1, 2}}, .edges = {{1, 0}}, .definite_roots = {0}});
  EXPECT_EQ(f.is_cut, Bools{false});
  EXPECT_EQ(f.is_root, (Bools{true, false, false}));
  EXPECT_EQ(f.is_rooted, Bools{true});
  EXPECT_TRUE(f.rootless.empty() && f.cycles.empty() && f.conflicts.empty());
}

// 9.4.3.1: two sources of one frequency (0 and 3), joined by an inductor (1, 2). The angle passes only one of
// the two connections, the first; the inductor gets it at its first plug.
TEST(SpanningForest, TwoPowerSourcesOfTheSpecification) {
  const SpanningForest f = MakeSpanningForest(
      {.num_nodes = 4, .branches = {{1, 2}}, .edges = {{0, 1}, {2, 3}}, .definite_roots = {0, 3}});
  EXPECT_EQ(f.is_cut, (Bools{false, true}));
  EXPECT_EQ(f.is_root, (Bools{true, false, false, true}));
  EXPECT_EQ(f.is_rooted, Bools{true});
}

TEST(SpanningForest, ABranchCanBeRootedAtItsSecondNode) {
  const SpanningForest f =
      MakeSpanningForest({.num_nodes = 3, .branches = {{1, 2}}, .edges = {{0, 2}}, .definite_roots = {0}});
  EXPECT_EQ(f.is_rooted, Bools{false});
}

// The case IsRoot of the compliance library: a connection beside a branch.
TEST(SpanningForest, AConnectionBesideABranchIsCut) {
  const SpanningForest f =
      MakeSpanningForest({.num_nodes = 2, .branches = {{0, 1}}, .edges = {{0, 1}}, .definite_roots = {0}});
  EXPECT_EQ(f.is_cut, Bools{true});
  EXPECT_EQ(f.is_root, (Bools{true, false}));
}

// A loop of four bars: each bar a branch, four connections, the second of them at the top and the others
// inside a component.
TEST(SpanningForest, ALoopIsCutNearestTheTopOfTheHierarchy) {
  ConnectionGraph graph = {.num_nodes = 8,
                           .branches = {{0, 1}, {2, 3}, {4, 5}, {6, 7}},
                           .edges = {{1, 2, 2}, {3, 4, 0}, {5, 6, 1}, {7, 0, 1}},
                           .definite_roots = {0}};
  EXPECT_EQ(MakeSpanningForest(graph).is_cut, (Bools{false, true, false, false}));
  for (OptionalEdge& edge : graph.edges) edge.depth = 3;
  EXPECT_EQ(MakeSpanningForest(graph).is_cut, (Bools{false, false, false, true})) << "among equals the last";
}

TEST(SpanningForest, TheLowestPriorityNumberIsTheRootAndAmongEqualsTheFirst) {
  ConnectionGraph graph = {.num_nodes = 4, .edges = {{0, 1}, {1, 2}, {2, 3}}};
  graph.potential_roots = {{3, 2}, {1, 1}, {0, 1}};
  EXPECT_EQ(MakeSpanningForest(graph).is_root, (Bools{false, true, false, false}));
  graph.potential_roots.push_back({2, 0});
  EXPECT_EQ(MakeSpanningForest(graph).is_root, (Bools{false, false, true, false}));
}

TEST(SpanningForest, APotentialRootIsNoneWhereThereIsADefiniteOne) {
  const SpanningForest f = MakeSpanningForest(
      {.num_nodes = 3, .edges = {{0, 1}}, .definite_roots = {0}, .potential_roots = {{1, 0}, {2, 0}}});
  EXPECT_EQ(f.is_root, (Bools{true, false, true}));
}

TEST(SpanningForest, ADefiniteRootMayBeSaidTwice) {
  const SpanningForest f = MakeSpanningForest({.num_nodes = 1, .definite_roots = {0, 0}});
  EXPECT_TRUE(f.conflicts.empty());
  EXPECT_EQ(f.is_root, Bools{true});
}

TEST(SpanningForest, DefiniteRootsJoinedByBranchesAreAConflict) {
  const ConnectionGraph graph = {.num_nodes = 5,
                                 .branches = {{3, 4}, {1, 2}, {0, 1}, {2, 3}},
                                 .edges = {{0, 4}},
                                 .definite_roots = {3, 0}};
  const SpanningForest f = MakeSpanningForest(graph);
  ASSERT_EQ(f.conflicts.size(), 1u);
  EXPECT_EQ(f.conflicts[0].first, 3u);
  EXPECT_EQ(f.conflicts[0].second, 0u);
  EXPECT_EQ(PathOfBranches(5, graph.branches, 3, 0), (Indices{3, 1, 2}));
}

TEST(SpanningForest, ACycleOfBranchesIsAnError) {
  const std::vector<RequiredBranch> branches = {{0, 1}, {1, 2}, {2, 0}, {2, 2}, {1, 0}};
  const SpanningForest f = MakeSpanningForest({.num_nodes = 3, .branches = branches, .definite_roots = {0}});
  EXPECT_EQ(f.cycles, (Indices{2, 3, 4}));
  EXPECT_EQ(PathOfBranches(3, std::span(branches).first(2), 2, 0), (Indices{1, 0}));
  EXPECT_EQ(PathOfBranches(3, std::span(branches).first(3), 2, 2), Indices{});
  EXPECT_EQ(PathOfBranches(3, std::span(branches).first(1), 0, 2), Indices{}) << "nothing leads there";
}

TEST(SpanningForest, APartWithoutARootIsReportedByItsFirstNode) {
  const SpanningForest f = MakeSpanningForest(
      {.num_nodes = 6, .branches = {{4, 3}}, .edges = {{1, 3}, {0, 5}}, .potential_roots = {{5, 7}}});
  EXPECT_EQ(f.rootless, (Indices{1, 2}));
  EXPECT_EQ(f.is_root, (Bools{false, false, false, false, false, true}));
  EXPECT_EQ(f.is_rooted, Bools{false}) << "hangs on node 1, so 3 is nearer than 4";
}

TEST(SpanningForest, OfNothingIsEmpty) {
  EXPECT_TRUE(MakeSpanningForest({}).is_root.empty());
}

// OpenModelica's issue 10717: three frames connected in all three ways. One connection says what the other
// two say; it is no loop to be cut.
TEST(SpanningForest, RedundantConnectionsAreNoLoop) {
  const std::vector<ConnectorVariable> frames(3, {VariableKind::kOverdetermined});
  const std::vector<SlotPair> pairs = {{Slot::Inside(0), Slot::Inside(1), 0},
                                       {Slot::Inside(1), Slot::Inside(2), 1},
                                       {Slot::Inside(2), Slot::Inside(0), 2}};
  const ConnectionSets sets = MakeConnectionSets(frames, pairs, 3);
  ConnectionGraph graph = {.num_nodes = 3, .definite_roots = {0}};
  for (const Equality& e : sets.equalities.items) graph.edges.push_back({e.a.variable(), e.b.variable()});
  EXPECT_EQ(MakeSpanningForest(graph).is_cut, (Bools{false, false}));
}

// ---- Random graphs against brute force.

ConnectionGraph RandomGraph(std::mt19937* random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>((*random)() % n); };
  ConnectionGraph graph;
  const std::uint32_t n = 1 + below(8);
  graph.num_nodes = n;
  for (std::uint32_t i = below(n); i > 0; --i) graph.branches.push_back({below(n), below(n)});
  for (std::uint32_t i = below(10); i > 0; --i) graph.edges.push_back({below(n), below(n), below(3)});
  for (std::uint32_t i = below(3); i > 0; --i) graph.definite_roots.push_back(below(n));
  for (std::uint32_t i = below(3); i > 0; --i) graph.potential_roots.push_back({below(n), below(2)});
  return graph;
}

using Edge = std::pair<NodeIndex, NodeIndex>;

// Which nodes can be reached from which: Warshall's algorithm.
std::vector<Bools> Closure(std::size_t num_nodes, const std::vector<Edge>& edges) {
  std::vector<Bools> reach(num_nodes, Bools(num_nodes, false));
  for (std::size_t i = 0; i < num_nodes; ++i) reach[i][i] = true;
  for (const auto& [a, b] : edges) reach[a][b] = reach[b][a] = true;
  for (std::size_t k = 0; k < num_nodes; ++k)
    for (std::size_t i = 0; i < num_nodes; ++i)
      for (std::size_t j = 0; j < num_nodes; ++j)
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
  return reach;
}

std::size_t NumParts(const std::vector<Bools>& reach) {
  std::size_t parts = 0;
  for (std::size_t i = 0; i < reach.size(); ++i)
    parts += std::ranges::find(reach[i], true) - reach[i].begin() == static_cast<std::ptrdiff_t>(i);
  return parts;
}

std::vector<Edge> Branches(const ConnectionGraph& graph, const Indices& without = {}) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < graph.branches.size(); ++i) {
    if (std::ranges::find(without, i) == without.end())
      edges.push_back({graph.branches[i].a, graph.branches[i].b});
  }
  return edges;
}

// Branches that belong to no cycle, and the edges that are not cut.
std::vector<Edge> KeptEdges(const ConnectionGraph& graph, const SpanningForest& f) {
  std::vector<Edge> kept = Branches(graph, f.cycles);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (!f.is_cut[e]) kept.push_back({graph.edges[e].a, graph.edges[e].b});
  }
  return kept;
}

std::vector<Edge> AllEdges(const ConnectionGraph& graph) {
  std::vector<Edge> all = Branches(graph);
  for (const OptionalEdge& e : graph.edges) all.push_back({e.a, e.b});
  return all;
}

// Without a cycle, and exactly one root (or first node of a part without one) in each tree.
bool AreTreesWithOneRoot(const ConnectionGraph& graph, const std::vector<Edge>& edges, const Indices& roots) {
  const auto reach = Closure(graph.num_nodes, edges);
  if (NumParts(reach) + edges.size() != graph.num_nodes || roots.size() != NumParts(reach)) return false;
  for (const NodeIndex a : roots)
    for (const NodeIndex b : roots)
      if (a != b && reach[a][b]) return false;
  return true;
}

Indices Roots(const ConnectionGraph& graph, const SpanningForest& f) {
  Indices roots = f.rootless;
  for (NodeIndex v = 0; v < graph.num_nodes; ++v) {
    if (f.is_root[v]) roots.push_back(v);
  }
  return roots;
}

TEST(SpanningForest, OfRandomGraphsAreTreesWithOneRootEach) {
  std::mt19937 random(1847);
  for (int trial = 0; trial < 5000; ++trial) {
    const ConnectionGraph graph = RandomGraph(&random);
    const SpanningForest f = MakeSpanningForest(graph);
    ASSERT_TRUE(AreTreesWithOneRoot(graph, KeptEdges(graph, f), Roots(graph, f)));
  }
}

TEST(SpanningForest, OfRandomGraphsHaveTheRootsThatTheRulesSay) {
  std::mt19937 random(1848);
  for (int trial = 0; trial < 5000; ++trial) {
    const ConnectionGraph graph = RandomGraph(&random);
    const SpanningForest f = MakeSpanningForest(graph);
    const auto parts = Closure(graph.num_nodes, AllEdges(graph));
    const auto by_branches = Closure(graph.num_nodes, Branches(graph));
    for (NodeIndex v = 0; v < graph.num_nodes; ++v) {
      const auto definite = [&](NodeIndex u) {
        return std::ranges::find(graph.definite_roots, u) != graph.definite_roots.end();
      };
      bool part_has_definite = false;
      for (NodeIndex u = 0; u < graph.num_nodes; ++u) part_has_definite |= parts[v][u] && definite(u);
      bool expected = false;
      if (part_has_definite) {
        // The first of those that branches join.
        const auto first =
            std::ranges::find_if(graph.definite_roots, [&](NodeIndex u) { return by_branches[v][u]; });
        expected = first != graph.definite_roots.end() && *first == v;
      } else {
        const PotentialRoot* best = nullptr;
        for (const PotentialRoot& p : graph.potential_roots) {
          if (parts[v][p.node] && (best == nullptr || p.priority < best->priority)) best = &p;
        }
        expected = best != nullptr && best->node == v;
        const bool rootless = best == nullptr && std::ranges::find(parts[v], true) - parts[v].begin() == v;
        ASSERT_EQ(std::ranges::find(f.rootless, v) != f.rootless.end(), rootless);
      }
      ASSERT_EQ(f.is_root[v], expected);
    }
  }
}

TEST(SpanningForest, OfRandomGraphsReportEveryConflictAndCycle) {
  std::mt19937 random(1849);
  for (int trial = 0; trial < 5000; ++trial) {
    const ConnectionGraph graph = RandomGraph(&random);
    const SpanningForest f = MakeSpanningForest(graph);
    std::vector<Edge> before;
    Indices cycles;
    for (std::uint32_t i = 0; i < graph.branches.size(); ++i) {
      const auto [a, b] = graph.branches[i];
      if (Closure(graph.num_nodes, before)[a][b]) {
        cycles.push_back(i);
        NodeIndex at = a;
        for (const std::uint32_t step :
             PathOfBranches(graph.num_nodes, std::span(graph.branches).first(i), a, b)) {
          const RequiredBranch& branch = graph.branches[step];
          ASSERT_TRUE(branch.a == at || branch.b == at);
          at = branch.a == at ? branch.b : branch.a;
        }
        ASSERT_EQ(at, b) << "the path leads there";
      }
      before.push_back({a, b});
    }
    ASSERT_EQ(f.cycles, cycles);
    const auto by_branches = Closure(graph.num_nodes, before);
    bool conflict = false;
    for (const NodeIndex a : graph.definite_roots)
      for (const NodeIndex b : graph.definite_roots) conflict |= a != b && by_branches[a][b];
    ASSERT_EQ(!f.conflicts.empty(), conflict);
    for (const auto [a, b] : f.conflicts)
      ASSERT_TRUE(a != b && by_branches[a][b] && f.is_root[a] && !f.is_root[b]);
  }
}

// Of all ways to cut edges that leave trees with these roots, none keeps deeper ones.
TEST(SpanningForest, OfRandomGraphsKeepTheDeepestEdges) {
  std::mt19937 random(1850);
  for (int trial = 0; trial < 300; ++trial) {
    const ConnectionGraph graph = RandomGraph(&random);
    const SpanningForest f = MakeSpanningForest(graph);
    const Indices roots = Roots(graph, f);
    const auto depths = [&](std::uint32_t kept) {
      Indices d;
      for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        if (kept >> e & 1) d.push_back(graph.edges[e].depth);
      }
      std::ranges::sort(d, std::greater());
      return d;
    };
    std::uint32_t ours = 0;
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      ours |= static_cast<std::uint32_t>(!f.is_cut[e]) << e;
    for (std::uint32_t kept = 0; kept < 1u << graph.edges.size(); ++kept) {
      std::vector<Edge> edges = Branches(graph, f.cycles);
      for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        if (kept >> e & 1) edges.push_back({graph.edges[e].a, graph.edges[e].b});
      }
      if (AreTreesWithOneRoot(graph, edges, roots)) {
        ASSERT_LE(depths(kept), depths(ours));
      }
    }
  }
}

// Cutting a branch leaves one of its ends with the root.
TEST(SpanningForest, OfRandomGraphsSayWhichEndOfABranchIsNearerToTheRoot) {
  std::mt19937 random(1851);
  for (int trial = 0; trial < 5000; ++trial) {
    const ConnectionGraph graph = RandomGraph(&random);
    const SpanningForest f = MakeSpanningForest(graph);
    const Indices roots = Roots(graph, f);
    for (std::uint32_t i = 0; i < graph.branches.size(); ++i) {
      if (std::ranges::find(f.cycles, i) != f.cycles.end()) continue;
      const auto [a, b] = graph.branches[i];
      std::vector<Edge> edges = KeptEdges(graph, f);
      edges.erase(std::ranges::find(edges, Edge(a, b)));
      const auto reach = Closure(graph.num_nodes, edges);
      ASSERT_EQ(f.is_rooted[i], std::ranges::any_of(roots, [&, a = a](NodeIndex r) { return reach[a][r]; }));
    }
  }
}

}  // namespace
}  // namespace daedalus::connect
