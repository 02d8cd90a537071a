#include "daedalus/model/described_variables.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "daedalus/model/parameter_kinds.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/top_level_name.h"

namespace daedalus::model {
namespace {

std::string DerivativeUnit(const std::string& unit) {
  if (unit.empty()) return {};
  return unit == "1"                                     ? "1/s"
         : unit.find_first_of("./") == std::string::npos ? unit + "/s"
                                                         : "(" + unit + ")/s";
}

VariableType TypeOf(const System& system, const Declaration& declaration) {
  if (declaration.enumeration.IsValid()) {
    return system.enumerations[declaration.enumeration].is_string() ? VariableType::kString
                                                                    : VariableType::kEnumeration;
  }
  switch (declaration.type) {
    case ValueType::kReal:
      return VariableType::kReal;
    case ValueType::kBoolean:
      return VariableType::kBoolean;
    case ValueType::kInteger:
    case ValueType::kString:
      break;
  }
  return VariableType::kInteger;
}

// Made by Daedalus for derivatives that only conditions contain (compile/name_derivatives.h).
bool IsInternal(const System& system, const Variable& variable) {
  return system.names.Text(variable.name).starts_with('$');
}

std::optional<double> Signed(std::optional<double> value, int sign) {
  if (value) *value *= sign;
  return value;
}

// What the declaration gives.
VariableDescription Declared(const System& system, ScalarName name, DeclarationId id) {
  const Declaration& declaration = system.declarations[id];
  VariableDescription out;
  out.name = system.names.Text(name);
  out.description = declaration.description;
  out.unit = declaration.unit;
  out.display_unit = declaration.display_unit;
  out.quantity = declaration.quantity;
  out.type = TypeOf(system, declaration);
  if (declaration.enumeration.IsValid()) out.enumeration = system.enumerations[declaration.enumeration].name;
  if (out.type != VariableType::kReal) out.variability = VariableVariability::kDiscrete;
  if (declaration.causality == Causality::kOutput && IsTopLevelName(out.name))
    out.causality = VariableCausality::kOutput;
  out.declared_at = declaration.span;
  return out;
}

// Changes the description of a variable into that of its derivative.
void Differentiate(VariableDescription& out, int order) {
  for (int i = 0; i < order; ++i) {
    out.name = "der(" + out.name + ")";
    out.unit = DerivativeUnit(out.unit);
  }
  out.description.clear();
  out.display_unit.clear();
  out.quantity.clear();
  out.causality = VariableCausality::kLocal;
}

class Lister {
 public:
  Lister(const compile::GivenModel& given, std::span<const Quantity> quantities, Detail detail,
         const TakeVariable& take)
      : given_(given),
        system_(*given.system),
        quantities_(quantities),
        has_all_(detail == Detail::kAll),
        take_(take),
        evaluator_(system_.graph),
        kinds_(has_all_ ? KindsOfParameters(given) : std::vector<ParameterKind>()),
        quantities_of_(system_.variables.size()),
        place_of_(quantities.size()) {
    for (std::uint32_t i = 0; i < quantities.size(); ++i)
      quantities_of_[quantities[i].variable.index()].push_back(i);
    for (const ModelInput& input : system_.hybrid.inputs)
      inputs_.emplace(std::pair(input.name.path.value, input.name.element), StartOf(input));
    evaluator_.SetPoint({0, {}, {}, given.parameters});
  }

  void ListAll() {
    for (std::uint32_t i = 0; i < quantities_.size(); ++i) ListQuantity(i);
    for (const DiscreteVariable& discrete : system_.hybrid.discretes) ListDiscrete(discrete);
    for (std::uint32_t a = 0; a < given_.aliases.size(); ++a) ListAlias(a);
    for (const ParameterId p : IdRange<ParameterId>(system_.parameters.size())) ListParameter(p);
  }

 private:
  void Take(VariableDescription&& variable) {
    ++num_taken_;
    take_(std::move(variable));
  }

  // nullopt if the attribute is not given or has no effect.
  std::optional<double> Value(ExprId e) {
    if (!e.IsValid()) return std::nullopt;
    const double value = evaluator_.Value(e);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  }

  template <class Element>
  void ReadBounds(const Element& element, VariableDescription& out) {
    out.min = Value(element.min);
    out.max = Value(element.max);
  }

