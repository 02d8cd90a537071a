// The sketch, its ticks, and the progress bar.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "daedalus/results/progress.h"
#include "daedalus/results/terminal_sketch.h"
#include "daedalus/results/ticks.h"

namespace daedalus::results {
namespace {

// In characters, not bytes.
std::size_t Width(const std::string& line) {
  std::size_t width = 0;
  for (const char c : line) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Ticks, AreRoundAndInside) {
  const Ticks ticks = RoundTicks(-0.13, 1.02, 7);
  EXPECT_DOUBLE_EQ(ticks.step, 0.2);
  ASSERT_EQ(ticks.values.size(), 6u);
  EXPECT_DOUBLE_EQ(ticks.values.front(), 0);
  EXPECT_DOUBLE_EQ(ticks.values.back(), 1);
}

TEST(Ticks, IncludeEndsThatAreMultiplesButForRounding) {
  const Ticks ticks = RoundTicks(0.1, 0.7 - 0.4 + 0.0, 3);  // 0.3 comes out as 0.29999999999999993
  EXPECT_EQ(FormatTick(ticks.values.back(), ticks.step), "0.3");
}

TEST(Ticks, EndEvenWhereTheStepIsBelowTheResolution) {
  EXPECT_LE(RoundTicks(1e17, std::nextafter(1e17, 2e17), 5).values.size(), 6u);
}

TEST(Ticks, AreWrittenWithTheDecimalsOfTheStep) {
  EXPECT_EQ(FormatTick(1, 0.25), "1.0");
  EXPECT_EQ(FormatTick(-0.5, 0.5), "-0.5");
  EXPECT_EQ(FormatTick(1e-17, 0.1), "0");
  EXPECT_EQ(FormatTick(300, 100), "300");
  EXPECT_EQ(FormatTick(2e7, 1e7), "2e+07");
  EXPECT_EQ(FormatTick(3e-9, 1e-9), "3e-09");
}

PlotSpec Diagonal() {
  PlotSpec spec;
  spec.x = {0, 1};
  spec.series = {{"x", "m", "position", {0, 1}}};
  return spec;
}

// The line y = x over 16 cells and 4 rows, drawn by hand: it changes rows where 3 x / 15 passes a half.
TEST(Sketch, DrawsAStraightLineInAscii) {
  SketchOptions options;
  options.unicode = false;
  options.columns = 3 + 16;
  options.rows = 4;
  EXPECT_EQ(RenderSketch(Diagonal(), options),
            "1 +             ***\n"
            "  |        *****\n"
            "  |   *****\n"
            "0 +***\n"
            "  ++--------------+\n"
            "   0   time [s]   1\n"
            "   x [m]  position\n");
}

TEST(Sketch, FillsBrailleCellsDotByDot) {
  PlotSpec spec;
  spec.x = {0, 1};
  spec.series = {{"x", "", "", {0, 0}}, {"y", "", "", {1, 1}}};
  const std::vector<std::string> lines = Lines(RenderSketch(spec, {}));
  EXPECT_NE(lines[0].find("⠉⠉⠉⠉"), std::string::npos) << "the topmost dots of the top row";
  EXPECT_NE(lines[15].find("⣀⣀⣀⣀"), std::string::npos) << "the lowest dots of the bottom row";
}

TEST(Sketch, KeepsToItsWidth) {
  PlotSpec spec;
  spec.series.resize(3);
  for (int i = 0; i < 500; ++i) {
    spec.x.push_back(i * 0.013);
    for (int k = 0; k < 3; ++k)
      spec.series[static_cast<std::size_t>(k)].values.push_back(1e5 * std::sin(k + 0.05 * i));
  }
  for (const bool unicode : {false, true}) {
    for (const int columns : {40, 72, 100}) {
      SketchOptions options;
      options.columns = columns;
      options.unicode = unicode;
      for (const std::string& line : Lines(RenderSketch(spec, options))) {
        EXPECT_LE(Width(line), static_cast<std::size_t>(columns)) << line;
      }
    }
  }
}

TEST(Sketch, IsPlainAsciiWithoutUnicode) {
  SketchOptions options;
  options.unicode = false;
  for (const char c : RenderSketch(Diagonal(), options)) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
}

TEST(Sketch, HasColorSequencesOnlyWithColor) {
  EXPECT_EQ(RenderSketch(Diagonal(), {}).find('\x1b'), std::string::npos);
  SketchOptions options;
  options.color = true;
  EXPECT_NE(RenderSketch(Diagonal(), options).find("\x1b[34m"), std::string::npos);
}

TEST(Sketch, SurvivesConstantsGapsAndHugeNumbers) {
  PlotSpec spec = Diagonal();
  EXPECT_EQ(RenderSketch(PlotSpec{}, {}), "");
  spec.series[0].values = {std::nan(""), std::nan("")};
  EXPECT_EQ(RenderSketch(spec, {}), "");
  spec.series[0].values = {3, 3};
  EXPECT_NE(RenderSketch(spec, {}), "");
  spec.series[0].values = {std::nan(""), 1};
  EXPECT_NE(RenderSketch(spec, {}), "");
  spec.series[0].values = {-1.7e308, 1.7e308};
  EXPECT_NE(RenderSketch(spec, {}), "");
  spec.series[0].values = {-INFINITY, 1e-320};
  EXPECT_NE(RenderSketch(spec, {}), "");
}

TEST(Progress, ShowsShareTimeAndWhatIsLeft) {
  const std::string line = RenderProgress({0, 10, 4, 2}, 72, false);
  EXPECT_EQ(line, " 40 % ============>.................  t = 4 of 10  3.0 s left");
  EXPECT_NE(RenderProgress({0, 10, 1, 60}, 72, true).find("9 min 00 s left"), std::string::npos);
  EXPECT_NE(RenderProgress({0, 1, 0.01, 600}, 72, true).find("16 h 30 min left"), std::string::npos);
}

TEST(Progress, KeepsToItsWidth) {
  for (int columns = 0; columns < 100; ++columns) {
    EXPECT_LE(Width(RenderProgress({0, 1e-9, 3.3333e-10, 1e7}, columns, true)),
              static_cast<std::size_t>(columns));
  }
}

TEST(Progress, HasNoRoomForNonsense) {
  EXPECT_NE(RenderProgress({0, 10, 11, 1}, 72, false).find("100 %"), std::string::npos);
  EXPECT_NE(RenderProgress({0, 0, 0, 1}, 72, false).find("100 %"), std::string::npos);
  EXPECT_EQ(RenderProgress({0, 10, 0, 1}, 72, false).find("left"), std::string::npos);
}

class ProgressBarTest : public testing::Test {
 protected:
  ProgressOptions Options() {
    ProgressOptions options;
    options.stop_time = 10;
    options.enabled = true;
    options.now = [this] { return now_; };
    options.write = [this](const std::string& text) { written_.push_back(text); };
    return options;
  }
  void Pass(int milliseconds) { now_ += std::chrono::milliseconds(milliseconds); }

