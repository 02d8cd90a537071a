#include "daedalus/execute/loop_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "daedalus/causal/relaxation.h"
#include "daedalus/execute/inlining.h"
#include "daedalus/execute/partials.h"
#include "daedalus/expr/build.h"
#include "daedalus/expr/leaves.h"
#include "daedalus/expr/rewrite.h"
#include "daedalus/integrate/bracket.h"
#include "daedalus/linear/evaluation.h"
#include "daedalus/linear/least_change.h"

namespace daedalus::execute {
namespace {

// With an exact Jacobian the error after a step is about the square of the step: what follows one this small
// is rounding.
constexpr double kSmallStep = 1e-8;
// Where less accuracy was asked for: in units of its root, for errors that are up to a hundred times the
// square of the step.
constexpr double kSmallForAccuracy = 0.1, kRounding = 1e-13;
constexpr int kMaxFullSteps = 12;
// Steps beyond one that is small for the nominal values, where it is not small for the unknowns themselves.
constexpr int kMostSharpening = 4;
// Each full step is at most this part of the one before: far from a solution, or near a fold, it is not.
constexpr double kContraction = 0.5;
constexpr int kMaxDampedSteps = 200;
constexpr double kLeastDamping = 1e-10;
// In the units of WorstResidual: such an answer is accepted where rounding keeps the steps from shrinking.
constexpr double kSmallResidual = 1e-10;
// Of the least pivot at the reference: below, the root of the branch is too near to another one. A step is
// refused before that, so that it can be read everywhere inside: stages stand on both sides of what a long
// one passes.
constexpr double kLeastPivot = 0.05, kLeastPivotInSteps = 0.2;
// Smaller loops are factored as fast as they are evaluated.
constexpr std::size_t kLeastKept = 4;
constexpr int kMostKeptSteps = 8;
constexpr double kKeptContraction = 0.3;
constexpr double kAgingOfRate = 4;  // from one solution to the next
// Of a nonlinear loop: a rate above asks for a new matrix.
constexpr double kRateToRenew = 0.05;
// Of factors of another step size: (1) where that is in [0.6, 1/0.6] of theirs, as in [BCP96].
constexpr double kMostStale = 0.25;
// A matrix that is worth less than so many iterations is factored at once: with factors of other step sizes
// bdf makes half as many factorizations and three times as many iterations, which came to the same time in a
// full loop of 200 unknowns.
constexpr double kLeastWorth = 80;
// Shapes pay off only for many equations; sharing across equations pays off below.
constexpr std::size_t kJointRows = 200;

codegen::KernelProgram CompileRows(const expr::Graph& graph, std::span<const ExprId> outputs,
                                   std::size_t rows) {
  return rows <= kJointRows ? codegen::CompileJointly(graph, outputs)
                            : codegen::CompileProgram(graph, outputs);
}

// The parameters that these expressions consist of; nullopt if they contain anything else.
std::optional<std::vector<ParameterId>> ParametersAlone(const expr::Graph& graph,
                                                        std::span<const ExprId> expressions) {
  expr::LeafCollector collector;
  std::set<ParameterId> found;
  for (const ExprId e : expressions) {
    const expr::Leaves& leaves = collector.Collect(graph, e);
    if (leaves.Vary()) return std::nullopt;
    found.insert(leaves.parameters.begin(), leaves.parameters.end());
  }
  return std::vector<ParameterId>(found.begin(), found.end());
}

// What lies one behind the other in the workspace is copied faster so.
std::vector<std::size_t> InOrderOfVariables(std::span<const Quantity> quantities) {
  std::vector<std::size_t> order(quantities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, {}, [&](std::size_t i) { return std::pair(quantities[i].order, quantities[i].variable.value); });
  return order;
}

// Rewrites rows so that varying terms are not divided by expressions of parameters: they are multiplied by
// the inverse, which kernels compute once for all rows. A division takes the time of four products, and a
// residual may be rounded otherwise.
std::vector<ExprId> WithoutDivisions(expr::Graph& graph, std::span<const ExprId> rows) {
  constexpr int kDeepest = 8;  // quotients inside of quotients
  expr::LeafCollector collector;
  expr::Rewriting rewriting(graph);
  std::vector<ExprId> out(rows.begin(), rows.end());
  const auto varies = [&](ExprId e) { return collector.Collect(graph, e).Vary(); };
  bool is_changed = true;
  for (int depth = 0; depth < kDeepest && is_changed; ++depth) {
    is_changed = false;
    rewriting.Restart();
    for (ExprId& row : out) {
      row = rewriting.Apply(row, [&](ExprId e) {
        if (graph.op(e) != expr::Op::kDiv || varies(graph.operand(e, 1)) || !varies(graph.operand(e, 0)))
          return ExprId();
        is_changed = true;
        const ExprId numerator = graph.operand(e, 0), denominator = graph.operand(e, 1);
        return expr::Product(graph, numerator, expr::Quotient(graph, graph.Constant(1), denominator));
      });
    }
  }
  return out;
}

// The rows at zero unknowns: linear rows are these plus the matrix times the
// unknowns.
std::vector<ExprId> AbsoluteTerms(expr::Graph& graph, std::span<const ExprId> rows,
                                  std::vector<ExprId> unknowns) {
  std::ranges::sort(unknowns);
  expr::Rewriting rewriting(graph);
  std::vector<ExprId> out;
  for (const ExprId row : rows) {
    out.push_back(rewriting.Apply(row, [&](ExprId e) {
      return std::ranges::binary_search(unknowns, e) ? graph.Constant(0) : ExprId();
    }));
  }
  return out;
}

// How many solutions a factorization costs, at least: a full column of c entries changes c^2/3 others for
// each of the c that a solution reads; what fills in is not counted.
double WorthOfFactors(const linear::SparsePattern& pattern) {
  double squares = 0;
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    const auto entries = static_cast<double>(pattern.Column(j).size());
    squares += entries * entries;
  }
  return squares / (3 * static_cast<double>(pattern.num_nonzeros()));
}

}  // namespace

