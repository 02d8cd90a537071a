#include "daedalus/run/take_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace daedalus::run {
namespace {

// The largest violation in all choices of states: each has the same invariants.
void TakeViolations(simulate::StateChanges& states, results::RunStatistics& to) {
  for (const simulate::Segment* segment : states.Used()) {
    if (!segment->invariants()) continue;
    const std::vector<simulate::Violation> violations = segment->invariants()->Violations();
    to.invariants.resize(violations.size());
    for (std::size_t i = 0; i < violations.size(); ++i)
      to.invariants[i] = {violations[i].equation, std::max(to.invariants[i].second, violations[i].largest)};
  }
}

void TakeEventStatistics(const simulate::EventHandler& events, results::RunStatistics& to) {
  const simulate::EventCounts& counts = events.counts();
  to.time_events = counts.time_events;
  to.state_events = counts.state_events;
  to.events = counts.time_events + counts.state_events;
  to.restarts = counts.restarts;
  to.slides = counts.slides;
  to.relations = events.ChangesOfRelations();
}

// A compilation that is not finished ends soon.
std::string TakeCodeRemark(simulate::StateChanges& states, std::vector<std::string>& out) {
  bool machine_code = true, assembled = false;
  for (simulate::Segment* segment : states.Used()) {
    segment->tier_up().Abandon();
    if (const auto reason = segment->tier_up().Finish()) out.push_back("no machine code: " + *reason);
    machine_code = machine_code && segment->tier_up().IsMachineCode();
    assembled = assembled || segment->tier_up().IsAssembled();
  }
  return machine_code ? "the run ended in machine code"
         : assembled  ? "the run was assembled, without a compiler"
                      : "the run was interpreted";
}

void AddTimesOfSteps(const inlined::InlinedIntegrator& inlined, std::vector<std::string>& out) {
  const auto& counts = inlined.times().histogram;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0)
      out.push_back(fmt::format("{} steps took {:.3g} to {:.3g} us", counts[i],
                                std::ldexp(1e-3, static_cast<int>(i)),
                                std::ldexp(2e-3, static_cast<int>(i))));
  }
}

}  // namespace

void DescribeStructure(simulate::StateChanges& states, simulate::ModelForm form, results::RunStatistics& to) {
  const compile::PreparedModel& model = states.current().model();
  to.states = static_cast<std::int64_t>(causal::NumStates(*model.system, model.incidence));
  to.structural_index = model.structural_index;
  to.blocks = static_cast<std::int64_t>(model.program.blocks.size());
  to.tearing_variables = static_cast<std::int64_t>(model.program.tearing.size());
  to.form = form == simulate::ModelForm::kInline          ? "inline"
            : states.current().view().has_all_variables() ? "dae"
                                                          : "ode";
}

void TakeStatistics(simulate::StateChanges& states, const simulate::EventHandler* events,
                    results::RunStatistics& to) {
  const integrate::Statistics from = states.TotalStatistics();
  to.steps = from.steps;
  to.rejected_steps = from.rejected_steps();
  to.error_test_failures = from.error_test_failures;
  to.convergence_failures = from.convergence_failures;
  to.residual_evaluations = from.residual_evaluations;
  to.jacobian_evaluations = from.jacobian_evaluations;
  to.factorizations = from.factorizations;
  to.newton_iterations = from.newton_iterations;
  // In a mode without states nothing is integrated.
  if (states.current().view().has_states()) to.method = states.current().method().method;
  if (events) TakeEventStatistics(*events, to);
  to.modes = static_cast<std::int64_t>(states.num_modes());
  to.state_changes = states.num_changes();
  to.crossings = from.crossings;
  if (const inlined::InlinedIntegrator* inlined = states.current().inlined()) {
    to.overruns = inlined->times().overruns;
    to.worst_step_seconds = inlined->times().worst;
    to.mean_step_seconds = inlined->times().mean();
  }
  TakeViolations(states, to);
}

std::vector<std::string> TakeRemarks(simulate::StateChanges& states, const simulate::EventHandler* events,
                                     const results::RunStatistics& statistics) {
  std::vector<std::string> out;
  const integrate::MethodChoice& method = states.current().method();
  for (const std::string& reason : method.reasons)
    out.push_back(fmt::format("method {}: {}", method.method, reason));
  for (simulate::Segment* segment : states.Used()) {
    const std::string& advice = segment->integrator().statistics().advice;
    if (!advice.empty()) out.push_back(advice);
  }
  std::string code = TakeCodeRemark(states, out);
  out.push_back(std::move(code));
  if (const inlined::InlinedIntegrator* inlined = states.current().inlined()) AddTimesOfSteps(*inlined, out);
  if (events) std::ranges::move(events->Remarks(), std::back_inserter(out));
  if (statistics.crossings > 0)
    out.push_back(fmt::format("tiny steps passed {} jumps of the equations", statistics.crossings));
  for (const auto& [equation, violation] : statistics.invariants)
    out.push_back(fmt::format("the invariant {} was violated by {:.3g} at most", equation, violation));
  if (states.num_changes() > 0) {
    out.push_back(fmt::format("the states changed {} times, between {} choices", states.num_changes(),
                              states.Used().size()));
  }
  return out;
}

}  // namespace daedalus::run
