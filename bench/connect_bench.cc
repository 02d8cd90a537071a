// How the algorithms of connect/ grow with the number of connect statements, from 10^4 to 10^6, on one core.
//
//   connect_bench [ALGORITHM...]     such as: connect_bench sets
//
// Goal: every growth exponent, fitted over all sizes, at most 1.1, or at most 0.1 more than that of mere
// counting (the rows `cardinality`), which is linear without any doubt: that is what caches and a busy
// machine add.
//
// `near`: connectors are connected with those that stand beside them, as in a chain. `random`: with any
// other, so that at 10^4 statements what is looked up lies in the second cache and at 10^6 in main memory;
// counting grows with N^1.3 there. Small sizes are measured on several models one after the other, because a
// compiler sees a model once: on a single one, the branch predictor would learn it by heart.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "daedalus/system/connect/bus_causality.h"
#include "daedalus/system/connect/cardinality.h"
#include "daedalus/system/connect/connection_sets.h"
#include "daedalus/system/connect/spanning_forest.h"
#include "daedalus/system/connect/stream_sets.h"
#include "growth.h"

namespace daedalus::bench {
namespace {

using namespace connect;

constexpr double kMaxExponent = 1.1;
constexpr std::uint32_t kSizes[] = {10'000, 100'000, 1'000'000};

// Two-pins in chains: connector 2 k + 1 is connected with connector 2 k + 2. In random models connectors have
// changed their places before.
struct Ends {
  std::uint32_t a, b;
};

std::vector<Ends> Connections(std::uint32_t num_statements, bool near, std::uint32_t seed) {
  std::vector<std::uint32_t> places(2 * num_statements + 2);
  std::iota(places.begin(), places.end(), 0);
  if (!near) std::shuffle(places.begin(), places.end(), std::mt19937(seed));
  std::vector<Ends> connections;
  for (std::uint32_t k = 0; k < num_statements; ++k)
    connections.push_back({places[2 * k + 1], places[2 * k + 2]});
  return connections;
}

// What an algorithm is measured on: the statements of one model. Gives processor seconds.
using Algorithm = double (*)(const std::vector<Ends>& connections);

template <class Work>
double Seconds(const Work& work) {
  const std::clock_t begin = std::clock();
  [[maybe_unused]] const auto output = work();  // kept, so that giving it back is not measured
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

double MeasureCardinality(const std::vector<Ends>& connections) {
  std::vector<ConnectedPair> pairs;
  for (const auto [a, b] : connections) pairs.push_back({a, b});
  return Seconds([&] { return Cardinalities(2 * connections.size() + 2, pairs); });
}

// Pins: a potential and a flow each.
double MeasureSets(const std::vector<Ends>& connections) {
  std::vector<ConnectorVariable> variables;
  for (std::size_t c = 0; c < 2 * connections.size() + 2; ++c) {
    variables.push_back({VariableKind::kPotential});
    variables.push_back({VariableKind::kFlow});
  }
  std::vector<SlotPair> pairs;
  for (StatementIndex s = 0; s < connections.size(); ++s) {
    for (const VariableIndex v : {0u, 1u}) {
      pairs.push_back({Slot::Inside(2 * connections[s].a + v), Slot::Inside(2 * connections[s].b + v), s});
    }
  }
  return Seconds([&] { return MakeConnectionSets(variables, pairs, connections.size()); });
}

// Bodies with two frames each, at four depths; each tenth one can be a root.
double MeasureForest(const std::vector<Ends>& connections) {
  ConnectionGraph graph;
  graph.num_nodes = 2 * connections.size() + 2;
  graph.definite_roots = {0};
  for (std::uint32_t k = 0; k < connections.size(); ++k) {
    graph.branches.push_back({2 * k, 2 * k + 1});
    graph.edges.push_back({connections[k].a, connections[k].b, k % 4});
    if (k % 10 == 0) graph.potential_roots.push_back({2 * k, k % 3});
  }
  return Seconds([&] { return MakeSpanningForest(graph); });
}

// Fluid ports: what each of them receives.
double MeasureStreams(const std::vector<Ends>& connections) {
  const std::vector<ConnectorVariable> variables(2 * connections.size() + 2, {VariableKind::kStream});
  std::vector<SlotPair> pairs;
  for (StatementIndex s = 0; s < connections.size(); ++s)
    pairs.push_back({Slot::Inside(connections[s].a), Slot::Inside(connections[s].b), s});
  const ConnectionSets sets = MakeConnectionSets(variables, pairs, connections.size());
  const std::vector<StreamFlow> flows(variables.size());
  return Seconds([&] {
    const Grouped<Slot> senders = FindSenders(sets, flows);
    std::size_t num_terms = 0;
    for (VariableIndex v = 0; v < variables.size(); ++v)
      num_terms += MixtureFor(Slot::Inside(v), sets, senders).from.size();
    return num_terms;
  });
}

// Two buses connected by one statement, with a signal that the next statement puts on one of them.
double MeasureBuses(const std::vector<Ends>& connections) {
  BusConnections buses;
  buses.buses.resize(2 * connections.size() + 2);
  for (StatementIndex s = 0; s < connections.size(); ++s) {
    if (s % 2 == 0) {
      buses.links.push_back({{EndKind::kBus, connections[s].a}, {EndKind::kBus, connections[s].b}, s});
    } else {
      const auto connector = static_cast<std::uint32_t>(buses.num_connectors++);
      buses.links.push_back(
          {{EndKind::kMember, connections[s - 1].b, s % 7}, {EndKind::kConnector, connector}, s});
    }
  }
  BusSignals known;
  known.connectors.assign(buses.num_connectors, {Causality::kOutput});
  known.is_protected.assign(buses.buses.size(), false);
  return Seconds([&] { return DeduceBusCausality(buses, ExpandBuses(buses), known); });
}

struct NamedAlgorithm {
  std::string name;
  Algorithm seconds;
};

std::vector<NamedAlgorithm> Algorithms() {
  return {
      {"sets", MeasureSets}, {"forest", MeasureForest}, {"streams", MeasureStreams}, {"buses", MeasureBuses}};
}

// Seconds a model of this size, the least of five times.
double Measure(Algorithm algorithm, std::uint32_t size, bool near) {
  const std::uint32_t num_models = kSizes[std::size(kSizes) - 1] / size;
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 5; ++i) {
    double seconds = 0;
    for (std::uint32_t seed = 0; seed < num_models; ++seed)
      seconds += algorithm(Connections(size, near, seed));
    best = std::min(best, seconds);
  }
  return std::max(1e-6, best / num_models);
}

// Prints a row; its exponent.
double Report(const NamedAlgorithm& algorithm, bool near) {
  fmt::print("{:<12} {:<8}", algorithm.name, near ? "near" : "random");
  std::vector<double> sizes, seconds;
  for (const std::uint32_t size : kSizes) {
    sizes.push_back(size);
    seconds.push_back(Measure(algorithm.seconds, size, near));
    fmt::print(" {:>10.3f}", 1e3 * seconds.back());
  }
  const double exponent = GrowthExponent(sizes, seconds);
  fmt::print(" {:>9.2f}", exponent);
  return exponent;
}

int Run(const std::vector<std::string>& wanted) {
  fmt::print("{:<12} {:<8}", "algorithm", "model");
  for (const std::uint32_t size : kSizes) fmt::print(" {:>10}", size);
  fmt::print(" {:>9}   (milliseconds by number of connect statements)\n", "exponent");
  bool ok = true;
  for (const bool near : {true, false}) {
    const double counting = Report({"cardinality", MeasureCardinality}, near);
    const double goal = std::max(kMaxExponent, counting + 0.1);
    fmt::print("\n");
    for (const NamedAlgorithm& algorithm : Algorithms()) {
      if (!wanted.empty() && std::ranges::find(wanted, algorithm.name) == wanted.end()) continue;
      const bool missed = Report(algorithm, near) > goal;
      fmt::print("{}\n", missed ? "  MISSED" : "");
      std::fflush(stdout);
      ok = ok && !missed;
    }
  }
  fmt::print("goal: exponents of at most {}, or of 0.1 more than that of counting: {}\n", kMaxExponent,
             ok ? "reached" : "MISSED, see above");
  return ok ? 0 : 1;
}

}  // namespace
}  // namespace daedalus::bench

int main(int argc, char** argv) {
  // Memory that was given back is used again instead of asked for anew: what is measured is the algorithm,
  // not how long the system takes to hand out pages, which it does for large vectors only.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  return daedalus::bench::Run({argv + 1, argv + argc});
}