LoopSolver::LoopSolver(System& system, const causal::EquationList& equations, const causal::Program& program,
                       const causal::Block& block, std::span<const double> nominal)
    : is_linear_(block.kind != causal::BlockKind::kNonlinear), keeps_branch_(block.keeps_branch) {
  const auto tearing = program.TearingOf(block);
  const auto residuals = program.ResidualsOf(block);
  for (const std::size_t i : InOrderOfVariables(tearing)) {
    tearing_.push_back(tearing[i]);
    rows_.push_back(residuals[i]);
  }
  places_ = Targets(tearing_);
  for (const Quantity& unknown : tearing_) nominal_.push_back(nominal[unknown.variable.index()]);
  start_.resize(tearing_.size());
  if (!is_linear_) jumps_.Prepare(tearing_.size());
  point_.resize(tearing_.size());
  step_.resize(tearing_.size());
  pivots_.resize(keeps_branch_ ? tearing_.size() : 0);
  BuildNewton(system, equations, program, block);
  if (block.method == causal::BlockMethod::kRelaxation) BuildRelaxation(system, equations, program, block);
  if (is_linear_ || inner_.size() == 0) return;
  causal::Program whole;
  const auto unknowns = program.UnknownsOf(block);
  const auto rows = program.EquationsOf(block);
  whole.unknowns.assign(unknowns.begin(), unknowns.end());
  whole.equations.assign(rows.begin(), rows.end());
  whole.tearing = whole.unknowns;
  whole.residuals = whole.equations;
  const causal::Range all{0, static_cast<std::uint32_t>(unknowns.size())};
  untorn_ = std::make_unique<LoopSolver>(
      system, equations, whole,
      causal::Block{causal::BlockKind::kNonlinear, causal::BlockMethod::kSparse, all, {}, all}, nominal);
}

