#include "daedalus/model/simulate/forms/causal_view.h"

#include <algorithm>

#include "daedalus/model/initialize/explain.h"

namespace daedalus::simulate {

integrate::Tolerances CausalView::TolerancesOf(integrate::Tolerances of_all) const {
  of_all.absolute = ode_->StatesOf(of_all.absolute);
  return of_all;
}

void CausalView::AddFacts(const integrate::DaeProblem& problem, const integrate::Tolerances& tolerances,
                          double t, const initialize::InitialValues& values, integrate::ProblemFacts& facts) {
  facts.is_explicit = true;
  const UnknownValues at = Begin(values);
  facts.stiffness =
      integrate::EstimateStiffness(problem, tolerances, t, at.y, at.yp, equations_.settings.grid.stop - t);
}

// Without the residual: there are blocks instead.
std::vector<codegen::Kernel*> CausalView::Kernels() {
  std::vector<codegen::Kernel*> out = equations_.kernels->all();
  out.erase(out.begin());
  for (codegen::Kernel* kernel : ode_->runner().kernels()) out.push_back(kernel);
  return out;
}

IntegratorView::UnknownValues CausalView::Begin(const initialize::InitialValues& values) {
  ode_->Start(values.y, values.yp);
  return {ode_->StatesOf(values.y), ode_->StatesOf(values.yp)};
}

std::optional<IntegratorView::WholePoint> CausalView::Complete(double t, std::span<const double> y,
                                                               std::span<const double> /*yp*/) {
  return ode_->Complete(t, y) ? Computed() : std::nullopt;
}

bool CausalView::TakeBack(double t, const execute::Workspace& moved, std::span<double> y,
                          std::span<double> yp) {
  const std::span<const VariableId> states = ode_->states();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = moved.y[states[i].index()];
  if (!ode_->Complete(t, y)) return false;
  for (std::size_t i = 0; i < y.size(); ++i) yp[i] = ode_->workspace().yp[states[i].index()];
  return true;
}

// The blocks are solved when the point is read. Here they only get their guesses.
std::optional<initialize::InitialValues> CausalView::SolveEvent(double /*t*/,
                                                                std::span<const double> quantities) {
  initialize::InitialValues guess{ode_->workspace().y, ode_->workspace().yp, 0};
  places_.Put(quantities, guess);
  return guess;
}

bool CausalView::CameToFold() const {
  return ode_->last_failure() && ode_->last_failure()->execution.loop.is_fold;
}

std::unique_ptr<LoopWatch> CausalView::MakeWatch(bool /*is_corrected*/) {
  if (!ode_->runner().has_nonlinear_loops()) return nullptr;
  return std::make_unique<CausalLoopWatch>(equations_, *ode_);
}

std::optional<Diagnostic> CausalView::ExplainEvaluation(const SolutionEnd& end,
                                                        const integrate::Integrator& integrator) {
  if (ode_->last_failure()) return end.ExplainLoop(*ode_->last_failure());
  if (!ode_->last_not_finite()) return std::nullopt;
  const execute::Workspace& last = *ode_->last_not_finite();
  const std::span<const double> held = equations_.dae->held();
  Diagnostic d = end.ExplainNotFinite({last.time, last.y, last.yp, {last.held.begin(), last.held.end()}},
                                      integrator.time());
  static_cast<void>(ode_->Complete(integrator.time(), integrator.y()));
  end.DescribeEscape(
      {integrator.time(), ode_->workspace().y, ode_->workspace().yp, {held.begin(), held.end()}}, d);
  return d;
}

std::optional<Diagnostic> CausalView::ExplainUnsolved(const SolutionEnd& end) {
  if (!ode_->last_failure()) return std::nullopt;
  return end.ExplainLoop(*ode_->last_failure());
}

Diagnostic CausalView::ExplainNoSolution(const SolutionEnd& end, const integrate::Integrator* integrator,
                                         double last_read) {
  if (integrator) NarrowEnd(*integrator, last_read);
  return end.ExplainLoop(*ode_->last_failure());
}

// A point of the results may lie behind the end of a solution. No step has noticed this if only results
// depend on that solution. The end lies between this point and the one that was read before.
void CausalView::NarrowEnd(const integrate::Integrator& integrator, double last_read) {
  constexpr int kHalves = 40;
  double good = std::max(last_read, integrator.previous_time()), bad = ode_->last_failure()->time;
  std::vector<double> y(integrator.y().size()), yp(y.size());
  const auto can_read = [&](double t) { return integrator.Interpolate(t, y, yp) && ode_->Complete(t, y); };
  if (!(good < bad) || !can_read(good)) return;
  for (int i = 0; i < kHalves; ++i) {
    const double middle = good + (bad - good) / 2;
    if (!(middle > good && middle < bad)) break;
    (can_read(middle) ? good : bad) = middle;
  }
  static_cast<void>(can_read(bad));  // this failure is reported
}

// The equation of a state is that of its derivative.
integrate::StepOutcome CausalView::InAllVariables(integrate::StepOutcome failure) const {
  const auto variable = [&](std::int32_t state) { return ode_->states()[static_cast<std::size_t>(state)]; };
  if (failure.unknown) failure.unknown = static_cast<std::int32_t>(variable(*failure.unknown).value);
  if (failure.row) {
    const structure::ColumnId column = causal::ColumnOf(variable(*failure.row));
    failure.row = static_cast<std::int32_t>(equations_.model.matching.row_of_column[column].value);
  }
  return failure;
}

std::optional<Diagnostic> CausalView::FindUndetermined() {
  const auto found = ode_->runner().FindUndetermined();
  if (!found) return std::nullopt;
  return initialize::DescribeUndetermined(equations_.system(), *found);
}

}  // namespace daedalus::simulate
