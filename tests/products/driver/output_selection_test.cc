#include "daedalus/products/driver/output_selection.h"

#include <gtest/gtest.h>

#include "daedalus/model/described_variables.h"
#include "daedalus/system/builder.h"

namespace daedalus::driver {
namespace {

compile::GivenModel TwoVariables() {
  Model m("M");
  auto k = m.Parameter("k", 2.0, {.unit = "1/s"});
  auto x = m.Variable("x", {.unit = "m", .description = "way"}), y = m.Variable("y");
  m.Equation(der(x) == -k * x);
  m.Equation(y == x * x);
  auto opposite = m.Variable("opposite"), seven = m.Variable("seven");
  m.Equation(opposite == -x);
  m.Equation(seven == 7.0);
  Diagnostics diagnostics;
  return compile::ReadGivenModel(std::move(m).Build().value(), compile::IndexTreatment::kDummyDerivatives,
                                 compile::AliasTreatment::kRemove, diagnostics)
      .value();
}

std::vector<std::string> Names(const OutputSelection& selection) {
  std::vector<std::string> names;
  for (const results::Signal& signal : selection.schema.signals) names.push_back(signal.name);
  return names;
}

const std::vector<Quantity> kQuantities = {{VariableId(0u), 0}, {VariableId(1u), 0}, {VariableId(0u), 1}};

TEST(OutputSelection, HasVariablesThenDerivativesThenAliasesThenParameters) {
  const OutputSelection all = SelectOutputs(TwoVariables(), kQuantities, {}).value();
  EXPECT_EQ(Names(all),
            (std::vector<std::string>{"x", "y", "der(x)", "opposite", "der(opposite)", "seven", "k"}));
  EXPECT_EQ(all.schema.signals[0].description, "way");
  EXPECT_EQ(all.schema.signals[2].unit, "m/s");
  EXPECT_EQ(all.schema.signals[5].constant_value, 7.0);
  EXPECT_EQ(all.schema.signals[6].constant_value, 2.0);
  ASSERT_EQ(all.columns.size(), 5u);
  const std::vector<double> quantities{10, 100, -1};
  std::vector<double> row;
  for (const QuantitySource& column : all.columns) row.push_back(column.Read(quantities));
  EXPECT_EQ(row, (std::vector<double>{10, 100, -1, -10, 1}));
}

// There is one list of variables: results have those of the description that have values in a run.
TEST(OutputSelection, HasTheVariablesOfTheDescription) {
  const compile::GivenModel given = TwoVariables();
  std::vector<std::string> described;
  model::ForEachVariable(given, given.quantities, model::Detail::kAll,
                         [&](model::VariableDescription&& v) { described.push_back(v.name); });
  EXPECT_EQ(Names(SelectOutputs(given, given.quantities, {}).value()), described);
}

TEST(OutputSelection, KeepsWhatMatchesAPattern) {
  const OutputSelection some = SelectOutputs(TwoVariables(), kQuantities, {"der(x)", "k"}).value();
  EXPECT_EQ(Names(some), (std::vector<std::string>{"der(x)", "k"}));
  ASSERT_EQ(some.columns.size(), 1u);
  EXPECT_EQ(some.columns[0].quantity, 2u);
}

TEST(PlotRecorder, CollectsTheNamedSignals) {
  auto plot = PlotRecorder::Make(TwoVariables(), kQuantities, {"y", "der(opposite)"});
  ASSERT_TRUE(plot.ok());
  plot->Record(0.5, std::vector<double>{10, 20, -1});
  EXPECT_EQ(plot->spec().x, std::vector<double>{0.5});
  EXPECT_EQ(plot->spec().series[0].values, std::vector<double>{20});
  EXPECT_EQ(plot->spec().series[1].values, std::vector<double>{1});
}

TEST(OutputSelection, ParametersAreColumnsOnlyWhereAPatternAsksForThem) {
  using Kind = results::Signal::Kind;
  const OutputSelection all = SelectOutputs(TwoVariables(), kQuantities, {}).value();
  EXPECT_EQ(all.schema.signals[5].kind, Kind::kConstant) << "`seven` is a variable";
  EXPECT_EQ(all.schema.signals[6].kind, Kind::kParameter);
  const OutputSelection asked = SelectOutputs(TwoVariables(), kQuantities, {"k"}).value();
  EXPECT_EQ(asked.schema.signals.at(0).kind, Kind::kConstant);
}

TEST(OutputSelection, APatternThatMatchesNothingIsRefusedWithTheNearestName) {
  const auto selection = SelectOutputs(TwoVariables(), kQuantities, {"x", "oposite", "z*", "opposite"});
  ASSERT_FALSE(selection.ok());
  ASSERT_EQ(selection.error().size(), 2u);
  EXPECT_EQ(selection.error()[0].code, Code::kBadOption);
  EXPECT_NE(selection.error()[0].message.find("`oposite`"), std::string::npos);
  EXPECT_NE(selection.error()[0].hint.find("`opposite`"), std::string::npos);
  EXPECT_NE(selection.error()[1].message.find("`z*`"), std::string::npos);
}

TEST(PlotRecorder, TakesPatternsInTheirOrderAndConstants) {
  auto plot = PlotRecorder::Make(TwoVariables(), kQuantities, {"s*", "?", "der(*", "x"});
  ASSERT_TRUE(plot.ok());
  std::vector<std::string> names;
  for (const results::PlotSeries& series : plot->spec().series) names.push_back(series.name);
  EXPECT_EQ(names, (std::vector<std::string>{"seven", "x", "y", "der(x)", "der(opposite)"}))
      << "each once, and no parameter for a wildcard";
  plot->Record(0.5, std::vector<double>{10, 20, -1});
  EXPECT_EQ(plot->spec().series[0].values, std::vector<double>{7});
  auto parameter = PlotRecorder::Make(TwoVariables(), kQuantities, {"k"});
  ASSERT_TRUE(parameter.ok());
  parameter->Record(0.5, std::vector<double>{10, 20, -1});
  EXPECT_EQ(parameter->spec().series.at(0).values, std::vector<double>{2});
}

TEST(PlotRecorder, RefusesMoreCurvesThanCanBeRead) {
  Model m("Many");
  std::vector<Quantity> quantities;
  for (std::uint32_t i = 0; i < 201; ++i) {
    auto x = m.Variable("x" + std::to_string(i));
    m.Equation(der(x) == -x);
    quantities.push_back({VariableId(i), 0});
  }
  Diagnostics diagnostics;
  const compile::GivenModel many =
      compile::ReadGivenModel(std::move(m).Build().value(), compile::IndexTreatment::kDummyDerivatives,
                              compile::AliasTreatment::kRemove, diagnostics)
          .value();
  const auto plot = PlotRecorder::Make(many, quantities, {"x*"});
  ASSERT_FALSE(plot.ok());
  EXPECT_NE(plot.error().at(0).message.find("201 curves"), std::string::npos);
  EXPECT_TRUE(PlotRecorder::Make(many, quantities, {"x1*"}).ok());
}

TEST(PlotRecorder, RefusesUnknownNames) {
  const auto plot = PlotRecorder::Make(TwoVariables(), kQuantities, {"z"});
  ASSERT_FALSE(plot.ok());
  EXPECT_EQ(plot.error().at(0).code, Code::kBadOption);
}

}  // namespace
}  // namespace daedalus::driver
