#include "daedalus/products/fmu/dependencies.h"

#include "daedalus/products/fmi/common_xml.h"

namespace daedalus::fmu {

std::optional<std::vector<std::uint32_t>> DependenciesOf(const fmi::Interface& shown,
                                                         std::uint32_t reference) {
  for (const fmi::ExposedState& state : shown.states) {
    if (state.derivative == reference) return fmi::ReferencesOf(shown, state.dependencies);
  }
  for (const model::OutputDescription& output : shown.description->outputs) {
    if (shown.variables[output.variable].reference == reference)
      return fmi::ReferencesOf(shown, output.dependencies);
  }
  return std::nullopt;
}

}  // namespace daedalus::fmu
