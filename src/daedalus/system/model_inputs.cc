#include "daedalus/system/model_inputs.h"

#include <cmath>
#include <utility>

#include "daedalus/base/nearest_name.h"
#include "daedalus/system/expr/build.h"

namespace daedalus {

void FollowCourse(System& system, VariableId variable, OriginId origin) {
  expr::Graph& g = system.graph;
  const ModelInput input = AddInput(system.hybrid, system.variables[variable].name, ValueType::kReal,
                                    system.variables[variable].start);
  const ExprId since = expr::Difference(g, g.Time(), g.Held(input.at));
  ExprId value = g.Held(input.cubic.back());
  for (std::size_t k = input.cubic.size() - 1; k-- > 0;)
    value = expr::Sum(g, g.Held(input.cubic[k]), expr::Product(g, since, value));
  const ExprId left = g.Variable(variable);
  system.equations.Add({.left = left,
                        .right = value,
                        .residual = expr::Difference(g, left, value),
                        .origin = origin,
                        .history = {}});
}

std::string InputName(const System& system, std::size_t input) {
  return system.names.Text(system.hybrid.inputs[input].name);
}

bool IsInputValue(const ModelInput& input, double value) {
  if (!std::isfinite(value)) return false;
  if (input.type == ValueType::kReal) return true;
  if (input.type == ValueType::kBoolean) return value == 0 || value == 1;
  return value == std::floor(value);
}

Diagnostic ExplainInputValue(const System& system, std::size_t input, double value) {
  const ValueType type = system.hybrid.inputs[input].type;
  return Error(Code::kBadInput, {}, "the input `{}` cannot be {}", InputName(system, input), value)
      .Hint(type == ValueType::kReal      ? "it takes finite numbers"
            : type == ValueType::kBoolean ? "it is a Boolean: 0 is false, 1 is true"
                                          : "it takes whole numbers");
}

Result<std::size_t> FindInput(const System& system, std::string_view name, double value) {
  NearestName nearest(name);
  for (std::size_t i = 0; i < system.hybrid.inputs.size(); ++i) {
    const std::string own = InputName(system, i);
    nearest.Offer(own);
    if (own != name) continue;
    if (!IsInputValue(system.hybrid.inputs[i], value)) return Fail(ExplainInputValue(system, i, value));
    return i;
  }
  Diagnostic d = Error(Code::kBadInput, {}, "`{}` has no input `{}`", system.name, name);
  if (std::string hint = nearest.Hint(); !hint.empty()) d.Hint(std::move(hint));
  return Fail(std::move(d));
}

}  // namespace daedalus
