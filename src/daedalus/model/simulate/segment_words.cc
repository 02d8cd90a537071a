// Messages of a segment: warnings, and why it cannot continue.
#include "daedalus/model/simulate/explain_failure.h"
#include "daedalus/model/simulate/segment.h"

namespace daedalus::simulate {

std::optional<Diagnostic> Segment::FindBlurredUnknown() const {
  return watch_ ? watch_->FindBlurredUnknown() : std::nullopt;
}

std::vector<Diagnostic> Segment::FindWarnings(bool is_blurred_reported) {
  std::vector<Diagnostic> out;
  const auto add = [&](std::optional<Diagnostic> warning) {
    if (warning) out.push_back(*std::move(warning));
  };
  add(view_->FindUndetermined());
  if (watch_) add(watch_->FindSingularPosition());
  if (!is_blurred_reported) add(FindBlurredUnknown());
  add(mended_.Find(system()));
  if (steps_) add(steps_->FindLongSteps());
  return out;
}

std::optional<Diagnostic> Segment::FindAddedErrors() const {
  const auto method = steps_ ? InfoOfMethod(steps_->method().method) : std::nullopt;
  return method ? error_test_.FindAddedErrors(*method) : std::nullopt;
}

std::optional<Diagnostic> Segment::FindImpasse() {
  if (!steps_->relies_on_structure()) return std::nullopt;
  return end_.FindImpasse(integrator().time(), [this] { return LastPoint(); });
}

Diagnostic Segment::ExplainOutput() {
  integrate::Integrator* const integrator = steps_ ? &steps_->integrator() : nullptr;
  if (!not_finite_) return view_->ExplainNoSolution(end_, integrator, last_read_);
  return end_.ExplainNotFinite(*not_finite_, integrator ? std::optional(integrator->time()) : std::nullopt);
}

Diagnostic Segment::ExplainStep(const integrate::StepOutcome& failure) {
  if (failure.status == integrate::StepStatus::kProjectionFailed && invariants_)
    return invariants_->Explain();
  const auto last_point = [this] { return LastPoint(); };
  if (auto known = steps_->Explain(failure, end_, last_point)) return *std::move(known);
  if (failure.status == integrate::StepStatus::kResidualFailed) {
    if (auto known = view_->ExplainEvaluation(end_, integrator())) return *std::move(known);
  }
  const execute::EvaluationPoint last = LastPoint();
  Diagnostic d = ExplainStepFailure(system(), *equations_.dae, last, view_->InAllVariables(failure));
  if (!model().as_it_stands && steps_->relies_on_structure()) end_.Describe(last, d);
  return d;
}

}  // namespace daedalus::simulate
