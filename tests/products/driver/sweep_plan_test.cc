#include "daedalus/products/driver/sweep_plan.h"

#include <gtest/gtest.h>

namespace daedalus::driver {
namespace {

using Texts = std::vector<std::string>;

SweepAxis Read(const std::string& setting) {
  auto axes = ReadAxes({setting});
  EXPECT_TRUE(axes.ok()) << setting;
  return axes ? axes->front() : SweepAxis();
}

TEST(SweepPlan, RangesHaveBothEnds) {
  EXPECT_EQ(Read("R=1:2:3").values, (Texts{"1", "1.5", "2"}));
  EXPECT_EQ(Read("R=0.1:0.7:7").values.back(), "0.7");
  EXPECT_EQ(Read("R=3:9:1").values, (Texts{"3"}));
  EXPECT_EQ(Read("R=1:-1:2").values, (Texts{"1", "-1"}));
}

TEST(SweepPlan, CommasInBracesAndQuotesAreNotSeparators) {
  EXPECT_EQ(Read("a={1,2},{3,4}").values, (Texts{"{1,2}", "{3,4}"}));
  EXPECT_EQ(Read("t=\"a,b\",\"c\"").values, (Texts{"\"a,b\"", "\"c\""}));
  EXPECT_EQ(Read("e=A.B.one,A.B.two").values, (Texts{"A.B.one", "A.B.two"}));
}

TEST(SweepPlan, NumbersAreKnownAsSuch) {
  EXPECT_TRUE(Read("R=1,2.5e3,-4").HasNumbers());
  EXPECT_FALSE(Read("R=1,true").HasNumbers());
  EXPECT_FALSE(Read("R=1,inf").HasNumbers());
  EXPECT_EQ(Read("R=1,2.5e3").NumberAt(1), 2500);
}

TEST(SweepPlan, TheLastAxisChangesFastest) {
  auto plan = SweepPlan::Make(*ReadAxes({"a=1,2", "b=x,y,z"}));
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->num_runs(), 6U);
  EXPECT_EQ(plan->PlacesOf(4), (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(plan->SettingsOf(4, {1, 0}), (Texts{"b=y", "a=2"}));
}

TEST(SweepPlan, MistakesAreErrors) {
  for (const char* wrong : {"R", "=1", "R=", "R=1:2", "R=1:2:3:4", "R=1:2:0", "R=a:2:3", "R=1,,2"})
    EXPECT_FALSE(ReadAxes({wrong}).ok()) << wrong;
  EXPECT_FALSE(ReadAxes({"R=1", "R=2"}).ok());
  EXPECT_FALSE(SweepPlan::Make(*ReadAxes({"a=1:2:100000", "b=1:2:100000"})).ok());
  EXPECT_EQ(SweepPlan::Make({})->num_runs(), 1U);
}

}  // namespace
}  // namespace daedalus::driver
