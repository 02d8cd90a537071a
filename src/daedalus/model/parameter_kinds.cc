#include "daedalus/model/parameter_kinds.h"

#include <algorithm>

#include "daedalus/system/parameters.h"

namespace daedalus::model {
namespace {

// The expression of the value; invalid: a parameter without a value, which is 0.
ExprId ValueOf(const Parameter& parameter) {
  return parameter.value.IsValid() ? parameter.value : parameter.start;
}

ParameterKind KindOf(const Parameter& parameter, VariableVariability of_value, bool is_structural) {
  using Causality = VariableCausality;
  using Variability = VariableVariability;
  if (!parameter.fixed) return {Causality::kCalculatedParameter, Variability::kFixed, false, false};
  if (is_structural) return {Causality::kParameter, Variability::kFixed, true, false};
  const bool follows = of_value != Variability::kConstant;
  const Causality causality = follows ? Causality::kCalculatedParameter : Causality::kParameter;
  if (!parameter.is_constant) return {causality, Variability::kTunable, false, true};
  return {follows ? causality : Causality::kLocal, of_value, false, false};
}

}  // namespace

VariableVariability VariabilityOf(const System& system, ExprId e, const std::vector<ParameterKind>& kinds,
                                  expr::LeafCollector& collector) {
  auto out = VariableVariability::kConstant;
  if (!e.IsValid()) return out;
  for (const ParameterId p : collector.Collect(system.graph, e).parameters)
    out = std::max(out, kinds[p.index()].variability);
  return out;
}

std::vector<ParameterKind> KindsOfParameters(const compile::GivenModel& given) {
  const System& system = *given.system;
  std::vector<ParameterKind> out(system.parameters.size());
  const auto order = ParameterOrder(system);
  if (!order) return out;  // the model was read, so an order exists
  for (const ParameterId p : given.vanishing) out[p.index()].is_structural = true;
  expr::LeafCollector collector;
  for (const ParameterId p : *order) {
    const Parameter& parameter = system.parameters[p];
    const bool is_structural = parameter.is_structural || out[p.index()].is_structural;
    out[p.index()] =
        KindOf(parameter, VariabilityOf(system, ValueOf(parameter), out, collector), is_structural);
  }
  return out;
}

}  // namespace daedalus::model
