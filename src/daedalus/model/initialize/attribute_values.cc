#include "daedalus/model/initialize/attribute_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/print_system.h"

namespace daedalus::initialize {
namespace {

Diagnostic BadAttribute(const System& system, const Variable& variable, const char* attribute, ExprId e,
                        double value) {
  return Error(Code::kInitialNotFinite, system.declarations[variable.declaration].span,
               "the {} value of `{}` is {}", attribute, NameOf(system, variable), value)
      .Note(fmt::format("{} = {}", attribute, ExpressionText(system, e)));
}

}  // namespace

Result<AttributeValues> EvaluateAttributes(const System& system, std::span<const double> parameters) {
  AttributeValues out;
  out.start.assign(system.variables.size(), 0.0);
  out.nominal.assign(system.variables.size(), 1.0);
  out.derived.assign(system.variables.size(), 0.0);
  out.min.assign(system.variables.size(), -std::numeric_limits<double>::infinity());
  out.max.assign(system.variables.size(), std::numeric_limits<double>::infinity());
  std::vector<Diagnostic> errors;
  expr::Evaluator evaluator(system.graph);
  evaluator.SetPoint({.time = 0, .variables = {}, .derivatives = {}, .parameters = parameters});
  for (const VariableId id : IdRange<VariableId>(system.variables.size())) {
    const Variable& variable = system.variables[id];
    if (variable.start.IsValid()) {
      const double value = evaluator.Value(variable.start);
      if (!std::isfinite(value))
        errors.push_back(BadAttribute(system, variable, "start", variable.start, value));
      out.start[id.index()] = value;
    }
    if (variable.min.IsValid()) out.min[id.index()] = evaluator.Value(variable.min);
    if (variable.max.IsValid()) out.max[id.index()] = evaluator.Value(variable.max);
    // A guess of ours is one that the variable can have: an absolute temperature is not 0.
    double& start = out.start[id.index()];
    if (!variable.start.IsValid() && out.min[id.index()] <= out.max[id.index()])
      start = std::clamp(start, out.min[id.index()], out.max[id.index()]);
    const auto nominal = [&](ExprId given) {
      const double value = given.IsValid() ? std::abs(evaluator.Value(given)) : 1;
      if (!std::isfinite(value) || value == 0)
        errors.push_back(BadAttribute(system, variable, "nominal", given, value));
      return value;
    };
    out.nominal[id.index()] = nominal(variable.nominal);
    if (variable.derivative_order > 0) out.derived[id.index()] = nominal(variable.derived_nominal);
  }
  if (!errors.empty()) return Failure{std::move(errors)};
  return out;
}

}  // namespace daedalus::initialize
