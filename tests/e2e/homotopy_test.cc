// Models that start by way of their simplified expressions only.
#include <cmath>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Homotopy : public EndToEnd {
 protected:
  Outcome RunText(const std::string& text) const {
    return Daedalus({"simulate", Write("M.mo", text), "--stop", "1", "--output", PathOf("m.csv")});
  }
  double First(const std::string& name) const {
    const auto read = results::ReadResult(PathOf("m.csv"));
    if (!read.ok()) return NAN;
    const auto signal = read->FindSignal(name);
    return signal ? read->Values(*signal).front() : NAN;
  }
};

// Near the guess 0 the logarithm has no value, and nothing says where it has.
constexpr const char* kFarAway =
    "model M\n  Real x, y(start = 2, fixed = true), z[2];\nequation\n"
    "  SIDE = 0;\n  der(y) = -y;\n  z = homotopy(actual = {x, y} , simplified = {0, 1});\nend M;\n";

std::string FarAway(const std::string& side) {
  std::string text = kFarAway;
  return text.replace(text.find("SIDE"), 4, side);
}

TEST_F(Homotopy, TheSimplifiedEquationsShowTheWay) {
  const Outcome alone = RunText(FarAway("log(x - 1000)"));
  ASSERT_EQ(alone.exit_code, 3) << "else the test proves nothing";
  const Outcome run = RunText(FarAway("homotopy(actual = log(x - 1000), simplified = (x - 1500) / 500)"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("found by homotopy"), std::string::npos) << run.err;
  EXPECT_NEAR(First("x"), 1001, 1e-6);
  EXPECT_NEAR(First("y"), 2, 1e-12);
  EXPECT_NEAR(First("z[1]"), 1001, 1e-6) << "the actual expressions hold at last";
  EXPECT_NEAR(First("z[2]"), 2, 1e-12);
}

TEST_F(Homotopy, TheReportOfTheStartFollowsItToo) {
  const Outcome run =
      Daedalus({"check", "--initial",
                Write("M.mo", FarAway("homotopy(actual = log(x - 1000), simplified = (x - 1500) / 500)"))});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("guesses by homotopy, in "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("1001"), std::string::npos) << run.out;
}

TEST_F(Homotopy, ItIsNotNeededWhereTheActualEquationsAreSolved) {
  const Outcome run = RunText(FarAway("homotopy(actual = x - 3, simplified = x - 7)"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err.find("homotopy"), std::string::npos) << run.err;
  EXPECT_NEAR(First("x"), 3, 1e-9);
}

// z^3 - 3 z leads from -3 over the folds at 2 and -2 to 3: lambda turns back and forth.
TEST_F(Homotopy, TheWayMayTurnBack) {
  std::string text = FarAway("homotopy(actual = log(x - 1000), simplified = (x - 1500) / 500)");
  text.replace(text.find("  der(y)"), 0, "  w^3 - 3*w = homotopy(actual = 1.5*y, simplified = -1.5*y);\n");
  text.replace(text.find("Real x"), 4, "Real w(start = -2),");
  for (const char* form : {"dae", "ode", "inline"}) {
    const Outcome run =
        Daedalus({"simulate", Write("M.mo", text), "--stop", "1", "--output", PathOf("m.csv"), "--form", form,
                  "--method", std::string(form) == "inline" ? "radau3" : "auto"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.err.find("around 2 folds"), std::string::npos) << run.err;
    EXPECT_NEAR(First("w"), 2 * std::cosh(std::acosh(1.5) / 3), 1e-7);
    EXPECT_NEAR(First("x"), 1001, 1e-6);
  }
}

// (1 - lambda) x + lambda (x^2 + 1) = 0 has real solutions up to lambda = 1/3.
TEST_F(Homotopy, WhereTheWayEndsIsTold) {
  const Outcome run = RunText(FarAway("homotopy(actual = x ^ 2 + 1, simplified = x)"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.err.find("there are values up to lambda = 0.33"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace daedalus::e2e
