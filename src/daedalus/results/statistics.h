// The costs of a run, as JSON with stable keys: the names of the fields.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::results {

// Wall time of the stages.
struct StageSeconds {
  double parse = 0;
  double flatten = 0;
  double structure = 0;
  double codegen = 0;
  double initialize = 0;
  double integrate = 0;
  double total = 0;
};

struct RunStatistics {
  std::string model;
  std::string method;
  std::string form;
  std::int64_t equations = 0;
  std::int64_t unknowns = 0;
  std::int64_t states = 0;
  std::int64_t structural_index = 0;
  std::int64_t blocks = 0;
  std::int64_t tearing_variables = 0;
  StageSeconds seconds;
  std::int64_t steps = 0;
  std::int64_t rejected_steps = 0;
  std::int64_t error_test_failures = 0;   // of the rejected steps
  std::int64_t convergence_failures = 0;  // the others
  std::int64_t residual_evaluations = 0;
  std::int64_t jacobian_evaluations = 0;
  std::int64_t factorizations = 0;
  std::int64_t newton_iterations = 0;
  std::int64_t events = 0;
  std::int64_t time_events = 0, state_events = 0;  // of them
  std::int64_t restarts = 0;                       // of the integrator, after events
  std::int64_t slides = 0;                         // how often the model began to slide along a surface
  std::vector<std::pair<std::string, std::int64_t>> relations;  // that changed, and how often
  std::int64_t modes = 0;  // structures that the equations had (simulate/modes.h)
  std::int64_t state_changes = 0;
  std::int64_t crossings = 0;  // unannounced jumps of the equations, crossed with tiny steps
  // Of steps in real time (--realtime); 0 where they are not measured.
  std::int64_t overruns = 0;  // steps that took longer than their size
  double worst_step_seconds = 0;
  double mean_step_seconds = 0;
  std::vector<std::pair<std::string, double>> invariants;  // and how far each was ever violated
  double final_time = 0;
  bool success = false;
};

nlohmann::ordered_json ToJson(const RunStatistics& statistics);
Result<Unit> WriteStatistics(const std::string& path, const RunStatistics& statistics);

}  // namespace daedalus::results
