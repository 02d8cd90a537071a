#include "daedalus/model/simulate/forms/branch_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daedalus::simulate {

integrate::EvalOutcome BranchJudge::Compare(double t, std::span<const double> y, std::span<const double> yp) {
  constexpr double kSame = 1e-2;
  if (!ode_.Complete(t, y)) return integrate::EvalOutcome::kRecoverable;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const VariableId state = ode_.states()[i];
    const double slope = ode_.workspace().yp[state.index()];
    const double least = sizes_[state.index()] / equations_.length();
    if (std::abs(slope - yp[i]) <= kSame * std::max({std::abs(slope), std::abs(yp[i]), least})) continue;
    other_solution_ = {state, t, yp[i], slope};
    return integrate::EvalOutcome::kRecoverable;
  }
  return integrate::EvalOutcome::kOk;
}

bool BranchJudge::IsOnBranch(double begin, double t, std::span<const double> y, std::span<const double> yp) {
  constexpr double kSame = 0.1, kTolerances = 10, kTolerancesInAll = 100;
  const bool keeps_branches = ode_.runner().keeps_branches();
  led_away_.resize(y.size());
  other_solution_.reset();
  is_refused_ = !ode_.Derivatives(t, y);
  const double h = t - begin;
  for (std::size_t i = 0; i < y.size() && !is_refused_; ++i) {
    const VariableId state = ode_.states()[i];
    const double slope = ode_.workspace().yp[state.index()], difference = std::abs(slope - yp[i]);
    if (difference <= kSame * std::max(std::abs(slope), std::abs(yp[i]))) continue;
    const double unit = equations_.settings.tolerance * std::max(sizes_[state.index()], std::abs(y[i]));
    if (!keeps_branches && std::abs(led_away_[i] + h * (yp[i] - slope)) <= kTolerancesInAll * unit) {
      led_away_[i] += h * (yp[i] - slope);
      continue;
    }
    if (keeps_branches && difference * h <= kTolerances * unit) continue;
    other_solution_ = {state, t, yp[i], slope};
    is_refused_ = true;
  }
  return !is_refused_;
}

std::optional<Diagnostic> BranchJudge::Explain() const {
  if (!other_solution_) return std::nullopt;
  const TwoSlopes& found = *other_solution_;
  const System& system = equations_.system();
  const structure::RowId row = equations_.model.matching.row_of_column[causal::ColumnOf(found.state)];
  return Error(Code::kStepFailed, SpanOf(system, system.equations[EquationId(row.value)]),
               "at time = {:.9g} the equations have several solutions, and the inlined step has changed to "
               "another one",
               found.time)
      .Note(fmt::format("der({}) is {:.6g} in the step, and {:.6g} where the solution is continued",
                        NameOf(system, found.state), found.of_step, found.of_results))
      .Hint("--form ode keeps to a solution, and looks for another one where it ends");
}

std::optional<Diagnostic> BranchJudge::ExplainRefusal(const SolutionEnd& end) const {
  if (!is_refused_) return std::nullopt;
  if (auto other = Explain()) return other;
  return end.ExplainLoop(*ode_.last_failure());
}

}  // namespace daedalus::simulate
