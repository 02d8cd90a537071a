#include "daedalus/products/analyze/describe_method.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/base/read_file.h"
#include "daedalus/products/analyze/format_fraction.h"

namespace daedalus::analyze {
namespace {

results::MethodPage Describe(const char* name) {
  return DescribeMethod(*integrate::FindMethod(name), integrate::AnalyzeMethod(name));
}

TEST(FormatFraction, WritesFractionsAsFractions) {
  EXPECT_EQ(FormatFraction(0), "0");
  EXPECT_EQ(FormatFraction(-3), "-3");
  EXPECT_EQ(FormatFraction(5.0 / 12), "5/12");
  EXPECT_EQ(FormatFraction(-92097.0 / 339200), "-92097/339200");
  EXPECT_EQ(FormatFraction(1e-3), "1/1000");
}

TEST(FormatFraction, WritesOtherNumbersInDigits) {
  EXPECT_EQ(FormatFraction((4 - std::sqrt(6)) / 10), "0.155051025722");
  EXPECT_EQ(FormatFraction(std::numbers::pi), "3.14159265359");
  EXPECT_EQ(FormatFraction(1e-9), "1e-09");
  EXPECT_EQ(FormatFraction(std::nan("")), "nan");
}

TEST(DescribeMethod, PropertiesOfRadau3AreThoseOfTheText) {
  const results::MethodPage page = Describe("radau3");
  const std::vector<std::string> expected = {"Radau IIA (3)", "3", "2",    "yes", "yes", "90",
                                             "infinite",      "0", "-1/72"};
  EXPECT_EQ(page.tables[0].rows[0], expected);
  EXPECT_EQ(page.tables[0].rows[1].back(), "-7/3744");
  const std::vector<std::string> first_stage = {"1/3", "5/12", "-1/12"};
  EXPECT_EQ(page.tables[1].rows[0], first_stage);
}

TEST(DescribeMethod, FamiliesHaveARowForEachOrder) {
  const results::MethodPage page = Describe("gear");
  ASSERT_EQ(page.tables[0].rows.size(), 6u);
  EXPECT_EQ(page.tables[0].rows[2][5], "86.03");
  EXPECT_EQ(page.tables[0].rows[5][5], "17.84");
  const std::vector<std::string> bdf3 = {"BDF3", "11/6", "-3", "3/2", "-1/3"};
  EXPECT_EQ(page.tables[1].rows[2], bdf3);
}

TEST(DescribeMethod, EveryMethodIsDescribedAndThoseWithFormulasAreDrawn) {
  for (const integrate::MethodInfo& method : integrate::Methods()) {
    const AnalyzedFormulas formulas = integrate::AnalyzeMethod(method.name);
    results::MethodPage page = DescribeMethod(method, formulas);
    EXPECT_EQ(page.title, method.name);
    if (formulas.empty()) continue;
    DrawMethod(formulas, page);
    EXPECT_EQ(page.views.size(), formulas.size()) << method.name;
    EXPECT_EQ(page.figures.size(), 2u) << method.name;
    for (const results::PageView& view : page.views) EXPECT_FALSE(view.domain.curves.empty()) << view.name;
    EXPECT_FALSE(page.references.empty()) << method.name;
  }
}

// The tables of the manual are what the program prints.
// The sentence and the last point of the curve speak of the same.
TEST(DescribeMethod, TheTextAboutFarDampingIsThatOfTheCurves) {
  const auto far = [](const char* name) {
    const AnalyzedFormulas formulas = integrate::AnalyzeMethod(name);
    results::MethodPage page = DescribeMethod(*integrate::FindMethod(name), formulas);
    DrawMethod(formulas, page);
    const results::PageFigure& figure = page.figures.back();
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const double end = figure.chart.curves[i + 1].points.back().y;  // after the exact one
      const double growth = formulas[i].stability.growth_at_infinity;
      if (growth == 0) {
        EXPECT_GT(end, 5) << formulas[i].name;
      } else if (std::isinf(growth)) {
        EXPECT_LT(end, -5) << formulas[i].name;
      } else {
        EXPECT_NEAR(end, -std::log(growth), 1e-3) << formulas[i].name;
      }
    }
    return figure.about;
  };
  EXPECT_NE(far("trapezoid").find("approaches 0"), std::string::npos) << far("trapezoid");
  EXPECT_NE(far("backward-euler").find("grows without bound"), std::string::npos);
  EXPECT_NE(far("rk4").find("falls without bound: fast modes grow"), std::string::npos) << far("rk4");
  EXPECT_NE(far("radau5").find("grows without bound"), std::string::npos) << far("radau5");
}

TEST(DescribeMethod, TheManualHasThePropertiesOfEveryFormula) {
  const auto manual = ReadFile(std::string(DAEDALUS_SOURCE_DIR) + "/docs/methods.md");
  ASSERT_TRUE(manual.ok());
  for (const integrate::MethodInfo& method : integrate::Methods()) {
    const AnalyzedFormulas formulas = integrate::AnalyzeMethod(method.name);
    if (formulas.empty()) continue;
    const results::MethodPage page = DescribeMethod(method, formulas);
    for (const std::vector<std::string>& row : page.tables[0].rows) {
      std::string line = "|";
      for (const std::string& cell : row) line += " " + cell + " |";
      EXPECT_NE(manual->find(line), std::string::npos) << line;
    }
  }
}

// The numbers of the list agree with the formulas.
TEST(DescribeMethod, OrdersOfTheListAreThoseOfTheFormulas) {
  for (const integrate::MethodInfo& method : integrate::Methods()) {
    int lowest = 100, highest = 0;
    for (const auto& formula : integrate::AnalyzeMethod(method.name)) {
      if (formula.estimates_error) continue;
      lowest = std::min(lowest, formula.order);
      highest = std::max(highest, formula.order);
    }
    if (highest == 0) continue;
    EXPECT_EQ(lowest, method.min_order) << method.name;
    EXPECT_EQ(highest, method.max_order) << method.name;
  }
}

}  // namespace
}  // namespace daedalus::analyze
