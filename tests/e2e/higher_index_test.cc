// `--index-reduction none`: equations of index 2 and 3 as they stand, by every method that claims their
// index.
//
// The values to meet are those of the golden tests (tests/golden/models/expected_higher_index.tsv). How near
// a method comes depends on the index of the unknown: in the forces of index 3 a Radau IIA method with s
// stages has the order s - 1 only (Hairer, Lubich & Roche 1989, table 1.1). So each method has a factor for
// its forces and one for all the rest, by which the tolerances of the golden tests are multiplied: some three
// times what it reaches.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

struct HigherIndexRun {
  std::string model;
  int index;
  std::string method;
  double factor;            // for all but
  double factor_at_index3;  // z of the chain, F of the mechanisms
};

void PrintTo(const HigherIndexRun& run, std::ostream* out) {
  *out << run.model << " by " << run.method;
}

class HigherIndexAsItStands : public EndToEnd, public testing::WithParamInterface<HigherIndexRun> {};

bool HasIndexThree(const HigherIndexRun& run, const std::string& variable) {
  return run.index == 3 && (variable == "z" || variable == "F");
}

TEST_P(HigherIndexAsItStands, MeetsTheValuesOfTheGoldenTests) {
  const HigherIndexRun& run = GetParam();
  // Without --keep-aliases the two capacitors would be one.
  const Outcome outcome =
      Daedalus({"simulate", Model("higher_index/" + run.model + ".mo"), "--index-reduction", "none",
                "--keep-aliases", "--method", run.method, "--output", "out.csv"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto result = results::ReadResult(PathOf("out.csv"));
  ASSERT_TRUE(result.ok());
  std::ifstream expected(std::string(DAEDALUS_SOURCE_DIR) + "/tests/golden/models/expected_higher_index.tsv");
  int num_compared = 0;
  for (std::string line; std::getline(expected, line);) {
    std::istringstream fields(line);
    std::string model, variable;
    double time = 0, value = 0, tolerance = 0;
    if (!(fields >> model >> variable >> time >> value >> tolerance) || model != run.model) continue;
    const auto signal = result->FindSignal(variable);
    ASSERT_TRUE(signal.has_value()) << variable;
    const auto at = std::lower_bound(result->time.begin(), result->time.end(), time - 1e-9);
    ASSERT_TRUE(at != result->time.end() && std::abs(*at - time) < 1e-9) << time;
    const double factor = HasIndexThree(run, variable) ? run.factor_at_index3 : run.factor;
    EXPECT_NEAR(result->Values(*signal)[static_cast<std::size_t>(at - result->time.begin())], value,
                factor * tolerance * std::abs(value))
        << variable << " at " << time;
    ++num_compared;
  }
  EXPECT_GE(num_compared, 6);
}

std::vector<HigherIndexRun> Runs() {
  struct Method {
    const char* name;
    int max_index;
    double factor, factor_at_index3;
  };
  std::vector<HigherIndexRun> runs;
  for (const auto& [model, index] : {std::pair{"CartesianPendulum", 3},
                                     {"DifferentiatorChain", 3},
                                     {"SliderCrank", 3},
                                     {"SwappedRlcCircuit", 2},
                                     {"ParallelCapacitors", 2}}) {
    for (const Method& method : {Method{"auto", 3, 5, 40},
                                 {"radau3", 3, 6, 700},
                                 {"radau5", 3, 5, 40},
                                 {"radau", 3, 0.5, 2},
                                 {"lobatto4", 3, 10, 450},
                                 {"bdf", 3, 18, 12},
                                 {"gear", 3, 8, 2},
                                 {"ida", 2, 0.1, 0}}) {
      if (method.max_index >= index)
        runs.push_back({model, index, method.name, method.factor, method.factor_at_index3});
    }
  }
  return runs;
}

INSTANTIATE_TEST_SUITE_P(Models, HigherIndexAsItStands, testing::ValuesIn(Runs()),
                         [](const auto& test) { return test.param.model + "_" + test.param.method; });

class IndexClaims : public EndToEnd {
 protected:
  Outcome AsItStands(const std::string& model, const std::vector<std::string>& options) const {
    std::vector<std::string> arguments = {"simulate", model, "--index-reduction", "none"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return Daedalus(arguments);
  }
};

TEST_F(IndexClaims, AMethodThatDoesNotClaimTheIndexNamesThoseThatDo) {
  for (const char* method : {"ida", "adams", "sdirk4", "bi2", "trapezoid", "backward-euler", "euler", "rk4",
                             "dopri5", "switching", "rodas"}) {
    Write("CartesianPendulum.csv", "earlier\n");
    const Outcome run = AsItStands(Model("higher_index/CartesianPendulum.mo"), {"--method", method});
    EXPECT_EQ(run.exit_code, 2) << method;
    EXPECT_NE(run.err.find(std::string("the method `") + method +
                           "` does not integrate equations of index 3 as they stand"),
              std::string::npos)
        << run.err;
    EXPECT_NE(
        run.err.find(
            "these do: bdf, gear, radau3, radau5, lobatto4, radau; or leave out --index-reduction none"),
        std::string::npos)
        << run.err;
    EXPECT_EQ(Read("CartesianPendulum.csv"), "earlier\n") << "nothing is opened";
  }
  const Outcome run = AsItStands(Model("higher_index/SwappedRlcCircuit.mo"), {"--method", "rodas"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("these do: ida, bdf, gear, radau3,"), std::string::npos) << run.err;
}

TEST_F(IndexClaims, TheCausalFormRefuses) {
  const Outcome run = AsItStands(Model("higher_index/CartesianPendulum.mo"), {"--form", "ode"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("have the structural index 3"), std::string::npos) << run.err;
}

TEST_F(IndexClaims, NobodyClaimsIndexFour) {
  const std::string model = Write("Chain.mo",
                                  "model Chain Real x; Real y; Real z; Real u; equation x = sin(time);\n"
                                  "der(x) = y; der(y) = z; der(z) = u; end Chain;\n");
  const Outcome run = AsItStands(model, {});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("no method integrates equations of index 4 as they stand"), std::string::npos)
      << run.err;
  EXPECT_EQ(Daedalus({"simulate", model}).exit_code, 0) << "reduced it is no problem";
}

TEST_F(IndexClaims, AutoTakesAMethodThatClaimsTheIndexAndSaysWhy) {
  const Outcome run = AsItStands(Model("higher_index/DifferentiatorChain.mo"), {"--verbose"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE((run.out + run.err).find("method radau5: the equations have index 3"), std::string::npos)
      << run.out << run.err;
}

// Other ways to keep constraints, as far as they go: the numbers are those of
// tests/golden/constraints_test.cc.
class KeptConstraints : public EndToEnd {
 protected:
  Outcome Run(const std::string& model, std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"simulate", model, "--output", PathOf("kept.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Daedalus(arguments);
  }
  void ExpectRefusal(const Outcome& run, const std::string& part) const {
    EXPECT_EQ(run.exit_code, 2) << run.out << run.err;
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  }
};

TEST_F(KeptConstraints, TheLargestViolationsAreTold) {
  for (const char* way : {"project", "baumgarte", "differentiate"}) {
    const Outcome run = Run(Model("higher_index/FriskPendulum.mo"), {"--constraints", way, "--verbose"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE((run.out + run.err).find("the invariant 0 = x^2 + y^2 - l^2 was violated by"),
              std::string::npos)
        << way << run.out << run.err;
  }
}

// Both methods of the literature on a semi-explicit system whose solution is known: x' = -2 z, 0 = z + z^3/3
// - x - x^3/3, so z = x = exp(-2 t).
TEST_F(KeptConstraints, StateSpaceAndEmbeddingAreRoutesWithNames) {
  const std::string model =
      Write("SemiExplicit.mo",
            "model SemiExplicit\n  Real x(start = 1, fixed = true), z(start = 1);\nequation\n"
            "  der(x) = -2*z;\n  z + z^3/3 = x + x^3/3;\n  annotation(experiment(StopTime = 1, Tolerance = "
            "1e-8));\nend SemiExplicit;\n");
  for (const auto& [route, form] : {std::pair("state-space", "ode"), std::pair("embedding", "dae")}) {
    for (const char* method : {"radau5", "rodas", "sdirk4", "auto"}) {
      const Outcome run =
          Run(model, {"--constraints", route, "--method", method, "--stats", PathOf("stats.json")});
      ASSERT_EQ(run.exit_code, 0) << run.err;
      std::ifstream stats(PathOf("stats.json"));
      EXPECT_EQ(nlohmann::json::parse(stats).at("form"), form) << route << " " << method;
      const auto result = results::ReadResult(PathOf("kept.csv"));
      ASSERT_TRUE(result.ok());
      EXPECT_NEAR(result->Values(*result->FindSignal("z")).back(), std::exp(-2.0), 1e-7)
          << route << " " << method;
    }
  }
  ExpectRefusal(Run(model, {"--constraints", "state-space", "--form", "dae"}),
                "this treatment of constraints needs --form ode");
}

TEST_F(KeptConstraints, WhatDoesNotFitIsRefusedByName) {
  const std::string pendulum = Model("higher_index/FriskPendulum.mo");
  ExpectRefusal(Run(pendulum, {"--baumgarte-rate", "1"}), "--baumgarte-rate is for --constraints baumgarte");
  ExpectRefusal(Run(pendulum, {"--constraints", "baumgarte", "--baumgarte-rate", "-1"}),
                "--baumgarte-rate must be a positive number");
  ExpectRefusal(Run(Model("higher_index/ShuttleReentry.mo"), {"--constraints", "ggl"}),
                "no equation determines der(D) alone");
}

TEST_F(KeptConstraints, AnInvariantOfTheUserIsNotLeftBehind) {
  const std::string model = Write(
      "Both.mo",
      "model Both\n  Real x(start = 0.6), y(start = -0.8), u, v, f;\nequation\n  der(x) = u;\n  der(y) = v;\n"
      "  der(u) = -f * x;\n  der(v) = -9.81 - f * y;\n  x^2 + y^2 = 1;\n"
      "  (u^2 + v^2)/2 + 9.81*y = -7.848 annotation(__Daedalus(invariant = true));\nend Both;\n");
  ExpectRefusal(Run(model, {"--constraints", "baumgarte"}),
                "this invariant cannot be kept together with constraints");
}

}  // namespace
}  // namespace daedalus::e2e
