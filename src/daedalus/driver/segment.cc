#include "daedalus/driver/segment.h"

#include "daedalus/causal/derivative_dependents.h"
#include "daedalus/initialize/algebraic_slopes.h"
#include "daedalus/integrate/ida_consistent.h"
#include "daedalus/integrate/methods.h"

namespace daedalus::driver {

Segment::Segment(PreparedModel model, const RunSettings& settings)
    : model_(std::move(model)), settings_(settings), kernels_(codegen::CompileModel(*model_.system)) {
  dae_ =
      std::make_unique<initialize::ModelDae>(*kernels_, model_.parameters, model_.incidence.is_differential);
  tolerances_.relative = settings_.tolerance;
  tolerances_.absolute = model_.attributes.nominal;
  for (double& value : tolerances_.absolute) value *= settings_.tolerance;
}

void Segment::MakeReady(simulate::CodeChoice code) {
  // To test the error of accelerations would ask for that much more of the positions: ten to a hundred times
  // the steps for fewer digits, in models/higher_index.
  if (!model_.dummy_derivatives.empty())
    tolerances_.untested = causal::DerivativeDependents(model_.incidence, model_.matching);
  auto integrator = integrate::MakeIntegrator(settings_.method, dae_->Problem(), tolerances_);
  DAEDALUS_CHECK(integrator.ok(), "the options of the integrator were checked before");
  integrator_ = std::move(*integrator);
  tier_up_ = std::make_unique<simulate::TierUp>(*kernels_, code);
}

initialize::ConsistentOptions Segment::OptionsAt(double t) const {
  return {.start_time = t,
          .time_scale = settings_.grid.interval > 0 ? settings_.grid.interval : 1.0,
          .tolerances = tolerances_};
}

Result<initialize::InitialValues> Segment::FindInitialValues(const initialize::InitialPlan& plan) {
  const auto options = OptionsAt(settings_.grid.start);
  auto values = initialize::FindConsistentValues(*model_.system, *dae_, plan, model_.attributes, options);
  if (values.ok()) initialize::EstimateAlgebraicSlopes(*dae_, model_.attributes.nominal, options, *values);
  return values;
}

std::optional<initialize::InitialValues> Segment::Continue(double t, std::span<const double> quantities) {
  initialize::InitialValues values;
  values.y.assign(dae_->size(), 0.0);
  values.yp.assign(dae_->size(), 0.0);
  for (std::size_t i = 0; i < model_.places.size(); ++i) {
    const causal::Place& place = model_.places[i];
    (place.is_derivative ? values.yp : values.y)[place.variable.index()] = quantities[i];
  }
  const auto options = OptionsAt(t);
  const auto outcome = integrate::CalculateConsistent(dae_->Problem(), tolerances_, t, t + options.time_scale,
                                                      values.y, values.yp);
  if (!outcome.ok()) return std::nullopt;
  values.newton_iterations = outcome.newton_iterations;
  initialize::EstimateAlgebraicSlopes(*dae_, model_.attributes.nominal, options, values);
  return values;
}

void Segment::ReadQuantities(std::span<const double> y, std::span<const double> yp,
                             std::span<double> out) const {
  for (std::size_t i = 0; i < model_.places.size(); ++i) {
    const causal::Place& place = model_.places[i];
    out[i] = (place.is_derivative ? yp : y)[place.variable.index()];
  }
}

}  // namespace daedalus::driver
