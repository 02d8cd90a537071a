#include "daedalus/model/compile/redundant_constraints.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daedalus/programs/causal/structure_conversion.h"
#include "daedalus/system/builder.h"

namespace daedalus::compile {
namespace {

// A mass in space on a cylinder and in a plane, x^2 + y^2 = radius and z = x; with a third constraint z^2 +
// y^2 = radius, which follows where these two hold, and nowhere else. Returns z - x.
Expr AddMass(Model& m, const std::string& number, const Expr& radius, bool has_third) {
  const auto variable = [&](const char* name) { return m.Variable(name + number); };
  const auto x = variable("x"), y = variable("y"), z = variable("z"), vx = variable("vx"),
             vy = variable("vy"), vz = variable("vz"), f = variable("f"), g = variable("g"),
             h = variable("h");
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(der(z) == vz);
  m.Equation(der(vx) == 2.0 * x * f - g);
  m.Equation(der(vy) == 2.0 * y * f + 2.0 * y * h - 9.81);
  m.Equation(der(vz) == g + 2.0 * z * h);
  m.Equation(x * x + y * y == radius);
  m.Equation(z - x == 0.0);
  if (has_third) {
    m.Equation(z * z + y * y == radius);
  } else {
    m.Equation(h == 0.0);
  }
  return z - x;
}

System MassOnACurve(bool has_third) {
  Model m("M");
  AddMass(m, "", Expr(1.0), has_third);
  return std::move(m).Build().value();
}

std::vector<Diagnostic> LeaveOut(System system, const std::vector<double>& start) {
  const causal::PivotPoint guess{0.0, start, {}};
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system)).value();
  const auto report = causal::ConvertStructure(system, offsets, guess);
  EXPECT_TRUE(report.conversions.empty());
  return LeaveOutRedundantConstraints(system, offsets, guess, report.at_guess);
}

std::vector<Diagnostic> LeaveOut(System system, double x, double y, double z) {
  return LeaveOut(std::move(system), {x, y, z, 0, 0, 0, 0, 0, 0});
}

TEST(RedundantConstraints, AreFoundWhereverTheGuessIs) {
  const auto here = LeaveOut(MassOnACurve(true), 0.6, 0.8, 0.6);
  ASSERT_EQ(here.size(), 1u);
  EXPECT_EQ(here[0].code, Code::kRedundantConstraint);
  EXPECT_EQ(LeaveOut(MassOnACurve(true), 0.6, 0.8, 0.5).size(), 1u)
      << "all is regular there, where they do not hold";
  EXPECT_EQ(LeaveOut(MassOnACurve(true), 2.0, 1.0, -1.0).size(), 1u);
}

TEST(RedundantConstraints, IndependentOnesStay) {
  EXPECT_TRUE(LeaveOut(MassOnACurve(false), 0.6, 0.8, 0.6).empty());
  EXPECT_TRUE(LeaveOut(MassOnACurve(false), 2.0, 1.0, -1.0).empty());
}

TEST(RedundantConstraints, NothingIsBuiltForIndependentOnes) {
  System system = MassOnACurve(false);
  const std::size_t before = system.graph.size();
  const std::vector<double> start{2, 1, -1, 0, 0, 0, 0, 0, 0};
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system)).value();
  EXPECT_TRUE(LeaveOutRedundantConstraints(system, offsets, {0.0, start, {}}, {}).empty());
  EXPECT_EQ(system.graph.size(), before);
}

// What spares the search: constraints that hold at a guess where all is regular. At (0.6, 0.8, 0.5) the third
// one is regular and does not hold.
TEST(RedundantConstraints, AreNotLookedForWhereAllHoldAndAreRegular) {
  const auto at_guess = [](System system, double z) {
    const std::vector<double> start{0.6, 0.8, z, 0, 0, 0, 0, 0, 0};
    const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system)).value();
    return causal::ConvertStructure(system, offsets, {0.0, start, {}}).at_guess;
  };
  const causal::AtGuess good = at_guess(MassOnACurve(false), 0.6);
  EXPECT_TRUE(good.is_regular && good.do_constraints_hold);
  const causal::AtGuess beside = at_guess(MassOnACurve(true), 0.5);
  EXPECT_TRUE(beside.is_regular);
  EXPECT_FALSE(beside.do_constraints_hold);
  EXPECT_FALSE(at_guess(MassOnACurve(true), 0.6).is_regular) << "where they hold they depend on each other";
}

// 210 masses on curves, of which the last has one constraint too many. `are_coupled`: all constraints in one
// group, for each mass takes part in the next one's; what it adds there is zero where its own constraint
// holds.
System ManyMasses(bool are_coupled) {
  constexpr int kMasses = 210;
  Model m("M");
  Expr before(0.0);
  for (int i = 0; i < kMasses; ++i) {
    const Expr added = AddMass(m, std::to_string(i), 1.0 + before, i + 1 == kMasses);
    if (are_coupled) before = added;
  }
  return std::move(m).Build().value();
}

void ExpectOneAmongMany(bool are_coupled, const std::vector<double>& start_of_mass) {
  System system = ManyMasses(are_coupled);
  std::vector<double> start;
  while (start.size() < system.variables.size())
    start.insert(start.end(), start_of_mass.begin(), start_of_mass.end());
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system)).value();
  EXPECT_EQ(LeaveOutRedundantConstraints(system, offsets, {0.0, start, {}}, {}).size(), 1u);
}

// More constraints than a dense decomposition would take, in groups that have nothing to do with each other.
TEST(RedundantConstraints, AreFoundAmongMany) {
  ExpectOneAmongMany(false, {0.6, 0.8, 0.6, 0, 0, 0, 0, 0, 0});
}

TEST(RedundantConstraints, AreFoundAmongManyThatHaveUnknownsInCommon) {
  ExpectOneAmongMany(true, {0.62, 0.8, 0.57, 0, 0, 0, 0, 0, 0});
}

// Three gears that roll on each other, two of them on two more shafts: speeds, not angles, and one of the
// four says what the others say.
TEST(RedundantConstraints, OfVelocitiesAreFoundByWhatTheySay) {
  for (const double last : {1.2, 1.3}) {
    Model m("M");
    std::vector<Expr> phi, w, f;
    for (int i = 0; i < 4; ++i) {
      phi.push_back(m.Variable("phi" + std::to_string(i)));
      w.push_back(m.Variable("w" + std::to_string(i)));
      f.push_back(m.Variable("f" + std::to_string(i)));
    }
    const double radius[4][2] = {{1, 2}, {2, 0.5}, {0.5, 1.2}, {last, 1}};
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t next = (i + 1) % 4, before = (i + 3) % 4;
      m.Equation(der(phi[i]) == w[i]);
      m.Equation(der(w[i]) == -radius[i][0] * f[i] - radius[before][1] * f[before] - w[i]);
      m.Equation(radius[i][0] * der(phi[i]) + radius[i][1] * der(phi[next]) == 0.0);
    }
    const auto warnings = LeaveOut(std::move(m).Build().value(), std::vector<double>(12, 0.0));
    EXPECT_EQ(warnings.size(), last == 1.2 ? 1u : 0u) << "other radii hold all gears fast";
  }
}

}  // namespace
}  // namespace daedalus::compile
