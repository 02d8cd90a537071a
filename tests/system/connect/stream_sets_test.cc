#include "daedalus/system/connect/stream_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "system/connect/slots.h"

namespace daedalus::connect {
namespace {

using Slots = std::vector<Slot>;

// One connection set with these members, all connected to the first.
struct Junction {
  explicit Junction(Slots given, std::vector<StreamFlow> given_flows = {})
      : members(std::move(given)), flows(std::move(given_flows)) {
    flows.resize(members.size());
    std::vector<SlotPair> pairs;
    for (std::size_t i = 1; i < members.size(); ++i)
      pairs.push_back({members[0], members[i], static_cast<StatementIndex>(i - 1)});
    sets = MakeConnectionSets(std::vector<ConnectorVariable>(members.size(), {VariableKind::kStream}), pairs,
                              pairs.size());
    senders = FindSenders(sets, flows);
  }
  StreamMixture Mixture(Slot slot) const { return MixtureFor(slot, sets, senders); }
  StreamForm Form(Slot slot) const { return Mixture(slot).form; }
  Slots From(Slot slot) const { return Mixture(slot).from; }

  Slots members;
  std::vector<StreamFlow> flows;
  ConnectionSets sets;
  Grouped<Slot> senders;
};

// The variables 0 .. n - 1 inside, then m outside.
Slots Members(VariableIndex n, VariableIndex m) {
  Slots slots;
  for (VariableIndex v = 0; v < n + m; ++v) slots.push_back(v < n ? Slot::Inside(v) : Slot::Outside(v));
  return slots;
}

constexpr StreamFlow kOneWayIn = {.never_negative = true, .never_positive = false};
constexpr StreamFlow kOneWayOut = {.never_negative = false, .never_positive = true};

// The special cases of Modelica 3.6, 15.2, one after the other.
TEST(StreamSets, AnUnconnectedConnectorReceivesItsOwnValue) {
  const Junction j(Members(1, 0));
  EXPECT_EQ(j.sets.size(), 0u);
  EXPECT_EQ(j.Form(In(0)), StreamForm::kOwn);
}

TEST(StreamSets, TwoInsideConnectorsExchangeTheirValues) {
  const Junction j(Members(2, 0));
  EXPECT_EQ(j.Form(In(0)), StreamForm::kOne);
  EXPECT_EQ(j.From(In(0)), Slots{In(1)});
  EXPECT_EQ(j.From(In(1)), Slots{In(0)});
}

TEST(StreamSets, OneInsideAndOneOutsideConnectorAreOne) {
  const Junction j(Members(1, 1));
  EXPECT_EQ(j.Form(In(0)), StreamForm::kOne);
  EXPECT_EQ(j.From(In(0)), Slots{Out(1)}) << "inStream of the outside connector";
  EXPECT_EQ(j.From(Out(1)), Slots{In(0)});
}

TEST(StreamSets, TwoOutsideConnectorsPassOnWhatTheOtherReceives) {
  const Junction j(Members(0, 2));
  EXPECT_EQ(j.From(Out(0)), Slots{Out(1)});
  EXPECT_EQ(j.From(Out(1)), Slots{Out(0)});
  EXPECT_EQ(j.Form(In(0)), StreamForm::kOwn) << "at the level above it is not connected";
}

TEST(StreamSets, TwoConnectorsDoSoWhateverTheirBounds) {
  const Junction j(Members(2, 0), {kOneWayIn, kOneWayIn});
  EXPECT_EQ(j.From(In(0)), Slots{In(1)});
}

TEST(StreamSets, ThreeConnectorsMix) {
  const Junction j(Members(2, 1));
  EXPECT_EQ(j.Form(In(0)), StreamForm::kMixed);
  EXPECT_EQ(j.From(In(0)), (Slots{In(1), Out(2)}));
  EXPECT_EQ(j.From(Out(2)), (Slots{In(0), In(1)}));
}

// Appendix D.3.3: a sensor beside a one-to-one connection does not disturb it.
TEST(StreamSets, ASensorDropsOutOfTheMixture) {
  const Junction j(Members(3, 0), {{}, {}, kOneWayIn});
  EXPECT_EQ(j.From(In(0)), Slots{In(1)});
  EXPECT_EQ(j.From(In(1)), Slots{In(0)});
  EXPECT_EQ(j.Form(In(2)), StreamForm::kMixed);
  EXPECT_EQ(j.From(In(2)), (Slots{In(0), In(1)}));
}

// Appendix D.3.4: an ideal splitter.
TEST(StreamSets, ASplitterWithOneSourceNeedsNoMixture) {
  const Junction j(Members(3, 0), {{}, kOneWayIn, kOneWayIn});
  EXPECT_EQ(j.Form(In(0)), StreamForm::kOwn) << "nothing ever enters the source";
  EXPECT_EQ(j.From(In(1)), Slots{In(0)});
  EXPECT_EQ(j.From(In(2)), Slots{In(0)});
}

TEST(StreamSets, AnOutsideConnectorThroughWhichNothingComesInDropsOut) {
  const Junction j(Members(1, 2), {{}, {}, kOneWayOut});
  EXPECT_EQ(j.From(In(0)), Slots{Out(1)});
  EXPECT_EQ(j.From(Out(1)), Slots{In(0)});
  EXPECT_EQ(j.From(Out(2)), (Slots{In(0), Out(1)}));
}

TEST(StreamSets, AnOutsideConnectorToWhichNobodySendsIsZero) {
  const Junction j(Members(2, 1), {kOneWayIn, kOneWayIn, {}});
  EXPECT_EQ(j.Form(Out(2)), StreamForm::kZero);
  EXPECT_TRUE(j.From(Out(2)).empty());
}

TEST(StreamSets, SetsOfOtherKindsHaveNoSenders) {
  const std::vector<ConnectorVariable> variables = {{VariableKind::kFlow}, {VariableKind::kFlow}};
  const std::vector<SlotPair> pairs = {{In(0), In(1), 0}};
  const Grouped<Slot> senders =
      FindSenders(MakeConnectionSets(variables, pairs, 1), std::vector<StreamFlow>(2));
  EXPECT_EQ(senders.size(), 1u);
  EXPECT_TRUE(senders.items.empty());
}

// ---- Numbers in place of the forms.

struct Values {
  std::vector<double> m, h, h_above;  // by variable: flow, stream variable, and inStream of it one level up
};

double Outflow(const Values& x, Slot t) {
  return -t.sign() * x.m[t.variable()];
}
double Value(const Values& x, Slot t) {
  return t.is_inside() ? x.h[t.variable()] : x.h_above[t.variable()];
}

// The simplest that the specification offers.
constexpr double kEpsilon = 1e-9;
double PositiveMax(double x) {
  return std::max(x, kEpsilon);
}

double Evaluate(const StreamMixture& mixture, const Values& x, Slot s) {
  switch (mixture.form) {
    case StreamForm::kOwn:
      return x.h[s.variable()];
    case StreamForm::kZero:
      return 0;
    case StreamForm::kOne:
      return Value(x, mixture.from[0]);
    case StreamForm::kMixed:
      break;
  }
  double numerator = 0, denominator = 0;
  for (const Slot t : mixture.from) {
    numerator += PositiveMax(Outflow(x, t)) * Value(x, t);
    denominator += PositiveMax(Outflow(x, t));
  }
  return numerator / denominator;
}

struct RandomJunction {
  Junction junction;
  Values x;
};

// Flows that obey their bounds and add up to zero: (2) of connection_sets.h.
RandomJunction MakeRandomJunction(std::mt19937* random) {
  std::uniform_real_distribution<double> flow(0.1, 2), value(-5, 5);
  while (true) {
    const VariableIndex n = (*random)() % 5, m = (*random)() % 4, count = n + m;
    if (count == 0) continue;
    const Slots members = Members(n, m);
    std::vector<StreamFlow> flows(count);
    Values x = {std::vector<double>(count), std::vector<double>(count), std::vector<double>(count)};
    double sum = 0;
    for (VariableIndex v = 0; v < count; ++v) {
      flows[v] = {(*random)() % 4 == 0, (*random)() % 4 == 0};
      if (flows[v].never_negative && flows[v].never_positive) flows[v] = {};
      const bool positive = flows[v].never_negative || (!flows[v].never_positive && (*random)() % 2 == 0);
      x.m[v] = positive ? flow(*random) : -flow(*random);
      x.h[v] = value(*random);
      x.h_above[v] = value(*random);
      if (v + 1 < count) sum += members[v].sign() * x.m[v];
    }
    const double last = -sum * members.back().sign();
    const bool allowed =
        !(flows.back().never_negative && last < 0) && !(flows.back().never_positive && last > 0);
    if (count > 1 && (!allowed || std::abs(last) < 0.1)) continue;
    if (count > 1) x.m.back() = last;
    return {Junction(members, flows), x};
  }
}

// The implicit definitions of 15.2: the balance of the quantity over the set, if the member s receives.
double Balance(const RandomJunction& r, Slot s, double mix) {
  double sum = 0;
  for (const Slot t : r.junction.members) {
    const double flow = t.sign() * r.x.m[t.variable()];
    sum += flow * (flow > 0 || t == s ? mix : Value(r.x, t));
  }
  return sum;
}

TEST(StreamSets, MixturesBalanceTheCarriedQuantityForRandomFlows) {
  std::mt19937 random(1738);
  int num_mixed = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const RandomJunction r = MakeRandomJunction(&random);
    for (const Slot s : r.junction.members) {
      const StreamMixture mixture = r.junction.Mixture(s);
      const bool somebody_sends =
          std::ranges::any_of(r.junction.members, [&](Slot t) { return t != s && Outflow(r.x, t) > 0; });
      if (!somebody_sends) continue;
      num_mixed += mixture.form == StreamForm::kMixed;
      ASSERT_NEAR(Balance(r, s, Evaluate(mixture, r.x, s)), 0, 1e-7);
    }
  }
  EXPECT_GT(num_mixed, 5000);
}

// What comes in by some members leaves by the others: both balances, with the values that each really has.
TEST(StreamSets, WhatEntersASetLeavesIt) {
  std::mt19937 random(1739);
  for (int trial = 0; trial < 5000; ++trial) {
    const RandomJunction r = MakeRandomJunction(&random);
    if (r.junction.members.size() < 2) continue;
    double mass = 0, quantity = 0;
    for (const Slot s : r.junction.members) {
      const double outflow = Outflow(r.x, s);
      mass += outflow;
      quantity += outflow * (outflow > 0 ? Value(r.x, s) : Evaluate(r.junction.Mixture(s), r.x, s));
    }
    ASSERT_NEAR(mass, 0, 1e-12);
    ASSERT_NEAR(quantity, 0, 1e-7);
  }
}

// The recommended implementation of 15.2, case by case as it is written there.
double AsInTheSpecification(const RandomJunction& r, Slot s) {
  const Slots& all = r.junction.members;
  const auto n = static_cast<std::size_t>(std::ranges::count_if(all, [](Slot t) { return t.is_inside(); }));
  const std::size_t m = all.size() - n;
  if (n == 1 && m == 0) return r.x.h[s.variable()];
  if (n + m == 2) return Value(r.x, all[0] == s ? all[1] : all[0]);
  double numerator = 0, denominator = 0;
  for (const Slot t : all) {
    const StreamFlow& flow = r.junction.flows[t.variable()];
    if (t == s || (t.is_inside() ? flow.never_negative : flow.never_positive)) continue;
    const double weight = PositiveMax(t.is_inside() ? -r.x.m[t.variable()] : r.x.m[t.variable()]);
    numerator += weight * Value(r.x, t);
    denominator += weight;
  }
  if (denominator == 0) return s.is_inside() ? r.x.h[s.variable()] : 0;
  return numerator / denominator;
}

TEST(StreamSets, AgreeWithTheRecommendedImplementation) {
  std::mt19937 random(1740);
  for (int trial = 0; trial < 5000; ++trial) {
    RandomJunction r = MakeRandomJunction(&random);
    if (trial % 3 == 0) std::ranges::fill(r.x.m, 0);  // all at rest: the mean of those that can send
    if (r.junction.members.size() == 1 && !r.junction.members[0].is_inside()) continue;
    for (const Slot s : r.junction.members) {
      ASSERT_NEAR(Evaluate(r.junction.Mixture(s), r.x, s), AsInTheSpecification(r, s), 1e-12);
    }
  }
}

}  // namespace
}  // namespace daedalus::connect
