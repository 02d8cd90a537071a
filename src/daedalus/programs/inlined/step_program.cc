#include "daedalus/programs/inlined/step_program.h"

#include <algorithm>
#include <cmath>

#include "daedalus/programs/causal/solvability.h"
#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/programs/inlined/overdetermined.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::inlined {
namespace {

// The slope of a variable is taken to be of its size: there is no better number before the run.
std::vector<double> NominalsOf(const causal::InlinedSystem& inlined, std::span<const double> given) {
  std::vector<double> out(inlined.system.variables.size(), 1.0);
  for (const causal::InlinedSystem::Stage& stage : inlined.stages) {
    for (std::size_t v = 0; v < stage.variables.size(); ++v) out[stage.variables[v].index()] = given[v];
    for (std::size_t i = 0; i < stage.slopes.size(); ++i)
      out[stage.slopes[i].index()] = given[inlined.states[i].index()];
  }
  return out;
}

// By variable of the inlined system.
std::vector<char> WantedOf(const causal::InlinedSystem& inlined, StepResults results) {
  std::vector<char> wanted(inlined.system.variables.size(), 0);
  for (const causal::InlinedSystem::Stage& stage : inlined.stages) {
    for (const VariableId state : inlined.states) wanted[stage.variables[state.index()].index()] = 1;
    if (results == StepResults::kStatesAlone) continue;
    for (const VariableId slope : stage.slopes) wanted[slope.index()] = 1;
  }
  if (results == StepResults::kAllVariables) {
    for (const VariableId v : inlined.stages.back().variables) wanted[v.index()] = 1;
  }
  return wanted;
}

// The tearing variables of nonlinear loops.
std::vector<std::uint32_t> GuessedIn(const causal::Program& program) {
  std::vector<std::uint32_t> out;
  for (const causal::Block& block : program.blocks) {
    if (block.kind != causal::BlockKind::kNonlinear) continue;
    for (const Quantity& unknown : program.TearingOf(block)) out.push_back(unknown.variable.value);
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<StepProgram>> StepProgram::Compile(const StepGiven& given,
                                                          const causal::StageMethod& method,
                                                          StepResults results) {
  auto compiled = std::make_shared<Compiled>();
  std::unique_ptr<StepProgram> out(new StepProgram());
  causal::InlinedSystem& inlined = compiled->inlined;
  inlined =
      causal::InlineStep(*given.system, causal::IncidenceOf(*given.system), method, given.explicit_states);
  System& system = inlined.system;
  const causal::SystemIncidence incidence = causal::IncidenceOf(system);
  const auto solvability = causal::CheckSolvability(system, incidence);
  if (!solvability) return Failure{solvability.error()};
  out->parameters_.assign(given.parameters.begin(), given.parameters.end());
  out->parameters_.resize(system.parameters.size(), 0.0);
  // Its size is not known, and must not matter.
  out->parameters_[inlined.step_size.index()] = 1e-3;
  out->nominal_ = NominalsOf(inlined, given.nominal);
  const std::span<const double> nominal = out->nominal_;
  const causal::SquareProblem problem = causal::CausalProblem(system, incidence);
  causal::ProgramOptions options = given.options;
  options.condenses = true;
  compiled->program = causal::BuildProgram(system, problem, solvability->matching,
                                           {{out->parameters_, {&inlined.step_size, 1}}, nominal}, options);
  compiled->program.keeps_factors = true;
  out->is_overdetermined_ = TakeInvariants(inlined, problem, compiled->program);
  out->results_ = results;
  const std::vector<char> wanted = WantedOf(inlined, results);
  const auto is_wanted = [&](const Quantity& quantity) { return wanted[quantity.variable.index()] != 0; };
  execute::MarkUnread(compiled->program, problem, is_wanted);
  out->runner_.emplace(system, problem, compiled->program, nominal, is_wanted);
  system.graph.Compact();
  out->workspace_.y.assign(system.variables.size(), 0.0);
  out->workspace_.parameters = out->parameters_;
  out->runner_->FollowStepSize(inlined.step_size);
  out->accepted_ = AcceptedResults(out->workspace_.y.size(), GuessedIn(compiled->program));
  std::vector<char> is_predicted(system.variables.size(), 0);
  for (const VariableId v : inlined.states) is_predicted[v.index()] = 1;
  for (const VariableId v : inlined.slopes()) is_predicted[v.index()] = 1;
  for (std::uint32_t i = 0; i < out->accepted_.continued().size(); ++i) {
    out->guessed_.push_back(i);
    if (!is_predicted[out->accepted_.continued()[i]]) out->guessed_besides_.push_back(i);
  }
  compiled->old = Places(inlined.old);
  compiled->old_slopes = Places(inlined.old_slopes);
  compiled->states = Places(inlined.states);
  compiled->slopes = Places(inlined.slopes());
  out->compiled_ = std::move(compiled);
  return out;
}

StepProgram::StepProgram(const StepProgram& other)
    : compiled_(other.compiled_),
      parameters_(other.parameters_),
      nominal_(other.nominal_),
      refresh_(other.refresh_),
      results_(other.results_),
      is_bounded_(other.is_bounded_),
      is_overdetermined_(other.is_overdetermined_),
      workspace_(other.workspace_),
      runner_(other.runner_),
      guessed_(other.guessed_),
      guessed_besides_(other.guessed_besides_),
      accepted_(other.accepted_),
      is_at_last_(other.is_at_last_) {
  workspace_.parameters = parameters_;
}

void StepProgram::Guess(std::span<const double> y, std::span<const double> yp) {
  for (const causal::InlinedSystem::Stage& stage : inlined().stages) {
    for (std::size_t v = 0; v < stage.variables.size(); ++v) workspace_.y[stage.variables[v].index()] = y[v];
    for (std::size_t i = 0; i < stage.slopes.size(); ++i)
      workspace_.y[stage.slopes[i].index()] = yp[inlined().states[i].index()];
  }
  accepted_.Begin(workspace_.y);
  is_at_last_ = true;
  runner_->ForgetBranches();
}

// What is read from the past, at the time of each stage.
void StepProgram::ReadPast(const Step& step) {
  for (std::size_t s = 0; s < inlined().stages.size(); ++s) {
    refresh_(step.t + (inlined().nodes[s] - 1) * step.h);
    const std::vector<ParameterId>& places = inlined().stages[s].past;
    for (std::size_t i = 0; i < places.size(); ++i)
      parameters_[places[i].index()] = workspace_.held[inlined().past_leaves[i].index()];
  }
}

void StepProgram::ReturnToLast() {
  if (!is_at_last_) std::ranges::copy(accepted_.last(), workspace_.y.begin());
  is_at_last_ = true;
}

// A linear loop is solved from anywhere in one iteration, unless with old factors.
bool StepProgram::BeginLoops(const Step& step) {
  if (guessed_.empty() && !runner_->outlives_steps()) return false;
  const bool is_predicted = !step.predicted.empty();
  if (accepted_.size() > 1)
    accepted_.Continue(step.t, step.num_continued, is_predicted ? guessed_besides_ : guessed_, workspace_.y);
  if (is_predicted) {
    compiled_->states.Write(step.predicted, workspace_.y);
    compiled_->slopes.Write(step.predicted_slopes, workspace_.y);
  }
  return is_predicted || accepted_.size() > 1;
}

std::optional<execute::ExecutionFailure> StepProgram::Run(const Step& step) {
  const causal::InlinedSystem& in = inlined();
  parameters_[in.step_size.index()] = step.h;
  compiled_->old.Write(step.old, parameters_);
  compiled_->old_slopes.Write(step.old_slopes, parameters_);
  if (refresh_) ReadPast(step);
  workspace_.time = step.t;
  ReturnToLast();
  is_at_last_ = false;
  if (BeginLoops(step)) {
    auto failure = RunFromGuess();
    if (!failure || is_bounded_) return failure;
    ReturnToLast();
    is_at_last_ = false;
  }
  return RunFromGuess();
}

void StepProgram::AskFor(double accuracy) {
  runner_->AskFor(accuracy);
}

void StepProgram::BoundIterations(int most) {
  is_bounded_ = true;
  runner_->BoundIterations(most);
}

void StepProgram::Accept() {
  accepted_.Append(workspace_.time, workspace_.y);
  is_at_last_ = true;
}

std::vector<EquationId> StepProgram::DivisionsByStep() const {
  // Such an assignment has no finite value with h = 0, but with any other h, whatever its other arguments.
  std::vector<double> parameters = parameters_, values(inlined().system.variables.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + 0.37 * static_cast<double>(i % 7);
  const std::vector<double> held(inlined().system.hybrid.held.size(), 1.0);
  expr::Evaluator evaluator(inlined().system.graph);
  const auto is_finite = [&](ExprId value, double h) {
    parameters[inlined().step_size.index()] = h;
    return std::isfinite(evaluator.Evaluate(value, {0.0, values, values, parameters, held}));
  };
  std::vector<EquationId> out;
  for (const causal::Assignment& a : program().assignments) {
    if (!is_finite(a.value, 0) && is_finite(a.value, 1e-3)) out.push_back(a.equation);
  }
  return out;
}

}  // namespace daedalus::inlined