void LoopSolver::BuildNewton(System& system, const causal::EquationList& equations,
                             const causal::Program& program, const causal::Block& block) {
  Inlining inlining(system);
  std::vector<ExprId> values, inner_values;
  std::vector<Quantity> unknowns, inner;
  for (const causal::Assignment& assignment : program.AssignmentsOf(block)) {
    const ExprId value = inlining.Assign(assignment.unknown, assignment.value);
    if (!assignment.is_read) continue;
    unknowns.push_back(assignment.unknown);
    values.push_back(value);
  }
  for (const std::size_t i : InOrderOfVariables(unknowns)) {
    inner.push_back(unknowns[i]);
    inner_values.push_back(values[i]);
  }
  inner_ = Targets(inner);
  inner_unknowns_ = inner;
  std::vector<ExprId> leaves, outputs;
  for (const Quantity& unknown : tearing_) leaves.push_back(LeafOf(system.graph, unknown));
  for (const EquationId row : rows_) outputs.push_back(inlining.Inlined(equations[row].residual));
  const bool keeps_factors = program.keeps_factors && !keeps_branch_ && rows_.size() >= kLeastKept;
  if (keeps_factors) {
    const bool has_shapes = rows_.size() > kJointRows;
    residual_.emplace(CompileRows(
        system.graph, has_shapes ? WithoutDivisions(system.graph, outputs) : outputs, rows_.size()));
  }
  pattern_ = AddPartials(system.graph, leaves, outputs);
  if (keeps_factors && is_linear_)
    matrix_parameters_ = ParametersAlone(system.graph, std::span(outputs).subspan(rows_.size()));
  solver_ = FactoredMatrix(pattern_);
  if (const double worth = WorthOfFactors(pattern_); keeps_factors && worth >= kLeastWorth)
    factor_worth_ = worth;
  if (is_linear_)
    std::ranges::copy(AbsoluteTerms(system.graph, std::span(outputs).first(rows_.size()), leaves),
                      outputs.begin());
  newton_.emplace(CompileRows(system.graph, outputs, rows_.size()),
                  CompileRows(system.graph, inner_values, inner_values.size()));
  outputs_.resize(outputs.size());
  inner_values_.resize(inner_values.size());
}

void LoopSolver::BuildRelaxation(System& system, const causal::EquationList& equations,
                                 const causal::Program& program, const causal::Block& block) {
  const VariableId first_auxiliary(static_cast<std::uint32_t>(system.variables.size()));
  const auto relaxed = causal::Relax(system, equations, program, block, first_auxiliary);
  if (!relaxed) return;
  Inlining inlining(system);
  std::vector<ExprId> outputs;
  std::vector<Quantity> targets;
  for (const auto& [target, value] : relaxed->steps) {
    const ExprId inlined = inlining.Assign(target, value);
    if (target.variable >= first_auxiliary) continue;
    targets.push_back(target);
    outputs.push_back(inlined);
  }
  relaxed_ = Targets(targets);
  for (const auto& [pivot, scale] : relaxed->guards) {
    outputs.push_back(inlining.Inlined(pivot));
    outputs.push_back(inlining.Inlined(scale));
  }
  relaxation_.emplace(codegen::CompileJointly(system.graph, outputs));
  relaxed_values_.resize(outputs.size());
}

std::vector<codegen::Kernel*> LoopSolver::kernels() {
  std::vector<codegen::Kernel*> out = {&newton_->kernel, &newton_->inner};
  if (residual_) out.push_back(&*residual_);
  if (relaxation_) out.insert(out.begin(), &*relaxation_);
  return out;
}

std::optional<LoopFailure> LoopSolver::Solve(Workspace& workspace) {
  ++statistics_.solved;
  is_undetermined_ = false;
  rung_ = nonlinear::Rung::kNone;
  if (relaxation_ && Relaxed(workspace)) return std::nullopt;
  TakeBackJumps(workspace);
  places_.Read(workspace, start_);
  const bool is_easy = KeptSteps(workspace) || FullSteps(workspace);
  if (!is_easy) {
    if (most_iterations_ > 0) {
      LoopFailure failure = NotInTime(workspace);
      Set(workspace, start_);
      return failure;
    }
    Set(workspace, start_);
    if (bounds_ && untorn_) GuessInner(workspace);
    if (!branch_ && untorn_ && SolveUntorn(workspace)) {
      other_ = untorn_->other_;
      WatchJump(workspace, true);
      return std::nullopt;
    }
    auto failure = branch_ ? Fold() : DampedSteps(workspace);
    if (failure && may_search_ && SearchFurther(workspace)) failure.reset();
    if (failure && !untorn_ && Climb(workspace)) failure.reset();
    if (failure) {
      Set(workspace, start_);
      return failure;
    }
    if (bounds_ && !untorn_) CheckDetermined(workspace);
  }
  if (bounds_) TakeNearest(workspace);
  if (!is_linear_) WatchJump(workspace, !is_easy);
  if (keeps_branch_ && !branch_) ConfirmBranch();
  AssignInner(workspace);
  return std::nullopt;
}

