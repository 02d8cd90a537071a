#include "daedalus/programs/execute/ode_model.h"

#include <algorithm>
#include <cmath>

#include "daedalus/programs/execute/ode_pattern.h"

namespace daedalus::execute {
namespace {

using integrate::EvalOutcome;

// Entries of df/dx: more than the integrator could factor in reasonable time anyway.
constexpr std::size_t kMaxEntries = 20'000'000;
// The relative step of difference quotients: about the square root of the rounding error.
constexpr double kDifference = 1e-7;

linear::SparsePattern Diagonal(std::int32_t n) {
  std::vector<linear::Entry> entries;
  for (std::int32_t i = 0; i < n; ++i) entries.push_back({i, i});
  return linear::PatternFromEntries(n, n, entries);
}

// The unknowns that no derivative needs, each with the equation that determines it; in a loop, any of its
// own.
std::vector<OdeJacobian::Output> OutputsOf(System& system, const causal::SystemIncidence& incidence,
                                           const causal::Program& program) {
  const causal::SquareProblem problem = causal::CausalProblem(system, incidence);
  const std::vector<char> needed = NeededForDerivatives(program, BlockNeeds(program, problem));
  std::vector<OdeJacobian::Output> out;
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    if (needed[b]) continue;
    const auto equations = program.EquationsOf(program.blocks[b]);
    const auto unknowns = program.UnknownsOf(program.blocks[b]);
    for (std::size_t i = 0; i < unknowns.size(); ++i)
      out.push_back({equations[i].index(), unknowns[i].variable.index()});
  }
  return out;
}

void PutLed(const Lead& lead, double t, std::vector<double>& y) {
  const double s = (t - lead.time) / lead.length;
  for (const Lead::Led& led : lead.unknowns) {
    double value = 0;
    for (auto c = led.coefficients.rbegin(); c != led.coefficients.rend(); ++c) value = value * s + *c;
    y[led.variable.index()] = value;
  }
}

}  // namespace

std::unique_ptr<OdeModel> OdeModel::Make(System& system, const causal::SystemIncidence& incidence,
                                         const causal::Program& program, codegen::ModelKernels& kernels,
                                         std::span<const double> parameters,
                                         std::span<const double> nominal) {
  auto pattern = OdePattern(incidence, program, kMaxEntries);
  if (!pattern) return nullptr;
  return std::unique_ptr<OdeModel>(
      new OdeModel(system, incidence, program, kernels, std::move(*pattern), parameters, nominal));
}

OdeModel::OdeModel(System& system, const causal::SystemIncidence& incidence, const causal::Program& program,
                   codegen::ModelKernels& kernels, linear::SparsePattern pattern,
                   std::span<const double> parameters, std::span<const double> nominal)
    : kernels_(kernels),
      runner_(system, causal::CausalProblem(system, incidence), program, nominal),
      jacobian_(kernels, incidence, std::move(pattern), OutputsOf(system, incidence, program)) {
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (incidence.is_differential[v.index()]) states_.push_back(v);
  }
  with_diagonal_ = linear::Unite(jacobian_.pattern(), Diagonal(jacobian_.pattern().cols));
  values_.resize(jacobian_.pattern().row_indices.size());
  workspace_.y.assign(system.variables.size(), 0.0);
  workspace_.yp.assign(system.variables.size(), 0.0);
  workspace_.parameters = parameters;
}

OdeModel::OdeModel(const OdeModel& other, codegen::ModelKernels& kernels, std::span<const double> parameters)
    : kernels_(kernels),
      states_(other.states_),
      runner_(other.runner_),
      jacobian_(other.jacobian_, kernels),
      with_diagonal_(other.with_diagonal_),
      workspace_(other.workspace_),
      values_(other.values_) {
  workspace_.parameters = parameters;
}

