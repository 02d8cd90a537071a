#include "daedalus/results/statistics.h"

#include <nlohmann/json.hpp>

#include "daedalus/results/output_file.h"

namespace daedalus::results {

nlohmann::ordered_json ToJson(const RunStatistics& statistics) {
  const RunStatistics& s = statistics;
  auto relations = nlohmann::ordered_json::array();
  for (const auto& [text, changes] : s.relations)
    relations.push_back({{"relation", text}, {"changes", changes}});
  nlohmann::ordered_json out = {{"model", s.model},
                                {"method", s.method},
                                {"form", s.form},
                                {"equations", s.equations},
                                {"unknowns", s.unknowns},
                                {"states", s.states},
                                {"structural_index", s.structural_index},
                                {"blocks", s.blocks},
                                {"tearing_variables", s.tearing_variables},
                                {"seconds",
                                 {{"parse", s.seconds.parse},
                                  {"flatten", s.seconds.flatten},
                                  {"structure", s.seconds.structure},
                                  {"codegen", s.seconds.codegen},
                                  {"initialize", s.seconds.initialize},
                                  {"integrate", s.seconds.integrate},
                                  {"total", s.seconds.total}}},
                                {"steps", s.steps},
                                {"rejected_steps", s.rejected_steps},
                                {"error_test_failures", s.error_test_failures},
                                {"convergence_failures", s.convergence_failures},
                                {"residual_evaluations", s.residual_evaluations},
                                {"jacobian_evaluations", s.jacobian_evaluations},
                                {"factorizations", s.factorizations},
                                {"newton_iterations", s.newton_iterations},
                                {"events", s.events},
                                {"state_changes", s.state_changes},
                                {"crossings", s.crossings},
                                {"time_events", s.time_events},
                                {"state_events", s.state_events},
                                {"restarts", s.restarts},
                                {"slides", s.slides},
                                {"relations", std::move(relations)},
                                {"modes", s.modes},
                                {"final_time", s.final_time},
                                {"success", s.success}};
  for (const auto& [equation, violation] : s.invariants)
    out["invariants"].push_back({{"equation", equation}, {"largest_violation", violation}});
  if (s.worst_step_seconds > 0) {
    out["real_time"] = {{"overruns", s.overruns},
                        {"worst_step_seconds", s.worst_step_seconds},
                        {"mean_step_seconds", s.mean_step_seconds}};
  }
  return out;
}

Result<Unit> WriteStatistics(const std::string& path, const RunStatistics& statistics) {
  // Names may come from texts that are not UTF-8; that must not end the program.
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  return WriteWholeFile(path, ToJson(statistics).dump(2, ' ', false, kReplace) + "\n");
}

}  // namespace daedalus::results
