#include "daedalus/results/method_page.h"

#include <gtest/gtest.h>

#include <limits>

#include "results/pages.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

Chart UnitSquare() {
  Chart chart;
  chart.x = {-1, 1, false, "Re"};
  chart.y = {-1, 1, false, "Im"};
  chart.marks_left_half = true;
  chart.areas = {{{{{-0.5, 0}, {0.5, 0}, {0, 0.5}}}, false, 260}};
  chart.curves = {{"triangle", {{-0.5, 0}, {0.5, 0}, {0, 0.5}}, 260, false, true}};
  return chart;
}

MethodPage Example() {
  MethodPage page;
  page.title = "euler";
  page.subtitle = "forward <Euler>";
  page.facts = {{"order", "1", ""}};
  page.tables = {{"Tableau", "", {"c", "a"}, {{"0", "0"}, {"b", "1"}}, 1}};
  page.references = {"Euler (1768)"};
  page.all_domains = UnitSquare();
  page.views = {{"first", 260, false, UnitSquare()}, {"second", 45, true, UnitSquare()}};
  page.figures = {{"Damping", "how much", UnitSquare()}};
  return page;
}

TEST(MethodPage, NeedsNothingElse) {
  const std::string html = RenderMethodPage(Example());
  EXPECT_EQ(html.find("http"), std::string::npos);
  EXPECT_EQ(html.find("{{"), std::string::npos);
  EXPECT_EQ(html.find("<Euler>"), std::string::npos) << "texts are escaped";
  EXPECT_NE(html.find("Euler (1768)"), std::string::npos);
}

TEST(MethodPage, HasAViewForAllAndOneForEachFormula) {
  const std::string html = RenderMethodPage(Example());
  EXPECT_EQ(Count(html, "type=\"radio\""), 3u);
  EXPECT_EQ(Count(html, "class=\"view\""), 3u);
  EXPECT_EQ(Count(html, "hidden>"), 2u) << "all are shown at first";
}

TEST(MethodPage, OneFormulaNeedsNoChoice) {
  MethodPage page = Example();
  page.views.resize(1);
  const std::string html = RenderMethodPage(page);
  EXPECT_EQ(Count(html, "type=\"radio\""), 0u);
  EXPECT_EQ(Count(html, "class=\"view\""), 1u);
}

TEST(MethodPage, TextHasAlignedColumnsAndALineAboveTheWeights) {
  const std::string text = RenderMethodText(Example());
  EXPECT_NE(text.find("Tableau\n  c  a\n  0  0\n  ----\n  b  1\n"), std::string::npos) << text;
}

TEST(MethodPage, AFileThatCannotBeWrittenIsAnError) {
  EXPECT_FALSE(WriteMethodPage("/no/such/folder/page.html", Example()).ok());
}

// The plot area of a square chart of 640 x 628 is from x = 52 to 628 and from y = 10 to 586.
TEST(SvgChart, PutsPointsWhereTheyBelong) {
  Chart chart = UnitSquare();
  chart.height = 628;
  const std::string svg = RenderSvg(chart);
  EXPECT_NE(svg.find("M196.0 298.0L484.0 298.0L340.0 154.0Z"), std::string::npos) << svg;
  EXPECT_EQ(Count(svg, "class=\"axis\""), 2u);
}

TEST(SvgChart, LogarithmicAxesHaveEqualDecades) {
  Chart chart;
  chart.height = 628;
  chart.x = {1, 10000, true, "x"};
  chart.y = {0, 1, false, "y"};
  chart.curves = {{"line", {{1, 0}, {100, 0.5}, {10000, 1}}}};
  const std::string svg = RenderSvg(chart);
  EXPECT_NE(svg.find("M52.0 586.0L340.0 298.0L628.0 10.0"), std::string::npos) << svg;
  EXPECT_NE(svg.find("10⁴"), std::string::npos);
}

TEST(SvgChart, WhatIsNotFiniteIsAGap) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Chart chart = UnitSquare();
  chart.curves = {{"line", {{-1, 0}, {-0.5, kInfinity}, {0, 0}, {1, 0}}}};
  const std::string svg = RenderSvg(chart);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  const std::size_t path = svg.find("class=\"curve");
  EXPECT_EQ(Count(svg.substr(path, svg.find("<title>") - path), "M"), 2u);
}

}  // namespace
}  // namespace daedalus::results
