// `daedalus simulate --form inline`: methods that are part of the equations, executed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numbers>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"
#include "e2e/signals.h"

namespace daedalus::e2e {
namespace {

class Inline : public EndToEnd {
 protected:
  results::Trajectory Run(const std::string& model, const std::string& method,
                          std::vector<std::string> more) const {
    const std::string file = PathOf("out.csv");
    std::vector<std::string> arguments = {"simulate", Model(model), "--form",   "inline",
                                          "--method", method,       "--output", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Result(arguments, file);
  }
  // A voltage of the circuit of Fig. H8.1a, every half microsecond, by another form and method.
  std::vector<double> ExactCircuit() const {
    const std::string file = PathOf("reference.csv");
    return Values(Result({"simulate", Model("DrivenSourceCircuit.mo"), "--tolerance", "1e-11", "--interval",
                          "5e-7", "--output", file},
                         file),
                  "u3");
  }

  results::Trajectory Result(const std::vector<std::string>& arguments, const std::string& file) const {
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    auto read = results::ReadResult(file);
    EXPECT_TRUE(read.ok()) << file;
    return read.ok() ? std::move(*read) : results::Trajectory{};
  }
};

// The pendulum of 8.10, (8.118), is phi'' = -g/l sin(phi); energies in J after 10 s with h = 0.01 s.
struct Pendulum {
  double phi = std::numbers::pi / 4, w = 0;
  static double Slope(double phi) { return -9.81 * std::sin(phi); }
  double Energy() const {
    return 10 * 9.81 * (std::cos(std::numbers::pi / 4) - std::cos(phi)) + 10 * w * w / 2;
  }
  // phi and w at the end, where x = old + weight x'.
  void SolveImplicitly(double old_phi, double old_w, double weight) {
    for (int i = 0; i < 50; ++i) phi = old_phi + weight * (old_w + weight * Slope(phi));
    w = old_w + weight * Slope(phi);
  }
};

TEST_F(Inline, ForwardEulerGainsEnergy) {  // Fig. 8.28
  Pendulum p;
  for (int n = 0; n < 1000; ++n) {
    const double slope = Pendulum::Slope(p.phi);
    p.phi += 0.01 * p.w;
    p.w += 0.01 * slope;
  }
  const auto energy = Values(Run("PendulumEnergy.mo", "euler", {"--step", "0.01"}), "Ef");
  EXPECT_NEAR(energy.back(), p.Energy(), 1e-9);
  EXPECT_GT(energy.back(), 20);
}

TEST_F(Inline, BackwardEulerLosesEnergy) {  // Fig. 8.31
  Pendulum p;
  for (int n = 0; n < 1000; ++n) p.SolveImplicitly(p.phi, p.w, 0.01);
  const auto energy = Values(Run("PendulumEnergy.mo", "backward-euler", {"--step", "0.01"}), "Ef");
  EXPECT_NEAR(energy.back(), p.Energy(), 1e-9);
  EXPECT_LT(energy.back(), -10);
}

TEST_F(Inline, BackinterpolationKeepsEnergy) {  // Fig. 8.32; the text's h is half a step of ours
  Pendulum p;
  for (int n = 0; n < 500; ++n)
    p.SolveImplicitly(p.phi + 0.01 * p.w, p.w + 0.01 * Pendulum::Slope(p.phi), 0.01);
  const auto energy = Values(Run("PendulumEnergy.mo", "bi2", {"--step", "0.02"}), "Ef");
  EXPECT_NEAR(energy.back(), p.Energy(), 1e-9);
  const auto [least, most] = std::ranges::minmax(energy);
  EXPECT_LT(most - least, 0.02) << "of 28.7 J that go to and fro";
}

// Gauss conserves better still, by its order.
TEST_F(Inline, GaussKeepsEnergy) {
  for (const auto& [method, limit] : {std::pair{"gauss4", 1e-5}, {"gauss6", 1e-8}}) {
    const auto energy = Values(Run("PendulumEnergy.mo", method, {"--step", "0.02"}), "Ef");
    const auto [least, most] = std::ranges::minmax(energy);
    EXPECT_LT(most - least, limit) << method;
  }
}

// [H8.1], [H8.2], [H8.4], [P8.1] with h = 0.5 microseconds: the same curves, to what each method can.
TEST_F(Inline, TheCircuitOfTheHomeworkHasTheSameCurves) {
  const auto exact = ExactCircuit();
  const auto worst = [&](const std::string& method, std::vector<std::string> more) {
    more.insert(more.end(), {"--step", "5e-7", "--interval", "5e-7"});
    const auto found = Values(Run("DrivenSourceCircuit.mo", method, more), "u3");
    EXPECT_EQ(found.size(), exact.size());
    double error = 0;
    for (std::size_t i = 0; i < std::min(found.size(), exact.size()); ++i)
      error = std::max(error, std::abs(found[i] - exact[i]));
    return error;
  };
  EXPECT_LT(worst("bdf", {"--max-order", "3"}), 0.1)
      << "the first step has order 1, and u3'' h^2 / 2 is 0.075 V";
  EXPECT_LT(worst("radau3", {}), 2e-4);
  EXPECT_LT(worst("lobatto4", {}), 1e-5);
  EXPECT_LT(worst("sdirk4", {}), 1e-5);
  EXPECT_LT(worst("radau5", {}), 1e-6);
  EXPECT_LT(worst("gauss6", {}), 1e-6);
}

// The heat equation of 8.9, against the same equations in the causal form.
TEST_F(Inline, TheHeatEquationRuns) {
  const std::string file = PathOf("reference.csv");
  const std::vector<std::string> grid = {"--stop", "1", "--interval", "0.1", "--variables", "u[10],u[49]"};
  std::vector<std::string> arguments = {
      "simulate", Model("HeatEquation.mo"), "--tolerance", "1e-11", "--output", file};
  arguments.insert(arguments.end(), grid.begin(), grid.end());
  const results::Trajectory exact = Result(arguments, file);
  for (const auto& [method, limit] :
       {std::pair{"backward-euler", 2e-4}, {"radau3", 1e-7}, {"sdirk4", 1e-7}}) {
    std::vector<std::string> more = grid;
    more.insert(more.end(), {"--step", "0.01"});
    const results::Trajectory found = Run("HeatEquation.mo", method, more);
    for (const char* name : {"u[10]", "u[49]"})
      EXPECT_NEAR(Values(found, name).back(), Values(exact, name).back(), limit) << method;
  }
}

// With 5000 cells the differences are exact enough for the solution of the partial differential equation.
TEST_F(Inline, TheHeatEquationOfFiveThousandCellsRuns) {
  for (const char* method : {"bdf", "radau3"}) {
    const auto found = Run("HeatEquation.mo", method,
                           {"--set", "n=5000", "--step", "0.01", "--stop", "0.1", "--interval", "0.1",
                            "--variables", "u[1250],u[5000]"});
    EXPECT_NEAR(Values(found, "u[1250]").back(), std::exp(-0.01) * std::cos(std::numbers::pi / 4), 1e-6)
        << method;
    EXPECT_NEAR(Values(found, "u[5000]").back(), -std::exp(-0.01), 1e-6) << method;
  }
}

// 8.9: 25 and 50 iteration variables are enough for 50 cells, and are executed.
TEST_F(Inline, TheHeatEquationIsTornAndExecuted) {
  for (const auto& [method, most] : {std::pair{"backward-euler", 25}, {"radau3", 50}}) {
    const Outcome run =
        Daedalus({"simulate", Model("HeatEquation.mo"), "--form", "inline", "--method", method, "--step",
                  "0.01", "--stop", "1", "--loops", "torn", "--verbose", "--output", PathOf("torn.csv")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::size_t end = run.out.find(" iteration variables a step");
    ASSERT_NE(end, std::string::npos) << run.out;
    const std::size_t begin = run.out.rfind(' ', end - 1);
    EXPECT_LE(std::stoi(run.out.substr(begin, end - begin)), most) << run.out;
    const auto torn = results::ReadResult(PathOf("torn.csv"));
    ASSERT_TRUE(torn.ok());
    const auto whole = Run("HeatEquation.mo", method, {"--step", "0.01", "--stop", "1", "--loops", "sparse"});
    EXPECT_NEAR(Values(*torn, "u[10]").back(), Values(whole, "u[10]").back(), 1e-12) << method;
  }
}

// Index 2 as it stands (8.88) and reduced: the same trajectories, and the division by h is told.
TEST_F(Inline, AHigherIndexIsInlinedWithAndWithoutReduction) {
  const std::vector<std::string> more = {"--step", "1e-4", "--stop", "0.05", "--variables", "iL,i0"};
  const auto reduced = Run("higher_index/SwappedRlcCircuit.mo", "backward-euler", more);
  std::vector<std::string> as_it_stands = more;
  as_it_stands.insert(as_it_stands.end(), {"--index-reduction", "none"});
  const auto direct = Run("higher_index/SwappedRlcCircuit.mo", "backward-euler", as_it_stands);
  EXPECT_NEAR(Values(direct, "iL").back(), Values(reduced, "iL").back(), 1e-12);
  EXPECT_NEAR(Values(direct, "i0").back(), Values(reduced, "i0").back(), 1e-3)
      << "a difference over h in one";
  const Outcome told =
      Daedalus({"simulate", Model("higher_index/SwappedRlcCircuit.mo"), "--form", "inline", "--method",
                "backward-euler", "--step", "1e-4", "--index-reduction", "none", "--verbose"});
  EXPECT_NE(told.out.find("divided by the step size"), std::string::npos) << told.out;
}

// With a tolerance the method whose errors meet it, with a fixed step the one with the smaller loops; and a
// slope that jumps without an event (the integral of sign, 3 - 2 * 4/3 at the end) is no way around the
// tolerance: a jump shows with a 21st of its error at least (inlined/step_error.h), and one of eight states
// may err by the root of 8 times the tolerance in the norm of the test.
TEST_F(Inline, TheMethodThatIsTakenWithoutAWord) {
  const std::string model = Model("events/RoundingFunctions.mo");
  const auto method_of = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {
        "simulate",           model,      "--form",         "inline", "--stats",
        PathOf("stats.json"), "--output", PathOf("run.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(Daedalus(arguments).exit_code, 0);
    return nlohmann::json::parse(Read("stats.json"))["method"].get<std::string>();
  };
  EXPECT_EQ(method_of({"--step", "0.01"}), "radau3");
  for (const char* tolerance : {"1e-4", "1e-6", "1e-8"}) {
    EXPECT_EQ(method_of({"--tolerance", tolerance}), "radau5");
    const auto trajectory = results::ReadResult(PathOf("run.csv"));
    ASSERT_TRUE(trajectory.ok());
    const double found = trajectory->Values(*trajectory->FindSignal("i_sign")).back();
    EXPECT_NEAR(found, 1.0 / 3, 21 * std::sqrt(8.0) * std::stod(tolerance)) << tolerance;
  }
}

// 8.7: the controller is the user's choice here too. The elementary one (Fehlberg's) takes other steps than
// the filters, to the same accuracy.
TEST_F(Inline, TheControllerIsAChoice) {
  std::vector<std::int64_t> steps;
  const Outcome reference = Daedalus(
      {"simulate", Model("VanDerPol.mo"), "--tolerance", "1e-11", "--output", PathOf("reference.csv")});
  ASSERT_EQ(reference.exit_code, 0) << reference.err;
  const double exact = results::ReadResult(PathOf("reference.csv"))->Values(0).back();
  for (const char* controller : {"elementary", "pi", "h211b", "h312"}) {
    const auto found =
        Run("VanDerPol.mo", "radau5",
            {"--tolerance", "1e-6", "--controller", controller, "--stats", PathOf("stats.json")});
    EXPECT_NEAR(found.Values(0).back(), exact, 1e-4) << controller;
    steps.push_back(nlohmann::json::parse(Read("stats.json"))["steps"].get<std::int64_t>());
  }
  for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_NE(steps[i], steps[0]);
}

TEST_F(Inline, BadInputIsToldByName) {
  const auto refused = [&](const std::string& model, std::vector<std::string> more) {
    std::vector<std::string> arguments = {"simulate", Model(model), "--form", "inline"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    return run.err;
  };
  EXPECT_NE(refused("Robertson.mo", {"--method", "rodas", "--step", "1"}).find("cannot be inlined"),
            std::string::npos);
  EXPECT_NE(refused("Robertson.mo", {"--step", "0"}).find("positive"), std::string::npos);
  EXPECT_NE(refused("Robertson.mo", {"--step", "-1"}).find("positive"), std::string::npos);
  EXPECT_NE(refused("Robertson.mo", {"--method", "bdf", "--max-order", "7", "--step", "1"}).find("order 7"),
            std::string::npos);
  EXPECT_NE(refused("Robertson.mo", {"--controller", "nothing"}).find("no step controller `nothing`"),
            std::string::npos);
  EXPECT_NE(refused("Robertson.mo", {"--reuse-coordinates"}).find("--reuse-coordinates is for"),
            std::string::npos);
  EXPECT_NE(refused("Robertson.mo", {"--method", "gauss4"}).find("needs a fixed step"), std::string::npos);
  EXPECT_NE(refused("higher_index/SwappedRlcCircuit.mo",
                    {"--method", "trapezoid", "--step", "1e-4", "--index-reduction", "none"})
                .find("does not integrate equations of index 2"),
            std::string::npos);
}

// Events inside of a fixed step are found there, and the next step ends where it would have ended without:
// the ball falls along a parabola, which these methods follow exactly, and bounces nine times.
TEST_F(Inline, AnEventInsideOfAFixedStepIsFoundThere) {
  const double first = std::sqrt(2 / 9.81);
  double last = first, flight = 2 * first;
  for (int n = 1; n < 9; ++n) last += flight *= 0.5;
  for (const char* method : {"rk4", "trapezoid", "radau5", "gauss4", "gauss6"}) {
    const auto run = Run("events/BouncingBall.mo", method, {"--step", "0.03", "--interval", "0.03"});
    EXPECT_NEAR(Values(run, "t_first").back(), first, 1e-11) << method;
    EXPECT_NEAR(Values(run, "t_last").back(), last, 1e-9) << method;
    EXPECT_EQ(Values(run, "bounces").back(), 9) << method;
  }
  // Not a parabola: the heating takes T ln((H - low)/(H - high)). Dense output alone has an error of 1e-5 s.
  const double heating = 100 * std::log(30.0 / 8);
  const auto run = Run("events/Thermostat.mo", "gauss6", {"--step", "10", "--stop", "140"});
  EXPECT_NEAR(Values(run, "t_off").back(), heating, 1e-8);
}

// In real time nothing steps back: an event is where the step ends that has seen it, and the error is that of
// a step.
TEST_F(Inline, InRealTimeEventsAreAtTheEndsOfSteps) {
  const double heating = 100 * std::log(30.0 / 8);
  for (const double h : {1.0, 0.25}) {
    const auto run = Run("events/Thermostat.mo", "radau3",
                         {"--step", std::to_string(h), "--realtime", "--stop", "140", "--interval", "1"});
    const double off = Values(run, "t_off").back();
    EXPECT_NEAR(off / h, std::round(off / h), 1e-9);
    EXPECT_GT(off, heating);
    EXPECT_LE(off, heating + h);
  }
}

// Time events are exact in both, between the ends of steps too.
TEST_F(Inline, TimeEventsAreExactWithAFixedStep) {
  for (const bool real_time : {false, true}) {
    std::vector<std::string> more = {"--step", "0.03"};
    if (real_time) more.push_back("--realtime");
    const auto run = Run("events/SampledDoubleIntegrator.mo", "rk4", more);
    EXPECT_NEAR(Values(run, "x").back(), 0, 1e-12);
  }
}

// The stages of a step have other solutions than the one of the model, and with steps that are far too long
// the iteration ends in one of these: a = 0.966 at the end, where 0.7158 is right (scipy, Radau, rtol 1e-11).
TEST_F(Inline, FixedStepsThatAreFarTooLongAreTold) {
  const std::string model = Write("Reaction.mo",
                                  "model Reaction\n  Real a(start = 1, fixed = true);\n  Real b(start = 0, "
                                  "fixed = true, nominal = 1e-5);\n  Real c;\n"
                                  "equation\n  der(a) = -0.04*a + 1e4*b*c;\n  der(b) = 0.04*a - 1e4*b*c - "
                                  "3e7*b^2;\n  a + b + c = 1;\nend Reaction;\n");
  const auto told = [&](const std::string& method, const std::string& step) {
    const Outcome run = Daedalus({"simulate", model, "--form", "inline", "--method", method, "--step", step,
                                  "--stop", "40", "--output", PathOf("run.csv")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.err;
  };
  const auto end_of_a = [&] { return results::ReadResult(PathOf("run.csv"))->Values(0).back(); };
  for (const char* method : {"sdirk4", "gauss6"}) {
    const std::string message = told(method, "0.05");
    EXPECT_NE(message.find("D0524"), std::string::npos) << method << ": " << message;
    EXPECT_NE(message.find("`b`"), std::string::npos) << message;
    EXPECT_GT(std::abs(end_of_a() - 0.71582707), 0.01)
        << method << ": if it is right, nothing has to be told";
  }
  for (const auto& [method, step] : {std::pair{"sdirk4", "0.025"},
                                     {"radau5", "0.05"},
                                     {"radau3", "0.05"},
                                     {"bdf", "0.05"},
                                     {"backward-euler", "0.5"}}) {
    EXPECT_EQ(told(method, step).find("D0524"), std::string::npos) << method;
    EXPECT_NEAR(end_of_a(), 0.71582707, 0.02) << method;
  }
  const Outcome unstable = Daedalus({"simulate", model, "--form", "inline", "--method", "rk4", "--step",
                                     "1e-3", "--stop", "40", "--output", PathOf("run.csv")});
  EXPECT_EQ(unstable.exit_code == 0, unstable.err.empty()) << unstable.err;
}

// Mixed mode: 1/k is a time constant of a millisecond, and h lambda is -10. The slow half is explicit.
TEST_F(Inline, MixedModeIsStableWhereAnExplicitMethodIsNot) {
  const std::string model =
      Write("FastAndSlow.mo",
            "model FastAndSlow\n  parameter Real k = 1000;\n  Real x(start = 1, fixed = true);\n"
            "  Real s(start = 1, fixed = true);\n  Real v(start = 0, fixed = true);\nequation\n"
            "  der(x) = -k * (x - s) + der(s);\n  der(s) = v;\n  der(v) = -s;\nend FastAndSlow;\n");
  const auto x_at_1 = [&](const std::string& method, std::vector<std::string> more) {
    const std::string file = PathOf("mixed.csv");
    std::vector<std::string> arguments = {"simulate", model,  "--form", "inline", "--method", method,
                                          "--step",   "0.01", "--stop", "1",      "--output", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Values(Result(arguments, file), "x").back();
  };
  const double exact = std::cos(1.0);
  EXPECT_NEAR(x_at_1("auto", {"--implicit", "auto"}), exact, 1e-6) << "ars3";
  EXPECT_NEAR(x_at_1("ars3", {"--implicit", "x"}), exact, 1e-6);
  EXPECT_NEAR(x_at_1("ars2", {"--implicit", "x"}), exact, 1e-4);
  EXPECT_NEAR(x_at_1("backward-euler", {"--implicit", "x"}), exact, 0.02);
  const Outcome unstable = Daedalus({"simulate", model, "--form", "inline", "--method", "rk4", "--step",
                                     "0.01", "--stop", "1", "--output", PathOf("unstable.csv")});
  EXPECT_EQ(unstable.exit_code, 3) << "it grows without bound";
  const Outcome told = Daedalus({"simulate", model, "--form", "inline", "--implicit", "auto", "--step",
                                 "0.01", "--stop", "1", "--verbose", "--output", PathOf("told.csv")});
  EXPECT_NE((told.out + told.err).find("1 of 3 states are implicit: x"), std::string::npos)
      << told.out << told.err;
  const Outcome pattern = Daedalus({"simulate", model, "--form", "inline", "--implicit", "?", "--step",
                                    "0.01", "--stop", "1", "--verbose", "--output", PathOf("told.csv")});
  EXPECT_NE((pattern.out + pattern.err).find("3 of 3 states are implicit"), std::string::npos)
      << pattern.out << pattern.err;
  const Outcome fine = Daedalus({"simulate", model, "--form", "inline", "--implicit", "auto", "--step",
                                 "1e-4", "--stop", "1", "--verbose", "--output", PathOf("told.csv")});
  EXPECT_NE((fine.out + fine.err).find("0 of 3 states are implicit: none"), std::string::npos)
      << fine.out << fine.err;
}

TEST_F(Inline, MixedModeRefusesByName) {
  const auto refused = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"simulate", Model("Robertson.mo")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    return run.err;
  };
  EXPECT_NE(refused({"--implicit", "auto"}).find("is for --form inline"), std::string::npos);
  EXPECT_NE(refused({"--form", "inline", "--implicit", "nothing"}).find("`nothing` is not a state"),
            std::string::npos);
  EXPECT_NE(
      refused({"--form", "inline", "--method", "radau5", "--implicit", "auto"}).find("no explicit partner"),
      std::string::npos);
}

// [H8.3], [H8.5], [P8.1]: the same circuit with steps that follow the errors.
TEST_F(Inline, StepsFollowTheTolerance) {
  const auto exact = ExactCircuit();
  for (const char* method :
       {"radau3", "radau5", "lobatto4", "sdirk4", "dopri5", "bdf", "adams", "trapezoid"}) {
    const auto found =
        Values(Run("DrivenSourceCircuit.mo", method, {"--tolerance", "1e-6", "--interval", "5e-7"}), "u3");
    ASSERT_EQ(found.size(), exact.size()) << method;
    double error = 0;
    for (std::size_t i = 0; i < found.size(); ++i) error = std::max(error, std::abs(found[i] - exact[i]));
    EXPECT_LT(error, 1e-3) << method << ": a hundred steps of 4e-6 V each would be half of it";
  }
}

TEST_F(Inline, RealTimeIsMeasuredAndBounded) {
  const Outcome run =
      Daedalus({"simulate", Model("PendulumEnergy.mo"), "--form", "inline", "--method", "backward-euler",
                "--step", "0.01", "--realtime", "--stats", PathOf("stats.json"), "--verbose"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("real time: the worst step took"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("steps took"), std::string::npos) << "the histogram";
  const auto stats = nlohmann::json::parse(Read("stats.json"));
  EXPECT_GT(stats["real_time"]["worst_step_seconds"], 0);
  EXPECT_GE(stats["real_time"]["worst_step_seconds"], stats["real_time"]["mean_step_seconds"]);
  EXPECT_EQ(stats["form"], "inline");
  // No machine does a step in a femtosecond.
  const Outcome late = Daedalus({"simulate", Model("PendulumEnergy.mo"), "--form", "inline", "--step",
                                 "1e-15", "--stop", "1e-13", "--realtime", "--method", "euler"});
  EXPECT_NE(late.out.find("100 steps were too late"), std::string::npos) << late.out;
  const Outcome bounded = Daedalus({"simulate", Model("PendulumEnergy.mo"), "--form", "inline", "--method",
                                    "backward-euler", "--step", "0.01", "--newton-limit", "1"});
  EXPECT_EQ(bounded.exit_code, 3);
  EXPECT_NE(bounded.err.find("no solution within 1 iterations"), std::string::npos) << bounded.err;
  EXPECT_EQ(Daedalus({"simulate", Model("PendulumEnergy.mo"), "--realtime"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"simulate", Model("PendulumEnergy.mo"), "--newton-limit", "3"}).exit_code, 2);
}

// x' = -1/x ends at t = 1/2: the loop of the step is named with its equations.
TEST_F(Inline, AStepThatCannotBeSolvedIsExplained) {
  const std::string model = Write("Ends.mo",
                                  "model Ends\n  Real x(start = 1, fixed = true);\nequation\n"
                                  "  der(x) * x = -1;\nend Ends;\n");
  const Outcome run =
      Daedalus({"simulate", model, "--form", "inline", "--method", "backward-euler", "--step", "0.05"});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_NE(run.err.find("x*slope(x) = -1"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("in a step of size 0.05"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace daedalus::e2e