  std::chrono::steady_clock::time_point now_{};
  std::vector<std::string> written_;
};

TEST_F(ProgressBarTest, SaysNothingInTheFirstSecond) {
  {
    ProgressBar bar(Options());
    Pass(999);
    bar.Update(5);
  }
  EXPECT_TRUE(written_.empty());
}

TEST_F(ProgressBarTest, DrawsTenTimesASecondAtMost) {
  ProgressBar bar(Options());
  for (int i = 0; i < 2000; ++i) {
    Pass(1);
    bar.Update(i * 0.001);
  }
  EXPECT_EQ(written_.size(), 11u);  // at 1.0 s, 1.1 s, ... 2.0 s
}

TEST_F(ProgressBarTest, WipesItselfAtTheEndAndOnlyOnce) {
  {
    ProgressBar bar(Options());
    Pass(1000);
    bar.Update(5);
    bar.Clear();
    bar.Clear();
  }
  ASSERT_EQ(written_.size(), 2u);
  EXPECT_EQ(written_[1], "\r\x1b[K");
}

TEST_F(ProgressBarTest, SaysNothingWhereThereIsNoTerminal) {
  ProgressOptions options = Options();
  options.enabled = false;
  ProgressBar bar(options);
  Pass(5000);
  bar.Update(5);
  EXPECT_TRUE(written_.empty());
}

}  // namespace
}  // namespace daedalus::results
