#include "daedalus/model/simulate/forms/integrator_view.h"

#include "daedalus/model/simulate/forms/causal_view.h"
#include "daedalus/model/simulate/forms/residual_view.h"
#include "daedalus/model/simulate/forms/stateless_view.h"
#include "daedalus/numerics/integrate/consistent.h"

namespace daedalus::simulate {

std::optional<initialize::InitialValues> IntegratorView::Continue(double t,
                                                                  std::span<const double> quantities) {
  execute::DaeModel& dae = *equations_.dae;
  initialize::InitialValues values{std::vector<double>(dae.size()), std::vector<double>(dae.size())};
  places_.Put(quantities, values);
  const auto options = equations_.OptionsAt(t);
  const auto outcome = integrate::CalculateConsistent(dae.Problem(), equations_.tolerances, t,
                                                      t + options.time_scale, values.y, values.yp);
  if (!outcome.ok()) return std::nullopt;
  values.newton_iterations = outcome.newton_iterations;
  EstimateSlopes(options, values);
  return values;
}

std::unique_ptr<IntegratorView> MakeIntegratorView(SegmentEquations& equations, QuantityPlaces& places) {
  const execute::OdeModel* const compiled = equations.compiled->ode();
  if (!compiled) return std::make_unique<ResidualView>(equations, places);
  auto ode = compiled->Instantiate(*equations.kernels, equations.parameters, equations.dae->facts().signs);
  ode->ObeyCancellation(equations.settings.cancelled);
  ode->UseHeld(equations.dae->held());
  if (ode->states().empty()) return std::make_unique<StatelessView>(equations, places, std::move(ode));
  return std::make_unique<CausalView>(equations, places, std::move(ode));
}

}  // namespace daedalus::simulate
