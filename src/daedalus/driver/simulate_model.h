// The whole way from files to trajectories on disk: load, make a Model, run a Simulation with the observers
// that write files and draw progress, report.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/driver/load.h"
#include "daedalus/driver/options.h"
#include "daedalus/results/plot.h"
#include "daedalus/run/run_report.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

using SimulateStatus = run::RunStatus;

struct SimulateReport : run::RunReport {
  std::string output_file;  // empty: none was opened
  std::string plot_file;    // empty: none was asked for
  results::PlotSpec plot;   // what was plotted
};

struct SimulateHooks {
  // Set from outside, at any time: the run ends soon, with the results so far. Null: nobody does.
  const std::atomic<bool>* cancelled = nullptr;
  // The result file is open: from here on there is something to keep. May be empty.
  std::function<void()> results_opened;
  std::function<void(double t)> after_step;       // of the integrator, with its new time; may be empty
  std::function<void(const Diagnostic&)> report;  // warnings, as they come up during the run; may be empty
  std::function<void(const std::string&)> log;    // lines of --log-events; may be empty
  std::function<void(std::string_view)>
      print;  // lines that the model prints, without their ends; may be empty
};

SimulateReport SimulateModel(const SimulateOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                             const SimulateHooks& hooks = {});

// The same for a model built in C++ (system/builder.h); options.model is not looked at.
SimulateReport SimulateSystem(System system, const SimulateOptions& options, Diagnostics& diagnostics,
                              const SimulateHooks& hooks = {});

}  // namespace daedalus::driver
