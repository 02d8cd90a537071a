#include "daedalus/compile/vanishing_factors.h"

#include <gtest/gtest.h>

#include "daedalus/compile/given_model.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {
namespace {

// R i = v - w: with R = 0 an equation for v, whatever i is.
Model Wire(double R) {
  Model m("Wire");
  auto r = m.Parameter("R", R), g = m.Parameter("G", 2.0);
  auto v = m.Variable("v", {.start = 1.0, .fixed = true}), w = m.Variable("w"), i = m.Variable("i");
  m.Equation(r * i == v - w);
  m.Equation(i == g * w);
  m.Equation(der(v) == -i);
  return m;
}

std::vector<ParameterId> Remove(System& system) {
  const std::vector<double> values = EvaluateParameters(system).value().values;
  return RemoveVanishingFactors(system, values);
}

TEST(VanishingFactors, AreTakenOutAndTellWhatDecided) {
  System system = Wire(0).Build().value();
  const auto decided = Remove(system);
  ASSERT_EQ(decided.size(), 1u);
  EXPECT_EQ(NameOf(system, decided[0]), "R");
  EXPECT_EQ(EquationText(system, EquationId(0)), "0 = v - w");
  EXPECT_EQ(EquationText(system, EquationId(1)), "i = G*w");
}

TEST(VanishingFactors, OthersStay) {
  System system = Wire(1e-300).Build().value();
  EXPECT_TRUE(Remove(system).empty());
  EXPECT_EQ(EquationText(system, EquationId(0)), "R*i = v - w");
}

// A difference of parameters, and a product of parameters alone, which is a value and no factor.
TEST(VanishingFactors, AreExpressionsOfParameters) {
  Model m("M");
  auto a = m.Parameter("a", 3.0), b = m.Parameter("b", 3.0), zero = m.Parameter("zero", 0.0);
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x == (a - b) * y + 1.0);
  m.Equation(y == zero * a);
  System system = std::move(m).Build().value();
  const auto decided = Remove(system);
  ASSERT_EQ(decided.size(), 2u);
  EXPECT_EQ(EquationText(system, EquationId(0)), "x = 1");
  EXPECT_EQ(EquationText(system, EquationId(1)), "y = a*zero");
}

TEST(VanishingFactors, AParameterThatDecidedCannotBeChangedAfterwards) {
  Diagnostics diagnostics;
  auto given = ReadGivenModel(Wire(0).Build().value(), IndexTreatment::kDummyDerivatives, AliasTreatment::kRemove,
                              diagnostics);
  ASSERT_TRUE(given.ok());
  ASSERT_EQ(given->vanishing.size(), 1u);
  const std::vector<ParameterOverride> other_r = {{given->vanishing[0], 1.0}}, other_g = {{ParameterId(1), 3.0}};
  const auto refused = WithParameters(*given, other_r);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error()[0].code, Code::kBadOption);
  EXPECT_TRUE(WithParameters(*given, other_g).ok());
}

}  // namespace
}  // namespace daedalus::compile
