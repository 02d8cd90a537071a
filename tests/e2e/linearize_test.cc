// linearize: matrices with names, for people and for programs.
#include <cmath>
#include <nlohmann/json.hpp>

#include "daedalus/results/mat_matrix.h"
#include "e2e/run_binary.h"
#include "results/mat_with_matio.h"

namespace daedalus::e2e {
namespace {

// The second-order lag of a spring, a mass and a damper, with a force as input.
constexpr const char* kSpring =
    "model Spring\n"
    "  parameter Real m = 2; parameter Real c = 50; parameter Real d = 4;\n"
    "  input Real force(start = 10);\n"
    "  input Boolean on;\n"
    "  output Real x(start = 0.2, fixed = true);\n"
    "  Real v(start = 0, fixed = true), f;\n"
    "equation\n"
    "  der(x) = v;\n"
    "  m*der(v) = f;\n"
    "  f = force - c*x - d*v;\n"
    "end Spring;\n";

class Linearize : public EndToEnd {
 protected:
  nlohmann::json Json(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"linearize", "--quiet", "--json", PathOf("out.json")});
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(Read("out.json"));
  }
  std::string Refusal(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "linearize");
    const Outcome run = Daedalus(arguments);
    EXPECT_NE(run.exit_code, 0);
    EXPECT_EQ(run.out, "");
    return run.err;
  }
};

// Names in the order of the list.
std::vector<std::string> Names(const nlohmann::json& list) {
  std::vector<std::string> out;
  for (const auto& one : list) out.push_back(one["name"]);
  return out;
}

// An element of a matrix by the names of its row and its column.
double At(const nlohmann::json& json, const std::string& matrix, const std::string& rows,
          const std::string& row, const std::string& columns, const std::string& column) {
  const auto r = Names(json[rows]), c = Names(json[columns]);
  const auto i = std::ranges::find(r, row), j = std::ranges::find(c, column);
  EXPECT_TRUE(i != r.end() && j != c.end()) << row << ", " << column;
  if (i == r.end() || j == c.end()) return NAN;
  return json[matrix][static_cast<std::size_t>(i - r.begin())][static_cast<std::size_t>(j - c.begin())];
}

double A(const nlohmann::json& json, const std::string& row, const std::string& column) {
  return At(json, "A", "states", row, "states", column);
}

TEST_F(Linearize, JsonHasTheMatricesOfASpring) {
  const auto json = Json({Write("Spring.mo", kSpring)});
  EXPECT_EQ(json["model"], "Spring");
  EXPECT_EQ(json["time"], 0);
  EXPECT_EQ(Names(json["inputs"]), std::vector<std::string>{"force"}) << "a Boolean has no derivative";
  EXPECT_EQ(json["inputs"][0]["value"], 10);
  EXPECT_EQ(Names(json["outputs"]), std::vector<std::string>{"x"});
  EXPECT_EQ(json["outputs"][0]["value"], 0.2);
  EXPECT_EQ(A(json, "x", "x"), 0);
  EXPECT_EQ(A(json, "x", "v"), 1);
  EXPECT_DOUBLE_EQ(A(json, "v", "x"), -25);
  EXPECT_DOUBLE_EQ(A(json, "v", "v"), -2);
  EXPECT_DOUBLE_EQ(At(json, "B", "states", "v", "inputs", "force"), 0.5);
  EXPECT_EQ(At(json, "C", "outputs", "x", "states", "x"), 1);
  EXPECT_EQ(At(json, "D", "outputs", "x", "inputs", "force"), 0);
  ASSERT_EQ(json["poles"].size(), 2u);
  EXPECT_NEAR(json["poles"][0]["frequency"], 5, 1e-14);
  EXPECT_NEAR(json["poles"][0]["damping"], 0.2, 1e-15);
  EXPECT_NEAR(json["poles"][0]["imaginary"], std::sqrt(24), 1e-14);
}

TEST_F(Linearize, InputsAndOutputsAreChosenAndOrdered) {
  const auto json =
      Json({Write("Spring.mo", kSpring), "--outputs", "der(v),f", "--inputs", "", "--set", "d=0"});
  EXPECT_EQ(Names(json["outputs"]), (std::vector<std::string>{"der(v)", "f"}));
  EXPECT_TRUE(json["inputs"].empty());
  EXPECT_DOUBLE_EQ(At(json, "C", "outputs", "f", "states", "x"), -50);
  EXPECT_DOUBLE_EQ(At(json, "C", "outputs", "der(v)", "states", "x"), -25);
  EXPECT_DOUBLE_EQ(At(json, "C", "outputs", "f", "states", "v"), 0) << "--set d=0";
}

