// The circuits of Cellier & Kofman 8.5 and 8.6, inlined: their equations, tearing variables and closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "programs/inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

constexpr double kR1 = 100, kR2 = 200, kR3 = 300, kL = 0.5, kC = 1e-4, kU = 10, kOmega = 125;

// (7.1), (7.5) and (7.52) share most of their equations.
struct Circuit {
  explicit Circuit(const char* name) : m(name) {}
  Expr V(const char* name) { return m.Variable(name); }
  Model m;
  Expr R1 = m.Parameter("R1", kR1), R2 = m.Parameter("R2", kR2), R3 = m.Parameter("R3", kR3),
       L = m.Parameter("L", kL), C = m.Parameter("C", kC);
  Expr source = kU * sin(kOmega * m.Time());
  Expr u0 = V("u0"), i0 = V("i0"), u1 = V("u1"), i1 = V("i1"), u2 = V("u2"), i2 = V("i2"), uL = V("uL"),
       iL = V("iL");
  System Build() && { return std::move(m).Build().value(); }
};

// (7.1)
System Rlc() {
  Circuit c("Rlc");
  const Expr uC = c.V("uC"), iC = c.V("iC");
  c.m.Equation(c.u0 == c.source);
  c.m.Equation(c.u1 == c.R1 * c.i1);
  c.m.Equation(c.u2 == c.R2 * c.i2);
  c.m.Equation(c.uL == c.L * der(c.iL));
  c.m.Equation(iC == c.C * der(uC));
  c.m.Equation(c.u0 == c.u1 + uC);
  c.m.Equation(c.uL == c.u1 + c.u2);
  c.m.Equation(uC == c.u2);
  c.m.Equation(c.i0 == c.i1 + c.iL);
  c.m.Equation(c.i1 == c.i2 + iC);
  return std::move(c).Build();
}

// (7.5)
System ResistorLoop() {
  Circuit c("ResistorLoop");
  const Expr u3 = c.V("u3"), i3 = c.V("i3");
  c.m.Equation(c.u0 == c.source);
  c.m.Equation(c.u1 == c.R1 * c.i1);
  c.m.Equation(c.u2 == c.R2 * c.i2);
  c.m.Equation(u3 == c.R3 * i3);
  c.m.Equation(c.uL == c.L * der(c.iL));
  c.m.Equation(c.u0 == c.u1 + u3);
  c.m.Equation(c.uL == c.u1 + c.u2);
  c.m.Equation(u3 == c.u2);
  c.m.Equation(c.i0 == c.i1 + c.iL);
  c.m.Equation(c.i1 == c.i2 + i3);
  return std::move(c).Build();
}

// (7.52), of index 2
System Swapped() {
  Circuit c("Swapped");
  const Expr uC = c.V("uC"), iC = c.V("iC");
  c.m.Equation(c.u0 == c.source);
  c.m.Equation(c.u1 == c.R1 * c.i1);
  c.m.Equation(c.u2 == c.R2 * c.i2);
  c.m.Equation(c.uL == c.L * der(c.iL));
  c.m.Equation(iC == c.C * der(uC));
  c.m.Equation(c.u0 == c.u1 + c.uL);
  c.m.Equation(uC == c.u1 + c.u2);
  c.m.Equation(c.uL == c.u2);
  c.m.Equation(c.i0 == c.i1 + iC);
  c.m.Equation(c.i1 == c.i2 + c.iL);
  return std::move(c).Build();
}

double ValueOf(const StepProgram& step, std::string_view name) {
  for (const VariableId v : IdRange<VariableId>(step.system().variables.size())) {
    if (NameOf(step.system(), v) == name) return step.ValueOf(v);
  }
  ADD_FAILURE() << name;
  return 0;
}

std::size_t NumLoops(const StepProgram& step) {
  std::size_t count = 0;
  for (const causal::Block& block : step.program().blocks) count += block.tearing.size() > 0;
  return count;
}

