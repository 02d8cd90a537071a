#include "daedalus/programs/execute/program_runner.h"

#include <algorithm>

#include "daedalus/programs/execute/inlining.h"

namespace daedalus::execute {
namespace {

using causal::Assignment;
using causal::Program;

const Assignment& AssignmentOf(const Program& program, std::uint32_t block) {
  return program.AssignmentsOf(program.blocks[block])[0];
}

codegen::KernelProgram CompileNarrow(System& system, const Program& program, const Stage& stage) {
  Inlining inlining(system);
  std::vector<ExprId> values;
  for (const std::uint32_t block : stage.blocks) {
    const Assignment& assignment = AssignmentOf(program, block);
    values.push_back(inlining.Assign(assignment.unknown, assignment.value));
  }
  return codegen::CompileJointly(system.graph, values);
}

codegen::KernelProgram CompileWide(const System& system, const Program& program, const Stage& stage) {
  std::vector<ExprId> values;
  for (const std::uint32_t block : stage.blocks) values.push_back(AssignmentOf(program, block).value);
  return codegen::CompileProgram(system.graph, values);
}

}  // namespace

ProgramRunner::ProgramRunner(System& system, const causal::SquareProblem& problem, const Program& program,
                             std::span<const double> nominal, const IsWanted& is_wanted) {
  const BlockNeeds needs(program, problem);
  std::vector<char> wanted = NeededFor(program, needs, is_wanted);
  core_ = Compile(system, *problem.equations, program, Schedule(program, needs, wanted), nominal);
  for (char& is_core : wanted) is_core = !is_core;
  outputs_ = Compile(system, *problem.equations, program, Schedule(program, needs, wanted), nominal);
  ForEachLoop([this](LoopSolver& loop) {
    keeps_branches_ = keeps_branches_ || loop.keeps_branch();
    keeps_factors_ = keeps_factors_ || loop.keeps_factors();
    outlives_steps_ = outlives_steps_ || loop.outlives_steps();
    has_nonlinear_ = has_nonlinear_ || !loop.is_linear();
  });
}

template <class Visit>
void ProgramRunner::ForEachLoop(Visit visit) {
  for (std::vector<Step>* steps : {&core_, &outputs_}) {
    for (Step& step : *steps) {
      if (auto* loop = std::get_if<Loop>(&step)) visit(loop->solver);
    }
  }
}

template <class Visit>
void ProgramRunner::ForEachOverdetermined(Visit visit) {
  for (std::vector<Step>* steps : {&core_, &outputs_}) {
    for (Step& step : *steps) {
      if (auto* loop = std::get_if<Overdetermined>(&step)) visit(loop->solver);
    }
  }
}

std::vector<ProgramRunner::Step> ProgramRunner::Compile(System& system, const causal::EquationList& equations,
                                                        const Program& program, std::span<const Stage> stages,
                                                        std::span<const double> nominal) {
  std::vector<Step> steps;
  for (const Stage& stage : stages) {
    if (stage.kind == Stage::Kind::kLoop) {
      const std::uint32_t block = stage.blocks[0];
      if (program.blocks[block].takes_invariants) {
        steps.emplace_back(Overdetermined{
            LeastSquaresLoop(system, equations, program, program.blocks[block], system.invariants, nominal),
            block});
        continue;
      }
      steps.emplace_back(Loop{LoopSolver(system, equations, program, program.blocks[block], nominal), block});
      continue;
    }
    Assignments step{
        codegen::Kernel(stage.kind == Stage::Kind::kWide ? CompileWide(system, program, stage)
                                                         : CompileNarrow(system, program, stage)),
        {},
        {},
        {stage.blocks.begin(), stage.blocks.end()}};
    std::vector<Quantity> unknowns;
    for (const std::uint32_t block : stage.blocks) unknowns.push_back(AssignmentOf(program, block).unknown);
    step.targets = Targets(unknowns);
    step.values.resize(unknowns.size());
    steps.emplace_back(std::move(step));
  }
  return steps;
}

std::optional<ExecutionFailure> ProgramRunner::RunStep(Step& step, Workspace& workspace) {
  if (auto* assignments = std::get_if<Assignments>(&step)) {
    assignments->kernel.Evaluate(workspace.inputs(), assignments->values.data());
    assignments->targets.Write(assignments->values, workspace);
    return std::nullopt;
  }
  if (auto* loop = std::get_if<Loop>(&step)) {
    if (auto failure = loop->solver.Solve(workspace))
      return ExecutionFailure{loop->block, *std::move(failure)};
    loop->solved_at = workspace.time;
    return std::nullopt;
  }
  auto& loop = std::get<Overdetermined>(step);
  if (auto failure = loop.solver.Solve(workspace)) return ExecutionFailure{loop.block, *std::move(failure)};
  return std::nullopt;
}

std::optional<ExecutionFailure> ProgramRunner::Run(std::vector<Step>& steps, Places& places,
                                                   Workspace& workspace) {
  if (workspace.clock) return RunMeasured(steps, places, workspace);
  for (Step& step : steps) {
    if (auto failure = RunStep(step, workspace)) return failure;
  }
  return std::nullopt;
}

std::optional<ExecutionFailure> ProgramRunner::RunMeasured(std::vector<Step>& steps, Places& places,
                                                           Workspace& workspace) {
  while (places.size() < steps.size()) places.push_back(workspace.clock->AddPlace());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const TimedWork timed(*workspace.clock, places[i]);
    if (auto failure = RunStep(steps[i], workspace)) return failure;
  }
  return std::nullopt;
}

void ProgramRunner::ForgetBranches() {
  ForEachLoop([](LoopSolver& loop) {
    loop.ForgetBranch();
    loop.ForgetJumps();
  });
}

