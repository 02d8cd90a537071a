// What a user may ask for: one struct for the command line and every other customer of the pipeline.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/causal/build_program.h"
#include "daedalus/compile/given_model.h"
#include "daedalus/semantics/unit_state.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/simulate/tier_up.h"

namespace daedalus::driver {

// Which model.
struct ModelOptions {
  std::vector<std::string> files;      // .mo files, directories with package.mo, or "-"
  std::string model;                   // full class name; empty: the last model of the files
  std::vector<std::string> libraries;  // where packages are looked up, before MODELICAPATH
  std::vector<std::string> settings;   // NAME=VALUE for parameters and start values
  semantics::UnitCheck unit_check = semantics::UnitCheck::kOwn;
  bool steady = false;          // at rest at the start (steady_state.h)
  bool allow_external = false;  // functions of other languages may be loaded and called
  bool free_inputs = false;  // somebody outside sets the inputs of the model itself (semantics/free_inputs.h)
};

struct SimulateOptions {
  ModelOptions model;
  std::optional<double> start;
  std::optional<double> stop;
  std::optional<double> interval;
  std::optional<int> intervals;
  std::optional<double> tolerance;
  std::string method = "auto";
  simulate::ModelForm form = simulate::ModelForm::kAuto;
  compile::IndexTreatment index_treatment = compile::IndexTreatment::kDummyDerivatives;
  std::optional<simulate::ModelForm> form_of_constraints;  // of the ways to treat them that say so
  std::optional<double> baumgarte_rate;                    // per second; else by the length of the run
  bool keep_aliases = false;
  causal::TearingAlgorithm tearing = causal::TearingAlgorithm::kGreedy;
  std::optional<causal::BlockMethod> loops;  // how loops are solved in the causal form; else the cheapest way
  std::optional<double> step;                // fixed
  std::optional<double> max_step;
  std::optional<int> max_order;
  bool reuse_coordinates = false;  // of the methods of the derivative array
  std::string controller;          // of the step size; empty: the one that suits the method
  bool refuse_impulses = false;    // states that would have to jump at an event end the run
  bool sliding = false;  // where a relation changes to and fro, the model stays between its two sides
  std::string output;    // empty: MODEL.csv
  std::vector<std::string> variables;  // glob patterns; empty: all
  bool literals = false;               // CSV: names of literals, `true` and `false` instead of numbers
  std::vector<std::string> plot;       // the same; empty: none
  bool log_events = false;             // each event, on SimulateHooks::log
  bool real_time = false;              // of the form inline: times of steps are measured, iterations bounded
  std::vector<std::string>
      implicit;                     // of the form inline: names of states, or `auto`; the others are explicit
  std::optional<int> newton_limit;  // iterations of each loop and step of the form inline
  bool large_results = false;       // more than results::kManyValues values are meant
  std::string stats;                // JSON file
  simulate::CodeChoice code = simulate::CodeChoice::kAuto;
  bool quiet = false;
  bool verbose = false;
};

inline simulate::ModelForm FormAskedFor(const SimulateOptions& options) {
  return options.form_of_constraints.value_or(options.form);
}

}  // namespace daedalus::driver
