// How the algorithms of structure/ grow with the size of a system: from 10^3 to 10^6 equations, each on
// physical and random systems (structure_systems.h), on one core.
//
//   structure_bench [ALGORITHM...]     such as: structure_bench pantelides tearing
//
// Goals: every growth exponent at most 1.2, fitted over all sizes; matching, block triangular form and
// Pantelides of 10^6 equations in 5 s together.
//
// A compiler sees a model once. So small sizes are measured on several systems one after the other, different
// ones where they are random: on a single one, the branch predictor would learn it by heart.
//
// Exponents contain what caches cost. In the last system every equation speaks of variables anywhere in
// memory: at 10^3 equations it lies in the first cache, at 10^6 each look at a neighbour goes to main memory,
// and even to transpose its incidence, linear without any doubt, takes a time that grows faster than N: that
// is what the row `transpose` is for. The goal holds there as everywhere. Pantelides misses it, because it
// matches three times and its searches for the last equations that are left visit more the larger the system
// is; the Sigma-method is at the goal, above it when the machine is busy.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/causalize.h"
#include "daedalus/structure/dulmage_mendelsohn.h"
#include "daedalus/structure/dummy_derivatives.h"
#include "daedalus/structure/pantelides.h"
#include "daedalus/structure/sigma_method.h"
#include "daedalus/structure/singular_sets.h"
#include "daedalus/structure/tearing_greedy.h"
#include "growth.h"
#include "structure_systems.h"

namespace daedalus::bench {
namespace {

using namespace structure;

constexpr double kMaxExponent = 1.2;
constexpr double kMaxSeconds = 5;
constexpr std::uint32_t kSizes[] = {1000, 10'000, 100'000, 1'000'000};

// The symbols of equations in which every variable appears nonlinearly.
class GraphHooks final : public DerivativeHooks {
 public:
  explicit GraphHooks(GraphSystem system) : system_(std::move(system)) {}

  void DifferentiateVariable(ColumnId variable, ColumnId) override {
    system_.variables.Link(variable, system_.variables.Add());
  }
  std::vector<ColumnId> DifferentiateEquation(RowId equation, RowId) override {
    const auto given = system_.incidence.Row(equation);
    std::vector<ColumnId> row(given.begin(), given.end());
    for (const ColumnId v : given) row.push_back(system_.variables.DerivativeOf(v));
    system_.incidence.AddRow(row);
    return row;
  }

 private:
  GraphSystem system_;
};

PantelidesResult Reduce(const GraphSystem& system, GraphHooks& hooks) {
  auto result = ReduceIndex(system.incidence, system.variables, hooks);
  DAEDALUS_CHECK(result.ok(), "the systems are regular");
  return *std::move(result);
}

// What is solved at each step: the highest derivatives of the equations in those of the variables.
Incidence HighestPart(const PantelidesResult& reduced) {
  PerColumn<ColumnId> position(reduced.variables.size());
  Incidence part;
  for (const ColumnId v : reduced.variables.All()) {
    if (reduced.variables.IsHighest(v)) position[v] = ColumnId(part.num_columns++);
  }
  std::vector<ColumnId> row;
  for (const RowId e : reduced.equations.All()) {
    if (!reduced.equations.IsHighest(e)) continue;
    row.clear();
    for (const ColumnId v : reduced.incidence.Row(e)) {
      if (position[v].IsValid()) row.push_back(position[v]);
    }
    part.AddRow(row);
  }
  return part;
}

// Ten equations are written twice, and the ones after them forgotten.
Incidence Spoiled(const Incidence& a) {
  Incidence out;
  out.num_columns = a.num_columns;
  const std::uint32_t distance = a.num_rows() / 10;
  for (std::uint32_t row = 0; row < a.num_rows(); ++row)
    out.AddRow(a.Row(RowId(row % distance == 1 ? row - 1 : row)));
  return out;
}

// The largest loop when every derivative is replaced by a difference, x = old(x) + h x' (Cellier & Kofman
// 8.9); dividing by h is not safe.
TearingProblem LargestInlinedLoop(const GraphSystem& system) {
  Incidence inlined = system.incidence;
  for (const ColumnId v : system.variables.All()) {
    const ColumnId derivative = system.variables.DerivativeOf(v);
    if (derivative.IsValid()) inlined.AddRow(std::vector{v, derivative});
  }
  const Matching matching = MaximumMatching(inlined);
  const Blocks blocks = BlockTriangularForm(inlined, matching);
  std::size_t largest = 0;
  for (std::size_t b = 1; b < blocks.size(); ++b) {
    if (blocks[b].size() > blocks[largest].size()) largest = b;
  }
  TearingProblem problem;
  PerColumn<ColumnId> position(inlined.num_columns);
  for (const RowId row : blocks[largest])
    position[matching.column_of_row[row]] = ColumnId(problem.appears.num_columns++);
  std::vector<ColumnId> entries;
  for (const RowId row : blocks[largest]) {
    entries.clear();
    for (const ColumnId column : inlined.Row(row)) {
      if (position[column].IsValid()) entries.push_back(position[column]);
    }
    problem.appears.AddRow(entries);
    problem.costs.resize(problem.appears.columns.size(), 0);
    if (row.index() >= system.incidence.num_rows() && entries.size() == 2) {
      const ColumnId derivative = inlined.Row(row)[1];
      problem.costs[problem.costs.size() - (entries[1] == position[derivative] ? 1 : 2)] = kUnsafe;
    }
  }
  return problem;
}

// A system of one size, and what the algorithms before each one made of it.
struct Subject {
  explicit Subject(GraphSystem given) : system(std::move(given)) {
    GraphHooks hooks(system);
    reduced = Reduce(system, hooks);
    highest = HighestPart(reduced);
    matching = MaximumMatching(highest);
    spoiled = Spoiled(highest);
    spoiled_matching = MaximumMatching(spoiled);
    signature = SignatureOf(system.incidence, system.variables);
    loop = LargestInlinedLoop(system);
  }

