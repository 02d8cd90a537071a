#include "daedalus/model/simulate/state_from_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

namespace daedalus::simulate {
namespace {

// Collects names of variables without a value.
class Missing {
 public:
  void Add(std::string name) {
    if (++count_ <= kMostNamed) names_.push_back(std::move(name));
  }
  bool empty() const { return count_ == 0; }
  Diagnostic Explain() const {
    return Error(Code::kBadState, {}, "{} variables have no value at that point: {}{}", count_,
                 fmt::join(names_, ", "), count_ > kMostNamed ? ", ..." : "")
        .Hint("write the result with all variables, without --variables");
  }

 private:
  static constexpr std::size_t kMostNamed = 8;
  std::size_t count_ = 0;
  std::vector<std::string> names_;
};

// Made by Daedalus, and not in any result.
bool IsInternal(const System& system, const Quantity& quantity) {
  return system.names.Text(system.variables[quantity.variable].name).starts_with('$');
}

void TakeQuantities(const System& system, std::span<const Quantity> quantities, const ValueOf& value_of,
                    std::span<double> out, Missing& missing) {
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const std::string name = NameOf(system, quantities[i]);
    const auto value = value_of(name);
    out[i] = value.value_or(0);
    if (!value && !quantities[i].is_derivative() && !IsInternal(system, quantities[i])) missing.Add(name);
  }
}

std::vector<std::optional<double>> TakeDiscretes(const System& system, const ValueOf& value_of,
                                                 Missing& missing) {
  std::vector<std::optional<double>> out;
  for (const DiscreteVariable& discrete : system.hybrid.discretes) {
    const std::string name(system.names.Text(discrete.name));
    out.push_back(discrete.is_internal ? std::nullopt : value_of(name));
    if (!discrete.is_internal && !out.back()) missing.Add(name);
  }
  return out;
}

Diagnostic ExplainPast(const System& system) {
  return Error(Code::kBadState, {}, "`{}` has delays, whose past is not in a result", system.name)
      .Hint("--save-state keeps it");
}

}  // namespace

Result<ModelState> StateFromValues(const StartRequest& request, double t, const ValueOf& value_of) {
  StateChanges states(request.model, request.numbers, request.settings, request.code);
  const System& system = *states.given().system;
  if (states.events() && states.events()->has_past()) return Fail(ExplainPast(system));
  Missing missing;
  TakeQuantities(system, states.quantities(), value_of, states.values(), missing);
  const auto discretes = TakeDiscretes(system, value_of, missing);
  if (!missing.empty()) return Fail(missing.Explain());
  if (!states.events()) return SaveState(*request.model, t, states, nullptr);
  EventHandler handler(states, request.settings);
  for (std::size_t i = 0; i < system.hybrid.inputs.size(); ++i) {
    if (const auto value = value_of(std::string(system.names.Text(system.hybrid.inputs[i].name))))
      handler.iteration().SetInput(i, *value);
  }
  handler.BeginAt(t, discretes);
  return SaveState(*request.model, t, states, &handler);
}

}  // namespace daedalus::simulate
