// A model and a method, ready to run, and the time that its steps take.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/model/simulate/find_start.h"
#include "daedalus/model/simulate/state_changes.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::bench {

struct Contender {
  const char* name;
  const char* method;
  simulate::ModelForm form;
};

struct Problem {
  const char* name;
  const char* file;       // of models/; or the text of a model
  bool is_stiff = false;  // explicit methods would take hours
  std::vector<std::string> settings = {};
};

struct Run {
  double seconds = 0;
  std::vector<double> end;
};

struct Racer {
  driver::SimulateOptions options;
  Experiment experiment;
  std::shared_ptr<const simulate::CompiledModel> model;
};

// Of several rounds: `seconds_of_round` gives the time of one, or nothing where it failed, which is then the
// answer.
template <class SecondsOfRound>
std::optional<double> LeastSeconds(SecondsOfRound&& seconds_of_round) {
  double least = std::numeric_limits<double>::infinity(), spent = 0;
  for (int round = 0; round < 3 || (round < 500 && spent < 0.1); ++round) {
    const std::optional<double> seconds = seconds_of_round();
    if (!seconds) return std::nullopt;
    least = std::min(least, *seconds);
    spent += *seconds;
  }
  return least;
}

std::optional<Racer> MakeRacer(const Problem& problem, const Contender& contender);

// A racer that may start, again and again: with start values and code.
struct Ready {
  simulate::RunSettings settings;
  simulate::FoundStart start;

  simulate::StateChanges& states() { return *start.states; }
  simulate::Segment& segment() { return states().current(); }
  bool Start() { return segment().Start(settings.grid.start, start.values).ok(); }
};
std::unique_ptr<Ready> MakeReady(Racer& racer, double tolerance);

// The least time of several runs of one integrator, from the first point of the results to the last: what
// comes before the first step (initial values, machine code, files) is the same for all contenders, and what
// only the first run does (code that no cache has seen yet, the order of elimination of a matrix) is left out
// for all of them, IDA among them.
std::optional<Run> RunRacer(Racer& racer, double tolerance);

}  // namespace daedalus::bench
