// Inlined methods against the same models with IDA and with our own bdf: seconds of integration at equal accuracy.
//
// Each contender runs with a sequence of tolerances; its errors at the end of the run, against a run at 1e-12, and its
// times give the time that it needs for an error of 1e-5 (relative to the largest value), by interpolation of logarithms.
// The ratio is what counts: a machine under load is slow for all.
//
// Then the exported C of a small model against C that was written by hand for it, by the same compiler.
//
// The goals are a third of the time of ida with the best of the inlined methods, on each of the problems, and 1.1 times the time of hand-written C. The
// program fails where hand-written C or a goal of the table below is missed: a third where that is reached, else what is reached today with room for the noise of
// a machine under load, so that it cannot be lost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/driver/export_model.h"
#include "daedalus/driver/simulate_model.h"
#include "daedalus/results/reader.h"

namespace {

using namespace daedalus;

struct Contender {
  const char* name;
  const char* method;
  simulate::ModelForm form;
};
constexpr Contender kContenders[] = {
    {"ida", "ida", simulate::ModelForm::kDae},
    {"bdf", "bdf", simulate::ModelForm::kDae},
    {"inline bdf", "bdf", simulate::ModelForm::kInline},
    {"inline radau5", "radau5", simulate::ModelForm::kInline},
    {"inline sdirk4", "sdirk4", simulate::ModelForm::kInline},
    {"inline dopri5", "dopri5", simulate::ModelForm::kInline},
};

// A chain of N rigid links in a plane, hung at one end, with point masses at the joints; k is the angle of a link from the vertical, f its
// force. The accelerations and forces are a loop of 4 N linear equations.
constexpr const char* kPendulumChain = R"(model PendulumChain
  parameter Integer N = 50;
  parameter Real l = 1 / N, m = 1 / N, g = 9.81;
  Real k[N](each start = 0.3, each fixed = true), w[N](each start = 0, each fixed = true);
  Real f[N + 1], ax[N + 1], ay[N + 1];
equation
  ax[1] = 0;
  ay[1] = 0;
  f[N + 1] = 0;
  for i in 1:N loop
    der(k[i]) = w[i];
    ax[i + 1] = ax[i] + l * (cos(k[i]) * der(w[i]) - sin(k[i]) * w[i] ^ 2);
    ay[i + 1] = ay[i] - l * (sin(k[i]) * der(w[i]) + cos(k[i]) * w[i] ^ 2);
    m * ax[i + 1] = (if i < N then f[i + 1] * sin(k[min(i + 1, N)]) else 0) - f[i] * sin(k[i]);
    m * ay[i + 1] = m * g + (if i < N then f[i + 1] * cos(k[min(i + 1, N)]) else 0) - f[i] * cos(k[i]);
  end for;
  annotation(experiment(StartTime = 0, StopTime = 0.5));
end PendulumChain;
)";

struct Problem {
  const char* name;
  const char* file;       // of models/; or the text of a model
  double most = 1.0 / 3;  // of the time of ida
  bool is_stiff = false;  // explicit methods would take hours
  std::vector<std::string> settings = {};
};

bool IsText(const char* file) {
  return std::string_view(file).starts_with("model ");
}

std::string TemporaryFile(const char* name) {
  return (std::filesystem::temp_directory_path() / name).string();
}

std::string PathOf(const Problem& problem) {
  if (!IsText(problem.file)) return std::string(DAEDALUS_SOURCE_DIR) + "/models/" + problem.file;
  const std::string path = TemporaryFile("daedalus_inline_bench.mo");
  std::ofstream(path) << problem.file;
  return path;
}

struct Run {
  double seconds = 0;
  std::int64_t steps = 0;
  std::vector<double> end;
};

