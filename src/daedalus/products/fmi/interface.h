// What an FMU shows of a model: its variables with the attributes of FMI, and the meaning of each value
// reference. The export writes it as XML, and the run-time uses it to read and set values. Both compute it
// from the same text, so they agree.
//
// Value references, for n described variables and m states:
//
//   0 ... n - 1       the place in ModelDescription::variables
//   n + 2 k           state k, if no variable shows it; n + 2 k + 1 is its derivative
//   n + 2 m + j       event indicator j
//
// A local variable that equals another variable shares its reference (FMI 3.0, section 2.4.7.5).
//
// The states of an FMU have fixed names. If the index was reduced or modes exist, different variables may be
// states at different times. Then the states are called `_state[k]`, and their meaning depends on the current
// choice. The last event indicator crosses zero when another choice should be made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/description.h"
#include "daedalus/model/model.h"

namespace daedalus::fmi {

enum class Initial : std::uint8_t { kNone, kExact, kApprox, kCalculated };

struct ExposedVariable {
  std::string name;
  std::uint32_t reference = 0;
  // The variable that gives type, unit and text; empty if the run-time adds this variable.
  std::optional<std::uint32_t> variable = {};
  std::string description = {};
  model::VariableCausality causality = model::VariableCausality::kLocal;
  model::VariableVariability variability = model::VariableVariability::kContinuous;
  Initial initial = Initial::kCalculated;
  bool is_alias = false;                            // another variable before this one has the same reference
  std::optional<std::uint32_t> derivative_of = {};  // the reference of the state
};

struct ExposedState {
  std::uint32_t reference = 0, derivative = 0;           // value references
  std::optional<model::Dependencies> dependencies = {};  // of the derivative; empty: on everything
};

struct Interface {
  std::shared_ptr<const model::ModelDescription> description;
  std::vector<ExposedVariable> variables;  // those of the description first, in its order
  std::vector<ExposedState> states;
  std::size_t num_relations = 0;   // event indicators of relations
  std::size_t num_indicators = 0;  // the same, and the indicator of the choice of states
  bool names_of_states_vary = false;
  bool needs_steps = false;  // an importer has to report completed steps

  std::uint32_t num_described() const { return static_cast<std::uint32_t>(description->variables.size()); }
  std::uint32_t IndicatorReference(std::size_t k) const {
    return num_described() + 2 * static_cast<std::uint32_t>(states.size()) + static_cast<std::uint32_t>(k);
  }
};

Result<Interface> MakeInterface(const model::Model& model);

// What is written as the start value: a number, or the text of a String.
double StartOf(const model::VariableDescription& variable);
std::string TextOfStart(const model::ModelDescription& description,
                        const model::VariableDescription& variable);

// True if the value may be set before the start.
bool HasStart(const ExposedVariable& variable);

}  // namespace daedalus::fmi
