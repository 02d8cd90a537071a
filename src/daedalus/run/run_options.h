// What may be asked of a run. The command line, Python and C++ all fill in this one struct; what is not set,
// Daedalus chooses. read_settings.h checks it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/causal/build_program.h"
#include "daedalus/compile/given_model.h"
#include "daedalus/run/input_table.h"
#include "daedalus/simulate/model_state.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/simulate/tier_up.h"

namespace daedalus::run {

struct RunOptions {
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
  bool sliding = false;    // where a relation changes to and fro, the model stays between its two sides
  bool real_time = false;  // of the form inline: times of steps are measured, iterations bounded
  std::vector<std::string>
      implicit;                     // of the form inline: names of states, or `auto`; the others are explicit
  std::optional<int> newton_limit;  // iterations of each loop and step of the form inline
  simulate::CodeChoice code = simulate::CodeChoice::kAuto;
  // The run goes on from there instead of beginning: with the parameter values of the state, but for those
  // that were set. Null: it begins.
  std::shared_ptr<const simulate::ModelState> from;
  std::shared_ptr<const InputTable>
      inputs;                // null: inputs keep their start values, but for those that are set
  bool keeps_state = false;  // RunReport has the state at the end
  bool verbose = false;      // report also how the model was converted and what the start assumes
};

inline simulate::ModelForm FormAskedFor(const RunOptions& options) {
  return options.form_of_constraints.value_or(options.form);
}

}  // namespace daedalus::run
