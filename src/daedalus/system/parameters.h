// The values of parameters from their binding expressions, p = P(p).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus {

// All parameters, each after those that its value (or the start value that stands in for it) uses. A cycle is
// an error that names its members in order (D0302).
Result<std::vector<ParameterId>> ParameterOrder(const System& system);

struct ParameterOverride {
  ParameterId parameter;
  double value;
};

// The same by name.
struct ParameterValue {
  std::string name;
  double value = 0;
};
// nullopt: there is no parameter of that name.
std::optional<ParameterId> ParameterNamed(const System& system, std::string_view name);
// An error where there is none of that name, or it is a constant, or the value is not finite.
Result<ParameterId> FindSettableParameter(const System& system, std::string_view name, double value);
Result<Unit> CheckSettable(const System& system, ParameterId parameter, double value);
// The values replace the bindings. Names that the system does not have are ignored.
void SetParameters(System& system, std::span<const ParameterValue> values);

struct ParameterValues {
  std::vector<double> values;  // by ParameterId
  std::vector<Diagnostic> warnings;
};

// An override replaces the binding. A fixed parameter without a value takes its start attribute or 0, with a
// warning; one with fixed = false is an unknown of the initial problem, and its start value a guess. A value
// that is not finite is an error that names the sub-expression (D0305).
Result<ParameterValues> EvaluateParameters(const System& system,
                                           std::span<const ParameterOverride> overrides = {});

}  // namespace daedalus
