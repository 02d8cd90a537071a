#include "daedalus/results/html_plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "daedalus/results/decimate.h"
#include "results/pages.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

PlotSpec Spec() {
  PlotSpec spec;
  spec.title = "Pendulum <1>";
  spec.subtitle = "ida & more";
  spec.x = {0, 1, 1, 2};
  spec.series = {{"x", "m", "position", {0, 1, -1, 0.1}}};
  return spec;
}

TEST(HtmlPlot, CarriesTheDataExactly) {
  const nlohmann::json data = DataIn(RenderHtmlPlot(Spec()));
  EXPECT_EQ(data["x"], (std::vector<double>{0, 1, 1, 2}));
  EXPECT_EQ(data["series"][0]["values"], (std::vector<double>{0, 1, -1, 0.1}));
  EXPECT_EQ(data["series"][0]["unit"], "m");
}

TEST(HtmlPlot, MarksEvents) {
  PlotSpec spec = Spec();
  spec.events = {{0.25, "h <= 0 becomes \"true\" </script>"}, {0.5, ""}, {0.75, "x"}};
  const nlohmann::json data = DataIn(RenderHtmlPlot(spec));
  ASSERT_EQ(data["events"].size(), 3u);
  EXPECT_EQ(data["events"][0]["x"], 0.25);
  EXPECT_EQ(data["events"][0]["text"], "h <= 0 becomes \"true\" </script>");
  const nlohmann::json few = DataIn(RenderHtmlPlot(spec, {.max_events = 2}));
  EXPECT_EQ(few["num_events"], 3) << "how many there are is told all the same";
  EXPECT_EQ(few["events"].size(), 2u);
}

TEST(HtmlPlot, ShowsWhatTheModelSaysOfItself) {
  PlotSpec spec;
  spec.title = "M";
  spec.description = "a <pendulum>";
  EXPECT_NE(RenderHtmlPlot(spec).find("<p class=\"description\">a &lt;pendulum&gt;</p>"), std::string::npos);
}

TEST(HtmlPlot, IsSelfContained) {
  const std::string page = RenderHtmlPlot(Spec());
  EXPECT_NE(page.find("Dygraph"), std::string::npos);
  EXPECT_EQ(page.find("<script src"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<link"), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
  EXPECT_EQ(page.find("sourceMappingURL"), std::string::npos);
  // The only addresses: the licence note of dygraphs, and the name of SVG's namespace.
  EXPECT_EQ(Count(page, "http"),
            Count(page, "@license http") + Count(page, "\"http://www.w3.org/2000/svg\""));
  for (const char* mark : {"{{title}}", "{{data}}", "{{script}}", "{{dygraphs}}", "{{style}}"}) {
    EXPECT_EQ(page.find(mark), std::string::npos) << "a mark was not filled in";
  }
}

TEST(HtmlPlot, NamesCannotBreakOutOfTheirPlace) {
  PlotSpec spec = Spec();
  spec.title = "</title><script>alert(1)</script>";
  spec.series[0].name = "</script><script>alert(2)</script> {{data}} \xff \"quoted\"";
  const std::string page = RenderHtmlPlot(spec), plain = RenderHtmlPlot(Spec());
  EXPECT_EQ(Count(page, "<script"), Count(plain, "<script"));
  EXPECT_EQ(Count(page, "</script"), Count(plain, "</script"));
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  const std::string name = DataIn(page)["series"][0]["name"];
  EXPECT_TRUE(name.starts_with("</script><script>alert(2)</script> {{data}} "));
}

TEST(HtmlPlot, WhatIsNotANumberBecomesNull) {
  PlotSpec spec = Spec();
  spec.series[0].values = {std::nan(""), INFINITY, -INFINITY, 1};
  const nlohmann::json values = DataIn(RenderHtmlPlot(spec))["series"][0]["values"];
  EXPECT_TRUE(values[0].is_null() && values[1].is_null() && values[2].is_null());
  EXPECT_EQ(values[3], 1);
}

TEST(HtmlPlot, AFolderThatIsNotThereIsADiagnostic) {
  EXPECT_FALSE(WriteHtmlPlot("/nonexistent/plot.html", Spec()).ok());
}

TEST(Decimate, KeepsShortDataWhole) {
  EXPECT_EQ(DecimatePoints(Spec(), 4).size(), 4u);
}

TEST(Decimate, KeepsEveryPeakAndBothEnds) {
  PlotSpec spec;
  const std::size_t n = 100'000;
  spec.series.resize(2);
  for (std::size_t i = 0; i < n; ++i) {
    spec.x.push_back(static_cast<double>(i));
    spec.series[0].values.push_back(i == 12'345 ? 100 : std::sin(1e-3 * static_cast<double>(i)));
    spec.series[1].values.push_back(i == 54'321 ? -50 : i % 7 == 0 ? std::nan("") : 0.5);
  }
  const std::vector<std::size_t> kept = DecimatePoints(spec, 5000);
  EXPECT_LE(kept.size(), 5000u);
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(), std::less_equal<>()));
  EXPECT_EQ(kept.front(), 0u);
  EXPECT_EQ(kept.back(), n - 1);
  EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), 12'345u));
  EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), 54'321u));
}

}  // namespace
}  // namespace daedalus::results
