#include "daedalus/model/differentiated_inputs.h"

#include <algorithm>

#include "daedalus/expr/leaves.h"
#include "daedalus/model/responses.h"

namespace daedalus::model {

std::vector<char> FindDifferentiatedInputs(const compile::GivenModel& given) {
  const System& system = *given.system;
  std::vector<char> out(system.hybrid.inputs.size(), 0);
  if (!given.reduction || out.empty()) return out;
  expr::LeafCollector collector;
  for (const causal::Differentiated& differentiated : given.reduction->differentiated()) {
    const std::vector<HeldId>& held =
        collector.Collect(system.graph, system.equations[differentiated.equation].residual).held;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const HeldId leaf = LeafOfInput(system, system.hybrid.inputs[i]);
      if (std::ranges::find(held, leaf) != held.end()) out[i] = 1;
    }
  }
  return out;
}

}  // namespace daedalus::model