std::unique_ptr<OdeModel> OdeModel::Instantiate(codegen::ModelKernels& kernels,
                                                std::span<const double> parameters,
                                                std::span<const integrate::Sign> signs) const {
  std::unique_ptr<OdeModel> out(new OdeModel(*this, kernels, parameters));
  if (signs.empty()) return out;
  for (const VariableId v : states_) out->signs_.push_back(signs[v.index()]);
  return out;
}

void OdeModel::Start(std::span<const double> y, std::span<const double> yp) {
  linearized_ = evaluated_ = false;
  step_y_.clear();
  std::ranges::copy(y, workspace_.y.begin());
  std::ranges::copy(yp, workspace_.yp.begin());
  runner_.ForgetBranches();
  KeepGuesses();
}

void OdeModel::Follow(Lead lead) {
  lead_ = std::move(lead);
  runner_.PassFolds(true);
}

void OdeModel::EndFollowing() {
  lead_.reset();
  runner_.PassFolds(false);
  runner_.ForgetBranches();
}

void OdeModel::KeepGuesses() {
  if (!runner_.keeps_branches()) return;
  good_y_ = workspace_.y;
  good_yp_ = workspace_.yp;
}

std::vector<double> OdeModel::StatesOf(std::span<const double> values) const {
  std::vector<double> out;
  for (const VariableId v : states_) out.push_back(values[v.index()]);
  return out;
}

bool OdeModel::IsAt(double t, std::span<const double> x) const {
  bool is_here = evaluated_ && workspace_.time == t;
  for (std::size_t i = 0; is_here && i < states_.size(); ++i)
    is_here = workspace_.y[states_[i].index()] == x[i];
  return is_here;
}

bool OdeModel::Derivatives(double t, std::span<const double> x) {
  if (refresh_) refresh_(t);
  if (IsAt(t, x)) return true;
  linearized_ = false;
  workspace_.time = t;
  if (lead_) PutLed(*lead_, t, workspace_.y);
  for (std::size_t i = 0; i < states_.size(); ++i) workspace_.y[states_[i].index()] = x[i];
  auto failure = runner_.RunForDerivatives(workspace_);
  evaluated_ = !failure;
  is_of_step_ = true;
  if (evaluated_) return true;
  last_failure_ = {
      *std::move(failure), t, workspace_.y, workspace_.yp, {workspace_.held.begin(), workspace_.held.end()}};
  last_not_finite_.reset();
  if (last_failure_->execution.loop.is_fold) {
    workspace_.y = good_y_;
    workspace_.yp = good_yp_;
  }
  return false;
}

// Where loops come to a fold on the way from the last point, another one is tried: that which was completed
// last, and the last one of the step. A long step is read at points inside of it, one after the other, and
// then at its end, which its last stage had found.
bool OdeModel::ReadDerivatives(double t, std::span<const double> x) {
  const auto is_found = [&] { return Derivatives(t, x); };
  const auto from_step = [&] {
    workspace_.y = step_y_;
    workspace_.yp = step_yp_;
    return Derivatives(t, x);
  };
  if (!runner_.keeps_branches()) return is_found();
  if (is_of_step_ && evaluated_) {
    step_y_ = workspace_.y;
    step_yp_ = workspace_.yp;
  }
  workspace_.is_only_read = true;
  const auto at_fold = [this] { return last_failure_->execution.loop.is_fold; };
  const bool out = is_found() || (at_fold() && is_found()) || (at_fold() && !step_y_.empty() && from_step());
  workspace_.is_only_read = false;
  is_of_step_ = false;
  return out;
}

bool OdeModel::Complete(double t, std::span<const double> x) {
  if (!ReadDerivatives(t, x)) return false;
  auto failure = runner_.RunForOutputs(workspace_);
  if (!failure) {
    KeepGuesses();
    return true;
  }
  last_failure_ = {
      *std::move(failure), t, workspace_.y, workspace_.yp, {workspace_.held.begin(), workspace_.held.end()}};
  last_not_finite_.reset();
  return false;
}

