// One run of a model from its start to its end, without the GIL.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "run_control.h"
#include "run_result.h"

namespace daedalus::python {

// What makes a run, besides the model. Plain data: a thread needs nothing else.
struct RunRequest {
  run::RunOptions options;
  std::vector<std::pair<std::string, double>> parameters;
  std::vector<std::pair<std::string, double>> inputs;  // constants
  std::vector<std::string> kept;                       // names; empty: all
  bool keeps_events = true;
};

// `control` may be null. It outlives the call.
std::unique_ptr<RunResult> RunModel(const std::shared_ptr<const LoadedModel>& model,
                                    const RunRequest& request, RunControl* control);

// Which values of the points the names need. Names of parameters need none.
ColumnStore::Selection SelectNames(const LoadedModel& model, const std::vector<std::string>& names);

void BindRunModel(nanobind::module_& m);

}  // namespace daedalus::python
