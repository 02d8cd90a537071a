#include "daedalus/model/simulate/event_blocks.h"

#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::simulate {

EventBlocks::EventBlocks(const compile::CompiledChoice& compiled, std::span<const double> parameters,
                         std::span<const double> held, const std::atomic<bool>* cancelled)
    : model_(compiled.model()), runner_(compiled.Blocks()) {
  const std::size_t n = model_.whole->variables.size();
  workspace_.y.assign(n, 0.0);
  workspace_.yp.assign(n, 0.0);
  workspace_.parameters = parameters;
  workspace_.held = held;
  workspace_.cancelled = cancelled;
}

bool EventBlocks::Solve(double t, std::span<double> quantities) {
  workspace_.time = t;
  for (std::size_t i = 0; i < quantities.size(); ++i) workspace_.At(model_.whole_places[i]) = quantities[i];
  runner_.ForgetBranches();
  if (runner_.RunForDerivatives(workspace_) || runner_.RunForOutputs(workspace_)) return false;
  if (!linear::AreFinite(workspace_.y) || !linear::AreFinite(workspace_.yp)) return false;
  for (std::size_t i = 0; i < quantities.size(); ++i) quantities[i] = workspace_.At(model_.whole_places[i]);
  return true;
}

}  // namespace daedalus::simulate
