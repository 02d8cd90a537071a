// Equations that are invariants, from the text to the results.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Invariants : public EndToEnd {
 protected:
  struct Finished {
    results::Trajectory trajectory;
    nlohmann::json statistics;
    std::vector<double> Values(const std::string& name) const {
      const auto signal = trajectory.FindSignal(name);
      EXPECT_TRUE(signal.has_value()) << name;
      if (!signal) return {NAN};
      const auto values = trajectory.Values(*signal);
      return {values.begin(), values.end()};
    }
    double Violation() const { return statistics.at("invariants").at(0).at("largest_violation"); }
  };
  Finished Run(const std::string& model, std::vector<std::string> more) const {
    const std::string file = PathOf("kept.csv"), stats = PathOf("kept.json");
    std::vector<std::string> arguments = {"simulate", model, "--output", file, "--stats", stats};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    Finished out;
    if (run.exit_code != 0) return out;
    auto read = results::ReadResult(file);
    EXPECT_TRUE(read.ok());
    if (read.ok()) out.trajectory = std::move(*read);
    std::ifstream in(stats);
    in >> out.statistics;
    return out;
  }
  std::string Refused(const std::string& text, std::vector<std::string> more = {}) const {
    const std::string model = Write("Wrong.mo", text);
    std::vector<std::string> arguments = {"simulate", model, "--output", PathOf("wrong.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = Daedalus(arguments);
    EXPECT_NE(run.exit_code, 0);
    return run.err;
  }
};

double Largest(const std::vector<double>& values) {
  double out = 0;
  for (const double value : values) out = std::max(out, std::abs(value));
  return out;
}

// The same steps by hand: phi and w for which |(phi - old - h w, w - old + h g sin(phi))|^2 + |weight E|^2 is
// least.
struct StabilizedPendulum {
  double phi = std::numbers::pi / 4, w = 0;
  static constexpr double kMass = 10, kGravity = 9.81;
  double Energy() const {
    return kMass * kGravity * (std::cos(std::numbers::pi / 4) - std::cos(phi)) + kMass * w * w / 2;
  }
  void Step(double h, double weight) {
    const double old_phi = phi, old_w = w;
    for (int i = 0; i < 100; ++i) {
      // Rows of the Jacobian: (1, -h), (h g cos(phi), 1), weight (m g sin(phi), m w).
      const double r[] = {phi - old_phi - h * w, w - old_w + h * kGravity * std::sin(phi), weight * Energy()};
      const double a[] = {1, h * kGravity * std::cos(phi), weight * kMass * kGravity * std::sin(phi)};
      const double b[] = {-h, 1, weight * kMass * w};
      double aa = 0, ab = 0, bb = 0, ar = 0, br = 0;
      for (int k = 0; k < 3; ++k) {
        aa += a[k] * a[k], ab += a[k] * b[k], bb += b[k] * b[k];
        ar += a[k] * r[k], br += b[k] * r[k];
      }
      const double determinant = aa * bb - ab * ab;
      phi -= (bb * ar - ab * br) / determinant;
      w -= (aa * br - ab * ar) / determinant;
    }
  }
};

// The same with a direction that is out of date: what the formula yields by is delta = -weight^2 Ef (dEf/dy
// B)^T (integrate/least_squares_step.h, where (2) has come to rest), with B = ((1, -h), (h g cosine, 1))^-1
// of another angle.
struct LateStabilizedPendulum : StabilizedPendulum {
  void StepLate(double h, double weight, double cosine) {
    const double old_phi = phi, old_w = w, b = h * kGravity * cosine, determinant = 1 + h * b;
    for (int i = 0; i < 200; ++i) {
      const double g_phi = kMass * kGravity * std::sin(phi), g_w = kMass * w,
                   factor = -weight * weight * Energy() / determinant;
      const double r1 = phi - old_phi - h * w - factor * (g_phi - b * g_w);
      const double r2 = w - old_w + h * kGravity * std::sin(phi) - factor * (h * g_phi + g_w);
      phi -= 0.5 * (r1 + h * r2) / determinant;
      w -= 0.5 * (r2 - b * r1) / determinant;
    }
  }
};

// Fig. 8.33: backward Euler with h = 0.01 loses 10 J of 28.7 in ten seconds (Fig. 8.31). With the energy
// among the zero functions it loses a little at first, and then no more.
TEST_F(Invariants, StabilizeBackwardEuler) {
  const Finished run = Run(Model("invariants/PendulumInvariant.mo"),
                           {"--form", "inline", "--method", "backward-euler", "--step", "0.01"});
  const std::vector<double> energy = run.Values("Ef"), phi = run.Values("phi");
  StabilizedPendulum by_hand;
  for (int n = 0; n < 1000; ++n) by_hand.Step(0.01, 0.01);
  EXPECT_NEAR(energy.back(), by_hand.Energy(), 1e-7);
  EXPECT_NEAR(phi.back(), by_hand.phi, 1e-8);
  const std::size_t half = energy.size() / 2;
  const auto least = [](auto begin, auto end) { return *std::min_element(begin, end); };
  EXPECT_LT(Largest(energy), 2) << "of 28.7 J";
  EXPECT_GT(Largest(energy), 1e-4) << "they are weighed, and not exact";
  EXPECT_NEAR(least(energy.begin() + static_cast<std::ptrdiff_t>(half), energy.end()),
              least(energy.begin() + 50, energy.begin() + static_cast<std::ptrdiff_t>(half)), 0.05)
      << "the loss has stopped";
  EXPECT_GT(*std::max_element(phi.begin() + static_cast<std::ptrdiff_t>(half), phi.end()), 0.74)
      << "of 0.785";
  EXPECT_NEAR(run.Violation(), Largest(energy), 0.1 * run.Violation()) << "which is told";
}

// Backward Euler outside of the model, BDF of order 1 with its own iteration, comes to the same compromise,
// but for its matrices, which are out of date by some steps, and with them the direction in which a step
// gives way. How much that may do is computed by hand, with the matrices of the two angles that are furthest
// from each other in all steps: 0.0041 in the angle, 0.0024 J. (With a step that is fixed it keeps the matrix
// of the start, and comes to that end. tests/integrate has the exact one.)
TEST_F(Invariants, StabilizeTheIterationOfBdf) {
  StabilizedPendulum by_hand;
  LateStabilizedPendulum upright, hanging, exact;
  for (int n = 0; n < 1000; ++n) {
    by_hand.Step(0.01, 0.01);
    upright.StepLate(0.01, 0.01, std::cos(std::numbers::pi / 4));
    hanging.StepLate(0.01, 0.01, 1);
    exact.StepLate(0.01, 0.01, std::cos(exact.phi));
  }
  EXPECT_NEAR(exact.phi, by_hand.phi, 0.2 * std::abs(upright.phi - hanging.phi)) << "one step late";
  const auto spread = [](double a, double b, double c) { return std::max(std::abs(a - c), std::abs(b - c)); };
  const double energy_spread = spread(upright.Energy(), hanging.Energy(), by_hand.Energy()),
               phi_spread = spread(upright.phi, hanging.phi, by_hand.phi);
  constexpr double kIteration = 1e-5;  // what iterations leave, over all steps
  for (const char* form : {"ode", "dae"}) {
    const Finished run = Run(Model("invariants/PendulumInvariant.mo"),
                             {"--form", form, "--method", "bdf", "--max-order", "1", "--step", "0.01"});
    EXPECT_NEAR(run.Values("Ef").back(), by_hand.Energy(), energy_spread + kIteration) << form;
    EXPECT_NEAR(run.Values("phi").back(), by_hand.phi, phi_spread + kIteration) << form;
    EXPECT_LT(run.Violation(), 2) << form << ": of 28.7 J, and not the 10 J that it loses alone";
    EXPECT_GT(run.Violation(), 1e-4) << form << ": weighed, and not exact";
  }
}

// A larger weight holds it closer.
TEST_F(Invariants, AreHeldCloserByALargerWeight) {
  const Finished run =
      Run(Model("invariants/PendulumInvariant.mo"),
          {"--form", "inline", "--method", "backward-euler", "--step", "0.01", "--set", "weight=1e6"});
  EXPECT_LT(run.Violation(), 1e-8);
}

TEST_F(Invariants, AreKeptByMethodsOfEveryFamilyAndForm) {
  for (const char* form : {"ode", "dae", "inline"}) {
    for (const char* method :
         {"bdf", "radau5", "adams", "dopri5", "dop853", "trapezoid", "rodas", "gear", "ida"}) {
      const std::string name = method;
      if (std::string(form) == "inline" && (name == "rodas" || name == "gear" || name == "ida")) continue;
      if (std::string(form) == "dae" &&
          (name == "dopri5" || name == "dop853" || name == "rodas" || name == "adams"))
        continue;
      const Finished run =
          Run(Model("invariants/PendulumInvariant.mo"),
              {"--form", form, "--method", method, "--tolerance", "1e-5", "--set", "weight=1e6"});
      EXPECT_LT(run.Violation(), 1e-7) << form << " " << method;
      // A pendulum released at 45 degrees: T = 4 sqrt(l/g) K(sin(22.5 degrees)) = 2.086256 s.
      const std::vector<double> phi = run.Values("phi");
      double last = 0;
      int count = 0;
      for (std::size_t i = 1; i < phi.size(); ++i) {
        if (!(phi[i - 1] > 0 && phi[i] <= 0)) continue;
        last = 0.02 * (static_cast<double>(i) - 1 + phi[i - 1] / (phi[i - 1] - phi[i]));
        ++count;
      }
      ASSERT_EQ(count, 5);
      EXPECT_NEAR(last, 4.25 * 2.0862559, 5e-3) << form << " " << method;
    }
  }
}

constexpr const char* kOscillator =
    "model Oscillator\n  parameter Real E = 1;\n  Real x(start = 1, fixed = true), v(start = 0, fixed = "
    "true);\n"
    "equation\n  der(x) = v;\n  der(v) = -x;\n"
    "  x^2 + v^2 = E annotation(__Daedalus(invariant = true));\nend Oscillator;\n";

TEST_F(Invariants, CountForNoUnknownAndAreWrittenAgain) {
  const std::string model = Write("Oscillator.mo", kOscillator);
  EXPECT_EQ(Daedalus({"check", model}).exit_code, 0);
  const Outcome flat = Daedalus({"flatten", model});
  EXPECT_NE(flat.out.find("annotation(__Daedalus(invariant = true))"), std::string::npos) << flat.out;
  const std::string again = Write("Again.mo", flat.out);
  EXPECT_LT(Run(again, {"--stop", "10"}).Violation(), 1e-11);
}

TEST_F(Invariants, WithoutTheMarkThereAreTooManyEquations) {
  std::string text = kOscillator;
  text.replace(text.find("invariant = true"), 16, "invariant = false");
  EXPECT_NE(Refused(text).find("3 equations for 2 unknowns"), std::string::npos);
}

TEST_F(Invariants, ThatTheStartContradictsAreNamed) {
  const std::string model = Write("Oscillator.mo", kOscillator);
  for (const char* form : {"ode", "dae", "inline"}) {
    const Outcome run = Daedalus({"simulate", model, "--form", form, "--method", "bdf", "--set", "E=2",
                                  "--output", PathOf("wrong.csv")});
    EXPECT_NE(run.exit_code, 0) << form;
    EXPECT_NE(run.err.find("D0611"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("x^2 + v^2"), std::string::npos) << run.err;
  }
}

// Both hold at the start, and to the second order of the time; then no point satisfies both, whatever the way
// there.
TEST_F(Invariants, ThatContradictEachOtherAreNamed) {
  std::string text = kOscillator;
  text.replace(text.find("end Oscillator"), 14,
               "  x^2 + v^2 = E + time^3 annotation(__Daedalus(invariant = true));\nend Oscillator");
  const std::string model = Write("Oscillator.mo", text);
  for (const auto& [form, method] : {std::pair{"ode", "bdf"},
                                     {"dae", "bdf"},
                                     {"ode", "radau5"},
                                     {"dae", "radau5"},
                                     {"ode", "dopri5"},
                                     {"ode", "ida"},
                                     {"dae", "ida"},
                                     {"inline", "backward-euler"},
                                     {"inline", "radau5"}}) {
    const Outcome run = Daedalus({"simulate", model, "--form", form, "--method", method, "--stop", "10",
                                  "--output", PathOf("wrong.csv")});
    EXPECT_EQ(run.exit_code, 3) << form << " " << method;
    EXPECT_NE(run.err.find("D0612"), std::string::npos) << form << " " << method << ": " << run.err;
    EXPECT_NE(run.err.find("x^2 + v^2"), std::string::npos) << form << " " << method << ": " << run.err;
  }
}

TEST_F(Invariants, MistakesAreTold) {
  const auto model = [](const std::string& equation) {
    return "model Wrong\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n  " + equation +
           "\nend Wrong;\n";
  };
  EXPECT_NE(Refused(model("1 = 1 annotation(__Daedalus(invariant = true));")).find("D0610"),
            std::string::npos);
  EXPECT_NE(Refused(model("x = 1 annotation(__Daedalus(invariant = 3));")).find("D0610"), std::string::npos);
  EXPECT_NE(Refused(model("x = 1 annotation(__Daedalus(invariant = true, weight = -1));")).find("D0610"),
            std::string::npos);
  EXPECT_NE(Refused(model("if x > 0.5 then\n x = 1 annotation(__Daedalus(invariant = true));\n end if;"))
                .find("D0610"),
            std::string::npos);
  // x = 1 holds at the start only.
  EXPECT_NE(
      Refused(model("x = 1 annotation(__Daedalus(invariant = true));"), {"--method", "bdf"}).find("D0612"),
      std::string::npos);
  // The same where the step is exported.
  for (const auto& [text, code] : {std::pair{"x = 1 annotation(__Daedalus(invariant = true));", "D0612"},
                                   {"x = 2 annotation(__Daedalus(invariant = true));", "D0611"}}) {
    const Outcome exported = Daedalus({"export", "--c", Write("Wrong.mo", model(text)), "--step", "0.1"});
    EXPECT_NE(exported.exit_code, 0);
    EXPECT_NE(exported.err.find(code), std::string::npos) << exported.err;
    EXPECT_TRUE(exported.out.empty());
  }
}

}  // namespace
}  // namespace daedalus::e2e