  GraphSystem system;
  PantelidesResult reduced;
  Incidence highest, spoiled;
  Matching matching, spoiled_matching;
  SignatureMatrix signature;
  TearingProblem loop;
};

// Processor seconds of the work on one subject, the least of up to three times: it runs on one thread, so a
// busy machine disturbs them little.
template <class Prepare, class Work>
double Measure(const std::vector<Subject>& subjects, const Prepare& prepare, const Work& work) {
  double best = std::numeric_limits<double>::infinity(), total = 0;
  for (int i = 0; i < 3 && total < 3; ++i) {
    double seconds = 0;
    for (const Subject& subject : subjects) {
      auto input = prepare(subject);
      const std::clock_t begin = std::clock();
      const auto output = work(subject, input);
      seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    }
    best = std::min(best, seconds);
    total += seconds;
  }
  return best / static_cast<double>(subjects.size());
}

struct Algorithm {
  std::string name;
  std::function<double(const std::vector<Subject>&)> seconds;
};

template <class Work>
Algorithm Plain(std::string name, const Work& work) {
  return {std::move(name), [work](const std::vector<Subject>& subjects) {
            return Measure(
                subjects, [](const Subject&) { return 0; }, [&](const Subject& s, int) { return work(s); });
          }};
}

std::vector<Algorithm> Algorithms() {
  return {
      Plain("transpose", [](const Subject& s) { return Transpose(s.highest); }),
      Plain("causalize", [](const Subject& s) { return Causalize(s.highest); }),
      Plain("matching", [](const Subject& s) { return MaximumMatching(s.highest); }),
      Plain("blocks", [](const Subject& s) { return BlockTriangularForm(s.highest, s.matching); }),
      {"pantelides",
       [](const std::vector<Subject>& subjects) {
         return Measure(
             subjects, [](const Subject& s) { return GraphHooks(s.system); },
             [](const Subject& s, GraphHooks& hooks) { return Reduce(s.system, hooks); });
       }},
      Plain("sigma", [](const Subject& s) { return AnalyzeSignature(s.signature); }),
      Plain("dummies", [](const Subject& s) { return SelectStates(s.reduced); }),
      Plain("tearing", [](const Subject& s) { return TearBlock(s.loop); }),
      Plain("dulmage",
            [](const Subject& s) { return DulmageMendelsohnDecomposition(s.spoiled, s.spoiled_matching); }),
      Plain("singularity", [](const Subject& s) { return ExplainSingularity(s.spoiled); }),
  };
}

struct Series {
  std::string algorithm;
  std::vector<double> equations, seconds;