// Drops entries later than the present time.
void LoopSolver::TakeBackJumps(Workspace& workspace) {
  for (; !jumps_.empty() && workspace.time < jumps_.last_time(); jumps_.DropLast())
    Set(workspace, jumps_.last_before());
}

void LoopSolver::WatchJump(const Workspace& workspace, bool is_hard) {
  constexpr double kFar = 0.1, kNothing = 1e-6;  // of the unknowns themselves, and in their units
  bool is_far = is_hard;
  for (std::size_t i = 0; i < tearing_.size() && !is_far; ++i)
    is_far =
        std::abs(workspace.At(tearing_[i]) - start_[i]) > kFar * std::abs(start_[i]) + kNothing * nominal_[i];
  if (!is_far || (!jumps_.empty() && jumps_.last_time() == workspace.time)) return;
  jumps_.Add(workspace.time, start_);
}

bool LoopSolver::SolveUntorn(Workspace& workspace) {
  const std::int64_t before = untorn_->statistics_.iterations;
  const auto failure = untorn_->Solve(workspace);
  statistics_.iterations += untorn_->statistics_.iterations - before;
  if (failure) return false;
  ++statistics_.damped;
  is_undetermined_ = untorn_->is_undetermined_;
  rung_ = untorn_->rung_;
  if (!undetermined_) undetermined_ = untorn_->undetermined_;
  return true;
}

void LoopSolver::Set(Workspace& workspace, std::span<const double> z) {
  places_.Write(z, workspace);
}

bool LoopSolver::Relaxed(Workspace& workspace) {
  relaxation_->Evaluate(workspace.inputs(), relaxed_values_.data());
  if (!linear::AreFinite(relaxed_values_)) return false;
  for (std::size_t i = relaxed_.size(); i < relaxed_values_.size(); i += 2) {
    if (!causal::IsGood(relaxed_values_[i], relaxed_values_[i + 1])) return false;
  }
  relaxed_.Write(relaxed_values_, workspace);
  ++statistics_.relaxed;
  return true;
}

bool LoopSolver::Evaluate(Workspace& workspace) {
  newton_->kernel.Evaluate(workspace.inputs(), outputs_.data());
  if (is_linear_) AddProducts(workspace);
  return linear::AreFinite(outputs_);
}

// The matrix times the unknowns: absolute terms become residuals.
void LoopSolver::AddProducts(const Workspace& workspace) {
  for (std::size_t column = 0; column < tearing_.size(); ++column) {
    const double unknown = workspace.At(tearing_[column]);
    const auto end = static_cast<std::size_t>(pattern_.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < end; ++k)
      outputs_[static_cast<std::size_t>(pattern_.row_indices[k])] += entries()[k] * unknown;
  }
}

// A single entry, the usual case of a torn loop, is its own factor. It was checked to be finite.
linear::FactorStatus LoopSolver::Factor() {
  if (entries().size() == 1 && tearing_.size() == 1) {
    pivot_ = entries()[0];
    if (pivot_ == 0) return solver_.Factor(entries());  // which explains itself
    if (keeps_branch_) {
      sign_ = pivot_ > 0 ? 1 : -1;
      pivots_[0] = std::abs(pivot_);
    }
    return linear::FactorStatus::kOk;
  }
  const bool may_be_known = is_linear_ && !matrix_parameters_;
  const linear::FactorStatus status =
      may_be_known ? solver_.FactorIfNew(entries()) : solver_.Factor(entries());
  statistics_.factored = solver_.num_factored();
  rate_ = 1;
  if (keeps_branch_ && status == linear::FactorStatus::kOk) sign_ = solver_->Pivots(pivots_);
  return status;
}

void LoopSolver::SolveLinear(std::span<double> b) {
  if (pivot_ != 0) {
    b[0] /= pivot_;
  } else {
    solver_->Solve(b);
  }
}

