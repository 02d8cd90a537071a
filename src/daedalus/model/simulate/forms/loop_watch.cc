#include "daedalus/model/simulate/forms/loop_watch.h"

#include "daedalus/model/simulate/explain_failure.h"

namespace daedalus::simulate {

std::optional<Diagnostic> LoopWatch::FindSingularPosition() const {
  if (!branches_.first()) return std::nullopt;
  const compile::PreparedModel& model = equations_.model;
  return DescribeSingularPosition(*model.whole, model.program, *branches_.first(), branches_.num_passed());
}

CausalLoopWatch::CausalLoopWatch(const SegmentEquations& equations, execute::OdeModel& ode)
    : LoopWatch(equations, ode.states()),
      ode_(ode),
      sensitivity_(ode.states(), equations.model.program,
                   [&model = equations.model](const Quantity& unknown) {
                     return unknown.is_derivative() ||
                            (!model.is_dummy.empty() && model.is_dummy[unknown.variable.index()]);
                   }) {}

void CausalLoopWatch::Look(const integrate::Integrator& integrator) {
  if (!ode_.is_evaluated() || ode_.workspace().time > integrator.time()) return;
  const execute::Workspace& at = ode_.workspace();
  ode_.runner().FindDeterminants(at, found_);
  branches_.Look(found_, at, [this]() -> const execute::ProgramRunner& { return ode_.runner(); });
  const double step = integrator.time() - integrator.previous_time();
  sensitivity_.Look(ode_.runner(), at, step, integrator.statistics().residual_evaluations,
                    [&](VariableId v) { return equations_.ToleranceOf(v, at.y); });
}

void CausalLoopWatch::Forget() {
  LoopWatch::Forget();
  sensitivity_.Forget();
}

std::optional<Diagnostic> CausalLoopWatch::FindBlurredUnknown() const {
  if (!sensitivity_.found()) return std::nullopt;
  return DescribeBlurredUnknown(equations_.system(), *sensitivity_.found());
}

ResidualLoopWatch::ResidualLoopWatch(const SegmentEquations& equations, QuantityPlaces& places,
                                     execute::LoopDeterminants determinants)
    : LoopWatch(equations, causal::StatesOf(equations.model.program)),
      places_(places),
      determinants_(std::move(determinants)),
      watched_quantities_(equations.model.places.size()) {
  const std::size_t n = equations.model.whole->variables.size();
  watched_ = {.time = 0,
              .y = std::vector<double>(n),
              .yp = std::vector<double>(n),
              .parameters = equations.parameters,
              .held = equations.dae->held(),
              .cancelled = equations.settings.cancelled};
}

void ResidualLoopWatch::Look(const integrate::Integrator& integrator) {
  watched_.time = integrator.time();
  places_.Read(watched_.time, integrator.y(), integrator.yp(), watched_quantities_);
  for (std::size_t i = 0; i < watched_quantities_.size(); ++i)
    watched_.At(equations_.model.whole_places[i]) = watched_quantities_[i];
  determinants_.Find(watched_, found_);
  branches_.Look(found_, watched_,
                 [this]() -> const execute::ProgramRunner& { return equations_.compiled->Blocks(); });
}

}  // namespace daedalus::simulate
