#include "daedalus/programs/inlined/methods.h"

#include <gtest/gtest.h>

#include <set>

namespace daedalus::inlined {
namespace {

TEST(InlinedMethods, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Method method : Methods()) {
    EXPECT_EQ(MethodNamed(NameOf(method)), method);
    EXPECT_TRUE(names.insert(NameOf(method)).second) << NameOf(method);
    EXPECT_NE(MethodNames().find(NameOf(method)), std::string::npos);
  }
  EXPECT_FALSE(MethodNamed("rodas").has_value());
  EXPECT_FALSE(MethodNamed("ida").has_value());
}

// Every stage meets x' = 1 exactly, and the last one is the end of the step.
TEST(InlinedMethods, StagesAreConsistentAndEndWithTheStep) {
  for (const Method method : Methods()) {
    const causal::StageMethod stages = StagesOf(method);
    EXPECT_EQ(stages.c.back(), 1.0) << NameOf(method);
    ASSERT_EQ(stages.a.size(), stages.num_stages());
    for (std::size_t i = 0; i < stages.num_stages(); ++i) {
      ASSERT_EQ(stages.a[i].size(), stages.num_stages()) << NameOf(method);
      double sum = stages.start.empty() ? 0 : stages.start[i];
      for (const double a : stages.a[i]) sum += a;
      EXPECT_NEAR(sum, stages.c[i], 1e-14) << NameOf(method) << " stage " << i;
    }
  }
}

// (8.122), (8.132), (8.93)
TEST(InlinedMethods, AreTheFormulasOfTheText) {
  const causal::StageMethod euler = StagesOf(Method::kEuler);
  EXPECT_EQ(euler.start, std::vector<double>{1.0});
  EXPECT_EQ(euler.a, (std::vector<std::vector<double>>{{0.0}}));
  const causal::StageMethod trapezoid = StagesOf(Method::kTrapezoid);
  EXPECT_EQ(trapezoid.start, std::vector<double>{0.5});
  EXPECT_EQ(trapezoid.a, (std::vector<std::vector<double>>{{0.5}}));
  const causal::StageMethod radau = StagesOf(Method::kRadau3);
  EXPECT_TRUE(radau.start.empty());
  EXPECT_EQ(radau.a, (std::vector<std::vector<double>>{{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}}));
}

TEST(InlinedMethods, OnlyWhatIsNewHasAStage) {
  const auto count = [](Method method) { return StagesOf(method).num_stages(); };
  EXPECT_EQ(count(Method::kBdf), 1u);
  EXPECT_EQ(count(Method::kAdams), 1u);
  EXPECT_EQ(count(Method::kRungeKutta4), 4u) << "three behind the first, and the end";
  EXPECT_EQ(count(Method::kDopri5), 6u) << "whose last stage is the end";
  EXPECT_EQ(count(Method::kDop853), 12u) << "likewise";
  EXPECT_EQ(count(Method::kLobatto4), 3u) << "whose first stage is at the beginning, and implicit";
  EXPECT_EQ(count(Method::kSdirk4), 5u);
  EXPECT_EQ(count(Method::kGauss4), 3u) << "and the end";
}

}  // namespace
}  // namespace daedalus::inlined
