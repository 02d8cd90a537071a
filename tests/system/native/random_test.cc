#include "daedalus/system/native/random.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace daedalus::native {
namespace {

// The numbers are those of the library's own implementation in C (ModelicaRandom.c of version 4.1.0).

std::vector<std::int32_t> Seeds(int count) {
  std::vector<std::int32_t> seeds;
  for (int i = 0; i < count; ++i) seeds.push_back(i * 1234567 + 89);
  return seeds;
}

TEST(Random, Xorshift64StarToTheBit) {
  auto state = Seeds(2);
  EXPECT_EQ(Xorshift64Star(state), 0.88314117569540829);
  EXPECT_EQ(state, (std::vector<std::int32_t>{1558079642, 1645578819}));
  EXPECT_EQ(Xorshift64Star(state), 0.92132635309307809);
  EXPECT_EQ(Xorshift64Star(state), 0.20926336682903479);
  EXPECT_EQ(state, (std::vector<std::int32_t>{-938211575, -1248704332}));
}

TEST(Random, Xorshift128PlusToTheBit) {
  auto state = Seeds(4);
  EXPECT_EQ(Xorshift128Plus(state), 0.9390097235537771);
  EXPECT_EQ(state, (std::vector<std::int32_t>{2469223, 3703790, 1243278949, 1885532405}));
  EXPECT_EQ(Xorshift128Plus(state), 0.46772833237239586);
  EXPECT_EQ(Xorshift128Plus(state), 0.45788567549458453);
  EXPECT_EQ(state, (std::vector<std::int32_t>{-205908505, -138605758, -1906496166, -180879647}));
}

TEST(Random, Xorshift1024StarToTheBit) {
  auto state = Seeds(33);
  state[32] = 14;
  EXPECT_EQ(Xorshift1024Star(state), 0.48502282079720777);
  EXPECT_EQ(state[32], 15);
  EXPECT_EQ(Xorshift1024Star(state), 0.609824363265839);
  EXPECT_EQ(state[32], 0);
  EXPECT_EQ(Xorshift1024Star(state), 0.27472136684968923);
}

TEST(Random, NumbersFillTheUnitInterval) {
  auto state = Seeds(4);
  std::vector<double> sample(20000);
  for (double& x : sample) x = Xorshift128Plus(state);
  const double mean = std::accumulate(sample.begin(), sample.end(), 0.0) / 20000.0;
  double variance = 0.0;
  for (const double x : sample) variance += (x - mean) * (x - mean) / 20000.0;
  EXPECT_NEAR(mean, 0.5, 0.01);
  EXPECT_NEAR(variance, 1.0 / 12.0, 0.002);
}

}  // namespace
}  // namespace daedalus::native
