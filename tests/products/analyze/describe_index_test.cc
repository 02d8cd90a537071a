// `analyze --numerical`: what ranks say, beside what structure says.
#include "daedalus/products/analyze/describe_index.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "programs/array/array_models.h"

namespace daedalus::analyze {
namespace {

using compile::FindNumericalIndex;
using compile::NumericalIndex;

NumericalIndex Found(System system) {
  Diagnostics diagnostics;
  auto found = FindNumericalIndex(std::move(system), diagnostics);
  EXPECT_TRUE(found.ok());
  EXPECT_TRUE(diagnostics.items().empty());
  return std::move(*found);
}

TEST(NumericalIndex, AgreesOnAPendulum) {
  const NumericalIndex found = Found(array::CartesianPendulum({.start = 0.6, .fixed = true}, {.start = -0.8},
                                                              {.start = 0.0, .fixed = true}));
  EXPECT_TRUE(found.agrees());
  const std::string text = RenderNumericalIndex(found);
  EXPECT_NE(text.find("differential index  3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("free values         2 of 5 variables\n"), std::string::npos) << text;
  EXPECT_NE(text.find("index 3, 2 free values: agrees"), std::string::npos) << text;
  const auto json = NumericalIndexJson(found);
  EXPECT_EQ(json["differential_index"], 3);
  EXPECT_EQ(json["free_values"], 2);
  EXPECT_EQ(json["arrays"].size(), 4u);
  EXPECT_EQ(json["arrays"][2]["undetermined"][0], "der(lambda)");
  EXPECT_NEAR(json["point"]["lambda"].get<double>(), 9.81 * 0.8, 1e-9);
}

// Two states by structure; but the difference of the equations is x = 2 y, so that one value is free.
TEST(NumericalIndex, DisagreesOnASingularLeadingMatrix) {
  Model m("SingularLeadingMatrix");
  const Expr x = m.Variable("x", {.start = 2.0}), y = m.Variable("y", {.start = 1.0});
  m.Equation(der(x) + der(y) + x == 0);
  m.Equation(der(x) + der(y) + 2 * y == 0);
  const NumericalIndex found = Found(std::move(m).Build().value());
  EXPECT_FALSE(found.agrees());
  ASSERT_TRUE(found.analysis.index.has_value());
  EXPECT_EQ(*found.analysis.index, 1);
  EXPECT_EQ(found.analysis.num_free, 1u);
  EXPECT_EQ(found.structural_free, 2u);
  EXPECT_NE(RenderNumericalIndex(found).find("DISAGREES"), std::string::npos);
}

// x = 1 at the start, where x^2 = 4 always.
TEST(NumericalIndex, NoConsistentPointIsSaid) {
  Model m("Contradiction");
  const Expr x = m.Variable("x", {.start = 1.0, .fixed = true}), y = m.Variable("y");
  m.Equation(pow(x, 2) == 4);
  m.Equation(der(y) == x);
  const NumericalIndex found = Found(std::move(m).Build().value());
  EXPECT_FALSE(found.analysis.index.has_value());
  EXPECT_NE(RenderNumericalIndex(found).find("no point satisfies all equations"), std::string::npos)
      << RenderNumericalIndex(found);
  EXPECT_TRUE(NumericalIndexJson(found)["differential_index"].is_null());
}

// Eight functions, each the derivative of the one before: what structure says is right, and the pivots of the
// arrays are too small to tell.
TEST(NumericalIndex, FadingPivotsAreNoContradiction) {
  constexpr int kLength = 8;
  Model m("Chain");
  Expr before = m.Variable("y1");
  m.Equation(before == sin(2.0 * m.Time()));
  for (int i = 2; i <= kLength; ++i) {
    const Expr next = m.Variable("y" + std::to_string(i));
    m.Equation(der(before) == next + 0.1 * sin(before));
    before = next;
  }
  const NumericalIndex found = Found(std::move(m).Build().value());
  EXPECT_FALSE(found.analysis.index.has_value());
  EXPECT_EQ(found.structural_index, kLength);
  const std::string text = RenderNumericalIndex(found);
  EXPECT_NE(text.find("the pivots vanish gradually"), std::string::npos) << text;
  EXPECT_EQ(text.find("DISAGREES"), std::string::npos) << text;
}

}  // namespace
}  // namespace daedalus::analyze