TEST_F(Linearize, TheTableIsReadable) {
  const Outcome run = Daedalus({"linearize", Write("Spring.mo", kSpring)});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_NE(run.out.find("Spring at time = 0\n"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("A =\n"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("  -1 +- 4.89898i      0.2                  5                  1\n"),
            std::string::npos)
      << run.out;
}

// x' = -x^2 with x(0) = 1 is 1 / (1 + t), so A at time t is -2 / (1 + t).
TEST_F(Linearize, AtATimeOfTheRun) {
  const std::string file = Write("Decay.mo",
                                 "model Decay Real x(start = 1, fixed = true); equation der(x) = -x*x;\n"
                                 "annotation(experiment(StopTime = 1)); end Decay;\n");
  EXPECT_EQ(A(Json({file}), "x", "x"), -2);
  const auto later = Json({file, "--at", "3", "--tolerance", "1e-10"});
  EXPECT_EQ(later["time"], 3);
  EXPECT_NEAR(A(later, "x", "x"), -0.5, 1e-8);
  EXPECT_NE(Refusal({file, "--at", "-1"}).find("--at"), std::string::npos);
}

// A tank with outflow k sqrt(h) and inflow 2 rests at h = (2 / k)^2; the slope there is -k^2 / 4.
TEST_F(Linearize, AtRest) {
  const char* text =
      "model Tank parameter Real k = 0.5; Real h(start = 1%s); equation der(h) = 2 - k*sqrt(h); end Tank;\n";
  std::string free = text, fixed = text;
  free.replace(free.find("%s"), 2, "");
  fixed.replace(fixed.find("%s"), 2, ", fixed = true");
  const auto json = Json({Write("Tank.mo", free), "--steady"});
  EXPECT_NEAR(json["states"][0]["value"], 16, 1e-6);
  EXPECT_NEAR(A(json, "h", "h"), -0.0625, 1e-9);
  const Outcome other = Daedalus({"linearize", Write("Fixed.mo", fixed), "--steady"});
  EXPECT_NE(other.err.find("`h` is not at rest"), std::string::npos) << other.err;
}

TEST_F(Linearize, MatHasTheSameMatrices) {
  const std::string file = Write("Spring.mo", kSpring);
  const auto json = Json({file, "--mat", PathOf("out.mat")});
  const std::string bytes = Read("out.mat");
  const results::MatMatrices all = results::SplitMatrices(bytes);
  EXPECT_EQ(all.rest, 0u);
  for (const std::string name : {"A", "B", "C", "D"}) {
    const results::MatMatrix* matrix = all.Find(name);
    ASSERT_NE(matrix, nullptr) << name;
    ASSERT_EQ(matrix->rows, json[name].size());
    for (std::size_t r = 0; r < matrix->rows; ++r) {
      for (std::size_t c = 0; c < matrix->columns; ++c)
        EXPECT_EQ(matrix->At(c * matrix->rows + r), json[name][r][c].get<double>()) << name;
    }
  }
  // libmatio is an independent reader of the format.
  const auto read = results::ReadWithMatio(PathOf("out.mat"), "A");
  ASSERT_TRUE(read.has_value());
  ASSERT_EQ(read->rows, json["A"].size());
  for (std::size_t k = 0; k < read->numbers.size(); ++k)
    EXPECT_EQ(read->numbers[k], json["A"][k % read->rows][k / read->rows].get<double>());
  const results::MatMatrix* states = all.Find("states");
  ASSERT_NE(states, nullptr);
  EXPECT_EQ(states->rows, 2u);
  EXPECT_EQ(states->columns, 1u) << "x and v have one letter";
  EXPECT_NE(Refusal({file, "--mat", PathOf("nowhere/out.mat")}).find("D0602"), std::string::npos);
}

TEST_F(Linearize, WrongNamesAreRefusedWithTheNearestOne) {
  const std::string file = Write("Spring.mo", kSpring);
  const std::string input = Refusal({file, "--inputs", "forces"});
  EXPECT_NE(input.find("did you mean `force`?"), std::string::npos) << input;
  const std::string parameter = Refusal({file, "--inputs", "m"});
  EXPECT_NE(parameter.find("no input `m`"), std::string::npos) << parameter;
  const std::string output = Refusal({file, "--outputs", "der(w)"});
  EXPECT_NE(output.find("no variable `der(w)`"), std::string::npos) << output;
  const std::string boolean = Refusal({file, "--inputs", "on"});
  EXPECT_NE(boolean.find("not a Real"), std::string::npos) << boolean;
}

constexpr const char* kDriven =
    "model Driven\n"
    "  input Real u(start = 1); input Real w; output Real y;\n"
    "  Real x, z(start = 2, fixed = true);\n"
    "equation\n"
    "  x = u;\n"
    "  y = der(x) + 3*z;\n"
    "  der(z) = -z + w;\n"
    "end Driven;\n";

TEST_F(Linearize, AnInputThatIndexReductionDifferentiatesIsRefusedByName) {
  const std::string file = Write("Driven.mo", kDriven);
  const std::string refused = Refusal({file});
  EXPECT_NE(refused.find("D0311"), std::string::npos) << refused;
  EXPECT_NE(refused.find("`u`"), std::string::npos) << refused;
  const auto json = Json({file, "--inputs", "w"});
  EXPECT_EQ(A(json, "z", "z"), -1);
  EXPECT_EQ(At(json, "B", "states", "z", "inputs", "w"), 1);
}

// C (s E - A)^-1 B of 0 = x - u, y = der(x) + 3 z, der(z) = -z + w is s for u and 3 / (s + 1) for w.
TEST_F(Linearize, TheDescriptorFormHasTheTransferFunctionThatTheStateFormCannotHave) {
  const auto json = Json({Write("Driven.mo", kDriven), "--descriptor"});
  const std::size_t n = json["variables"].size();
  ASSERT_EQ(json["equations"].size(), n);
  ASSERT_EQ(json["E"].size(), n);
  const double s = 0.75;
  // Gauss elimination of (s E - A) X = B.
  std::vector<std::vector<double>> rows(n);
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c)
      rows[r].push_back(s * json["E"][r][c].get<double>() - json["A"][r][c].get<double>());
    for (const auto& b : json["B"][r]) rows[r].push_back(b);
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k; r < n; ++r) {
      if (std::abs(rows[r][k]) > std::abs(rows[pivot][k])) pivot = r;
    }
    std::swap(rows[k], rows[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      const double factor = r == k ? 0 : rows[r][k] / rows[k][k];
      for (std::size_t c = k; c < rows[r].size(); ++c) rows[r][c] -= factor * rows[k][c];
    }
  }
  const auto response = [&](std::size_t input) {
    double sum = json["D"][0][input];
    for (std::size_t c = 0; c < n; ++c)
      sum += json["C"][0][c].get<double>() * rows[c][n + input] / rows[c][c];
    return sum;
  };
  ASSERT_EQ(Names(json["inputs"]), (std::vector<std::string>{"u", "w"}));
  EXPECT_NEAR(response(0), s, 1e-14);
  EXPECT_NEAR(response(1), 3 / (s + 1), 1e-14);
}

