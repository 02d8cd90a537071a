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

const std::vector<Quantity> kQuantities = {{VariableId(0u), 0}, {VariableId(1u), 0}, {VariableId(0u), 1}};

TEST(OutputSelection, HasVariablesThenDerivativesThenParameters) {
  const OutputSelection all = SelectOutputs(TwoVariables(), kQuantities, std::vector<double>{2.0}, {});
  EXPECT_EQ(Names(all), (std::vector<std::string>{"x", "y", "der(x)", "k"}));
  EXPECT_EQ(all.schema.signals[0].description, "way");
  EXPECT_EQ(all.schema.signals[2].unit, "m/s");
  EXPECT_EQ(all.schema.signals[3].constant_value, 2.0);
  EXPECT_EQ(all.columns, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(OutputSelection, KeepsWhatMatchesAPattern) {
  const OutputSelection some =
      SelectOutputs(TwoVariables(), kQuantities, std::vector<double>{2.0}, {"der(*)", "k"});
  EXPECT_EQ(Names(some), (std::vector<std::string>{"der(x)", "k"}));
  EXPECT_EQ(some.columns, std::vector<std::uint32_t>{2});
}

TEST(PlotRecorder, CollectsTheNamedSignals) {
  auto plot = PlotRecorder::Make(TwoVariables(), kQuantities, {"y", "der(x)"});
  ASSERT_TRUE(plot.ok());
  plot->Record(0.5, std::vector<double>{10, 20, -1});
  EXPECT_EQ(plot->spec().x, std::vector<double>{0.5});
  EXPECT_EQ(plot->spec().series[0].values, std::vector<double>{20});
  EXPECT_EQ(plot->spec().series[1].values, std::vector<double>{-1});
}

TEST(PlotRecorder, RefusesUnknownNames) {
  const auto plot = PlotRecorder::Make(TwoVariables(), kQuantities, {"z"});
  ASSERT_FALSE(plot.ok());
  EXPECT_EQ(plot.error().at(0).code, Code::kBadOption);
}

}  // namespace
}  // namespace daedalus::driver
