// profile: what costs time is named, with its place in the text. Counts are compared, not times: the tests
// run beside other work.
#include <nlohmann/json.hpp>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Profile : public EndToEnd {
 protected:
  nlohmann::json Json(const std::string& text, const std::vector<std::string>& options = {}) const {
    std::vector<std::string> all{"profile", Write("M.mo", text), "--json"};
    all.insert(all.end(), options.begin(), options.end());
    const Outcome run = Daedalus(all);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out);
  }
};

nlohmann::json FindRow(const nlohmann::json& rows, const std::string& key, const std::string& value) {
  for (const auto& row : rows) {
    if (row[key] == value) return row;
  }
  ADD_FAILURE() << "no " << value << " in " << rows.dump();
  return {};
}

bool EndsWith(const nlohmann::json& place, const std::string& end) {
  return place.get<std::string>().ends_with(end);
}

// x^3 + y = 3 and y^3 + x = 3 + sin(time) is a loop of two unknowns; z' = -z is not part of it.
constexpr const char* kLoop =
    "model M\n"
    "  Real x(start = 1), y(start = 1), z(start = 1, fixed = true), w(start = 0, fixed = true);\n"
    "equation\n"
    "  x^3 + y = 3;\n"
    "  y^3 + x = 3 + sin(time);\n"
    "  der(z) = -z;\n"
    "  der(w) = x;\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end M;\n";

TEST_F(Profile, ALoopIsNamedWithItsLines) {
  const auto json = Json(kLoop, {"--form", "ode"});
  const auto loop = FindRow(json["blocks"], "kind", "nonlinear loop");
  EXPECT_EQ(loop["unknowns"].size(), 2U);
  ASSERT_EQ(loop["places"].size(), 2U);
  EXPECT_TRUE(EndsWith(loop["places"][0], "M.mo:4") || EndsWith(loop["places"][0], "M.mo:5"));
  // It is solved once in each evaluation at least, with an iteration each time.
  EXPECT_GE(loop["solved"].get<int>(), json["statistics"]["steps"].get<int>());
  EXPECT_GE(loop["iterations"].get<int>(), loop["solved"].get<int>());
  // Three iterations of a nonlinear loop, or more, are more operations than -z: the loop's lines come first.
  ASSERT_GE(json["lines"].size(), 3U);
  for (int i : {0, 1}) {
    EXPECT_TRUE(EndsWith(json["lines"][i]["place"], "M.mo:4") ||
                EndsWith(json["lines"][i]["place"], "M.mo:5"))
        << json["lines"].dump();
  }
}

// A sum of 10^4 terms at each call. The number depends on the run, so that the functions are not written out.
constexpr const char* kFunction =
    "function slow\n"
    "  input Real u; output Real y;\n"
    "protected Integer k;\n"
    "algorithm\n"
    "  y := 0; k := 0;\n"
    "  while k < (if u > -1 then 10000 else 1) loop y := y + cheap(u + k); k := k + 1; end while;\n"
    "end slow;\n"
    "function cheap\n"
    "  input Real u; output Real y;\n"
    "protected Integer k;\n"
    "algorithm\n"
    "  y := 0; k := 0;\n"
    "  while k < (if u > -1 then 1 else 2) loop y := y + 1e-4*cos(u); k := k + 1; end while;\n"
    "end cheap;\n"
    "model M\n"
    "  Real x(start = 0, fixed = true), z(start = 1, fixed = true);\n"
    "equation\n"
    "  der(x) = 1 + slow(x);\n"
    "  der(z) = -z;\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end M;\n";

TEST_F(Profile, AFunctionIsNamedWithItsCalls) {
  const auto json = Json(kFunction, {"--form", "ode", "--method", "rk4", "--step", "0.1", "--code",
                                     "interpreter", "--intervals", "10"});
  const auto slow = FindRow(json["functions"], "function", "slow");
  EXPECT_TRUE(EndsWith(slow["place"], "M.mo:1")) << slow.dump();
  // Ten steps of four stages, of which the first may be the last of the step before.
  EXPECT_GE(slow["calls"].get<int>(), 30);
  const auto cheap = FindRow(json["functions"], "function", "cheap");
  EXPECT_EQ(cheap["calls"].get<int>() % 10000, 0) << cheap.dump();
  EXPECT_GE(cheap["calls"].get<int>(), 300000);
  EXPECT_LE(slow["own_seconds"].get<double>(), slow["total_seconds"].get<double>());
  // Nearly all work is in this one line.
  EXPECT_TRUE(EndsWith(json["lines"][0]["place"], "M.mo:18")) << json["lines"].dump();
}

// 100 samples, and the bounces of h = |sin(10 pi t)|-like motion: x' = cos(5 pi t) crosses 0.1 five times up.
constexpr const char* kEvents =
    "model M\n"
    "  discrete Integer n(start = 0, fixed = true);\n"
    "  Boolean high;\n"
    "  Real x(start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = 1;\n"
    "  when sample(0.005, 0.01) then\n"
    "    n = pre(n) + 1;\n"
    "  end when;\n"
    "  high = sin(31.41592653589793*x) > 0.5;\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end M;\n";

TEST_F(Profile, CausesOfEventsAreCountedByLine) {
  const auto json = Json(kEvents);
  ASSERT_EQ(json["events"].size(), 2U) << json.dump();
  for (const auto& cause : json["events"]) {
    if (EndsWith(cause["place"], "M.mo:7")) {
      EXPECT_EQ(cause["count"], 100);  // at 0.005, 0.015, ... 0.995
    } else {
      EXPECT_TRUE(EndsWith(cause["place"], "M.mo:10")) << cause.dump();
      EXPECT_EQ(cause["count"], 10);  // five periods, two changes each
    }
  }
}

// The residual form has no blocks; its one kernel is divided among the equations.
TEST_F(Profile, TheResidualFormHasLinesToo) {
  const auto json = Json(kLoop, {"--form", "dae"});
  EXPECT_TRUE(json["blocks"].empty());
  EXPECT_GE(json["lines"].size(), 3U);
  double seconds = 0;
  for (const auto& line : json["lines"]) seconds += line["seconds"].get<double>();
  EXPECT_GT(seconds, 0);
}

TEST_F(Profile, PartsDoNotOverlap) {
  const auto json = Json(kEvents);
  double sum = 0;
  for (const auto& part : json["integration"]) sum += part["seconds"].get<double>();
  const double whole = json["statistics"]["seconds"]["integrate"];
  EXPECT_LE(sum, whole * (1 + 1e-9));
}

TEST_F(Profile, TheTableNamesStagesAndWritesNoFile) {
  const Outcome run = Daedalus({"profile", Write("M.mo", kEvents)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* word : {"stages", "integration", "lines", "events", "M.mo:7", "100 times"})
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " in\n" << run.out;
  EXPECT_FALSE(Exists("M.csv"));
}

// What is measured does not change what is computed.
TEST_F(Profile, TheRunIsThatOfSimulate) {
  const std::string file = Write("M.mo", kEvents);
  ASSERT_EQ(Daedalus({"simulate", file, "--quiet", "--stats", PathOf("stats.json")}).exit_code, 0);
  const auto simulated = nlohmann::json::parse(Read("stats.json"));
  const auto profiled = Json(kEvents)["statistics"];
  for (const char* count : {"steps", "rejected_steps", "residual_evaluations", "jacobian_evaluations",
                            "factorizations", "newton_iterations", "events", "restarts"})
    EXPECT_EQ(simulated[count], profiled[count]) << count;
}

}  // namespace
}  // namespace daedalus::e2e
