// The standard test problems against their reference solutions, for every method that claims them.
//
// What is asked: the digits that the method has been seen to reach (records/ivp_digits.tsv), less half of
// one: of a single run the fewest of five neighbouring tolerances, of all five together their median. Where
// that median is as good as the tolerance promises, -log10(rtol) - 2, because an error per step of rtol adds
// up over the steps and is magnified by the problem, the promise is kept to. What each method claims stands
// in records/ivp_claims.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "problems/ivp_problem.h"
#include "problems/run_problem.h"
#include "records/ivp_claims.h"
#include "records/record_table.h"

namespace daedalus::problems {
namespace {

constexpr double kMargin = 0.5;  // digits

class IvpTestset : public testing::TestWithParam<Claim> {};

void ExpectRecord(const IvpProblem& problem, const std::string& method, double relative) {
  static const records::RecordTable table("ivp_digits.tsv", records::kDigitsKeys);
  const std::vector<double> record = table.Find(records::DigitsKey(problem.name, method, relative));
  ASSERT_EQ(record.size(), 2u) << "no record: see tests/records";
  const double fewest = record[0] - kMargin, promised = -std::log10(relative) - 2;
  const double median = record[1] < promised ? record[1] - kMargin : std::max(record[1] - kMargin, promised);
  std::vector<double> digits;
  for (const double factor : records::kNeighbours) {  // the first is 1
    const ProblemRun run = RunAt(problem, method, factor * relative);
    ASSERT_EQ(run.outcome.status, integrate::StepStatus::kReachedLimit)
        << factor * relative << ": " << run.outcome.reason << " at " << run.outcome.t;
    digits.push_back(CorrectDigits(problem, run.y));
    EXPECT_GE(digits.back(), fewest) << "at " << factor * relative;
    if (digits[0] >= median) return;  // then the neighbours need not be run
  }
  EXPECT_GE(records::MedianOf(digits), median);
}

TEST_P(IvpTestset, HasTheDigitsOfItsRecord) {
  const auto& [form, method, tolerances] = GetParam();
  if (!integrate::FindMethod(method)->available) GTEST_SKIP() << method << " is not available";
  const auto problem = MakeIvpProblem(form);
  ASSERT_TRUE(problem && !problem->reference.empty());
  for (const double relative : tolerances) {
    SCOPED_TRACE(relative);
    ExpectRecord(*problem, method, relative);
  }
}

INSTANTIATE_TEST_SUITE_P(All, IvpTestset, testing::ValuesIn(IvpClaims()), [](const auto& instance) {
  return instance.param.form + "_" + instance.param.method;
});

// IDA and DASPK fall back to order 1 here and take 85,000 and 176,000 steps at 1e-8; RADAU5 takes 2,200.
TEST(IvpTestset, TheTransistorAmplifierDoesNotStall) {
  const auto problem = MakeIvpProblem("transamp");
  for (const std::string method : {"bdf", "radau5", "radau", "rodas"}) {
    if (!integrate::FindMethod(method)->available) continue;
    const ProblemRun run = RunAt(*problem, method, 1e-8);
    ASSERT_EQ(run.outcome.status, integrate::StepStatus::kReachedLimit)
        << method << ": " << run.outcome.reason;
    EXPECT_LT(run.statistics.steps, 20'000) << method;
    EXPECT_GE(CorrectDigits(*problem, run.y), 6) << method;
  }
}

}  // namespace
}  // namespace daedalus::problems
