// Results that are not Real: how they are written, read back, compared and drawn.
#include "daedalus/results/signal_type.h"

#include <gtest/gtest.h>

#include "daedalus/results/compare.h"
#include "daedalus/results/html_plot.h"
#include "daedalus/results/reader.h"
#include "daedalus/results/terminal_sketch.h"
#include "daedalus/results/writer.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

const SignalType kInteger{NumberKind::kInteger, false, {}};
const SignalType kBoolean{NumberKind::kBoolean, false, {}};
const SignalType kState{NumberKind::kEnumeration, false, "Valve.State"};
const SignalType kDiscreteReal{NumberKind::kReal, true, {}};

Schema OneOfEach() {
  using Kind = Signal::Kind;
  Schema schema;
  schema.signals = {{"x", "m", "way", Kind::kVariable, 0, {}, {}},
                    {"n", "", "count", Kind::kVariable, 0, {}, kInteger},
                    {"on", "", "", Kind::kVariable, 0, {}, kBoolean},
                    {"state", "", "", Kind::kVariable, 0, {}, kState},
                    {"held", "m", "", Kind::kVariable, 0, {}, kDiscreteReal},
                    {"on_too", "", "", Kind::kVariable, 0, Signal::Alias{2, 1}, kBoolean},
                    {"minus_n", "", "", Kind::kVariable, 0, Signal::Alias{1, -1}, kInteger},
                    {"N", "", "", Kind::kConstant, 3e15, {}, kInteger}};
  return schema;
}

// An event at time 1 has two rows, before and after it.
void WriteOneOfEach(const std::string& path) {
  auto writer = OpenResultWriter(path, OneOfEach());
  ASSERT_TRUE(writer.ok());
  const std::vector<std::vector<double>> rows = {
      {0, 0.5, 1e15, 0, 1, 0.1}, {1, 0.25, 1e15, 0, 1, 0.1}, {1, 0.25, -2, 1, 3, 0.2}, {2, 0, -2, 1, 3, 0.2}};
  for (const auto& row : rows) ASSERT_TRUE((*writer)->Append(row[0], std::span(row).subspan(1)).ok());
  ASSERT_TRUE((*writer)->Finish().ok());
}

TEST(TypedCsv, HasNumbersWithoutDecimalsAndTwoRowsAtAnEvent) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.csv");
  WriteOneOfEach(path);
  EXPECT_EQ(ContentOf(path),
            "time,x,n,on,state,held,on_too,minus_n,N\n"
            "0,0.5,1000000000000000,0,1,0.1,0,-1000000000000000,3000000000000000\n"
            "1,0.25,1000000000000000,0,1,0.1,0,-1000000000000000,3000000000000000\n"
            "1,0.25,-2,1,3,0.2,1,2,3000000000000000\n"
            "2,0,-2,1,3,0.2,1,2,3000000000000000\n");
}

TEST(TypedMat, TypesAreReadBack) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.mat");
  WriteOneOfEach(path);
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->time, (std::vector<double>{0, 1, 1, 2}));
  for (const auto& [name, type] : {std::pair{"x", SignalType{}},
                                   {"n", kInteger},
                                   {"on", kBoolean},
                                   {"state", kState},
                                   {"held", kDiscreteReal},
                                   {"on_too", kBoolean},
                                   {"minus_n", kInteger}}) {
    const auto signal = read->FindSignal(name);
    ASSERT_TRUE(signal.has_value()) << name;
    EXPECT_EQ(read->types[*signal], type) << name;
    EXPECT_EQ(read->IsHeld(*signal), type.IsHeld()) << name;
  }
  EXPECT_EQ(read->constant_types.at(*read->FindConstant("N")), kInteger);
  const auto n = read->Values(*read->FindSignal("n"));
  EXPECT_EQ(std::vector(n.begin(), n.end()), (std::vector<double>{1e15, 1e15, -2, -2}));
}