std::optional<Run> RunOnce(const Problem& problem, const Contender& contender, double tolerance) {
  const std::string file = TemporaryFile("daedalus_inline_bench.mat");
  driver::SimulateOptions options;
  options.model.files = {PathOf(problem)};
  options.model.settings = problem.settings;
  options.method = contender.method;
  options.form = contender.form;
  options.tolerance = tolerance;
  options.intervals = 1;
  // As long as the errors allow: it is the integrators that race, and not `simulate`, which is careful with driven models.
  options.max_step = 1e6;
  options.output = file;
  options.quiet = true;
  options.code = simulate::CodeChoice::kMachine;
  Run out;
  out.seconds = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 3; ++round) {
    driver::SourceFiles loaded;
    Diagnostics diagnostics;
    const driver::SimulateReport report = driver::SimulateModel(options, loaded, diagnostics);
    if (report.status != driver::SimulateStatus::kDone) return std::nullopt;
    out.seconds = std::min(out.seconds, report.statistics.seconds.integrate);
    out.steps = report.statistics.steps;
  }
  const auto trajectory = results::ReadResult(file);
  std::filesystem::remove(file);
  if (!trajectory) return std::nullopt;
  for (std::size_t s = 0; s < trajectory->names.size(); ++s) out.end.push_back(trajectory->Values(s).back());
  return out;
}

double ErrorOf(const Run& run, const Run& exact) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < exact.end.size(); ++i) {
    error = std::max(error, std::abs(run.end[i] - exact.end[i]));
    size = std::max(size, std::abs(exact.end[i]));
  }
  return error / size;
}

// Seconds for this error, and nothing where no run reached it.
std::optional<double> SecondsFor(double wanted, std::vector<std::pair<double, double>> error_and_seconds) {
  std::ranges::sort(error_and_seconds);
  if (error_and_seconds.empty() || error_and_seconds.front().first > wanted) return std::nullopt;
  std::size_t i = 0;
  while (i + 1 < error_and_seconds.size() && error_and_seconds[i + 1].first < wanted) ++i;
  const auto [low, slow] = error_and_seconds[i];
  if (i + 1 == error_and_seconds.size()) return slow;
  const auto [high, fast] = error_and_seconds[i + 1];
  const double part = std::log(wanted / low) / std::log(high / low);
  return std::exp(std::log(slow) + part * (std::log(fast) - std::log(slow)));
}

// rk4 for the oscillator of models/VanDerPol.mo, as one would write it.
constexpr const char* kByHand = R"(typedef struct { double time, mu, h, y1, y2; } ByHand;
static void slope(double mu, double y1, double y2, double *d1, double *d2) {
  *d1 = y2;
  *d2 = mu * (1.0 - y1 * y1) * y2 - y1;
}
void ByHand_step(ByHand *m);
void ByHand_step(ByHand *m) {
  double a1, a2, b1, b2, c1, c2, d1, d2;
  const double h = m->h;
  slope(m->mu, m->y1, m->y2, &a1, &a2);
  slope(m->mu, m->y1 + 0.5 * h * a1, m->y2 + 0.5 * h * a2, &b1, &b2);
  slope(m->mu, m->y1 + 0.5 * h * b1, m->y2 + 0.5 * h * b2, &c1, &c2);
  slope(m->mu, m->y1 + h * c1, m->y2 + h * c2, &d1, &d2);
  m->y1 += h / 6.0 * (a1 + 2.0 * b1 + 2.0 * c1 + d1);
  m->y2 += h / 6.0 * (a2 + 2.0 * b2 + 2.0 * c2 + d2);
  m->time += h;
}
)";

// Prints the seconds of either, the least of several rounds, and fails where their results differ.
constexpr const char* kRace = R"(#include <stdio.h>
#include <time.h>
int main(void) {
  double best[2] = {1e30, 1e30};
  int round;
  for (round = 0; round < 9; ++round) {
    long n;
    VanDerPol a;
    ByHand b = {0.0, 5.0, 0.01, 2.0, 0.0};
    clock_t begin = clock();
    VanDerPol_initialize(&a);
    for (n = 0; n < 3000000; ++n) VanDerPol_step(&a);
    if ((double)(clock() - begin) < best[0]) best[0] = (double)(clock() - begin);
    begin = clock();
    for (n = 0; n < 3000000; ++n) ByHand_step(&b);
    if ((double)(clock() - begin) < best[1]) best[1] = (double)(clock() - begin);
    if (!(fabs(a.v[0] - b.y1) < 1e-6)) return 1;
  }
  printf("%g %g\n", best[0] / CLOCKS_PER_SEC, best[1] / CLOCKS_PER_SEC);
  return 0;
}
)";

