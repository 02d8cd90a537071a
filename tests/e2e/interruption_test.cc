// Runs that are ended from outside leave results that can be read.
#include <cmath>
#include <csignal>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Interruption : public EndToEnd {
 protected:
  // An oscillation that would take minutes.
  std::string LongModel() const {
    return Write("Long.mo",
                 "model Long\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                 "equation\n  der(x) = v;\n  der(v) = -x;\n  annotation(experiment(StopTime = 1e7, Interval "
                 "= 0.1));\nend Long;\n");
  }
};

TEST_F(Interruption, AnInterruptKeepsTheResultsAndSaysSo) {
  const Outcome run =
      DaedalusWithSignalOnceWritten({"simulate", LongModel(), "--large-results"}, SIGINT, "Long.csv");
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_NE(run.err.find("interrupted at time"), std::string::npos) << run.err;
  const auto kept = results::ReadResult(PathOf("Long.csv"));
  ASSERT_TRUE(kept.ok());
  EXPECT_TRUE(kept->warnings.empty()) << "the last line is whole";
  EXPECT_GT(kept->num_points(), 10u);
}

TEST_F(Interruption, ATerminationDoesTheSameWithItsOwnCode) {
  const Outcome run =
      DaedalusWithSignalOnceWritten({"simulate", LongModel(), "--large-results"}, SIGTERM, "Long.csv");
  EXPECT_EQ(run.exit_code, 143) << run.err;
  EXPECT_NE(run.err.find("terminated at time"), std::string::npos) << run.err;
  EXPECT_TRUE(results::ReadResult(PathOf("Long.csv")).ok());
}

// As `timeout` does, which signals the program and then its group.
TEST_F(Interruption, TheSameSignalTwiceIsOne) {
  const Outcome run =
      DaedalusWithSignalOnceWritten({"simulate", LongModel(), "--large-results"}, SIGTERM, "Long.csv", 2);
  EXPECT_EQ(run.exit_code, 143) << run.err;
  EXPECT_NE(run.err.find("terminated at time"), std::string::npos) << run.err;
  EXPECT_NE(run.out.find("results: "), std::string::npos) << run.out;
}

TEST_F(Interruption, AKillAtAnyMomentLeavesAReadableFile) {
  for (const char* file : {"r.csv", "r.mat"}) {
    for (int trial = 0; trial < 6; ++trial) {
      const double seconds = 0.05 + 0.11 * trial;
      EXPECT_EQ(
          DaedalusWithSignal({"simulate", LongModel(), "--large-results", "--output", file}, SIGKILL, seconds)
              .exit_code,
          128 + SIGKILL);
      if (!Exists(file)) continue;  // killed before the file was there
      const auto kept = results::ReadResult(PathOf(file));
      ASSERT_TRUE(kept.ok()) << file << " after " << seconds << " s: " << kept.error().at(0).message;
      for (const double x : kept->values) ASSERT_LE(std::abs(x), 1.1) << "no broken numbers";
    }
  }
}

}  // namespace
}  // namespace daedalus::e2e
