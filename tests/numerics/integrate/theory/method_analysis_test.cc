// The formulas behind the methods, and the agreement of the integrators with them.
#include "daedalus/numerics/integrate/suite/method_analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "daedalus/numerics/integrate/runge_kutta/stage_tableau.h"

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

// The poles of R are the eigenvalues of A^-1, which the integrators take from the Pade approximation.
void ExpectPolesAmongEigenvalues(const theory::Tableau& method) {
  const StageTableau transformed = TransformStages(method);
  std::vector<theory::Complex> eigenvalues;
  if (transformed.has_real()) eigenvalues.emplace_back(transformed.gamma);
  for (std::size_t k = 0; k < static_cast<std::size_t>(transformed.num_pairs); ++k) {
    eigenvalues.emplace_back(transformed.alpha[k], transformed.beta[k]);
    eigenvalues.emplace_back(transformed.alpha[k], -transformed.beta[k]);
  }
  const std::vector<theory::Complex> poles = theory::Roots(StabilityFunctionOf(method).denominator);
  ASSERT_EQ(poles.size(), eigenvalues.size());
  for (const theory::Complex pole : poles) {
    double distance = 1e9;
    for (const theory::Complex eigenvalue : eigenvalues)
      distance = std::min(distance, std::abs(pole - eigenvalue));
    EXPECT_LT(distance, 1e-9 * std::abs(pole)) << method.name << ' ' << pole;
  }
}

TEST(MethodAnalysis, TheEigenvaluesOfTheIntegratorsAreThePolesOfTheStabilityFunctions) {
  for (int s = 2; s <= 7; ++s) ExpectPolesAmongEigenvalues(theory::RadauIIATableau(s));
  ExpectPolesAmongEigenvalues(theory::LobattoIIIC4Tableau());
}

}  // namespace
}  // namespace daedalus::integrate