double LoopSolver::LeastPivot(std::span<const double> units) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pivots_.size(); ++i) least = std::min(least, pivots_[i] / units[i]);
  return least;
}

bool LoopSolver::IsOnBranch(const Workspace& workspace) {
  if (!branch_ || may_pass_folds_) return true;
  const double least = workspace.is_only_read ? kLeastPivot : kLeastPivotInSteps;
  return sign_ == branch_->sign && LeastPivot(branch_->units) >= least * branch_->least_pivot;
}

void LoopSolver::ConfirmBranch() {
  if (!keeps_branch_ || sign_ == 0) return;
  if (!branch_) branch_.emplace();
  branch_->sign = sign_;
  branch_->units.assign(tearing_.size(), 0.0);
  for (std::size_t k = 0; k < entries().size(); ++k) {
    double& unit = branch_->units[static_cast<std::size_t>(pattern_.row_indices[k])];
    unit = std::max(unit, std::abs(entries()[k]));
  }
  branch_->least_pivot = LeastPivot(branch_->units);
}

std::optional<Determinant> LoopSolver::FindDeterminant(const Workspace& workspace) {
  if (is_linear_) return std::nullopt;
  if (!watched_) {
    watched_.emplace(pattern_);
    watched_->outputs.resize(outputs_.size());
    watched_->pivots.resize(tearing_.size());
  }
  newton_->kernel.Evaluate(workspace.inputs(), watched_->outputs.data());
  const auto values = std::span<const double>(watched_->outputs).subspan(tearing_.size());
  return DeterminantOf(*watched_->solver, values, watched_->pivots);
}

double LoopSolver::SizeOf(const Workspace& workspace, std::span<const double> step) const {
  double size = 0, sum = 0;
  places_.Visit(workspace, [&](std::size_t i, double value) {
    const double unit = std::abs(value) + nominal_[i], change = std::abs(step[i]);
    sum += change + unit;  // a value that is none is seen, too
    if (change > size * unit) size = change / unit;
  });
  return std::isfinite(sum) ? size : sum;
}

// After which Newton's iteration with an exact matrix is done.
double LoopSolver::SmallStep() const {
  return accuracy_ > kRounding ? std::max(kSmallStep, kSmallForAccuracy * std::sqrt(accuracy_)) : kSmallStep;
}

// Flattened: most loops have one tearing variable, for which calls would cost more than their work.
[[gnu::flatten]] bool LoopSolver::FullSteps(Workspace& workspace) {
  double last_size = std::numeric_limits<double>::infinity();
  const int most = most_iterations_ > 0 ? most_iterations_ : kMaxFullSteps;
  const double small = SmallStep();
  for (int iteration = 0; iteration < most; ++iteration) {
    if (!RenewMatrix(workspace) || !IsOnBranch(workspace)) return false;
    const auto step = residuals();
    SolveLinear(step);
    ++statistics_.iterations;
    if (is_linear_) {
      if (!linear::AreFinite(step)) return false;
      places_.Visit(workspace, [step](std::size_t i, double& value) { value = 0 - step[i]; });
      return true;
    }
    const double size = SizeOf(workspace, step);
    if (!std::isfinite(size)) return false;
    Subtract(workspace, step);
    if (size <= small) {
      if (!IsSharp(workspace, step, iteration > 0 ? size / last_size : 1))
        Sharpen(workspace, size, std::min(kMostSharpening, most - iteration - 1));
      return true;
    }
    if (size > kContraction * last_size) return false;
    last_size = size;
  }
  return false;
}

void LoopSolver::Subtract(Workspace& workspace, std::span<const double> step) {
  places_.Visit(workspace, [step](std::size_t i, double& value) { value -= step[i]; });
}

// Either the step is small, or the next one will be: each has the square of the ratio that this one has to
// the one before.
bool LoopSolver::IsSharp(const Workspace& workspace, std::span<const double> step, double ratio) const {
  if (may_pass_folds_)
    return false;  // the remaining error is large for results that follow through nearly singular matrices
  const double next = ratio * ratio, small = SmallStep();
  for (std::size_t i = 0; i < tearing_.size(); ++i) {
    const double size = std::abs(step[i]), unknown = std::abs(workspace.At(tearing_[i]));
    if (!(size <= small * unknown || size * next <= kRounding * unknown)) return false;
  }
  return true;
}

