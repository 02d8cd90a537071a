#include "daedalus/programs/execute/loop_solver.h"

#include <cmath>
#include <memory>
#include <utility>

#include "daedalus/programs/execute/kept_steps.h"
#include "daedalus/programs/execute/loop_search.h"

namespace daedalus::execute {
namespace {

// The same block in all its unknowns, as a Program of its own.
LoopSolver Untorn(System& system, const causal::EquationList& equations, const causal::Program& program,
                  const causal::Block& block, std::span<const double> nominal) {
  causal::Program whole;
  const auto unknowns = program.UnknownsOf(block);
  const auto rows = program.EquationsOf(block);
  whole.unknowns.assign(unknowns.begin(), unknowns.end());
  whole.equations.assign(rows.begin(), rows.end());
  whole.tearing = whole.unknowns;
  whole.residuals = whole.equations;
  const causal::Range all{0, static_cast<std::uint32_t>(unknowns.size())};
  return LoopSolver(system, equations, whole,
                    causal::Block{causal::BlockKind::kNonlinear, causal::BlockMethod::kSparse, all, {}, all},
                    nominal);
}

LoopFailure Fold(const LoopEquations& equations) {
  LoopFailure failure{"its solution comes to a fold, where it meets another one", equations.rows()[0]};
  failure.is_fold = true;
  return failure;
}

}  // namespace

LoopSolver::LoopSolver(System& system, const causal::EquationList& equations, const causal::Program& program,
                       const causal::Block& block, std::span<const double> nominal)
    : newton_(LoopEquations(system, equations, program, block, nominal), block.keeps_branch),
      relaxation_(LoopRelaxation::Make(system, equations, program, block)),
      damped_(size()),
      start_(size()) {
  if (is_linear()) return;
  jumps_.Prepare(size());
  if (newton_.equations.inner_unknowns().empty()) return;
  untorn_ = std::make_unique<LoopSolver>(Untorn(system, equations, program, block, nominal));
}

std::vector<codegen::Kernel*> LoopSolver::kernels() {
  std::vector<codegen::Kernel*> out = newton_.equations.kernels();
  if (relaxation_) out.insert(out.begin(), relaxation_->kernel());
  return out;
}

void LoopSolver::AllowLadder(std::span<const double> min, std::span<const double> max,
                             std::span<const char> is_said) {
  if (is_linear()) return;
  ladder_.emplace(newton_.equations, min, max, is_said);
  if (untorn_) untorn_->AllowLadder(min, max, is_said);
}

std::optional<Determinant> LoopSolver::FindDeterminant(const Workspace& workspace) {
  if (is_linear()) return std::nullopt;
  if (!watched_) watched_.emplace(newton_.equations);
  return watched_->Find(newton_.equations, workspace);
}

std::optional<LoopFailure> LoopSolver::Solve(Workspace& workspace) {
  LoopEquations& equations = newton_.equations;
  ++newton_.statistics.solved;
  is_undetermined_ = false;
  rung_ = nonlinear::Rung::kNone;
  if (relaxation_ && relaxation_->Solve(workspace)) {
    ++newton_.statistics.relaxed;
    return std::nullopt;
  }
  TakeBackJumps(workspace);
  equations.Read(workspace, start_);
  const bool is_easy = KeptSteps(newton_, workspace, start_) || newton_.FullSteps(workspace);
  if (!is_easy) {
    const Hard hard = SolveHard(workspace);
    if (hard.failure) equations.Set(workspace, start_);
    if (hard.failure || hard.is_complete) return hard.failure;
  }
  if (ladder_) other_ = ladder_->TakeNearest(newton_, workspace, start_);
  if (!is_linear()) WatchJump(workspace, !is_easy);
  if (newton_.branch && !newton_.branch->has_reference()) ConfirmBranch();
  equations.AssignInner(workspace);
  return std::nullopt;
}

LoopSolver::Hard LoopSolver::SolveHard(Workspace& workspace) {
  LoopEquations& equations = newton_.equations;
  if (newton_.limits.most_iterations > 0) return {newton_.NotInTime(workspace)};
  equations.Set(workspace, start_);
  if (ladder_ && untorn_) GuessInner(equations, workspace);
  const bool has_reference = newton_.branch && newton_.branch->has_reference();
  if (!has_reference && untorn_ && SolveUntorn(workspace)) {
    other_ = untorn_->other_;
    WatchJump(workspace, true);
    return {std::nullopt, true};
  }
  auto failure = has_reference ? Fold(equations) : DampedSteps(workspace);
  if (failure && may_search_ && SearchFurther(newton_, workspace, start_)) failure.reset();
  if (failure && ladder_ && !untorn_) {
    rung_ = ladder_->Climb(newton_, workspace, start_);
    if (rung_ != nonlinear::Rung::kNone) failure.reset();
  }
  if (failure) return {std::move(failure)};
  if (ladder_ && !untorn_) CheckDetermined(workspace);
  return {};
}

bool LoopSolver::SolveUntorn(Workspace& workspace) {
  const std::int64_t before = untorn_->statistics().iterations;
  const auto failure = untorn_->Solve(workspace);
  newton_.statistics.iterations += untorn_->statistics().iterations - before;
  if (failure) return false;
  ++newton_.statistics.damped;
  is_undetermined_ = untorn_->is_undetermined_;
  rung_ = untorn_->rung_;
  if (!undetermined_) undetermined_ = untorn_->undetermined_;
  return true;
}

std::optional<LoopFailure> LoopSolver::DampedSteps(Workspace& workspace) {
  DampedNewton::Outcome outcome = damped_.Solve(newton_, workspace);
  if (outcome.is_undetermined) {
    is_undetermined_ = true;
    if (!undetermined_) undetermined_ = {newton_.Singular(), workspace.time};
  }
  return std::move(outcome.failure);
}

void LoopSolver::CheckDetermined(Workspace& workspace) {
  auto found = ladder_->FindUndetermined(newton_.equations, workspace);
  if (!found) return;
  is_undetermined_ = true;
  if (!undetermined_) undetermined_ = {*std::move(found), workspace.time};
}

// Drops entries later than the present time.
void LoopSolver::TakeBackJumps(Workspace& workspace) {
  for (; !jumps_.empty() && workspace.time < jumps_.last_time(); jumps_.DropLast())
    newton_.equations.Set(workspace, jumps_.last_before());
}

void LoopSolver::WatchJump(const Workspace& workspace, bool is_hard) {
  constexpr double kFar = 0.1, kNothing = 1e-6;  // of the unknowns themselves, and in their units
  const LoopEquations& equations = newton_.equations;
  bool is_far = is_hard;
  for (std::size_t i = 0; i < equations.size() && !is_far; ++i)
    is_far = std::abs(workspace.At(equations.unknowns()[i]) - start_[i]) >
             kFar * std::abs(start_[i]) + kNothing * equations.nominal()[i];
  if (!is_far || (!jumps_.empty() && jumps_.last_time() == workspace.time)) return;
  jumps_.Add(workspace.time, start_);
}

}  // namespace daedalus::execute