TEST(TypeMark, IsFoundBehindAnyUnitAndNowhereElse) {
  EXPECT_EQ(ReadTypeMark("flag [:#(type=Boolean)]"), kBoolean);
  EXPECT_EQ(ReadTypeMark("[m:#(variability=discrete)]"), kDiscreteReal);
  EXPECT_EQ(ReadTypeMark("which [:#(type=Valve.State)]"), kState);
  for (const char* plain : {"", "way [m]", "pressure [Pa|bar]", "says type=Boolean", ":#(type=Boolean) [m]"})
    EXPECT_EQ(ReadTypeMark(plain), SignalType{}) << plain;
}

Trajectory Steps(std::vector<double> time, std::vector<double> values, SignalType type = kBoolean) {
  Trajectory out;
  out.time = std::move(time);
  out.values = std::move(values);
  out.names = {"on"};
  out.column = {0};
  out.types = {std::move(type)};
  return out;
}

// A step between two points of a grid is no ramp: 0 ____|‾‾‾‾ 1 with the same event, on grids of their own.
TEST(CompareSteps, HoldsValuesBetweenPoints) {
  const Trajectory reference = Steps({0, 1, 1, 2}, {0, 0, 1, 1});
  EXPECT_TRUE(
      Compare(Steps({0, 0.25, 0.5, 0.75, 1, 1, 1.5, 2}, {0, 0, 0, 0, 0, 1, 1, 1}), reference).matches);
  // With one row at the event the step is still known: it is held until there.
  const Trajectory single = Steps({0, 1, 2}, {0, 1, 1});
  EXPECT_TRUE(Compare(Steps({0, 0.5, 1, 1, 2}, {0, 0, 0, 1, 1}), single).matches);
  EXPECT_FALSE(
      Compare(Steps({0, 0.5, 1, 1, 2}, {0, 0, 0, 1, 1}, {}), Steps({0, 1, 2}, {0, 1, 1}, {})).matches)
      << "as a Real it would be a ramp";
}

TEST(CompareSteps, FindsAStepThatNoPointOfTheResultTells) {
  const Trajectory reference = Steps({0, 1, 1, 1.5, 1.5, 2}, {0, 0, 1, 1, 0, 0});
  const Comparison missed = Compare(Steps({0, 2}, {0, 0}), reference);
  EXPECT_FALSE(missed.matches) << "a pulse between two points";
  EXPECT_EQ(missed.signals[0].worst_time, 1.0);
  EXPECT_FALSE(Compare(Steps({0, 1, 2}, {0, 1, 0}), Steps({0, 1, 1, 2}, {0, 0, 1, 1})).matches);
  EXPECT_FALSE(Compare(Steps({0, 1.1, 1.1, 2}, {0, 0, 1, 1}), Steps({0, 1, 1, 2}, {0, 0, 1, 1})).matches);
}

// 0 until 9, then 1: a ramp would pass the middle of the picture.
TEST(PlotSteps, AreDrawnAsStepsInTheTerminal) {
  PlotSpec spec;
  spec.x = {0, 9, 10};
  spec.series = {{"on", "", "", {0, 1, 1}, true}};
  const auto middle_rows = [&] {
    const std::string text =
        RenderSketch(spec, {.columns = 60, .rows = 11, .unicode = false, .color = false});
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    int columns = 0;  // with a dot in some row that is neither the top nor the bottom of the curve
    for (std::size_t c = 0; c < 60; ++c) {
      bool any = false;
      for (std::size_t row = 4; row < 8 && row < lines.size(); ++row)
        any = any || (c < lines[row].size() && lines[row][c] == '*');
      columns += any;
    }
    return columns;
  };
  EXPECT_EQ(middle_rows(), 1) << RenderSketch(spec,
                                              {.columns = 60, .rows = 11, .unicode = false, .color = false});
  spec.series[0].is_held = false;
  EXPECT_GT(middle_rows(), 5);
}

TEST(PlotSteps, AreToldToThePage) {
  PlotSpec spec;
  spec.x = {0, 1};
  spec.series = {{"on", "", "", {0, 1}, true}, {"x", "", "", {0, 1}, false}};
  const std::string page = RenderHtmlPlot(spec);
  EXPECT_NE(page.find("\"name\":\"on\",\"unit\":\"\",\"description\":\"\",\"held\":true"), std::string::npos);
  EXPECT_NE(page.find("\"name\":\"x\",\"unit\":\"\",\"description\":\"\",\"held\":false"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::results
