// How a run ended, and what it cost.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/results/statistics.h"
#include "daedalus/simulate/model_state.h"

namespace daedalus::run {

enum class RunStatus {
  kDone,
  kModelWrong,
  kWrongOption,
  kStopped,      // before its end, by an error; the points up to there are valid
  kInterrupted,  // the same, from outside
};

struct RunReport {
  RunStatus status = RunStatus::kDone;
  results::RunStatistics statistics;
  std::vector<std::string> remarks;  // what was done and why, for --verbose
  std::shared_ptr<const simulate::ModelState>
      state;                         // at the end, where that was asked for and there was one
  bool has_points = false;           // observers were given at least one point
  bool gave_up_causal_form = false;  // simulate/state_changes.h
  bool observer_failed =
      false;  // an observer ended it, as where a file cannot be written: another attempt would fare no better
  bool has_acted_outside = false;  // it must not be run twice: it has printed, or written files
};

// A mistake in what was asked for, rather than in the model.
inline bool IsOfCaller(const Diagnostic& d) {
  return d.code == Code::kBadOption || d.code == Code::kUnknownResultFormat || d.code == Code::kBadInput ||
         d.code == Code::kInputDifferentiated;
}

// A run that ended as it should, or as somebody wished.
inline bool HasEnded(const RunReport& report) {
  return report.status == RunStatus::kDone || report.status == RunStatus::kInterrupted;
}

}  // namespace daedalus::run
