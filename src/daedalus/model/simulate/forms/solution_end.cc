#include "daedalus/model/simulate/forms/solution_end.h"

#include <fmt/format.h>

#include "daedalus/model/simulate/explain_escape.h"
#include "daedalus/model/simulate/explain_failure.h"
#include "daedalus/model/simulate/explain_impasse.h"

namespace daedalus::simulate {
namespace {

constexpr std::size_t kMostToCompare = 300;  // unknowns that are compared
// Relative to the least singular value at the start: below this the equations have become singular during the
// run.
constexpr double kLost = 1e-6;

}  // namespace

void SolutionEnd::Begin(const initialize::InitialValues& values) {
  if (values.y.size() <= kMostToCompare) first_values_ = values;
}

// The point where the run began with these states; without values in large models.
execute::EvaluationPoint SolutionEnd::FirstPoint(const execute::EvaluationPoint& last) const {
  return {last.time, first_values_.y, first_values_.yp, last.held};
}

bool SolutionEnd::DescribeEscape(const execute::EvaluationPoint& last, Diagnostic& message) const {
  const execute::EvaluationPoint first = FirstPoint(last);
  return simulate::DescribeEscape(equations_.model, *equations_.dae, equations_.nominal(), last, &first,
                                  equations_.settings.grid.start, message);
}

void SolutionEnd::Describe(const execute::EvaluationPoint& last, Diagnostic& message) const {
  if (DescribeEscape(last, message)) return;
  const execute::EvaluationPoint first = FirstPoint(last);
  DescribeImpasse(equations_.model, *equations_.dae, equations_.nominal(), last, &first, message);
}

Diagnostic SolutionEnd::ExplainLoop(const execute::OdeModel::Failure& failure) const {
  Diagnostic d = ExplainLoopFailure(equations_.system(), equations_.model.program, failure);
  Describe({failure.time, failure.y, failure.yp, failure.held}, d);
  return d;
}

Diagnostic SolutionEnd::ExplainNotFinite(execute::EvaluationPoint point, std::optional<double> end) const {
  const compile::PreparedModel& model = equations_.model;
  Diagnostic d =
      ExplainNonFiniteUnknown(*model.whole, model.program, std::move(point), equations_.parameters);
  if (!end) return d;
  return std::move(d).Note(fmt::format("the results end at time = {:.9g}", *end));
}

std::optional<Diagnostic> SolutionEnd::FindImpasse(
    double t, const std::function<execute::EvaluationPoint()>& last_point) {
  const Creeping::Pace pace = creeping_.Note(t, equations_.length());
  if (pace == Creeping::Pace::kFair || first_values_.y.empty() || equations_.model.as_it_stands)
    return std::nullopt;
  return FindImpasseAt(last_point(), pace == Creeping::Pace::kStuck);
}

std::optional<Diagnostic> SolutionEnd::FindImpasseAt(const execute::EvaluationPoint& last,
                                                     bool is_stuck) const {
  const compile::PreparedModel& model = equations_.model;
  execute::DaeModel& dae = *equations_.dae;
  const execute::EvaluationPoint first = FirstPoint(last);
  const auto measure = [&](const execute::EvaluationPoint& point) {
    return MeasureSingularity(model, dae, equations_.nominal(), point, &first);
  };
  const auto now = measure(last);
  if (!now) return std::nullopt;
  const auto limit = [&] {
    if (is_stuck) return kSingular;
    const auto then = measure(first);
    return then ? kLost * then->value : 0;
  };
  if (!(now->value < limit())) return std::nullopt;
  Diagnostic d =
      ExplainStepFailure(*model.system, dae, last,
                         {.status = integrate::StepStatus::kStepTooSmall,
                          .t = last.time,
                          .row = static_cast<std::int32_t>(now->equations[0].value),
                          .unknown = static_cast<std::int32_t>(now->unknowns[0].value),
                          .reason = "the steps have become so small that the run makes hardly any progress"});
  DescribeImpasse(model, dae, equations_.nominal(), last, &first, d);
  return d;
}

}  // namespace daedalus::simulate
