// Measures what the tests are held to, and prints the table:
//
//   record ivp > tests/records/ivp_digits.tsv        correct digits of the test problems (ivp_claims.h)
//   record models > tests/records/model_errors.tsv   errors of the models of models/, in each form
//
// To be run after a change that makes them better, or worse for a good reason; the difference is reviewed.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "golden/expected_values.h"
#include "golden/run_of_model.h"
#include "records/ivp_claims.h"
#include "records/record_table.h"

namespace daedalus::records {
namespace {

// At all neighbours; a run that does not arrive has no digits at all.
std::vector<double> DigitsNear(const problems::IvpProblem& problem, const std::string& method,
                               double relative) {
  std::vector<double> digits;
  for (const double factor : kNeighbours) {
    const problems::ProblemRun run = problems::RunAt(problem, method, factor * relative);
    digits.push_back(run.outcome.ok() ? problems::CorrectDigits(problem, run.y)
                                      : -std::numeric_limits<double>::infinity());
  }
  return digits;
}

void RecordProblems() {
  fmt::print(
      "# A regression floor, from our own output: correct digits of the test problems at their end, the "
      "fewest "
      "at rtol and four neighbours.\n"
      "# Made by `record ivp`. Problem, method, rtol, the fewest digits, their median.\n");
  for (const auto& [form, method, tolerances] : problems::IvpClaims()) {
    const auto problem = problems::MakeIvpProblem(form);
    for (const double relative : tolerances) {
      const std::vector<double> digits = DigitsNear(*problem, method, relative);
      fmt::print("{}\t{:.2f}\t{:.2f}\n", DigitsKey(form, method, relative), std::ranges::min(digits),
                 MedianOf(digits));
    }
  }
}

// As its experiment says.
double ToleranceOf(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(DAEDALUS_SOURCE_DIR "/models/" + file).rdbuf();
  constexpr std::string_view kWord = "Tolerance = ";
  const std::size_t at = text.str().find(kWord);
  return at == std::string::npos ? 1e-6 : std::strtod(text.str().c_str() + at + kWord.size(), nullptr);
}

void RecordModel(const std::string& folder, const std::string& model, const std::string& form,
                 const std::vector<ExpectedValue>& expected) {
  const std::string file = folder + model + ".mo";
  std::vector<double> worst(expected.size(), 0);
  for (const double factor : kNeighbours) {
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    options.tolerance = factor * ToleranceOf(file);
    const RunOfModel run = Simulated(options, file);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto value = ValueAt(run.trajectory, expected[i].variable, expected[i].time);
      worst[i] = std::max(worst[i], value ? ErrorOf(expected[i], *value) : INFINITY);
    }
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    fmt::print("{}\t{:.1e}\n", ErrorKey(model, form, expected[i].variable, expected[i].time), worst[i]);
  }
}

void RecordModels() {
  fmt::print(
      "# A regression floor, from our own output: relative errors of the models against golden/models, the "
      "largest at the tolerance of the experiment and four neighbours.\n"
      "# Made by `record models`. Model, form, variable, time, error.\n");
  for (const auto& [folder, table] :
       {std::pair{"", "expected.tsv"}, {"higher_index/", "expected_higher_index.tsv"}}) {
    for (const auto& [model, expected] : ReadExpected(table)) {
      for (const char* form : {"auto", "ode", "dae"}) RecordModel(folder, model, form, expected);
    }
  }
}

int Main(const std::string& what) {
  if (what == "ivp") return RecordProblems(), 0;
  if (what == "models") return RecordModels(), 0;
  fmt::print(stderr, "usage: record ivp|models\n");
  return 2;
}

}  // namespace
}  // namespace daedalus::records

int main(int argc, char** argv) {
  return daedalus::records::Main(argc == 2 ? argv[1] : "");
}
