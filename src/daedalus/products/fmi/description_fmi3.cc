#include <fmt/format.h>

#include <map>

#include "daedalus/products/fmi/common_xml.h"
#include "daedalus/products/fmi/description_xml.h"

namespace daedalus::fmi {
namespace {

using model::VariableCausality;
using model::VariableDescription;
using model::VariableType;

class WriterOfFmi3 {
 public:
  WriterOfFmi3(const Interface& shown, const FmuFacts& facts) : shown_(shown), facts_(facts) {
    for (const ExposedVariable& variable : shown.variables) {
      if (variable.is_alias) aliases_[variable.reference].push_back(&variable);
    }
  }

  std::string Write() {
    xml_.Open("fmiModelDescription")
        .Attribute("fmiVersion", "3.0")
        .Attribute("modelName", facts_.model_name)
        .Attribute("instantiationToken", facts_.token);
    if (!shown_.description->description.empty())
      xml_.Attribute("description", shown_.description->description);
    xml_.Attribute("generationTool", facts_.tool)
        .Attribute("variableNamingConvention", NamingConvention(shown_));
    if (facts_.has_exchange) WriteInterface("ModelExchange");
    if (facts_.has_stepping) WriteInterface("CoSimulation");
    WriteUnits(*shown_.description, xml_);
    WriteTypes();
    WriteLogCategories(xml_);
    WriteExperiment(shown_.description->experiment, xml_);
    xml_.Open("ModelVariables");
    for (const ExposedVariable& variable : shown_.variables) {
      if (!variable.is_alias) WriteVariable(variable);
    }
    xml_.Close();
    WriteStructure();
    xml_.Close();
    return xml_.text();
  }

 private:
  void WriteInterface(std::string_view element) {
    xml_.Open(element)
        .Attribute("modelIdentifier", facts_.identifier)
        .Attribute("canGetAndSetFMUState", "true")
        .Attribute("canSerializeFMUState", "true");
    if (element == "ModelExchange") {
      xml_.Attribute("needsCompletedIntegratorStep", shown_.needs_steps ? "true" : "false")
          .Attribute("providesDirectionalDerivatives", "true")
          .Attribute("providesAdjointDerivatives", "true")
          .Attribute("providesPerElementDependencies", "true");
    } else if (facts_.internal_step) {
      xml_.Attribute("canHandleVariableCommunicationStepSize", "true")
          .Attribute("fixedInternalStepSize", *facts_.internal_step);
    } else {
      xml_.Attribute("canHandleVariableCommunicationStepSize", "true")
          .Attribute("canReturnEarlyAfterIntermediateUpdate", "true")
          .Attribute("providesIntermediateUpdate", "true")
          .Attribute("hasEventMode", "true");
    }
    xml_.Close();
  }

  void WriteTypes() {
    if (shown_.description->enumerations.empty()) return;
    xml_.Open("TypeDefinitions");
    for (const model::EnumerationDescription& type : shown_.description->enumerations) {
      xml_.Open("EnumerationType").Attribute("name", type.name);
      for (std::size_t i = 0; i < type.literals.size(); ++i) {
        xml_.Open("Item")
            .Attribute("name", type.literals[i])
            .Attribute("value", std::uint64_t{i + 1})
            .Close();
      }
      xml_.Close();
    }
    xml_.Close();
  }

  static std::string_view ElementOf(const VariableDescription& variable) {
    switch (variable.type) {
      case VariableType::kReal:
        break;
      case VariableType::kInteger:
        return "Int64";
      case VariableType::kBoolean:
        return "Boolean";
      case VariableType::kString:
        return "String";
      case VariableType::kEnumeration:
        return "Enumeration";
    }
    return "Float64";
  }

  void WriteVariable(const ExposedVariable& variable) {
    const VariableDescription* of =
        variable.variable ? &shown_.description->variables[*variable.variable] : nullptr;
    xml_.Open(of ? ElementOf(*of) : "Float64")
        .Attribute("name", variable.name)
        .Attribute("valueReference", std::uint64_t{variable.reference});
    if (!variable.description.empty()) xml_.Attribute("description", variable.description);
    WriteCausality(variable, xml_);
    if (of && of->type == VariableType::kEnumeration) xml_.Attribute("declaredType", of->enumeration);
    if (!of || of->type == VariableType::kReal || of->type == VariableType::kInteger ||
        of->type == VariableType::kEnumeration) {
      WriteUnitOf(shown_, variable, xml_);
      WriteBounds(shown_, variable, xml_);
    }
    if (HasStart(variable) && of->type != VariableType::kString) WriteStart(*of);
    if (variable.derivative_of) xml_.Attribute("derivative", std::uint64_t{*variable.derivative_of});
    if (HasStart(variable) && of->type == VariableType::kString)
      xml_.Open("Start").Attribute("value", TextOfStart(*shown_.description, *of)).Close();
    for (const ExposedVariable* alias : aliases_[variable.reference]) WriteAlias(*alias);
    xml_.Close();
  }

  void WriteAlias(const ExposedVariable& alias) {
    xml_.Open("Alias").Attribute("name", alias.name);
    if (!alias.description.empty()) xml_.Attribute("description", alias.description);
    xml_.Close();
  }

  void WriteStart(const VariableDescription& variable) {
    const double start = StartOf(variable);
    if (variable.type == VariableType::kReal) {
      xml_.Attribute("start", start);
    } else if (variable.type == VariableType::kBoolean) {
      xml_.Attribute("start", start != 0 ? "true" : "false");
    } else {
      xml_.Attribute("start", fmt::format("{:.0f}", start));
    }
  }

  void WriteStructure() {
    xml_.Open("ModelStructure");
    for (const model::OutputDescription& output : shown_.description->outputs) {
      WriteUnknownOfFmi3(xml_, "Output", shown_.variables[output.variable].reference,
                         KnownsOf(shown_, output.dependencies, IsReal(shown_, output.variable)));
    }
    for (const ExposedState& state : shown_.states)
      WriteUnknownOfFmi3(xml_, "ContinuousStateDerivative", state.derivative,
                         KnownsOf(shown_, state.dependencies));
    for (const std::uint32_t place : InitialUnknowns(shown_))
      WriteUnknownOfFmi3(xml_, "InitialUnknown", shown_.variables[place].reference,
                         InitialKnownsOf(facts_.initial_knowns, place));
    for (std::size_t k = 0; k < shown_.num_indicators; ++k)
      WriteUnknownOfFmi3(xml_, "EventIndicator", shown_.IndicatorReference(k), std::nullopt);
    xml_.Close();
  }

  const Interface& shown_;
  const FmuFacts& facts_;
  XmlWriter xml_;
  std::map<std::uint32_t, std::vector<const ExposedVariable*>> aliases_;  // by the reference they share
};

}  // namespace

std::string DescriptionOfFmi3(const Interface& shown, const FmuFacts& facts) {
  return WriterOfFmi3(shown, facts).Write();
}

}  // namespace daedalus::fmi