// (8.81), (8.83): twelve equations, one tearing variable, nothing divided by h.
TEST(InlinedCircuits, RlcByBackwardEuler) {
  const auto step = CompiledStep(Rlc(), Method::kBackwardEuler);
  EXPECT_EQ(step->program().equations.size(), 12u);
  EXPECT_EQ(step->program().tearing.size(), 1u);
  EXPECT_TRUE(step->DivisionsByStep().empty());
  // The states are iL and uC.
  const double old[] = {0.03, 4};
  for (const double h : {1e-12, 1e-4, 1e-2}) {
    ASSERT_FALSE(step->Run({.t = 0.01, .h = h, .old = old}).has_value());
    const double u0 = kU * std::sin(kOmega * 0.01), d = kR1 * kR2 * kC + h * (kR1 + kR2);
    EXPECT_NEAR(ValueOf(*step, "uC"), kR1 * kR2 * kC / d * old[1] + h * kR2 / d * u0, 1e-13) << h;
    EXPECT_NEAR(ValueOf(*step, "iL"), old[0] + h * u0 / kL, 1e-14) << "uL is the voltage of the source";
  }
}

// (8.85), (8.87): eleven equations, one tearing variable, which knows nothing of h.
TEST(InlinedCircuits, ResistorLoopByBackwardEuler) {
  const auto step = CompiledStep(ResistorLoop(), Method::kBackwardEuler);
  EXPECT_EQ(step->program().equations.size(), 11u);
  EXPECT_EQ(step->program().tearing.size(), 1u);
  EXPECT_TRUE(step->DivisionsByStep().empty());
  const double old[] = {0.03};
  ASSERT_FALSE(step->Run({.t = 0.01, .h = 1e-3, .old = old}).has_value());
  EXPECT_NEAR(ValueOf(*step, "i1"),
              (kR2 + kR3) / (kR1 * kR2 + kR1 * kR3 + kR2 * kR3) * kU * std::sin(kOmega * 0.01), 1e-15);
}

// (8.88), (8.90): index 2 as it stands, twelve equations, one tearing variable, and the slope of uC is a
// difference over h. In (8.91) the text has slipped: with u1 = R1 i1 and uL = u0 - u1 in i1 = uL/R2 + old(iL)
// + h uL/L it is i1 (L R2 + R1 (L + h R2)) = (L + h R2) u0 + L R2 old(iL).
TEST(InlinedCircuits, SwappedRlcAsItStandsByBackwardEuler) {
  const auto step = CompiledStep(Swapped(), Method::kBackwardEuler);
  EXPECT_EQ(step->program().equations.size(), 12u);
  EXPECT_EQ(step->program().tearing.size(), 1u);
  ASSERT_EQ(step->DivisionsByStep().size(), 1u);
  const double old[] = {0.03, 4}, h = 1e-3, u0 = kU * std::sin(kOmega * 0.01);
  ASSERT_FALSE(step->Run({.t = 0.01, .h = h, .old = old}).has_value());
  const double i1 = ((kL + h * kR2) * u0 + kL * kR2 * old[0]) / (kL * kR2 + kR1 * (kL + h * kR2));
  EXPECT_NEAR(ValueOf(*step, "i1"), i1, 1e-15);
  EXPECT_NEAR(ValueOf(*step, "uC"), u0, 1e-13);
  EXPECT_NEAR(ValueOf(*step, "iC"), kC * (u0 - old[1]) / h, 1e-12) << "(8.89)";
}

// (8.94): 24 equations, two iteration variables.
TEST(InlinedCircuits, RlcByRadau3) {
  const auto step = CompiledStep(Rlc(), Method::kRadau3);
  EXPECT_EQ(step->program().equations.size(), 24u);
  EXPECT_EQ(step->program().tearing.size(), 2u);
  EXPECT_TRUE(step->DivisionsByStep().empty());
}

// [P8.1]: one iteration a stage, in one variable.
TEST(InlinedCircuits, RlcBySdirkHasAnIterationAStage) {
  const auto step = CompiledStep(Rlc(), Method::kSdirk4);
  EXPECT_EQ(step->program().equations.size(), 60u);
  EXPECT_EQ(step->program().tearing.size(), 5u);
  EXPECT_EQ(NumLoops(*step), 5u);
  EXPECT_TRUE(step->DivisionsByStep().empty());
}

TEST(InlinedCircuits, AnExplicitMethodHasNoLoops) {
  for (const Method method : {Method::kEuler, Method::kRungeKutta4, Method::kDopri5, Method::kDop853})
    EXPECT_EQ(NumLoops(*CompiledStep(Rlc(), method)), 0u) << NameOf(method);
}

}  // namespace
}  // namespace daedalus::inlined
