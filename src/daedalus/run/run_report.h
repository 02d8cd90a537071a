// How a run ended, and what it cost.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/simulate/model_state.h"
#include "daedalus/results/statistics.h"
#include "daedalus/run/run_profile.h"

namespace daedalus::run {

enum class RunStatus {
  kDone,
  kModelWrong,
  kWrongOption,
  kStopped,      // before its end, by an error; its points are valid
  kInterrupted,  // before its end, from outside; its points are valid
};

// What Python and the tables of sweeps call it: "done", "model wrong", ...
constexpr const char* NameOf(RunStatus status) {
  switch (status) {
    case RunStatus::kDone:
      return "done";
    case RunStatus::kModelWrong:
      return "model wrong";
    case RunStatus::kWrongOption:
      return "wrong option";
    case RunStatus::kStopped:
      return "stopped";
    case RunStatus::kInterrupted:
      return "interrupted";
  }
  return "";
}

struct RunReport {
  RunStatus status = RunStatus::kDone;
  results::RunStatistics statistics;
  std::vector<std::string> remarks;                   // what was done and why, for --verbose
  std::shared_ptr<const simulate::ModelState> state;  // at the end, if it was asked for and exists
  std::optional<RunProfile> profile;                  // if it was asked for and the model was integrated
  bool has_points = false;                            // observers were given at least one point
  bool gave_up_causal_form = false;                   // simulate/state_changes.h
  bool observer_failed =
      // an observer ended it, for example because a file cannot be written: another attempt would fail, too
      false;
  bool has_acted_outside = false;  // it printed or wrote files, so it must not be run twice
};

// True for a mistake in the options of a run, not in the model.
inline bool IsOfCaller(const Diagnostic& d) {
  return d.code == Code::kBadOption || d.code == Code::kUnknownResultFormat || d.code == Code::kBadInput ||
         d.code == Code::kInputDifferentiated;
}

// True if a run ended as it should, or as the user asked.
inline bool HasEnded(const RunReport& report) {
  return report.status == RunStatus::kDone || report.status == RunStatus::kInterrupted;
}

}  // namespace daedalus::run