  double Exponent(std::size_t from = 0) const {
    return GrowthExponent(std::span(equations).subspan(from), std::span(seconds).subspan(from));
  }
};

struct SystemKind {
  std::string name;
  std::function<GraphSystem(std::uint32_t size, std::uint32_t seed)> make;
};

std::vector<SystemKind> SystemKinds() {
  const auto physical = [](GraphSystem (*make)(std::uint32_t)) {
    return [make](std::uint32_t size, std::uint32_t) { return make(size); };
  };
  constexpr std::uint32_t kNear = 50;
  return {
      {"rc ladder", physical(RcLadder)},
      {"heat rod", physical(HeatRod)},
      {"rotor chain", physical(RotorChain)},
      {"stiff shaft", physical(StiffShaft)},
      {"pendulum chain", physical(PendulumChain)},
      {"random, near", [](std::uint32_t n, std::uint32_t seed) { return RandomSystem(n, kNear, seed); }},
      {"random, far", [](std::uint32_t n, std::uint32_t seed) { return RandomSystem(n, n, seed); }},
  };
}

std::vector<Subject> MakeSubjects(const SystemKind& kind, std::uint32_t size) {
  constexpr std::uint32_t kEnough = 100'000;  // equations
  std::vector<Subject> subjects;
  for (std::uint32_t seed = 0; seed < std::max(1u, kEnough / size); ++seed)
    subjects.emplace_back(kind.make(size, seed));
  return subjects;
}

std::vector<Series> MeasureAll(const SystemKind& kind, const std::vector<Algorithm>& algorithms) {
  std::vector<Series> all;
  for (const Algorithm& algorithm : algorithms) all.push_back({algorithm.name, {}, {}});
  for (const std::uint32_t size : kSizes) {
    const std::vector<Subject> subjects = MakeSubjects(kind, size);
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      all[i].equations.push_back(subjects[0].system.incidence.num_rows());
      all[i].seconds.push_back(std::max(1e-6, algorithms[i].seconds(subjects)));
    }
  }
  return all;
}

// Prints the measurements; whether all goals are met.
bool Report(const SystemKind& kind, const std::vector<Series>& all) {
  bool ok = true;
  double together = 0;
  for (const Series& series : all) {
    const bool grows = series.Exponent() > kMaxExponent;
    fmt::print("{:<15} {:<12}", kind.name, series.algorithm);
    for (const double s : series.seconds) fmt::print(" {:>10.3f}", 1e3 * s);
    fmt::print(" {:>9.2f} {:>12.2f}{}\n", series.Exponent(), series.Exponent(series.seconds.size() - 2),
               grows ? "  MISSED" : "");
    ok = ok && !grows;
    const bool counts =
        series.algorithm == "matching" || series.algorithm == "blocks" || series.algorithm == "pantelides";
    if (counts) together += series.seconds.back();
  }
  const bool slow = together > kMaxSeconds;
  fmt::print("{:<15} matching, blocks and pantelides of the largest: {:.2f} s{}\n\n", kind.name, together,
             slow ? "  MISSED" : "");
  std::fflush(stdout);
  return ok && !slow;
}

int Run(const std::vector<std::string>& wanted) {
  std::vector<Algorithm> algorithms = Algorithms();
  std::erase_if(algorithms, [&](const Algorithm& a) {
    return a.name != "transpose" && !wanted.empty() &&
           std::find(wanted.begin(), wanted.end(), a.name) == wanted.end();
  });
  fmt::print("{:<15} {:<12}", "system", "algorithm");
  for (const std::uint32_t size : kSizes) fmt::print(" {:>10}", size);
  fmt::print(" {:>9} {:>12}   (milliseconds by number of equations)\n", "exponent", "last decade");
  bool ok = true;
  for (const SystemKind& kind : SystemKinds()) ok &= Report(kind, MeasureAll(kind, algorithms));
  fmt::print("goal: every exponent at most {}, the three together at most {} s: {}\n", kMaxExponent,
             kMaxSeconds, ok ? "reached" : "MISSED, see above");
  return ok ? 0 : 1;
}

}  // namespace
}  // namespace daedalus::bench

int main(int argc, char** argv) {
  return daedalus::bench::Run({argv + 1, argv + argc});
}
