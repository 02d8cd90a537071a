// modelDescription.xml of an FMU, FMI 2.0 or 3.0, as a plain value: what is needed to run and describe it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/description.h"
#include "daedalus/system/guest/guest.h"

namespace daedalus::imported {

struct FmuVariable {
  std::string name, description;
  std::uint32_t reference = 0;
  guest::GuestType type = guest::GuestType::kFloat64;
  bool is_number = true;  // not a String, Binary or Clock
  std::string declared_type;
  std::string unit, display_unit;
  model::VariableCausality causality = model::VariableCausality::kLocal;
  model::VariableVariability variability = model::VariableVariability::kContinuous;
  bool is_structural = false;      // a structural parameter
  std::string initial;             // as in the file; empty: the default
  std::vector<std::string> start;  // empty: none
  std::optional<double> min, max, nominal;
  std::size_t size = 1;  // of an array
  bool is_array = false;
  std::optional<std::size_t> derivative_of;  // index of the state
};

// An output or a derivative.
struct FmuUnknown {
  std::size_t variable = 0;  // its index
  std::optional<std::vector<std::size_t>>
      dependencies;  // indices; without a value: depends on all states and inputs
};

struct FmuInterface {
  std::string identifier;
  bool can_save = false;
  bool has_tangents = false;  // directional derivatives
  bool needs_steps = true;    // it wants to know when a step of the integrator has ended
};

// Implicit equations: what the manifest of FMI-LS-DAE adds (dae_structure.h). Numbers are indices of
// variables.
struct FmuDae {
  std::vector<std::size_t> algebraic;
  std::vector<FmuUnknown> residuals;
  std::vector<std::size_t> implicit_derivatives;  // derivatives that occur in residuals
  // One entry for each residual: algebraic variables, and variables with implicit derivatives.
  std::vector<std::size_t> unknowns;
  std::optional<std::size_t>
      switched_on_by;  // a Boolean; unless it is set, the FMU solves its equations itself
};

struct FmuDescription {
  int version = 3;
  std::string model_name, description, token, tool;
  std::optional<FmuInterface> exchange, stepping;
  std::vector<FmuVariable> variables;
  std::vector<FmuUnknown> outputs, derivatives;
  std::vector<FmuUnknown> initial_unknowns;  // what the FMU finds when it is initialised
  std::optional<FmuDae> dae;                 // without a value, the FMU solves its equations itself
  std::size_t num_indicators = 0;            // how many numbers, not how many variables
  Experiment experiment;
};

// `file`: for messages.
Result<FmuDescription> ReadFmuDescription(const std::string& xml, const std::string& file);

}  // namespace daedalus::imported
