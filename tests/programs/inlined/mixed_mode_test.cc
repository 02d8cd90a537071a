// Mixed mode: some states implicit, the others explicit, in one inlined step.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/programs/inlined/mixed_methods.h"
#include "daedalus/programs/inlined/stiff_states.h"
#include "programs/inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

const Method kMixed[] = {Method::kBackwardEuler, Method::kArs2, Method::kArs3};

// x = 1 / (1 + sin t), y = exp(-t) sin t, each in the other's equation.
System Coupled() {
  Model m("Coupled");
  const Expr x = m.Variable("x"), y = m.Variable("y"), t = m.Time();
  m.Equation(der(x) == -cos(t) * x * x + y * y - exp(-2.0 * t) * sin(t) * sin(t));
  m.Equation(der(y) == -y + exp(-t) * cos(t) * x * (1.0 + sin(t)));
  return std::move(m).Build().value();
}

// x follows s within a millisecond; s is slow.
System Stiff() {
  Model m("Stiff");
  const Expr x = m.Variable("x"), s = m.Variable("s");
  m.Equation(der(x) == -1000.0 * (x - s));
  m.Equation(der(s) == -s);
  return std::move(m).Build().value();
}

// The method with the given variables as explicit states, from y with slopes yp to t = 1; the value of
// variable 0 there.
double MixedTo1(const System& system, Method method, std::vector<VariableId> explicit_states, double h,
                const std::vector<double>& y, const std::vector<double>& yp) {
  const std::vector<double> nominal(system.variables.size(), 1.0);
  auto step = StepProgram::Compile({&system, {}, nominal, {}, explicit_states}, MixedStagesOf(method),
                                   StepResults::kAllVariables);
  EXPECT_TRUE(step.ok());
  (*step)->Guess(y, yp);
  std::vector<double> x = y, slopes = yp;
  const auto num_steps = static_cast<int>(std::lround(1 / h));
  for (int n = 1; n <= num_steps; ++n) {
    EXPECT_FALSE((*step)->Run({.t = n * h, .h = h, .old = x, .old_slopes = slopes}));
    (*step)->Accept();
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = (*step)->ValueOf((*step)->inlined().states[i]);
      slopes[i] = (*step)->ValueOf((*step)->inlined().slopes()[i]);
    }
  }
  return x[0];
}

TEST(MixedMode, BothHalvesAreConsistentAndTheExplicitOneIsExplicit) {
  for (const Method method : kMixed) {
    const causal::StageMethod stages = MixedStagesOf(method);
    for (std::size_t i = 0; i < stages.num_stages(); ++i) {
      double sum = stages.explicit_start[i];
      for (std::size_t j = 0; j < stages.num_stages(); ++j) {
        sum += stages.explicit_a[i][j];
        if (j >= i) {
          EXPECT_EQ(stages.explicit_a[i][j], 0) << NameOf(method);
        }
      }
      EXPECT_NEAR(sum, stages.c[i], 1e-14) << NameOf(method);
    }
  }
  EXPECT_FALSE(MixesModes(Method::kRadau5));
}

// Whichever half is which.
TEST(MixedMode, MethodsHaveTheirOrders) {
  for (const Method method : kMixed) {
    for (const std::vector<VariableId>& explicit_states :
         {std::vector{VariableId(0)}, std::vector{VariableId(1)},
          std::vector{VariableId(0), VariableId(1)}}) {
      const auto error = [&](double h) {
        return std::abs(MixedTo1(Coupled(), method, explicit_states, h, {1, 0}, {-1, 1}) -
                        1 / (1 + std::sin(1.0)));
      };
      EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), OrderOf(method), 0.3)
          << NameOf(method) << " " << explicit_states[0].value;
    }
  }
}

// h lambda = -10: what is explicit alone explodes, what is implicit in x alone does not, and has only x in
// its loops.
TEST(MixedMode, StiffStatesAreImplicitAndTheRestIsNot) {
  const double exact = 1000.0 / 999 * std::exp(-1.0);
  for (const Method method : kMixed) {
    const auto run = [&](std::vector<VariableId> explicit_states) {
      return MixedTo1(Stiff(), method, std::move(explicit_states), 0.01, {1, 1}, {0, -1});
    };
    EXPECT_NEAR(run({VariableId(1)}), exact, 0.01) << NameOf(method);
    EXPECT_GT(std::abs(run({VariableId(0), VariableId(1)})), 1e3) << NameOf(method);
  }
}

TEST(MixedMode, StiffStatesAreFoundByTheirModes) {
  using Places = std::vector<std::size_t>;
  // x' = -1000 (x - s), s' = -s; by columns.
  EXPECT_EQ(FindStiffStates(std::vector<double>{-1000, 0, 1000, -1}, 2, 0.01), (Places{0}));
  EXPECT_EQ(FindStiffStates(std::vector<double>{-1000, 0, 1000, -1}, 2, 1e-4), (Places{}));
  EXPECT_EQ(FindStiffStates(std::vector<double>{-1000, 0, 1000, -1}, 2, 10), (Places{0, 1}));
  // In other units of s the same.
  EXPECT_EQ(FindStiffStates(std::vector<double>{-1000, 0, 1e9, -1}, 2, 0.01), (Places{0}));
  // Two capacitors with a small resistance between them: both take part in the fast mode.
  EXPECT_EQ(FindStiffStates(std::vector<double>{-1001, 1000, 1000, -1001}, 2, 0.01), (Places{0, 1}));
  // A fast oscillator and a slow state.
  EXPECT_EQ(FindStiffStates(std::vector<double>{0, -1e6, 0, 1, 0, 0, 0, 0, -1}, 3, 0.01), (Places{0, 1}));
  // A chain of equal fast lags has one eigenvector for all.
  EXPECT_EQ(FindStiffStates(std::vector<double>{-500, 500, 0, -500}, 2, 0.01), (Places{0, 1}));
}

}  // namespace
}  // namespace daedalus::inlined
