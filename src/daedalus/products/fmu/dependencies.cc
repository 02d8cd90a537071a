#include "daedalus/products/fmu/dependencies.h"

namespace daedalus::fmu {

std::optional<std::vector<fmi::Known>> DependenciesOf(const fmi::Interface& shown, std::uint32_t reference) {
  for (const fmi::ExposedState& state : shown.states) {
    if (state.derivative == reference) return fmi::KnownsOf(shown, state.dependencies);
  }
  for (const model::OutputDescription& output : shown.description->outputs) {
    if (shown.variables[output.variable].reference == reference)
      return fmi::KnownsOf(shown, output.dependencies, fmi::IsReal(shown, output.variable));
  }
  return std::nullopt;
}

}  // namespace daedalus::fmu
