// The start and end values of the test problems, as they stand in the tree, against the tables that they were
// taken from. Skipped where those are not at hand; nothing else depends on them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "problems/ivp_problem.h"
#include "problems/test_data.h"

namespace daedalus::problems {
namespace {

// To the last digits of a double; `fekete` and `tba` have roundoff in place of zero velocities and charges.
void ExpectSame(const std::string& problem, const std::vector<double>& ours,
                const std::vector<double>& table) {
  const double roundoff = problem == "fekete" || problem == "tba" ? 1e-13 : 0;
  ASSERT_EQ(ours.size(), table.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    EXPECT_NEAR(ours[i], table[i], 1e-13 * std::abs(table[i]) + roundoff) << "unknown " << i;
}

class IvpTables : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (ReadStart("robertson").y.empty()) GTEST_SKIP() << "../shared/data/ivp-testset is not there";
  }
};

TEST_P(IvpTables, StartIsThatOfTheTable) {
  const auto [y, yp] = ReadStart(GetParam());
  ExpectSame(GetParam(), MakeIvpProblem(GetParam())->y0, y);
}

TEST_P(IvpTables, EndIsThatOfTheTable) {
  const std::string name = GetParam();
  std::vector<double> ours = MakeIvpProblem(name)->reference;
  std::vector<double> table = name == "andrews" || name == "wheelset" || name == "e5"
                                  ? ReadBetterReference(name)
                                  : ReadReference(name);
  ASSERT_EQ(ours.size(), table.size());
  if (name == "pump") {
    EXPECT_NEAR(ours[8], table[8], 1e-5 * table[8]) << "the published current is off in its sixth digit";
    ours[8] = table[8];
  }
  if (name == "tba") {  // the charges that belong to the published voltages
    for (int i = 0; i < 175; ++i) {
      EXPECT_NEAR(ours[i], table[i], 2e-10) << "charge " << i;
      ours[i] = table[i];
    }
  }
  ExpectSame(name, ours, table);
}

INSTANTIATE_TEST_SUITE_P(All, IvpTables,
                         testing::Values("robertson", "vdpol", "hires", "chemakzo", "transamp", "pollu", "e5",
                                         "ringmod", "nand", "pump", "andrews", "caraxis", "wheelset",
                                         "fekete", "tba", "pendulum"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace daedalus::problems