  // Reads the attributes of the variable itself, and of its aliases with their sign.
  void ReadAttributes(const Variable& variable, int sign, VariableDescription& out) {
    if (!has_all_) return;
    ReadBounds(variable, out);
    if (sign < 0) {
      std::swap(out.min, out.max);
      out.min = Signed(out.min, -1);
      out.max = Signed(out.max, -1);
    }
    out.nominal = Value(variable.nominal);
    out.start = Signed(Value(variable.start), sign);
    if (variable.fixed && !out.start) out.start = 0;
    out.start_kind = variable.fixed ? StartKind::kExact
                     : out.start    ? StartKind::kApprox
                                    : StartKind::kCalculated;
    if (!variable.is_kept) return;
    out.causality = VariableCausality::kCalculatedParameter;
    out.variability = VariableVariability::kFixed;
  }

  ExprId StartOf(const ModelInput& input) const {
    return input.HasCourse() ? input.start : system_.hybrid.discretes[input.value].start;
  }

  // The caller that sets inputs also gives them their first values.
  void ReadInput(ScalarName name, VariableDescription& out) {
    if (!has_all_) return;
    const auto input = inputs_.find(std::pair(name.path.value, name.element));
    if (input == inputs_.end()) return;
    out.causality = VariableCausality::kInput;
    out.is_settable = true;
    out.start = Value(input->second).value_or(0);
    out.start_kind = StartKind::kExact;
  }

  // The description of a quantity under the name `named`, which is `sign` times the variable of the quantity.
  VariableDescription OfQuantity(std::uint32_t i, const Variable& named, int sign) {
    VariableDescription out = Declared(system_, named.name, named.declaration);
    out.source = {ValueSource::Kind::kQuantity, i, sign};
    if (quantities_[i].order > 0) {
      Differentiate(out, quantities_[i].order);
      return out;
    }
    ReadAttributes(system_.variables[quantities_[i].variable], sign, out);
    ReadInput(named.name, out);
    return out;
  }

  // The place in the list of the variable of which i is the derivative; `places` are those of its quantities.
  std::optional<std::uint32_t> DerivativeOf(std::uint32_t i,
                                            std::span<const std::optional<std::uint32_t>> places) {
    const std::vector<std::uint32_t>& same = quantities_of_[quantities_[i].variable.index()];
    for (std::size_t k = 0; k < same.size(); ++k) {
      if (quantities_[same[k]].order == quantities_[i].order - 1) return places[k];
    }
    return std::nullopt;
  }

  void ListQuantity(std::uint32_t i) {
    const Variable& variable = system_.variables[quantities_[i].variable];
    if (IsInternal(system_, variable)) return;
    VariableDescription out = OfQuantity(i, variable, 1);
    if (has_all_) {
      std::vector<std::optional<std::uint32_t>> places;
      for (const std::uint32_t k : quantities_of_[quantities_[i].variable.index()])
        places.push_back(place_of_[k]);
      out.derivative_of = DerivativeOf(i, places);
    }
    place_of_[i] = num_taken_;
    Take(std::move(out));
  }

  void ListDiscrete(const DiscreteVariable& discrete) {
    if (discrete.is_internal) return;
    VariableDescription out = Declared(system_, discrete.name, discrete.declaration);
    out.variability = VariableVariability::kDiscrete;
    out.source = {ValueSource::Kind::kHeld, discrete.value.value, 1};
    if (has_all_) ReadAttributes(discrete, out);
    ReadInput(discrete.name, out);
    Take(std::move(out));
  }

  void ReadAttributes(const DiscreteVariable& discrete, VariableDescription& out) {
    ReadBounds(discrete, out);
    out.start = Value(discrete.start);
    if (discrete.fixed && !out.start) out.start = 0;
    out.start_kind = discrete.fixed ? StartKind::kExact
                     : out.start    ? StartKind::kApprox
                                    : StartKind::kCalculated;
  }

