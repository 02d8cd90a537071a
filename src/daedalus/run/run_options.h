// The options of a run. The command line, Python and C++ all fill in this one struct. Daedalus chooses what
// is not set. read_settings.h checks it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/simulate/model_state.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/model/simulate/tier_up.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/run/input_table.h"

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
  // for those ways to treat constraints that need a form
  std::optional<simulate::ModelForm> form_of_constraints;
  std::optional<double> baumgarte_rate;  // per second; if not set, by the length of the run
  bool keep_aliases = false;
  causal::TearingAlgorithm tearing = causal::TearingAlgorithm::kGreedy;
  // how loops are solved in the causal form; if not set, the cheapest way
  std::optional<causal::BlockMethod> loops;
  std::optional<double> step;  // a fixed step
  std::optional<double> max_step;
  std::optional<int> max_order;
  bool reuse_coordinates = false;  // for the methods of the derivative array
  std::string controller;          // of the step size; empty: the one that suits the method
  bool refuse_impulses = false;    // states that would have to jump at an event end the run
  bool sliding = false;            // if a relation changes to and fro, the model slides between its two sides
  bool real_time = false;          // for the form inline: the times of steps are measured, iterations bounded
  std::vector<std::string>
      // for the form inline: names of states, or `auto`; the others are explicit
      implicit;
  std::optional<int> newton_limit;  // iterations of each loop and step of the form inline
  simulate::CodeChoice code = simulate::CodeChoice::kAuto;
  // The run continues from this state instead of beginning. Parameters have the values of the state, except
  // those that were set. Null: it begins.
  std::shared_ptr<const simulate::ModelState> from;
  std::shared_ptr<const InputTable>
      inputs;                // null: inputs keep their start values, except those that are set
  bool keeps_state = false;  // RunReport contains the state at the end
  bool verbose = false;      // reports also how the model was converted and what the start assumes
};

inline simulate::ModelForm FormAskedFor(const RunOptions& options) {
  return options.form_of_constraints.value_or(options.form);
}

}  // namespace daedalus::run
