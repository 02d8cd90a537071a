#include "daedalus/numerics/integrate/own/choose_method.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "numerics/integrate/problems.h"

namespace daedalus::integrate {
namespace {

// Explicit, small, not stiff.
ProblemFacts Easy() {
  return {.size = 4, .num_nonzeros = 16, .is_explicit = true, .constant_mass = true, .stiffness = 30};
}

TEST(ChooseMethod, EveryChoiceIsAvailableAndHasAReason) {
  for (const int index : {1, 3}) {
    for (const bool is_explicit : {true, false}) {
      for (const double stiffness : {1.0, 1e9, double{INFINITY}}) {
        for (const std::int32_t size : {2, 100000}) {
          for (const bool has_algebraic : {true, false}) {
            const MethodChoice choice = ChooseMethod({.size = size,
                                                      .num_nonzeros = 3 * size,
                                                      .index = index,
                                                      .is_explicit = is_explicit,
                                                      .constant_mass = is_explicit,
                                                      .has_algebraic = has_algebraic,
                                                      .stiffness = stiffness});
            ASSERT_TRUE(FindMethod(choice.method)) << choice.method;
            EXPECT_TRUE(FindMethod(choice.method)->available) << choice.method;
            EXPECT_FALSE(choice.reasons.empty()) << choice.method;
          }
        }
      }
    }
  }
}

TEST(ChooseMethod, AHighOrderWhereNothingDampsErrors) {
  ProblemFacts linkage = Easy();
  linkage.damps_nothing = true;
  EXPECT_EQ(ChooseMethod(linkage).method, "radau");
  linkage.size = 100;  // many states: implicit steps cost more than they save
  EXPECT_FALSE(FindMethod(ChooseMethod(linkage).method)->implicit);
}

TEST(ChooseMethod, AnExplicitMethodOnlyForExplicitEquationsThatAreNotStiff) {
  EXPECT_FALSE(FindMethod(ChooseMethod(Easy()).method)->implicit);
  ProblemFacts stiff = Easy();
  stiff.stiffness = 1e6;
  EXPECT_TRUE(FindMethod(ChooseMethod(stiff).method)->implicit);
  ProblemFacts unknown = Easy();
  unknown.is_explicit = false;
  EXPECT_TRUE(FindMethod(ChooseMethod(unknown).method)->implicit);
}

TEST(ChooseMethod, AMultistepMethodWhereTheJacobianIsDear) {
  ProblemFacts beam = Easy();
  beam.size = 128;
  beam.stiffness = 1e6;
  beam.num_nonzeros = 3 * 128;
  EXPECT_EQ(ChooseMethod(beam).method, "rodas");
  beam.num_nonzeros = 128 * 128;
  EXPECT_EQ(ChooseMethod(beam).method, "bdf");
}

TEST(ChooseMethod, ARosenbrockMethodOnlyForConstantMass) {
  ProblemFacts facts = Easy();
  facts.stiffness = 1e6;
  EXPECT_TRUE(FindMethod(ChooseMethod(facts).method)->needs_constant_mass);
  facts.constant_mass = false;
  EXPECT_FALSE(FindMethod(ChooseMethod(facts).method)->needs_constant_mass);
}

TEST(ChooseMethod, ATightToleranceAsksForAHighOrder) {
  ProblemFacts facts = Easy();
  facts.stiffness = 1e6;
  facts.constant_mass = true;
  facts.tolerance = 1e-6;
  EXPECT_EQ(ChooseMethod(facts).method, "rodas");
  facts.tolerance = 1e-12;
  EXPECT_EQ(FindMethod(ChooseMethod(facts).method)->max_order, 13);
}

TEST(ChooseMethod, ManyUnknownsAreForTheMultistepMethodUnlessThereAreManyEvents) {
  ProblemFacts facts{.size = 100000, .num_nonzeros = 300000, .constant_mass = true};
  EXPECT_EQ(FindMethod(ChooseMethod(facts).method)->family, "multistep");
  facts.events_per_run = 1000;
  EXPECT_NE(FindMethod(ChooseMethod(facts).method)->family, "multistep");
}

TEST(EstimateStiffness, IsTheSpectralRadiusTimesTheLength) {
  const TestProblem oscillator = Oscillator();  // eigenvalues +-i
  const Tolerances tolerances{1e-6, {1e-6}};
  EXPECT_NEAR(EstimateStiffness(oscillator.dae, tolerances, 0, oscillator.y0, oscillator.yp0, 7), 7, 1e-6);
  // d/dt (y1, y2) = (y2, mu (1 - y1^2) y2 - y1) at (2, 0): eigenvalues near -3 mu and -1 / (3 mu).
  const TestProblem van_der_pol = VanDerPol(1000);
  EXPECT_NEAR(EstimateStiffness(van_der_pol.dae, tolerances, 0, van_der_pol.y0, van_der_pol.yp0, 2), 6000, 1);
}

TEST(EstimateStiffness, IsInfiniteWhereNothingCanBeEvaluated) {
  TestProblem test = Decay();
  test.dae.residual = [](double, auto, auto, auto) { return EvalOutcome::kRecoverable; };
  EXPECT_TRUE(std::isinf(EstimateStiffness(test.dae, {1e-6, {1e-6}}, 0, test.y0, test.yp0, 1)));
}

}  // namespace
}  // namespace daedalus::integrate
