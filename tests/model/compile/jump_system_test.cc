#include "daedalus/model/compile/jump_system.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "daedalus/system/builder.h"

namespace daedalus::compile {
namespace {

struct Reduced {
  std::unique_ptr<causal::IndexReduction> reduction;
  std::map<std::string, double> before;

  Reduced(Model m, std::map<std::string, double> values)
      : reduction(std::move(causal::IndexReduction::Make(std::move(m).Build().value()).value())),
        before(std::move(values)) {}

  Result<Jump> Solve(double tolerance = 1e-8) const {
    const JumpSystem system(reduction->given(), *reduction);
    const auto read = [&](const Quantity& q) {
      return std::optional(before.at(NameOf(reduction->given(), q)));
    };
    const auto size = [](const Quantity&) { return std::optional(1.0); };
    return system.Solve(0, read, size, {}, {}, tolerance);
  }

  std::map<std::string, double> After(const Jump& jump) const {
    std::map<std::string, double> out = before;
    for (const Jump::Value& v : jump.values) out[NameOf(reduction->given(), v.quantity)] = v.after;
    return out;
  }
};

Model TwoCapacitors() {
  Model m("TwoCapacitors");
  auto v1 = m.Variable("v1"), v2 = m.Variable("v2"), i = m.Variable("i");
  m.Equation(1.0 * der(v1) == -i);
  m.Equation(2.0 * der(v2) == i);
  m.Equation(v1 == v2);
  return m;
}

TEST(JumpSystem, KeepsTheChargeOfCapacitors) {
  const Reduced model(TwoCapacitors(), {{"v1", 4}, {"v2", 1}});
  const auto jump = model.Solve();
  ASSERT_TRUE(jump.ok());
  const auto after = model.After(*jump);
  EXPECT_NEAR(after.at("v1"), 2, 1e-12);
  EXPECT_NEAR(after.at("v2"), 2, 1e-12);
  ASSERT_EQ(jump->impulses.size(), 1u);
  EXPECT_NEAR(jump->impulses[0].size, 2, 1e-12) << "the charge that moves";
}

// A factor jumps whose derivative has a factor itself: the impulse of y is not known. Where nothing remembers
// y it does not matter.
Model JumpingFactor(bool is_remembered) {
  Model m("JumpingFactor");
  auto a = m.Variable("a"), x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z");
  m.Equation(a == 2.0);
  m.Equation(y + 2.0 * x - y * der(a) == 0.0);
  m.Equation(x + a * y == 1.0);
  m.Equation(der(z) == (is_remembered ? y - z : -z));
  return m;
}

TEST(JumpSystem, LeavesOutImpulsesThatNobodyRemembers) {
  const Reduced model(JumpingFactor(false), {{"a", 1}, {"z", 3}});
  const auto jump = model.Solve();
  ASSERT_TRUE(jump.ok()) << jump.error().at(0).message;
  const auto after = model.After(*jump);
  EXPECT_EQ(after.at("a"), 2);
  EXPECT_EQ(after.at("z"), 3);
}

TEST(JumpSystem, SaysThatAnImpulseIsNotKnown) {
  const auto jump = Reduced(JumpingFactor(true), {{"a", 1}, {"z", 3}}).Solve();
  ASSERT_FALSE(jump.ok());
  EXPECT_EQ(jump.error().at(0).code, Code::kImpulse) << jump.error().at(0).message;
}

TEST(JumpSystem, SaysNothingWhereTheConstraintsHold) {
  const Reduced model(TwoCapacitors(), {{"v1", 3}, {"v2", 3 + 1e-9}});
  const auto jump = model.Solve();
  ASSERT_TRUE(jump.ok());
  EXPECT_TRUE(jump->values.empty());
  EXPECT_TRUE(jump->impulses.empty());
}

// A mass that flies at (1, 0) with velocity (3, 2) is fixed to a rod: the radial velocity is lost.
TEST(JumpSystem, TakesTheRadialVelocityOfAMass) {
  Model m("Rod");
  auto x = m.Variable("x"), y = m.Variable("y"), vx = m.Variable("vx"), vy = m.Variable("vy"),
       F = m.Variable("F");
  auto power = m.Variable("power");
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(2.0 * der(vx) == -F * x);
  m.Equation(2.0 * der(vy) == -F * y);
  m.Equation(x * x + y * y == 1.0);
  m.Equation(power == F * F * vx);  // not linear, but nothing depends on it
  const Reduced model(std::move(m), {{"x", 1}, {"y", 0}, {"vx", 3}, {"vy", 2}, {"der(x)", 3}, {"der(y)", 2}});
  const auto jump = model.Solve();
  ASSERT_TRUE(jump.ok()) << jump.error()[0].message;
  const auto after = model.After(*jump);
  EXPECT_NEAR(after.at("vx"), 0, 1e-12);
  EXPECT_NEAR(after.at("vy"), 2, 1e-12);
  EXPECT_NEAR(after.at("der(y)"), 2, 1e-12);
  EXPECT_EQ(after.at("x"), 1);
  ASSERT_EQ(jump->impulses.size(), 1u);
  EXPECT_NEAR(jump->impulses[0].size, 6, 1e-12) << "mass times velocity";
}

TEST(JumpSystem, RefusesWhatIsTooFarAway) {
  Model m("Rod");
  auto x = m.Variable("x"), y = m.Variable("y"), vx = m.Variable("vx"), vy = m.Variable("vy"),
       F = m.Variable("F");
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(der(vx) == -F * x);
  m.Equation(der(vy) == -F * y);
  m.Equation(x * x + y * y == 1.0);
  const Reduced model(std::move(m),
                      {{"x", 1.5}, {"y", 0}, {"vx", 0}, {"vy", 0}, {"der(x)", 0}, {"der(y)", 0}});
  const auto jump = model.Solve();
  ASSERT_FALSE(jump.ok());
  EXPECT_EQ(jump.error()[0].code, Code::kImpulse);
}

// Capacitors of any size, joined at random: each group keeps its charge and has one voltage.
TEST(JumpSystem, KeepsTheChargeOfEveryGroup) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> value(0.5, 5);
  for (int round = 0; round < 20; ++round) {
    const int n = 12;
    Model m("Net");
    std::vector<Expr> v, i;
    std::vector<double> capacity, start;
    std::vector<int> group;
    std::map<std::string, double> before;
    for (int k = 0; k < n; ++k) {
      v.push_back(m.Variable("v" + std::to_string(k)));
      i.push_back(m.Variable("i" + std::to_string(k)));
      capacity.push_back(value(random));
      start.push_back(value(random));
      group.push_back(static_cast<int>(random() % 4));
      before["v" + std::to_string(k)] = start.back();
    }
    for (int k = 0; k < n; ++k) m.Equation(capacity[k] * der(v[k]) == i[k]);
    std::vector<double> charge(4), total(4);
    for (int g = 0; g < 4; ++g) {
      std::optional<int> first;
      std::optional<Expr> sum;
      for (int k = 0; k < n; ++k) {
        if (group[k] != g) continue;
        charge[g] += capacity[k] * start[k];
        total[g] += capacity[k];
        sum = sum ? *sum + i[k] : i[k];
        if (first) m.Equation(v[*first] == v[k]);
        if (!first) first = k;
      }
      if (sum) m.Equation(*sum == 0.0);
    }
    const Reduced model(std::move(m), before);
    const auto jump = model.Solve();
    ASSERT_TRUE(jump.ok()) << jump.error()[0].message;
    const auto after = model.After(*jump);
    for (int k = 0; k < n; ++k)
      EXPECT_NEAR(after.at("v" + std::to_string(k)), charge[group[k]] / total[group[k]], 1e-11);
  }
}

}  // namespace
}  // namespace daedalus::compile
