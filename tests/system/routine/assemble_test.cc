#include "daedalus/system/routine/assemble.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "daedalus/system/routine/call_memory.h"
#include "system/routine/random_routine.h"
#include "system/routine/routines.h"

namespace daedalus::routine {
namespace {

struct Outcome {
  bool ok = false;
  std::vector<double> out;
};

// Who asks for the reason of a failure gets it from the interpreter.
Outcome Interpreted(const Routine& f, const std::vector<double>& in) {
  Outcome outcome{false, std::vector<double>(f.num_outputs())};
  std::string why;
  outcome.ok = f.Evaluate(in, outcome.out, &why);
  return outcome;
}

Outcome Computed(const Routine& f, const std::vector<double>& in) {
  ThreadCalls().Forget();
  Outcome outcome{false, std::vector<double>(f.num_outputs())};
  outcome.ok = f.Evaluate(in, outcome.out);
  return outcome;
}

// The same bits; a NaN is a NaN.
void ExpectSameBits(const Outcome& a, const Outcome& b) {
  ASSERT_EQ(a.ok, b.ok);
  for (std::size_t k = 0; k < a.out.size(); ++k) {
    const bool are_same = std::bit_cast<std::uint64_t>(a.out[k]) == std::bit_cast<std::uint64_t>(b.out[k]);
    EXPECT_TRUE(are_same || (std::isnan(a.out[k]) && std::isnan(b.out[k])))
        << a.out[k] << " and " << b.out[k];
  }
}

void ExpectAgreement(const Routine& f, const std::vector<std::vector<double>>& points) {
  for (int call = 0; call < 6; ++call) Computed(f, points[0]);
#if defined(__x86_64__)
  ASSERT_TRUE(f.is_assembled()) << f.name();
#endif
  for (const auto& x : points) ExpectSameBits(Interpreted(f, x), Computed(f, x));
}

TEST(Assemble, LoopsCallsSubscriptsAndArraysHaveTheBitsOfTheInterpreter) {
  const double nan = std::nan("");
  ExpectAgreement(*Heron(), {{2.0}, {1e-6}, {1e8}, {-1.0}, {nan}});
  ExpectAgreement(*Power(), {{3.0, 5.0}, {1.1, 0.0}, {1.0, 998.0}, {1.0, 999.0}, {1.0, 1000.0}});
  ExpectAgreement(*SumOfLast(), {{1.0, 10.0, 100.0, 2.0}, {1.0, 10.0, 100.0, 4.0}, {1.0, 10.0, 100.0, nan}});
  ExpectAgreement(*PowersInArena(),
                  {{1.1, 50.0, 50.0}, {1.1, 50.0, 51.0}, {1.1, -1.0, 1.0}, {1.1, nan, 1.0}});
  ExpectAgreement(*TakesOften(true), {{1000.0, 1048.0}, {1000.0, 1e6}});
}

TEST(Assemble, RandomRoutinesAndTheirTangentsAgree) {
  std::mt19937 random(20261119);
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  int num_ok = 0, num_failed = 0;
  for (int trial = 0; trial < 300 && !testing::Test::HasFailure(); ++trial) {
    const auto f = RandomRoutine(random);
    std::vector<std::vector<double>> points;
    for (int k = 0; k < 6; ++k) {
      std::vector<double> x;
      for (std::size_t i = 0; i < f->num_inputs(); ++i)
        x.push_back(k < 2 ? std::round(number(random)) : number(random));
      points.push_back(std::move(x));
      ++(Interpreted(*f, points.back()).ok ? num_ok : num_failed);
    }
    ExpectAgreement(*f, points);
    const auto tangent = std::dynamic_pointer_cast<const Routine>(f->Tangent());
    if (!tangent) continue;
    for (auto& x : points)
      for (std::size_t i = 0; i < f->num_inputs(); ++i) x.push_back(1.0 - 0.25 * static_cast<double>(i));
    ExpectAgreement(*tangent, points);
  }
  EXPECT_GT(num_ok, 500);
  EXPECT_GT(num_failed, 100);
}

}  // namespace
}  // namespace daedalus::routine
