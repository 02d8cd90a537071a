// Orders of the Runge-Kutta tableaus, from the simplifying assumptions and from Taylor series.
#include "daedalus/integrate/theory/tableau.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/integrate/theory/order_conditions.h"
#include "daedalus/integrate/theory/radau_collocation.h"

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

// The eight conditions of order 4 ([HNW93] Table II.2.1), for tableaus that the assumptions do not reach.
int ClassicalOrder(const Tableau& t, const std::vector<double>& b) {
  const int s = t.num_stages();
  const auto at = [](const std::vector<double>& v, int i) { return v[static_cast<std::size_t>(i)]; };
  double sum[8] = {};
  for (int i = 0; i < s; ++i) {
    const double bi = at(b, i), ci = at(t.c, i);
    double ac = 0, ac2 = 0, aac = 0;
    for (int j = 0; j < s; ++j) {
      ac += t.A(i, j) * at(t.c, j);
      ac2 += t.A(i, j) * at(t.c, j) * at(t.c, j);
      for (int k = 0; k < s; ++k) aac += t.A(i, j) * t.A(j, k) * at(t.c, k);
    }
    const double terms[] = {bi,           bi * ci,  bi * ci * ci, bi * ac, bi * ci * ci * ci,
                            bi * ci * ac, bi * ac2, bi * aac};
    for (int k = 0; k < 8; ++k) sum[k] += terms[k];
  }
  const double expected[] = {1, 1.0 / 2, 1.0 / 3, 1.0 / 6, 1.0 / 4, 1.0 / 8, 1.0 / 12, 1.0 / 24};
  constexpr int kOrders[] = {1, 2, 3, 3, 4, 4, 4, 4};
  for (int k = 0; k < 8; ++k) {
    if (std::abs(sum[k] - expected[k]) > 1e-13) return kOrders[k] - 1;
  }
  return 4;
}

TEST(Tableau, OrdersUpToFourFollowFromTheEightConditions) {
  for (const Tableau& t : {ForwardEulerTableau(), RungeKutta4Tableau(), DormandPrince5Tableau(),
                           BackwardEulerTableau(), TrapezoidTableau(), BackinterpolationTableau(),
                           LobattoIIIC4Tableau(), Sdirk4Tableau(), RadauIIATableau(2), RadauIIATableau(3)}) {
    EXPECT_EQ(ClassicalOrder(t, t.b), std::min(t.order, 4)) << t.name;
    if (t.b_hat.empty()) continue;
    EXPECT_EQ(ClassicalOrder(t, t.b_hat), t.embedded_order) << t.name;
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
