#include "daedalus/model/simulate/variable_sizes.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"

namespace daedalus::simulate {
namespace {

// Two scalars and what is observed of them.
System TwoScalars() {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(der(y) == -y);
  return std::move(m).Build().value();
}

const std::vector<Quantity> kQuantities = {{VariableId(0u), 0}, {VariableId(1u), 0}};

TEST(VariableSizes, AVariableBelowItsToleranceAllTheTimeIsTold) {
  const System system = TwoScalars();
  LargestValues largest({1e-6, 1e-6});
  largest.Observe(std::vector<double>{1.0, 2e-8});
  largest.Observe(std::vector<double>{0.5, -3e-8});
  const auto warning = largest.BelowTolerance(system, kQuantities);
  ASSERT_TRUE(warning.has_value());
  EXPECT_EQ(warning->severity, Severity::kWarning);
  EXPECT_EQ(warning->message,
            "`y` is never larger than 3e-08, below its absolute tolerance of 1e-06: its values mean nothing");
}

// A state at rest whose slope an iteration left at 6e-85 instead of 0.
TEST(VariableSizes, ASlopeThatIsRoundingTellsNothing) {
  const System system = TwoScalars();
  const std::vector<char> is_differential = {1, 0};
  const auto attributes = initialize::EvaluateAttributes(system, {}).value();
  const std::vector<double> y = {0, 0};
  EXPECT_EQ(SizesOf(system, is_differential, attributes, y, std::vector<double>{6e-85, 0}, 0.5)[0], 1);
  EXPECT_EQ(SizesOf(system, is_differential, attributes, y, std::vector<double>{6e-12, 0}, 0.5)[0], 3e-12);
}

// A pressure of 10^5 Pa that was differentiated once and one of no known size that was differentiated twice,
// in runs of a microsecond and of an hour.
TEST(VariableSizes, ADerivativeIsAsLargeAsWhatItIsOfOverTheTimeOfTheRun) {
  System system = TwoScalars();
  Variable& once = system.variables[VariableId(0u)];
  once.derivative_order = 1;
  once.derived_nominal = system.graph.Constant(1e5);
  system.variables[VariableId(1u)].derivative_order = 2;
  const auto attributes = initialize::EvaluateAttributes(system, {}).value();
  const std::vector<double> nothing = {0, 0};
  const auto sizes = [&](std::vector<char> is_differential, double length) {
    return SizesOf(system, is_differential, attributes, nothing, nothing, length);
  };
  EXPECT_EQ(sizes({0, 0}, 0.0625), (std::vector<double>{1.6e6, 256}));
  EXPECT_EQ(sizes({0, 0}, 4096), (std::vector<double>{1e5 / 4096, 1}));
  EXPECT_EQ(sizes({1, 1}, 0.0625), (std::vector<double>{1, 1})) << "errors of states are tested";
}

TEST(VariableSizes, OneThatWasLargerOnceIsNotTold) {
  const System system = TwoScalars();
  LargestValues largest({1e-6, 1e-6});
  largest.Observe(std::vector<double>{1.0, 2e-6});
  largest.Observe(std::vector<double>{1.0, 2e-9});
  EXPECT_FALSE(largest.BelowTolerance(system, kQuantities).has_value());
}

TEST(VariableSizes, ElementsOfOneDeclarationCountTogether) {
  System system = TwoScalars();
  system.variables[VariableId(1u)].declaration = system.variables[VariableId(0u)].declaration;
  LargestValues largest({1e-6, 1e-6});
  largest.Observe(std::vector<double>{1.0, 2e-8});
  EXPECT_FALSE(largest.BelowTolerance(system, kQuantities).has_value());
}

}  // namespace
}  // namespace daedalus::simulate
