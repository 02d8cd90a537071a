// Messages of a segment: warnings, and why it cannot continue.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "daedalus/model/initialize/explain.h"
#include "daedalus/model/simulate/explain_escape.h"
#include "daedalus/model/simulate/explain_failure.h"
#include "daedalus/model/simulate/explain_impasse.h"
#include "daedalus/model/simulate/make_inlined.h"
#include "daedalus/model/simulate/segment.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

// Relative to the least singular value at the start: below this the equations have become singular during the
// run.
constexpr double kLost = 1e-6;

}  // namespace

std::optional<Diagnostic> Segment::FindLongSteps() const {
  const auto found = inlined_ ? inlined_->defects().Find() : std::nullopt;
  if (!found) return std::nullopt;
  const VariableId state = inlined_->program().inlined().states[found->state];
  return Warning(
             Code::kStepTooLong, system().declarations[system().variables[state].declaration].span,
             "steps of {:.6g} s are too long for `{}`: its values and its derivatives contradict each other",
             settings_.integrator.fixed_step, NameOf(system(), state))
      .Note(fmt::format("in {} of {} steps they differ by more than its largest value so far; the first ten "
                        "in a row ended at time = {:.6g}",
                        found->count, found->of, found->time))
      .Hint("use a smaller --step, or leave --step out: then the errors determine the steps");
}

std::optional<Diagnostic> Segment::FindBlurredUnknown() const {
  if (!sensitivity_watch_ || !sensitivity_watch_->found()) return std::nullopt;
  return DescribeBlurredUnknown(*model_.system, *sensitivity_watch_->found());
}

std::optional<Diagnostic> Segment::FindSingularPosition() const {
  if (!watch_ || !watch_->first()) return std::nullopt;
  return DescribeSingularPosition(*model_.whole, model_.program, *watch_->first(), watch_->num_passed());
}

std::optional<Diagnostic> Segment::FindUndetermined() {
  if (!ode_) return std::nullopt;
  const auto found = ode_->runner().FindUndetermined();
  if (!found) return std::nullopt;
  return initialize::DescribeUndetermined(*model_.system, *found);
}

std::optional<Diagnostic> Segment::FindImpasse() {
  const auto pace = creeping_.Note(integrator_->time(), settings_.grid.stop - settings_.grid.start);
  if (pace == Creeping::Pace::kFair || first_values_.y.empty() || model_.as_it_stands || array_)
    return std::nullopt;
  const execute::EvaluationPoint last = LastPoint(), first = FirstPoint(last);
  const auto measure = [&](const execute::EvaluationPoint& point) {
    return MeasureSingularity(model_, *dae_, attributes_->nominal, point, &first);
  };
  const auto now = measure(last);
  if (!now) return std::nullopt;
  const auto limit = [&] {
    if (pace == Creeping::Pace::kStuck) return kSingular;
    const auto then = measure(first);
    return then ? kLost * then->value : 0;
  };
  if (!(now->value < limit())) return std::nullopt;
  Diagnostic d =
      ExplainStepFailure(*model_.system, *dae_, last,
                         {.status = integrate::StepStatus::kStepTooSmall,
                          .t = last.time,
                          .row = static_cast<std::int32_t>(now->equations[0].value),
                          .unknown = static_cast<std::int32_t>(now->unknowns[0].value),
                          .reason = "the steps have become so small that the run makes hardly any progress"});
  DescribeImpasse(model_, *dae_, attributes_->nominal, last, &first, d);
  return d;
}

// The point where the run began with these states; without values in large models.
execute::EvaluationPoint Segment::FirstPoint(const execute::EvaluationPoint& last) const {
  return {last.time, first_values_.y, first_values_.yp, last.held};
}

Diagnostic Segment::ExplainOtherSolution() const {
  const TwoSlopes& found = *other_solution_;
  const structure::RowId row = model_.matching.row_of_column[causal::ColumnOf(found.state)];
  return Error(Code::kStepFailed, SpanOf(*model_.system, model_.system->equations[EquationId(row.value)]),
               "at time = {:.9g} the equations have several solutions, and the inlined step has changed to "
               "another one",
               found.time)
      .Note(fmt::format("der({}) is {:.6g} in the step, and {:.6g} where the solution is continued",
                        NameOf(*model_.system, found.state), found.of_step, found.of_results))
      .Hint("--form ode keeps to a solution, and looks for another one where it ends");
}

