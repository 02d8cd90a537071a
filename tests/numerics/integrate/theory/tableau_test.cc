// Orders of the Runge-Kutta tableaus, from the simplifying assumptions and from Taylor series.
#include "daedalus/numerics/integrate/theory/tableau.h"

#include <gtest/gtest.h>

#include "daedalus/numerics/integrate/theory/order_conditions.h"
#include "daedalus/numerics/integrate/theory/radau_collocation.h"
#include "numerics/integrate/theory/rooted_trees.h"

namespace daedalus::integrate::theory {
namespace {

// Hairer & Wanner (1996), Table IV.5.13: Radau IIA has B(2s-1), C(s), D(s-1).
TEST(Tableau, RadauIIAMeetsTheAssumptionsThatDefineIt) {
  for (int s = 1; s <= 9; ++s) {
    const Tableau t = RadauIIATableau(s);
    const SimplifyingAssumptions holds = CheckAssumptions(t);
    EXPECT_EQ(holds.p, 2 * s - 1) << s;
    EXPECT_EQ(holds.q, s) << s;
    EXPECT_EQ(holds.r, s - 1) << s;
    EXPECT_EQ(holds.guaranteed_order(), t.order) << s;
    EXPECT_EQ(t.stage_order, s) << s;
  }
}

// The same table: Lobatto IIIC has B(2s-2), C(s-1), D(s-1).
TEST(Tableau, LobattoIIICMeetsTheAssumptionsThatDefineIt) {
  const SimplifyingAssumptions holds = CheckAssumptions(LobattoIIIC4Tableau());
  EXPECT_EQ(holds.p, 4);
  EXPECT_EQ(holds.q, 2);
  EXPECT_EQ(holds.r, 2);
  EXPECT_EQ(holds.guaranteed_order(), 4);
}

// The same table: Gauss has B(2s), C(s), D(s).
TEST(Tableau, GaussMeetsTheAssumptionsThatDefineIt) {
  for (const int s : {2, 3}) {
    const SimplifyingAssumptions holds = CheckAssumptions(GaussTableau(s));
    EXPECT_EQ(holds.p, 2 * s);
    EXPECT_EQ(holds.q, s);
    EXPECT_EQ(holds.r, s);
    EXPECT_EQ(holds.guaranteed_order(), GaussTableau(s).order);
  }
}

TEST(Tableau, OneWrongDigitBreaksTheAssumptions) {
  Tableau wrong = RadauIIATableau(3);
  wrong.a[4] += 1e-10;
  EXPECT_EQ(CheckAssumptions(wrong).q, 0);
  wrong = RadauIIATableau(3);
  wrong.b[1] += 1e-10;
  EXPECT_EQ(CheckAssumptions(wrong).p, 0);
}

TEST(Tableau, ComputedRadauMethodsAreThoseOfTheTextbook) {
  for (const int s : {1, 2, 3}) {
    const Tableau printed = RadauIIATableau(s);
    const RadauCollocation computed = CollocateAtRadauNodes(s);
    for (std::size_t i = 0; i < printed.a.size(); ++i) EXPECT_NEAR(computed.a[i], printed.a[i], 2e-16) << s;
    for (std::size_t i = 0; i < printed.b.size(); ++i) {
      EXPECT_NEAR(computed.b[i], printed.b[i], 2e-16) << s;
      EXPECT_NEAR(computed.c[i], printed.c[i], 2e-16) << s;
    }
  }
}

// The zeros of P_5 - P_4 by arithmetic with 25 digits.
TEST(Tableau, RadauNodesOfFiveStages) {
  const double expected[] = {0.057104196114517682193, 0.27684301363812382768, 0.58359043236891682006,
                             0.86024013565621944785, 1};
  const Tableau t = RadauIIATableau(5);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_DOUBLE_EQ(t.c[i], expected[i]);
}

TEST(Tableau, RootedTreesAreCountedRight) {
  const Tableau t = RungeKutta4Tableau();
  RootedTrees trees(t);
  const std::size_t expected[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};  // [HNW93] Table II.2.2
  for (int nodes = 1; nodes <= 9; ++nodes) EXPECT_EQ(trees.OfSize(nodes).size(), expected[nodes - 1]);
}

TEST(Tableau, OrdersFollowFromTheConditionsOfAllTrees) {
  for (const Tableau& t :
       {ForwardEulerTableau(), RungeKutta4Tableau(), DormandPrince5Tableau(), DormandPrince8Tableau(),
        BackwardEulerTableau(), TrapezoidTableau(), BackinterpolationTableau(), LobattoIIIC4Tableau(),
        Sdirk4Tableau(), RadauIIATableau(2), RadauIIATableau(3), GaussTableau(2), GaussTableau(3)}) {
    EXPECT_EQ(OrderByTrees(t, t.b, 9), t.order) << t.name;
    if (!t.b_hat.empty()) EXPECT_EQ(OrderByTrees(t, t.b_hat, 9), t.embedded_order) << t.name;
    if (!t.b_lowest.empty()) EXPECT_EQ(OrderByTrees(t, t.b_lowest, 9), t.lowest_order) << t.name;
  }
}

TEST(Tableau, OneWrongDigitBreaksTheConditionsOfTrees) {
  Tableau wrong = DormandPrince8Tableau();
  wrong.a[11 * 13 + 6] += 1e-9;
  EXPECT_LT(OrderByTrees(wrong, wrong.b, 8), 8);
}

TEST(Tableau, NodesAreTheSumsOfTheirRows) {
  for (const Tableau& t : {DormandPrince5Tableau(), DormandPrince8Tableau(), Sdirk4Tableau()}) {
    for (int i = 0; i < t.num_stages(); ++i) {
      double sum = 0;
      for (int j = 0; j < t.num_stages(); ++j) sum += t.A(i, j);
      EXPECT_NEAR(sum, t.c[static_cast<std::size_t>(i)], 2e-14) << t.name << " stage " << i + 1;
    }
  }
}

TEST(Tableau, StageOrdersAreThoseOfTheAssumptionC) {
  for (const Tableau& t :
       {RungeKutta4Tableau(), DormandPrince5Tableau(), BackwardEulerTableau(), TrapezoidTableau(),
        LobattoIIIC4Tableau(), Sdirk4Tableau(), RadauIIATableau(2), RadauIIATableau(7)}) {
    EXPECT_EQ(CheckAssumptions(t).q, t.stage_order) << t.name;
  }
}

TEST(Tableau, StiffMethodsEndInTheirLastStage) {
  for (const Tableau& t : {BackwardEulerTableau(), LobattoIIIC4Tableau(), Sdirk4Tableau(), RadauIIATableau(2),
                           RadauIIATableau(3), RadauIIATableau(5), RadauIIATableau(7)}) {
    for (int j = 0; j < t.num_stages(); ++j)
      EXPECT_DOUBLE_EQ(t.A(t.num_stages() - 1, j), t.b[static_cast<std::size_t>(j)]) << t.name;
  }
}

}  // namespace
}  // namespace daedalus::integrate::theory