void ProgramRunner::PassFolds(bool may_pass) {
  ForEachLoop([may_pass](LoopSolver& loop) { loop.PassFolds(may_pass); });
}

void ProgramRunner::ConfirmBranches() {
  if (keeps_branches_) ForEachLoop([](LoopSolver& loop) { loop.ConfirmBranch(); });
}

void ProgramRunner::FindDeterminants(const Workspace& workspace, std::vector<LoopDeterminant>& out) {
  out.clear();
  for (std::vector<Step>* steps : {&core_, &outputs_}) {
    for (Step& step : *steps) {
      auto* loop = std::get_if<Loop>(&step);
      if (!loop || loop->solved_at != workspace.time) continue;
      if (const auto found = loop->solver.FindDeterminant(workspace))
        out.push_back({loop->block, *found, loop->solver.keeps_branch(),
                       IsSmallConstraint(loop->solver.keeps_branch(), loop->solver.size())});
    }
  }
}

void ProgramRunner::AllowSearch(bool is_allowed) {
  ForEachLoop([is_allowed](LoopSolver& loop) { loop.AllowSearch(is_allowed); });
}

void ProgramRunner::AskFor(double accuracy) {
  ForEachLoop([accuracy](LoopSolver& loop) { loop.AskFor(accuracy); });
}

void ProgramRunner::FollowStepSize(ParameterId h) {
  ForEachLoop([h](LoopSolver& loop) { loop.FollowStepSize(h); });
}

void ProgramRunner::AllowLadder(std::span<const double> min, std::span<const double> max,
                                std::span<const char> is_said) {
  ForEachLoop([&](LoopSolver& loop) { loop.AllowLadder(min, max, is_said); });
}

void ProgramRunner::BoundIterations(int most) {
  ForEachLoop([most](LoopSolver& loop) { loop.BoundIterations(most); });
  ForEachOverdetermined([most](LeastSquaresLoop& loop) { loop.BoundIterations(most); });
}

std::vector<ProgramRunner::LoopRecord> ProgramRunner::LoopRecords() const {
  std::vector<LoopRecord> out;
  for (const std::vector<Step>* steps : {&core_, &outputs_}) {
    for (const Step& step : *steps) {
      if (const auto* loop = std::get_if<Loop>(&step))
        out.push_back({loop->block, loop->solver.rung(), loop->solver.statistics().iterations,
                       loop->solver.other_solution()});
    }
  }
  return out;
}

std::vector<codegen::Kernel*> ProgramRunner::kernels() {
  std::vector<codegen::Kernel*> out;
  for (std::vector<Step>* steps : {&core_, &outputs_}) {
    for (Step& step : *steps) {
      if (auto* assignments = std::get_if<Assignments>(&step)) {
        out.push_back(&assignments->kernel);
      } else if (auto* loop = std::get_if<Loop>(&step)) {
        for (codegen::Kernel* kernel : loop->solver.kernels()) out.push_back(kernel);
      } else {
        for (codegen::Kernel* kernel : std::get<Overdetermined>(step).solver.kernels()) out.push_back(kernel);
      }
    }
  }
  return out;
}

std::optional<Undetermined> ProgramRunner::FindUndetermined() const {
  for (const std::vector<Step>* steps : {&core_, &outputs_}) {
    for (const Step& step : *steps) {
      const auto* loop = std::get_if<Loop>(&step);
      if (loop && loop->solver.undetermined()) return loop->solver.undetermined();
    }
  }
  return std::nullopt;
}

bool ProgramRunner::IsUndetermined() const {
  const auto is_undetermined = [](const Step& step) {
    const auto* loop = std::get_if<Loop>(&step);
    return loop && loop->solver.is_undetermined();
  };
  return std::ranges::any_of(core_, is_undetermined) || std::ranges::any_of(outputs_, is_undetermined);
}

std::vector<ProgramRunner::StepCost> ProgramRunner::Costs(const WorkClock& clock) const {
  std::vector<StepCost> out;
  const auto add = [&](const Step& step, WorkClock::Place place) {
    StepCost& cost = out.emplace_back();
    cost.cost = clock.CostOf(place);
    if (const auto* assignments = std::get_if<Assignments>(&step)) {
      cost.blocks = assignments->blocks;
    } else if (const auto* loop = std::get_if<Loop>(&step)) {
      cost.blocks = {loop->block};
      cost.iterated = loop->solver.size();
      cost.loop = loop->solver.statistics();
    } else {
      const auto& overdetermined = std::get<Overdetermined>(step);
      cost.blocks = {overdetermined.block};
      cost.iterated = overdetermined.solver.size();
      cost.loop = overdetermined.solver.statistics();
    }
  };
  for (std::size_t i = 0; i < core_places_.size(); ++i) add(core_[i], core_places_[i]);
  for (std::size_t i = 0; i < output_places_.size(); ++i) add(outputs_[i], output_places_[i]);
  return out;
}

LoopStatistics ProgramRunner::loop_statistics() const {
  LoopStatistics sum;
  for (const std::vector<Step>* steps : {&core_, &outputs_}) {
    for (const Step& step : *steps) {
      const auto* loop = std::get_if<Loop>(&step);
      const auto* overdetermined = std::get_if<Overdetermined>(&step);
      if (!loop && !overdetermined) continue;
      const LoopStatistics& one = loop ? loop->solver.statistics() : overdetermined->solver.statistics();
      sum.solved += one.solved;
      sum.iterations += one.iterations;
      sum.damped += one.damped;
      sum.relaxed += one.relaxed;
      sum.factored += one.factored;
    }
  }
  return sum;
}

}  // namespace daedalus::execute