Diagnostic Segment::ExplainNotFinite(execute::EvaluationPoint point) {
  Diagnostic d = ExplainNonFiniteUnknown(*model_.whole, model_.program, std::move(point), parameters_);
  if (!integrator_) return d;
  return std::move(d).Note(fmt::format("the results end at time = {:.9g}", integrator_->time()));
}

Diagnostic Segment::ExplainLoop() {
  const execute::OdeModel::Failure& failure = *ode_->last_failure();
  Diagnostic d = ExplainLoopFailure(*model_.system, model_.program, failure);
  DescribeEnd({failure.time, failure.y, failure.yp, failure.held}, d);
  return d;
}

void Segment::DescribeEnd(const execute::EvaluationPoint& last, Diagnostic& message) {
  const execute::EvaluationPoint first = FirstPoint(last);
  if (DescribeEscape(model_, *dae_, attributes_->nominal, last, &first, settings_.grid.start, message))
    return;
  DescribeImpasse(model_, *dae_, attributes_->nominal, last, &first, message);
}

Diagnostic Segment::ExplainOutput() {
  if (not_finite_) return ExplainNotFinite(*not_finite_);
  NarrowEnd();
  return ExplainLoop();
}

// A point of the results may lie behind the end of a solution. No step has noticed this if only results
// depend on that solution. The end lies between this point and the one that was read before.
void Segment::NarrowEnd() {
  if (!integrator_) return;
  if (!has_states()) return NarrowEndOfWay();
  constexpr int kHalves = 40;
  double good = std::max(last_read_, integrator_->previous_time()), bad = ode_->last_failure()->time;
  std::vector<double> y(integrator_->y().size()), yp(y.size());
  const auto can_read = [&](double t) { return integrator_->Interpolate(t, y, yp) && ode_->Complete(t, y); };
  if (!(good < bad) || !can_read(good)) return;
  for (int i = 0; i < kHalves; ++i) {
    const double middle = good + (bad - good) / 2;
    if (!(middle > good && middle < bad)) break;
    (can_read(middle) ? good : bad) = middle;
  }
  static_cast<void>(can_read(bad));  // this failure is reported
}

Diagnostic Segment::ExplainStep(const integrate::StepOutcome& failure) {
  if (failure.status == integrate::StepStatus::kProjectionFailed && invariants_) {
    return start_violates_ ? invariants_->Explain(Code::kInvariantViolated,
                                                  "the initial values do not satisfy an invariant")
                           : invariants_->Explain(Code::kInvariantLost,
                                                  "the other equations lead away from an invariant");
  }
  if (failure.status == integrate::StepStatus::kProjectionFailed && other_solution_)
    return ExplainOtherSolution();
  if (inlined_ && inlined_->last_failure()) {
    Diagnostic d = ExplainInlinedStep(*inlined_);
    if (!model_.as_it_stands) DescribeEnd(LastPoint(), d);
    return d;
  }
  if (inlined_ && is_refused_) return other_solution_ ? ExplainOtherSolution() : ExplainLoop();
  integrate::StepOutcome outcome = failure;
  if (ode_) {
    const bool evaluation = failure.status == integrate::StepStatus::kResidualFailed;
    if (evaluation && ode_->last_failure()) return ExplainLoop();
    if (evaluation && ode_->last_not_finite()) {
      const execute::Workspace& last = *ode_->last_not_finite();
      Diagnostic d = ExplainNotFinite({last.time, last.y, last.yp, {last.held.begin(), last.held.end()}});
      const execute::EvaluationPoint good = LastPoint(), first = FirstPoint(good);
      DescribeEscape(model_, *dae_, attributes_->nominal, good, &first, settings_.grid.start, d);
      return d;
    }
    // In terms of all variables and equations: the equation of a state is that of its derivative.
    const auto variable = [&](std::int32_t state) { return ode_->states()[static_cast<std::size_t>(state)]; };
    if (outcome.unknown) outcome.unknown = static_cast<std::int32_t>(variable(*outcome.unknown).value);
    if (outcome.row) {
      const structure::ColumnId column = causal::ColumnOf(variable(*outcome.row));
      outcome.row = static_cast<std::int32_t>(model_.matching.row_of_column[column].value);
    }
  }
  const execute::EvaluationPoint last = LastPoint();
  Diagnostic d = ExplainStepFailure(*model_.system, *dae_, last, outcome);
  if (!model_.as_it_stands && !array_) DescribeEnd(last, d);
  return d;
}

}  // namespace daedalus::simulate