bool OdeModel::Linearize(double t, std::span<const double> x) {
  if (refresh_) refresh_(t);
  if (linearized_ && IsAt(t, x)) return true;
  linearized_ = Derivatives(t, x) && jacobian_.Factor(workspace_);
  return linearized_;
}

bool OdeModel::TakeDifferences(double t, std::span<const double> x) {
  const linear::SparsePattern& pattern = jacobian_.pattern();
  const Workspace here = workspace_;
  std::vector<double> moved(x.begin(), x.end());
  bool ok = true;
  for (std::size_t column = 0; ok && column < states_.size(); ++column) {
    const double nominal = std::max(std::abs(x[column]), 1e-3);
    moved[column] = x[column] + kDifference * nominal;
    ok = Derivatives(t, moved);
    const double h = moved[column] - x[column];
    for (auto k = pattern.column_starts[column]; ok && k < pattern.column_starts[column + 1]; ++k) {
      const auto row =
          states_[static_cast<std::size_t>(pattern.row_indices[static_cast<std::size_t>(k)])].index();
      values_[static_cast<std::size_t>(k)] = (workspace_.yp[row] - here.yp[row]) / h;
    }
    moved[column] = x[column];
    workspace_.y = here.y;
    workspace_.yp = here.yp;
  }
  evaluated_ = false;
  return ok;
}

// Of x' - f(t, x).
EvalOutcome OdeModel::TimeDerivative(double t, std::span<const double> x, std::span<double> r) {
  if (kernels_.time_derivative->is_zero()) {
    std::ranges::fill(r, 0.0);
    return EvalOutcome::kOk;
  }
  if (Linearize(t, x)) {
    jacobian_.EvaluateTimeDerivative(workspace_, r);
    for (double& value : r) value = -value;
    return EvalOutcome::kOk;
  }
  if (!Derivatives(t, x)) return EvalOutcome::kRecoverable;
  const Workspace here = workspace_;
  const double later = t + kDifference * std::max(std::abs(t), 1e-3);
  if (!Derivatives(later, x)) return EvalOutcome::kRecoverable;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const std::size_t v = states_[i].index();
    r[i] = (here.yp[v] - workspace_.yp[v]) / (later - t);
  }
  evaluated_ = false;
  return EvalOutcome::kOk;
}

integrate::DaeProblem OdeModel::Problem() {
  integrate::DaeProblem problem;
  problem.size = static_cast<std::int32_t>(states_.size());
  problem.is_differential.assign(states_.size(), 1);
  problem.pattern = with_diagonal_.pattern;
  problem.signs = signs_;
  problem.residual = [this](double t, auto x, auto xp, auto r) {
    if (workspace_.is_cancelled()) return EvalOutcome::kFatal;
    if (!Derivatives(t, x)) return EvalOutcome::kRecoverable;
    for (std::size_t i = 0; i < states_.size(); ++i) r[i] = xp[i] - workspace_.yp[states_[i].index()];
    if (!linear::AreFinite(r)) {
      last_not_finite_ = workspace_;
      last_failure_.reset();
    }
    return EvalOutcome::kOk;  // the integrator checks the values itself, and finds the row
  };
  problem.constant_mass = true;
  problem.jacobian = [this](double t, auto x, auto, auto dx, auto dxp) {
    if (Linearize(t, x)) {
      jacobian_.Evaluate(values_);
    } else if (!Derivatives(t, x) || !TakeDifferences(t, x)) {
      return EvalOutcome::kRecoverable;
    }
    std::ranges::fill(dx, 0.0);
    std::ranges::fill(dxp, 0.0);
    for (std::size_t k = 0; k < values_.size(); ++k) dx[with_diagonal_.first[k]] = -values_[k];
    for (const std::int32_t place : with_diagonal_.second) dxp[place] = 1;
    return EvalOutcome::kOk;
  };
  if (kernels_.time_derivative)
    problem.time_derivative = [this](double t, auto x, auto, auto r) { return TimeDerivative(t, x, r); };
  return problem;
}

}  // namespace daedalus::execute