// A current of microamperes is iterated in units of amperes, unless its nominal value is given; an amplifier
// may follow it. So an iteration that has converged in these units continues as long as the steps shrink,
// which rounding ends, or until they are small for the unknowns themselves.
void LoopSolver::Sharpen(Workspace& workspace, double last_size, int most) {
  for (int iteration = 0; iteration < most; ++iteration) {
    if (!Evaluate(workspace) || Factor() != linear::FactorStatus::kOk) return;
    const auto step = residuals();
    SolveLinear(step);
    ++statistics_.iterations;
    const double size = SizeOf(workspace, step);
    if (!(size <= kContraction * last_size)) return;
    Subtract(workspace, step);
    if (IsSharp(workspace, step, size / last_size)) return;
    last_size = size;
  }
}

// True if no parameter except the step size has changed since the factorization.
bool LoopSolver::IsMatrixKnown(const Workspace& workspace) const {
  for (std::size_t i = 0; i < known_parameters_.size(); ++i) {
    const ParameterId p = (*matrix_parameters_)[i];
    if (workspace.parameters[p.index()] != known_parameters_[i] && p != step_size_) return false;
  }
  return true;
}

void LoopSolver::NoteMatrix(const Workspace& workspace) {
  if (step_size_) factored_step_ = workspace.parameters[step_size_->index()];
  must_renew_ = false;
  extra_ = 0;
  if (!matrix_parameters_) return;
  known_parameters_.clear();
  for (const ParameterId p : *matrix_parameters_)
    known_parameters_.push_back(workspace.parameters[p.index()]);
}

// Uses the residuals at the workspace, and the absolute terms of a linear loop.
bool LoopSolver::RenewMatrix(Workspace& workspace) {
  newton_->kernel.Evaluate(workspace.inputs(), outputs_.data());
  // The factorization checks the entries, except a single one.
  if (!linear::AreFinite(tearing_.size() == 1 ? std::span<const double>(outputs_) : residuals()))
    return false;
  if (Factor() != linear::FactorStatus::kOk) return false;
  if (residual_) NoteMatrix(workspace);
  return true;
}

std::optional<LoopSolver::KeptUse> LoopSolver::UseOfKept(const Workspace& workspace) const {
  if (!solver_.has_factors() || must_renew_ || (is_linear_ && !IsMatrixKnown(workspace))) return std::nullopt;
  // Loops between the stages of an explicit method do not depend on the step.
  const bool knows_step =
      step_size_ && (!is_linear_ || std::ranges::binary_search(*matrix_parameters_, *step_size_));
  if (!knows_step) return KeptUse{};
  const double step = workspace.parameters[step_size_->index()];
  if (step == factored_step_) return KeptUse{};
  const double ratio = step / factored_step_, rate = std::abs(1 - ratio) / (1 + ratio);
  const bool may_differ = factor_worth_ > 0 && accuracy_ > kRounding;
  if (!(rate <= (may_differ ? kMostStale : is_linear_ ? 0 : kRateToRenew))) return std::nullopt;
  return KeptUse{2 / (1 + ratio), rate};
}

// A failure leaves the unknowns unchanged. If iterations are bounded, only Newton's are made.
bool LoopSolver::KeptSteps(Workspace& workspace) {
  if (!residual_ || (is_linear_ ? !matrix_parameters_ : most_iterations_ > 0)) return false;
  const std::optional<KeptUse> use = UseOfKept(workspace);
  if (IterateKept(workspace, use)) return true;
  Set(workspace, start_);
  return false;
}