// Index 3: the equations as they stand have as many rows as variables, and the poles of the state form.
TEST_F(Linearize, ThePendulumOfIndexThreeHasItsPolesInBothForms) {
  const std::string file =
      Write("Hanging.mo",
            "model Hanging parameter Real L = 2; Real x(start = 0, fixed = true), y(start = -2), vx(start = "
            "0, fixed\n"
            "= true), vy, F; equation der(x) = vx; der(y) = vy; der(vx) = F*x; der(vy) = F*y - 9.81;\n"
            "x^2 + y^2 = L^2; end Hanging;\n");
  for (const auto& json : {Json({file}), Json({file, "--descriptor"})}) {
    ASSERT_EQ(json["poles"].size(), 2u);
    EXPECT_NEAR(json["poles"][0]["frequency"], std::sqrt(9.81 / 2), 1e-9);
    EXPECT_NEAR(json["poles"][0]["damping"], 0, 1e-9);
  }
  EXPECT_EQ(Json({file, "--descriptor"})["variables"].size(), 5u);
}

// A transfer function without a library: y = (s + 3) / (s^2 + 2 s + 5) u in controller form.
TEST_F(Linearize, ATransferFunctionHasItsPoles) {
  const auto json =
      Json({Write("Lag.mo",
                  "model Lag input Real u; output Real y; Real x1, x2; initial equation x1 = 0;\n"
                  "x2 = 0; equation der(x1) = x2; der(x2) = -5*x1 - 2*x2 + u; y = 3*x1 + x2;\n"
                  "end Lag;\n")});
  EXPECT_NEAR(json["poles"][0]["real"], -1, 1e-14);
  EXPECT_NEAR(json["poles"][0]["imaginary"], 2, 1e-14);
  EXPECT_EQ(At(json, "C", "outputs", "y", "states", "x1"), 3);
  EXPECT_EQ(At(json, "C", "outputs", "y", "states", "x2"), 1);
}

TEST_F(Linearize, ASingularPointIsAnErrorWithAHint) {
  const std::string err = Refusal(
      {Write("Cube.mo",
             "model Cube Real x(start = 0, fixed = true), z(start = 0); equation der(x) = z; z^3 = x;\n"
             "end Cube;\n")});
  EXPECT_NE(err.find("`z`"), std::string::npos) << err;
  EXPECT_NE(err.find("take another point"), std::string::npos) << err;
}

// Parameters that are found at the start are no states.
TEST_F(Linearize, ParametersFoundAtTheStartAreNoStates) {
  const auto json =
      Json({Write("Found.mo",
                  "model Found parameter Real p(fixed = false); Real x(start = 2, fixed = true);\n"
                  "initial equation der(x) = -6; equation der(x) = -p*x; end Found;\n")});
  EXPECT_EQ(Names(json["states"]), std::vector<std::string>{"x"});
  EXPECT_NEAR(A(json, "x", "x"), -3, 1e-9);
}

}  // namespace
}  // namespace daedalus::e2e