// The time of exported C in units of that of hand-written C; nothing where there is no C compiler.
std::optional<double> RaceExportedC() {
  driver::SimulateOptions options;
  options.model.files = {std::string(DAEDALUS_SOURCE_DIR) + "/models/VanDerPol.mo"};
  options.method = "rk4";
  options.step = 0.01;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto code = driver::ExportModel(options, loaded, diagnostics);
  if (!code) return std::nullopt;
  const std::string source = TemporaryFile("daedalus_inline_bench.c"), program = source + ".run",
                    output = source + ".txt";
  std::ofstream(source) << *code << kByHand << kRace;
  const std::string command =
      "cc -O2 -ffp-contract=off " + source + " -o " + program + " -lm && " + program + " > " + output;
  if (std::system(command.c_str()) != 0) return std::nullopt;
  double exported = 0, by_hand = 0;
  std::ifstream(output) >> exported >> by_hand;
  for (const std::string& file : {source, program, output}) std::filesystem::remove(file);
  return by_hand > 0 ? std::optional(exported / by_hand) : std::nullopt;
}

bool IsExplicit(const Contender& contender) {
  return std::string_view(contender.method) == "dopri5";
}

std::optional<double> SecondsOf(const Problem& problem, const Contender& contender, const Run& exact) {
  std::vector<std::pair<double, double>> points;
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
    if (const auto run = RunOnce(problem, contender, tolerance))
      points.emplace_back(std::max(ErrorOf(*run, exact), 1e-15), run->seconds);
  }
  return SecondsFor(1e-5, points);
}

// One line of the table; whether the problem keeps to its goal.
bool RaceOn(const Problem& problem) {
  constexpr double kGoal = 1.0 / 3;
  fmt::print("{:20}", problem.name);
  const auto exact = RunOnce(problem, {"", "radau5", simulate::ModelForm::kOde}, 1e-12);
  if (!exact) {
    fmt::print(" the reference run failed\n");
    return false;
  }
  std::optional<double> ida;
  double best = std::numeric_limits<double>::infinity();
  for (const Contender& contender : kContenders) {
    const auto seconds =
        problem.is_stiff && IsExplicit(contender) ? std::nullopt : SecondsOf(problem, contender, *exact);
    if (&contender == &kContenders[0]) ida = seconds;
    if (seconds && contender.form == simulate::ModelForm::kInline) best = std::min(best, *seconds);
    if (seconds && ida) {
      fmt::print("{:>22}", fmt::format("{:.3g} ({:.2f})", 1e3 * *seconds, *seconds / *ida));
    } else {
      fmt::print("{:>22}", seconds ? fmt::format("{:.3g}", 1e3 * *seconds) : "-");
    }
    std::fflush(stdout);
  }
  const bool is_kept = ida && best <= problem.most * *ida;
  fmt::print("   goal {}{}\n", ida && best <= kGoal * *ida ? "reached" : "missed",
             is_kept ? "" : fmt::format(", and more than {:.2f}: FAILED", problem.most));
  return is_kept;
}

}  // namespace

int main() {
  constexpr double kGoalOfC = 1.1;
  const Problem problems[] = {{"circuit", "DrivenSourceCircuit.mo", 1.0},
                              {"rlc", "RlcCircuit.mo", 0.8},
                              {"heat, n = 50", "HeatEquation.mo", 1.2, true},
                              {"heat, n = 1000", "HeatEquation.mo", 1.8, true, {"n=1000"}},
                              {"50 pendulums", kPendulumChain, 4.0},
                              {"RC chain, N = 1000", "RcChain.mo", 1.8, true, {"N=1000"}}};
  fmt::print("milliseconds of integration for an error of 1e-5, and of those of ida\n{:20}", "");
  for (const Contender& c : kContenders) fmt::print("{:>22}", c.name);
  fmt::print("\n");
  bool is_good = true;
  for (const Problem& problem : problems) is_good = RaceOn(problem) && is_good;
  const auto c = RaceExportedC();
  fmt::print("exported C, VanDerPol by rk4: {} of hand-written C, goal {}\n",
             c ? fmt::format("{:.2f}", *c) : "-", kGoalOfC);
  return is_good && c && *c <= kGoalOfC ? 0 : 1;
}