// Solves without the old factors, with new ones from the start.
bool LoopSolver::IterateKept(Workspace& workspace, const std::optional<KeptUse>& use) {
  const double share = use ? use->share : 1, least_rate = use ? use->rate : 0;
  const bool is_exact = is_linear_ && least_rate == 0;
  double first_size = 0, last_size = 0, rate = 1;
  for (int iteration = 0; iteration < kMostKeptSteps; ++iteration) {
    if (iteration > 0 || use) {
      residual_->Evaluate(workspace.inputs(), outputs_.data());
    } else {
      if (!RenewMatrix(workspace)) return false;
      if (is_linear_) AddProducts(workspace);
    }
    const auto step = residuals();
    solver_->Solve(step);
    ++statistics_.iterations;
    if (share != 1) {
      for (double& change : step) change *= share;
    }
    if (is_exact) {
      Subtract(workspace, step);
      return linear::AreFinite(step);
    }
    const double size = SizeOf(workspace, step);
    if (!std::isfinite(size)) return false;
    Subtract(workspace, step);
    if (iteration == 0) {
      first_size = size;
      rate =
          is_linear_ ? least_rate : std::min(kAgingOfRate * rate_ * std::max(1.0, size / measured_at_), 1.0);
      rate_ = std::min(kAgingOfRate * rate_, 1.0);
      if (!use && size <= SmallStep() && IsSharp(workspace, step, 1)) return true;
    } else {
      rate = size / last_size;
      if (rate > kKeptContraction) return size <= accuracy_;
      rate_ = rate;
      measured_at_ = first_size;
      if (!is_linear_ && rate > kRateToRenew && factor_worth_ == 0) must_renew_ = true;
      if (factor_worth_ > 0 && ++extra_ > factor_worth_) must_renew_ = true;
    }
    rate = std::max(rate, least_rate);
    if (size <= accuracy_ || rate / (1 - rate) * size <= accuracy_) return true;
    last_size = size;
  }
  return false;
}

std::optional<LoopFailure> LoopSolver::DampedSteps(Workspace& workspace) {
  ++statistics_.damped;
  for (int iteration = 0; iteration < kMaxDampedSteps; ++iteration) {
    if (workspace.is_cancelled()) return LoopFailure{"the run was interrupted", rows_[0]};
    if (!Evaluate(workspace)) return NotFinite();
    const Worst worst = WorstResidual(workspace);
    if (Factor() != linear::FactorStatus::kOk) {
      if (!StepUndetermined(workspace)) return Singular();
      if (!Evaluate(workspace)) return NotFinite();
      if (WorstResidual(workspace).size > kSmallResidual) continue;
      is_undetermined_ = true;
      if (!undetermined_) undetermined_ = {Singular(), workspace.time};
      return std::nullopt;
    }
    std::ranges::copy(residuals(), step_.begin());
    SolveLinear(step_);
    ++statistics_.iterations;
    for (std::size_t i = 0; i < tearing_.size(); ++i) point_[i] = workspace.At(tearing_[i]);
    const double size = SizeOf(workspace, step_);
    if (size <= kSmallStep) {
      Subtract(workspace, step_);
      if (!IsSharp(workspace, step_, 1)) Sharpen(workspace, size, kMostSharpening);
      return std::nullopt;
    }
    if (MoveDamped(workspace, size)) continue;
    Set(workspace, point_);
    if (worst.size <= kSmallResidual) return std::nullopt;
    return LoopFailure{fmt::format("the iteration is stuck after {} steps", iteration + 1), rows_[worst.row]};
  }
  if (!Evaluate(workspace)) return NotFinite();
  return LoopFailure{fmt::format("no solution after {} iterations", kMaxDampedSteps),
                     rows_[WorstResidual(workspace).row]};
}

// If some unknowns are undetermined: the step of least change. A loop that keeps its branch comes to
// a fold instead.
bool LoopSolver::StepUndetermined(Workspace& workspace) {
  if (keeps_branch_) return false;
  units_.resize(tearing_.size());
  for (std::size_t i = 0; i < tearing_.size(); ++i)
    units_[i] = std::abs(workspace.At(tearing_[i])) + nominal_[i];
  if (!linear::LeastChange(pattern_, entries(), units_, residuals(), step_)) return false;
  ++statistics_.iterations;
  Subtract(workspace, step_);
  return true;
}