  void ListAlias(std::uint32_t a) {
    const causal::Alias& alias = given_.aliases[a];
    if (IsInternal(system_, alias.removed)) return;
    if (!alias.kept.IsValid()) return ListConstant(a);
    const std::vector<std::uint32_t>& quantities = quantities_of_[alias.kept.index()];
    std::vector<std::optional<std::uint32_t>> places(quantities.size());
    for (std::size_t k = 0; k < quantities.size(); ++k) {
      VariableDescription out = OfQuantity(quantities[k], alias.removed, alias.sign);
      if (const auto kept = place_of_[quantities[k]]) out.alias_of = AliasOf{*kept, alias.sign};
      out.derivative_of = DerivativeOf(quantities[k], places);
      places[k] = num_taken_;
      Take(std::move(out));
    }
  }

  void ListConstant(std::uint32_t a) {
    const causal::Alias& alias = given_.aliases[a];
    VariableDescription out = Declared(system_, alias.removed.name, alias.removed.declaration);
    out.source = {ValueSource::Kind::kConstant, a, 1};
    out.start = given_.alias_values[a];
    if (has_all_) ReadAttributes(alias, out);
    Take(std::move(out));
  }

  void ReadAttributes(const causal::Alias& constant, VariableDescription& out) {
    out.variability = VariabilityOf(system_, constant.value, kinds_, collector_);
    const bool is_constant = out.variability == VariableVariability::kConstant;
    out.start_kind = is_constant ? StartKind::kExact : StartKind::kCalculated;
    ReadBounds(constant.removed, out);
    out.nominal = Value(constant.removed.nominal);
  }

  void ListParameter(ParameterId p) {
    const Parameter& parameter = system_.parameters[p];
    VariableDescription out = Declared(system_, parameter.name, parameter.declaration);
    out.source = {ValueSource::Kind::kParameter, p.value, 1};
    out.start = given_.parameters[p.index()];
    if (has_all_) ReadAttributes(parameter, kinds_[p.index()], out);
    Take(std::move(out));
  }

  void ReadAttributes(const Parameter& parameter, const ParameterKind& kind, VariableDescription& out) {
    out.causality = kind.causality;
    out.variability = kind.variability;
    out.is_structural = kind.is_structural;
    out.is_settable = kind.is_settable;
    const bool follows = kind.causality == VariableCausality::kCalculatedParameter;
    out.start_kind = !parameter.fixed ? StartKind::kApprox
                     : follows        ? StartKind::kCalculated
                                      : StartKind::kExact;
    ReadBounds(parameter, out);
    out.nominal = Value(parameter.nominal);
  }

  const compile::GivenModel& given_;
  const System& system_;
  std::span<const Quantity> quantities_;
  const bool has_all_;
  const TakeVariable& take_;
  expr::Evaluator evaluator_;
  expr::LeafCollector collector_;
  const std::vector<ParameterKind> kinds_;
  std::vector<std::vector<std::uint32_t>> quantities_of_;  // per variable
  std::vector<std::optional<std::uint32_t>> place_of_;     // per quantity, in the list
  std::map<std::pair<std::uint32_t, std::uint32_t>, ExprId>
      inputs_;  // their start values, by path and element
  std::uint32_t num_taken_ = 0;
};

VariableDescription DescribeText(const System& system, std::uint32_t i) {
  const TextParameter& parameter = system.text_parameters[i];
  VariableDescription out;
  out.name = system.names.Text(parameter.name);
  out.description = parameter.description;
  out.type = parameter.literals.empty() ? VariableType::kString : VariableType::kEnumeration;
  out.enumeration = parameter.type;
  out.causality = VariableCausality::kParameter;
  out.variability = VariableVariability::kFixed;
  out.start_kind = StartKind::kExact;
  out.text = parameter.value;
  out.is_structural = !parameter.is_final;
  out.source = {ValueSource::Kind::kText, i, 1};
  out.declared_at = parameter.span;
  return out;
}

}  // namespace

void ForEachVariable(const compile::GivenModel& given, std::span<const Quantity> quantities, Detail detail,
                     const TakeVariable& take) {
  Lister(given, quantities, detail, take).ListAll();
}

void ForEachOther(const System& system, const TakeVariable& take) {
  for (std::uint32_t i = 0; i < system.text_parameters.size(); ++i) take(DescribeText(system, i));
  VariableDescription time;
  time.name = "time";
  time.unit = "s";
  time.causality = VariableCausality::kIndependent;
  time.source = {ValueSource::Kind::kTime, 0, 1};
  take(std::move(time));
}

}  // namespace daedalus::model
