#include "daedalus/products/fmu/slots.h"

namespace daedalus::fmu {
namespace {

using model::ValueSource;
using model::VariableCausality;
using model::VariableVariability;

Slot::Place PlaceOf(ValueSource::Kind kind) {
  switch (kind) {
    case ValueSource::Kind::kTime:
      return Slot::Place::kTime;
    case ValueSource::Kind::kQuantity:
      return Slot::Place::kQuantity;
    case ValueSource::Kind::kHeld:
      return Slot::Place::kHeld;
    case ValueSource::Kind::kParameter:
      return Slot::Place::kParameter;
    case ValueSource::Kind::kConstant:
      return Slot::Place::kConstant;
    case ValueSource::Kind::kText:
      break;
  }
  return Slot::Place::kElsewhere;
}

// Start values, inputs and tunable parameters; between events continuous inputs only.
std::uint8_t SettableIn(const fmi::ExposedVariable& variable) {
  if (variable.variability == VariableVariability::kConstant || variable.is_alias || !fmi::HasStart(variable))
    return 0;
  std::uint8_t out = kBeforeStart;
  const bool is_input = variable.causality == VariableCausality::kInput;
  const bool is_tunable = variable.causality == VariableCausality::kParameter &&
                          variable.variability == VariableVariability::kTunable;
  if (is_input || is_tunable) out = out | Mode::kEvent | Mode::kStep;
  if (is_input && variable.variability == VariableVariability::kContinuous) out = out | Mode::kContinuous;
  return out;
}

}  // namespace

Access AccessOf(model::VariableType type) {
  switch (type) {
    case model::VariableType::kReal:
      return Access::kReal;
    case model::VariableType::kBoolean:
      return Access::kBoolean;
    case model::VariableType::kString:
      return Access::kString;
    case model::VariableType::kEnumeration:
    case model::VariableType::kInteger:
      return Access::kEnumerationOrInteger;
  }
  return Access::kReal;
}

std::vector<Slot> MakeSlots(const fmi::Interface& shown) {
  std::vector<Slot> out(shown.IndicatorReference(shown.num_indicators));
  for (std::uint32_t i = 0; i < shown.num_described(); ++i) {
    const model::VariableDescription& variable = shown.description->variables[i];
    out[i] = {.access = AccessOf(variable.type),
              .place = PlaceOf(variable.source.kind),
              .settable_in = SettableIn(shown.variables[i]),
              .index = variable.source.index,
              .sign = static_cast<double>(variable.source.sign)};
  }
  const auto& inputs = shown.description->inputs;
  for (std::uint32_t k = 0; k < inputs.size(); ++k) out[inputs[k].variable].input = k;
  return out;
}

}  // namespace daedalus::fmu
