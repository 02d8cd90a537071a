// The whole way from files to trajectories on disk: loads the files, makes a Model, runs a Simulation with
// observers that write files and draw progress, and reports.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/results/plot.h"
#include "daedalus/run/run_report.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

using SimulateStatus = run::RunStatus;

struct SimulateReport : run::RunReport {
  std::string output_file;  // empty: none was opened
  std::string plot_file;    // empty: none was asked for
  results::PlotSpec plot;   // what was plotted
  std::string page_file;    // empty: none was asked for
};

struct SimulateHooks {
  // If it is set from outside, the run ends soon, with the results so far. May be null.
  const std::atomic<bool>* cancelled = nullptr;
  // Called when the result file is open: from then on there are results to keep. May be empty.
  std::function<void()> results_opened;
  std::function<void(double t)> after_step;       // of the integrator, with its new time; may be empty
  std::function<void(const Diagnostic&)> report;  // receives warnings during the run; may be empty
  std::function<void(const std::string&)> log;    // lines of --log-events; may be empty
  std::function<void(std::string_view)>
      print;  // receives lines that the model prints, without their ends; may be empty
};

SimulateReport SimulateModel(const SimulateOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                             const SimulateHooks& hooks = {});

// The same for a model built in C++ (system/builder.h). options.model is ignored.
SimulateReport SimulateSystem(System system, const SimulateOptions& options, Diagnostics& diagnostics,
                              const SimulateHooks& hooks = {});

}  // namespace daedalus::driver
