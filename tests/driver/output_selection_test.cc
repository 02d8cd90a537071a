#include "daedalus/driver/output_selection.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"

namespace daedalus::driver {
namespace {

System TwoVariables() {
  Model m("M");
  auto k = m.Parameter("k", 2.0, {.unit = "1/s"});
  auto x = m.Variable("x", {.unit = "m", .description = "way"}), y = m.Variable("y");
  m.Equation(der(x) == -k * x);
  m.Equation(y == x);
  return std::move(m).Build().value();
}

std::vector<std::string> Names(const OutputSelection& selection) {
  std::vector<std::string> names;
  for (const results::Signal& signal : selection.schema.signals) names.push_back(signal.name);
  return names;
}

TEST(OutputSelection, HasVariablesThenDerivativesThenParameters) {
  const OutputSelection all = SelectOutputs(TwoVariables(), {1, 0}, std::vector<double>{2.0}, {});
  EXPECT_EQ(Names(all), (std::vector<std::string>{"x", "y", "der(x)", "k"}));
  EXPECT_EQ(all.schema.signals[0].description, "way");
  EXPECT_EQ(all.schema.signals[2].unit, "m/s");
  EXPECT_EQ(all.schema.signals[3].constant_value, 2.0);
  EXPECT_EQ(all.columns.size(), 3u);
  const std::vector<double> y{10, 20}, yp{-1, 0};
  EXPECT_EQ(all.columns[1].Read(y, yp), 20);
  EXPECT_EQ(all.columns[2].Read(y, yp), -1);
}

TEST(OutputSelection, KeepsWhatMatchesAPattern) {
  const OutputSelection some =
      SelectOutputs(TwoVariables(), {1, 0}, std::vector<double>{2.0}, {"der(*)", "k"});
  EXPECT_EQ(Names(some), (std::vector<std::string>{"der(x)", "k"}));
}

TEST(OutputSelection, ADerivativeThatIsAVariableAsWellHasOneColumn) {
  Model m("M");
  auto x = m.Variable("x"), slope = m.Variable("der(x)");
  m.Equation(der(x) == slope);
  m.Equation(slope == -x);
  const OutputSelection all = SelectOutputs(std::move(m).Build().value(), {1, 0}, {}, {});
  EXPECT_EQ(Names(all), (std::vector<std::string>{"x", "der(x)"}));
}

TEST(PlotRecorder, CollectsTheNamedSignals) {
  auto plot = PlotRecorder::Make(TwoVariables(), {1, 0}, {"y", "der(x)"});
  ASSERT_TRUE(plot.ok());
  plot->Record(0.5, std::vector<double>{10, 20}, std::vector<double>{-1, 0});
  EXPECT_EQ(plot->spec().x, std::vector<double>{0.5});
  EXPECT_EQ(plot->spec().series[0].values, std::vector<double>{20});
  EXPECT_EQ(plot->spec().series[1].values, std::vector<double>{-1});
}

TEST(PlotRecorder, RefusesUnknownNames) {
  const auto plot = PlotRecorder::Make(TwoVariables(), {1, 0}, {"z"});
  ASSERT_FALSE(plot.ok());
  EXPECT_EQ(plot.error().at(0).code, Code::kBadOption);
}

}  // namespace
}  // namespace daedalus::driver
