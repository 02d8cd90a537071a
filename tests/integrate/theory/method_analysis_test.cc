// The formulas behind the methods, and the agreement of what integrators compute with what theory tabulates.
#include "daedalus/integrate/suite/method_analysis.h"

#include <gtest/gtest.h>

#include "daedalus/integrate/runge_kutta/stage_tableau.h"

namespace daedalus::integrate {
namespace {

TEST(MethodAnalysis, FamiliesHaveOneFormulaForEachOrder) {
  const auto count = [](const char* name) { return AnalyzeMethod(name).size(); };
  EXPECT_EQ(count("bdf"), 5u);
  EXPECT_EQ(count("gear"), 6u);
  EXPECT_EQ(count("adams"), 12u);
  EXPECT_EQ(count("radau"), 3u);
  EXPECT_EQ(count("radau5"), 2u);
  EXPECT_EQ(count("sdirk4"), 2u);
  EXPECT_EQ(count("ei"), 0u);
}

TEST(MethodAnalysis, RungeKuttaMethodsHaveTheirOrderOnLinearProblemsAndNoMore) {
  for (const char* name : {"radau3", "radau5", "lobatto4", "sdirk4", "bi2", "trapezoid", "backward-euler",
                           "euler", "rk4", "dopri5", "radau"}) {
    for (const AnalyzedFormula& formula : AnalyzeMethod(name))
      EXPECT_EQ(formula.order, formula.linear_order) << name << ' ' << formula.name;
  }
}

// [HW96] sec. IV.7: stiffly accurate, hence L-stable where A-stable.
TEST(MethodAnalysis, RosenbrockPairsAreLStableAndHaveTheirOrders) {
  const auto formulas = AnalyzeMethod("rodas");
  ASSERT_EQ(formulas.size(), RosenbrockTableaus().size());
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    EXPECT_GE(formulas[i].linear_order, RosenbrockTableaus()[i].order) << formulas[i].name;
    EXPECT_TRUE(formulas[i].stability.l_stable) << formulas[i].name;
  }
}

TEST(MethodAnalysis, EmbeddedRosenbrockSolutionsAreOneOrderLower) {
  for (const RosenbrockTableau& tableau : RosenbrockTableaus()) {
    const theory::Tableau linear = OnLinearProblems(tableau);
    EXPECT_GE(LeadingErrorOf(EmbeddedStabilityFunctionOf(linear)).order, tableau.order - 1) << tableau.name;
  }
}

void ExpectSame(const StageTableau& computed, const theory::Tableau& tabulated) {
  ASSERT_EQ(computed.stages, tabulated.num_stages());
  EXPECT_EQ(computed.order, tabulated.order);
  const auto s = static_cast<std::size_t>(computed.stages);
  for (std::size_t i = 0; i < s; ++i) {
    EXPECT_NEAR(computed.c[i], tabulated.c[i], 1e-15) << tabulated.name;
    for (std::size_t j = 0; j < s; ++j) {
      EXPECT_NEAR(computed.a[i * s + j], tabulated.A(static_cast<int>(i), static_cast<int>(j)), 1e-15)
          << tabulated.name << ' ' << i << ' ' << j;
    }
  }
}

TEST(MethodAnalysis, TheIntegratorsUseTheTabulatedMethods) {
  for (int s = 2; s <= 7; ++s) ExpectSame(MakeRadauIIA(s), theory::RadauIIATableau(s));
  ExpectSame(MakeLobattoIIIC(), theory::LobattoIIIC4Tableau());
}

}  // namespace
}  // namespace daedalus::integrate