// For one unknown: goes from the start of the loop, in doubling steps, to where the residual has the other
// sign.
bool LoopSolver::SearchFurther(Workspace& workspace) {
  constexpr double kFirst = 1e-3;  // in the unit of the unknown
  constexpr int kMostDoublings = 40;
  constexpr double kNarrow = 1e-6;  // of the way: from there Newton finds its root
  if (tearing_.size() != 1 || is_linear_ || keeps_branch_) return false;
  const auto residual = [&](double z) {
    Set(workspace, {&z, 1});
    return Evaluate(workspace) ? residuals()[0] : std::numeric_limits<double>::quiet_NaN();
  };
  const double begin = start_[0], unit = std::abs(begin) + nominal_[0];
  const double at_begin = residual(begin);
  if (!std::isfinite(at_begin) || at_begin == 0) return false;
  double way = kFirst * unit;
  for (int i = 0; i < kMostDoublings && !workspace.is_cancelled(); ++i, way *= 2) {
    for (const double end : {begin - way, begin + way}) {
      const double at_end = residual(end);
      if (!std::isfinite(at_end) || integrate::IsSameSide(at_end, at_begin)) continue;
      double root = end;
      if (at_end != 0) {
        const integrate::Bracket whole = end < begin ? integrate::Bracket{end, begin, at_end, at_begin}
                                                     : integrate::Bracket{begin, end, at_begin, at_end};
        root = integrate::FindSignChange(residual, whole, kNarrow * way).b;
      }
      Set(workspace, {&root, 1});
      if (FullSteps(workspace)) return true;
    }
  }
  return false;
}

// Goes from point_ to the first point along -step_ that passes the test, with the matrix of point_.
bool LoopSolver::MoveDamped(Workspace& workspace, double size) {
  for (double damping = 1; damping >= kLeastDamping; damping /= 2) {
    for (std::size_t i = 0; i < tearing_.size(); ++i)
      workspace.At(tearing_[i]) = point_[i] - damping * step_[i];
    if (!Evaluate(workspace)) continue;
    SolveLinear(residuals());
    double next = 0;  // in the units of `size`: those of the point
    for (std::size_t i = 0; i < tearing_.size(); ++i)
      next = std::max(next, std::abs(residuals()[i]) / (std::abs(point_[i]) + nominal_[i]));
    if (next <= (1 - damping / 4) * size) return true;
  }
  return false;
}

LoopSolver::Worst LoopSolver::WorstResidual(const Workspace& workspace) {
  units_.assign(tearing_.size(), 0.0);
  for (std::size_t column = 0; column < tearing_.size(); ++column) {
    const double unknown = std::max(std::abs(workspace.At(tearing_[column])), nominal_[column]);
    const auto end = static_cast<std::size_t>(pattern_.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < end; ++k) {
      double& unit = units_[static_cast<std::size_t>(pattern_.row_indices[k])];
      unit = std::max(unit, std::abs(entries()[k]) * unknown);
    }
  }
  Worst worst;
  for (std::size_t row = 0; row < units_.size(); ++row) {
    const double size = outputs_[row] == 0 ? 0 : std::abs(outputs_[row]) / units_[row];
    if (size > worst.size) worst = {row, size};
  }
  return worst;
}

std::optional<LoopFailure> LoopSolver::Fold() const {
  LoopFailure failure{"its solution comes to a fold, where it meets another one", rows_[0]};
  failure.is_fold = true;
  return failure;
}

LoopFailure LoopSolver::NotFinite() const {
  const auto row = linear::FirstNotFinite({outputs_.data(), tearing_.size()});
  return {"an equation has no finite value where the iteration starts",
          rows_[static_cast<std::size_t>(row.value_or(0))]};
}

LoopFailure LoopSolver::Singular() const {
  LoopFailure failure{"the Jacobian is singular"};
  const linear::Singularity singularity = solver_->ExplainSingularity();
  if (!singularity.rows.empty()) failure.equation = rows_[static_cast<std::size_t>(singularity.rows.front())];
  if (!singularity.columns.empty())
    failure.unknown = tearing_[static_cast<std::size_t>(singularity.columns.front())];
  return failure;
}

LoopFailure LoopSolver::NotInTime(Workspace& workspace) {
  if (!Evaluate(workspace)) return NotFinite();
  if (Factor() == linear::FactorStatus::kSingular) return Singular();
  return {fmt::format("no solution within {} iterations", most_iterations_),
          rows_[WorstResidual(workspace).row]};
}

void LoopSolver::AssignInner(Workspace& workspace) {
  if (inner_.size() == 0) return;
  newton_->inner.Evaluate(workspace.inputs(), inner_values_.data());
  inner_.Write(inner_values_, workspace);
}

}  // namespace daedalus::execute
