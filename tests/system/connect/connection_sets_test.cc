#include "daedalus/system/connect/connection_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "system/connect/named_connectors.h"

namespace daedalus::connect {
namespace {

// The first example of Modelica 3.6, 9.2: one end of the load and one of the resistor are not connected.
TEST(ConnectionSets, CircuitOfTheSpecification) {
  NamedConnectors c(
      {"load.p", "load.n", "ground.p", "load.resistor.p", "load.resistor.n", "resistor.p", "resistor.n"});
  c.Connect("load.p", "ground.p");
  c.Connect("resistor.p", "ground.p");
  c.Connect("<load.p", "load.resistor.p");
  c.Connect("load.resistor.n", "<load.n");
  EXPECT_EQ(c.Equations(),
            "load.p.v = ground.p.v {0}\n"
            "resistor.p.v = ground.p.v {1}\n"
            "0 = load.p.i + ground.p.i + resistor.p.i {0 1}\n"
            "load.p.v = load.resistor.p.v {2}\n"
            "0 = - load.p.i + load.resistor.p.i {2}\n"
            "load.resistor.n.v = load.n.v {3}\n"
            "0 = + load.resistor.n.i - load.n.i {3}\n"
            "0 = load.n.i {}\n"
            "0 = resistor.n.i {}\n");
}

// The second one: `resistor` stands at the top and is an outer element of the load, "a direct connection".
TEST(ConnectionSets, OuterComponentOfTheSpecification) {
  NamedConnectors c({"load.p", "load.n", "ground.p", "resistor.p", "resistor.n"});
  c.Connect("load.p", "ground.p");
  c.Connect("<load.p", "resistor.p");
  c.Connect("resistor.n", "<load.n");
  EXPECT_EQ(c.Equations(),
            "load.p.v = ground.p.v {0}\n"
            "0 = load.p.i + ground.p.i {0}\n"
            "load.p.v = resistor.p.v {1}\n"
            "0 = - load.p.i + resistor.p.i {1}\n"
            "resistor.n.v = load.n.v {2}\n"
            "0 = + resistor.n.i - load.n.i {2}\n"
            "0 = load.n.i {}\n");
}

TEST(ConnectionSets, WhatIsSaidTwiceOrOfItselfAddsNoEquation) {
  NamedConnectors c({"a", "b", "c"});
  c.Connect("a", "b");
  c.Connect("b", "a");
  c.Connect("b", "c");
  c.Connect("a", "c");
  c.Connect("c", "c");
  EXPECT_EQ(c.Equations(), "a.v = b.v {0}\nb.v = c.v {2}\n0 = a.i + b.i + c.i {0 1 2 3 4}\n");
}

TEST(ConnectionSets, AConnectorConnectedOnlyWithItselfCarriesNothing) {
  NamedConnectors c({"a"});
  c.Connect("a", "a");
  EXPECT_EQ(c.Equations(), "0 = a.i {0}\n");
}

TEST(ConnectionSets, TheTwoSidesOfAConnectorStayApart) {
  NamedConnectors c({"m.c", "m.x.c", "y.c"});
  c.Connect("<m.c", "m.x.c");
  c.Connect("m.c", "y.c");
  EXPECT_EQ(c.Equations(),
            "m.c.v = m.x.c.v {0}\n0 = - m.c.i + m.x.c.i {0}\n"
            "m.c.v = y.c.v {1}\n0 = m.c.i + y.c.i {1}\n");
}

// An outer element connected at two levels has both sides of load.p in one set: it is added and subtracted.
TEST(ConnectionSets, BothSidesInOneSetCancelInTheSum) {
  NamedConnectors c({"load.p", "resistor.p"});
  c.Connect("<load.p", "resistor.p");
  c.Connect("load.p", "resistor.p");
  EXPECT_EQ(c.Equations(),
            "load.p.v = resistor.p.v {0}\nload.p.v = resistor.p.v {1}\n0 = - load.p.i + resistor.p.i + "
            "load.p.i {0 1}\n");
}

TEST(ConnectionSets, UnconnectedFlowVariablesAreZeroOnTheSidesThatAreAskedFor) {
  const auto zeros = [](bool inside, bool outside) {
    const ConnectorVariable variable = {VariableKind::kFlow, inside, outside};
    return MakeConnectionSets({&variable, 1}, {}, 0).members.items;
  };
  using Slots = std::vector<Slot>;
  EXPECT_EQ(zeros(true, false), Slots{Slot::Inside(0)});
  EXPECT_EQ(zeros(false, true), Slots{Slot::Outside(0)});
  EXPECT_EQ(zeros(true, true), (Slots{Slot::Inside(0), Slot::Outside(0)}));
  EXPECT_EQ(zeros(false, false), Slots{});
}

TEST(ConnectionSets, VariablesOfDifferentKindsAreReportedAndNotJoined) {
  const std::vector<ConnectorVariable> variables = {{VariableKind::kPotential}, {VariableKind::kFlow}};
  const std::vector<SlotPair> pairs = {{Slot::Inside(0), Slot::Inside(1), 0}};
  const ConnectionSets sets = MakeConnectionSets(variables, pairs, 1);
  EXPECT_EQ(sets.mismatched, std::vector<std::uint32_t>{0});
  ASSERT_EQ(sets.size(), 1u) << "the flow variable, unconnected";
  EXPECT_TRUE(sets.statements[0].empty());
}

TEST(ConnectionSets, NothingGivesNothing) {
  EXPECT_EQ(MakeConnectionSets({}, {}, 0).size(), 0u);
}

TEST(ConnectionSets, OnlySomeKindsHaveEqualities) {
  for (const VariableKind kind : {VariableKind::kPotential, VariableKind::kFlow, VariableKind::kStream,
                                  VariableKind::kParameter, VariableKind::kOverdetermined}) {
    const std::vector<ConnectorVariable> variables(2, ConnectorVariable{kind});
    const std::vector<SlotPair> pairs = {{Slot::Inside(0), Slot::Inside(1), 0}};
    const ConnectionSets sets = MakeConnectionSets(variables, pairs, 1);
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_EQ(sets.kinds[0], kind);
    EXPECT_EQ(sets.members[0].size(), 2u);
    const bool none = kind == VariableKind::kFlow || kind == VariableKind::kStream;
    EXPECT_EQ(sets.equalities[0].size(), none ? 0u : 1u);
  }
}

// Random connections, against the transitive closure by Warshall's algorithm.
struct RandomConnections {
  std::vector<ConnectorVariable> variables;
  std::vector<SlotPair> pairs;
  std::size_t num_statements = 0;
};

RandomConnections MakeRandom(std::mt19937* random) {
  RandomConnections r;
  const std::uint32_t n = 1 + (*random)() % 12;
  for (std::uint32_t v = 0; v < n; ++v) {
    r.variables.push_back(
        {static_cast<VariableKind>((*random)() % 5), (*random)() % 4 != 0, (*random)() % 4 == 0});
  }
  const auto slot = [&] {
    const std::uint32_t v = (*random)() % n;
    return (*random)() % 3 == 0 ? Slot::Outside(v) : Slot::Inside(v);
  };
  const std::uint32_t num_pairs = (*random)() % (3 * n);
  for (std::uint32_t i = 0; i < num_pairs; ++i) {
    // One pair in three belongs to the statement of the one before it.
    if (r.num_statements == 0 || (*random)() % 3 != 0) ++r.num_statements;
    r.pairs.push_back({slot(), slot(), static_cast<StatementIndex>(r.num_statements - 1)});
  }
  return r;
}

bool OfOneKind(const RandomConnections& r, const SlotPair& pair) {
  return r.variables[pair.a.variable()].kind == r.variables[pair.b.variable()].kind;
}

using Matrix = std::vector<std::vector<bool>>;

Matrix Closure(const RandomConnections& r) {
  const std::size_t n = 2 * r.variables.size();
  Matrix reach(n, std::vector<bool>(n, false));
  for (const SlotPair& pair : r.pairs) {
    if (!OfOneKind(r, pair)) continue;
    const std::uint32_t a = pair.a.index(), b = pair.b.index();
    reach[a][a] = reach[b][b] = reach[a][b] = reach[b][a] = true;
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
  return reach;
}

TEST(ConnectionSets, AreTheTransitiveClosureOfRandomConnections) {
  std::mt19937 random(1912);
  for (int trial = 0; trial < 3000; ++trial) {
    const RandomConnections r = MakeRandom(&random);
    const ConnectionSets sets = MakeConnectionSets(r.variables, r.pairs, r.num_statements);
    const Matrix reach = Closure(r);
    for (std::uint32_t i = 0; i < reach.size(); ++i) {
      const ConnectorVariable& v = r.variables[i / 2];
      const bool zero = v.kind == VariableKind::kFlow && (i % 2 == 0 ? v.zero_inside : v.zero_outside);
      ASSERT_EQ(sets.set_of_slot[i] != kNoSet, reach[i][i] || zero);
      for (std::uint32_t j = 0; j < reach.size(); ++j) {
        if (i == j || sets.set_of_slot[i] == kNoSet) continue;
        ASSERT_EQ(sets.set_of_slot[i] == sets.set_of_slot[j], reach[i][j]);
      }
    }
  }
}

TEST(ConnectionSets, OfRandomConnectionsHaveTheirMembersStatementsAndKinds) {
  std::mt19937 random(1913);
  for (int trial = 0; trial < 3000; ++trial) {
    const RandomConnections r = MakeRandom(&random);
    const ConnectionSets sets = MakeConnectionSets(r.variables, r.pairs, r.num_statements);
    std::vector<std::vector<StatementIndex>> statements(sets.size());
    std::vector<std::uint32_t> mismatched;
    for (std::uint32_t i = 0; i < r.pairs.size(); ++i) {
      if (!OfOneKind(r, r.pairs[i])) {
        mismatched.push_back(i);
        continue;
      }
      auto& of_set = statements[sets.set_of_slot[r.pairs[i].a.index()]];
      if (std::find(of_set.begin(), of_set.end(), r.pairs[i].statement) == of_set.end()) {
        of_set.push_back(r.pairs[i].statement);
      }
    }
    ASSERT_EQ(sets.mismatched, mismatched);
    std::size_t num_members = 0;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      ASSERT_TRUE(std::ranges::equal(sets.statements[s], statements[s]));
      for (const Slot slot : sets.members[s]) {
        ASSERT_EQ(sets.set_of_slot[slot.index()], s);
        ASSERT_EQ(r.variables[slot.variable()].kind, sets.kinds[s]);
      }
      num_members += sets.members[s].size();
    }
    ASSERT_EQ(num_members,
              std::ranges::count_if(sets.set_of_slot, [](std::uint32_t s) { return s != kNoSet; }));
  }
}

// n - 1 equalities, each of which a statement says, and which leave no member out: a tree.
TEST(ConnectionSets, EqualitiesOfRandomConnectionsAreATreeOfWhatStatementsSay) {
  std::mt19937 random(1914);
  for (int trial = 0; trial < 3000; ++trial) {
    const RandomConnections r = MakeRandom(&random);
    const ConnectionSets sets = MakeConnectionSets(r.variables, r.pairs, r.num_statements);
    for (std::size_t s = 0; s < sets.size(); ++s) {
      if (sets.kinds[s] == VariableKind::kFlow || sets.kinds[s] == VariableKind::kStream) continue;
      ASSERT_EQ(sets.equalities[s].size() + 1, sets.members[s].size());
      std::vector<Slot> reached = {sets.members[s][0]};
      const auto is_reached = [&](Slot x) { return std::ranges::find(reached, x) != reached.end(); };
      for (std::size_t round = 0; round < sets.members[s].size(); ++round) {
        for (const Equality& e : sets.equalities[s]) {
          if (is_reached(e.a) != is_reached(e.b)) reached.push_back(is_reached(e.a) ? e.b : e.a);
        }
      }
      ASSERT_EQ(reached.size(), sets.members[s].size());
      for (const Equality& e : sets.equalities[s]) {
        ASSERT_TRUE(std::ranges::any_of(r.pairs, [&](const SlotPair& p) {
          return p.a == e.a && p.b == e.b && p.statement == e.statement;
        }));
      }
    }
  }
}

TEST(ConnectionSets, AreOrderedByFirstOccurrence) {
  std::mt19937 random(1915);
  for (int trial = 0; trial < 1000; ++trial) {
    const RandomConnections r = MakeRandom(&random);
    const ConnectionSets sets = MakeConnectionSets(r.variables, r.pairs, r.num_statements);
    std::vector<Slot> met;
    std::uint32_t num_met = 0;
    for (const SlotPair& pair : r.pairs) {
      if (!OfOneKind(r, pair)) continue;
      const std::uint32_t set = sets.set_of_slot[pair.a.index()];
      ASSERT_LE(set, num_met);
      num_met = std::max(num_met, set + 1);
      for (const Slot slot : {pair.a, pair.b}) {
        if (std::ranges::find(met, slot) == met.end()) met.push_back(slot);
      }
    }
    std::ranges::stable_sort(met, {}, [&](Slot slot) { return sets.set_of_slot[slot.index()]; });
    ASSERT_TRUE(std::equal(met.begin(), met.end(), sets.members.items.begin()));
  }
}

}  // namespace
}  // namespace daedalus::connect
