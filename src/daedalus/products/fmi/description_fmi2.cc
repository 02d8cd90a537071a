#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "daedalus/products/fmi/common_xml.h"
#include "daedalus/products/fmi/description_xml.h"

namespace daedalus::fmi {
namespace {

using model::VariableCausality;
using model::VariableDescription;
using model::VariableType;

class WriterOfFmi2 {
 public:
  WriterOfFmi2(const Interface& shown, const FmuFacts& facts) : shown_(shown), facts_(facts) {}

  std::string Write() {
    xml_.Open("fmiModelDescription")
        .Attribute("fmiVersion", "2.0")
        .Attribute("modelName", facts_.model_name)
        .Attribute("guid", facts_.token);
    if (!shown_.description->description.empty())
      xml_.Attribute("description", shown_.description->description);
    xml_.Attribute("generationTool", facts_.tool)
        .Attribute("variableNamingConvention", NamingConvention(shown_))
        .Attribute("numberOfEventIndicators", std::uint64_t{shown_.num_indicators});
    if (facts_.has_exchange) WriteInterface("ModelExchange");
    if (facts_.has_stepping) WriteInterface("CoSimulation");
    WriteUnits(*shown_.description, xml_);
    WriteTypes();
    WriteLogCategories(xml_);
    WriteExperiment(shown_.description->experiment, xml_);
    xml_.Open("ModelVariables");
    for (const ExposedVariable& variable : shown_.variables) WriteVariable(variable);
    xml_.Close();
    WriteStructure();
    xml_.Close();
    return xml_.text();
  }

 private:
  void WriteInterface(std::string_view element) {
    xml_.Open(element).Attribute("modelIdentifier", facts_.identifier);
    if (element == "ModelExchange" && !shown_.needs_steps)
      xml_.Attribute("completedIntegratorStepNotNeeded", "true");
    if (element == "CoSimulation") xml_.Attribute("canHandleVariableCommunicationStepSize", "true");
    xml_.Attribute("canGetAndSetFMUstate", "true").Attribute("canSerializeFMUstate", "true");
    if (element == "ModelExchange") xml_.Attribute("providesDirectionalDerivative", "true");
    xml_.Close();
  }

  void WriteTypes() {
    if (shown_.description->enumerations.empty()) return;
    xml_.Open("TypeDefinitions");
    for (const model::EnumerationDescription& type : shown_.description->enumerations) {
      xml_.Open("SimpleType").Attribute("name", type.name).Open("Enumeration");
      for (std::size_t i = 0; i < type.literals.size(); ++i) {
        xml_.Open("Item")
            .Attribute("name", type.literals[i])
            .Attribute("value", std::uint64_t{i + 1})
            .Close();
      }
      xml_.Close().Close();
    }
    xml_.Close();
  }

  void WriteVariable(const ExposedVariable& variable) {
    xml_.Open("ScalarVariable")
        .Attribute("name", variable.name)
        .Attribute("valueReference", std::uint64_t{variable.reference});
    if (!variable.description.empty()) xml_.Attribute("description", variable.description);
    WriteCausality(variable, xml_);
    WriteType(variable);
    xml_.Close();
  }

  void WriteType(const ExposedVariable& variable) {
    if (!variable.variable) {
      xml_.Open("Real");
    } else {
      OpenType(shown_.description->variables[*variable.variable]);
    }
    WriteUnitOf(shown_, variable, xml_);
    WriteBounds(shown_, variable, xml_);
    if (HasStart(variable)) WriteStart(shown_.description->variables[*variable.variable]);
    if (variable.derivative_of)
      xml_.Attribute("derivative", std::uint64_t{PlaceOf(shown_, *variable.derivative_of) + 1});
    xml_.Close();
  }

  void OpenType(const VariableDescription& variable) {
    switch (variable.type) {
      case VariableType::kReal:
        xml_.Open("Real");
        break;
      case VariableType::kInteger:
        xml_.Open("Integer");
        break;
      case VariableType::kBoolean:
        xml_.Open("Boolean");
        break;
      case VariableType::kString:
        xml_.Open("String");
        break;
      case VariableType::kEnumeration:
        xml_.Open("Enumeration").Attribute("declaredType", variable.enumeration);
        break;
    }
  }

  void WriteStart(const VariableDescription& variable) {
    const double start = StartOf(variable);
    if (variable.type == VariableType::kReal) {
      xml_.Attribute("start", start);
    } else if (variable.type == VariableType::kString) {
      xml_.Attribute("start", TextOfStart(*shown_.description, variable));
    } else if (variable.type == VariableType::kBoolean) {
      xml_.Attribute("start", start != 0 ? "true" : "false");
    } else {
      xml_.Attribute("start", fmt::format("{:.0f}", start));
    }
  }

  // FMI 2 counts variables from 1.
  void WriteUnknown(std::uint32_t place, std::optional<std::vector<Known>> knowns) {
    xml_.Open("Unknown").Attribute("index", std::uint64_t{place} + 1);
    if (knowns) {
      const auto number = [&](const Known& known) { return PlaceOf(shown_, known.reference) + 1; };
      std::ranges::sort(*knowns, {}, number);
      std::vector<std::uint32_t> numbers;
      std::ranges::transform(*knowns, std::back_inserter(numbers), number);
      xml_.Attribute("dependencies", numbers).Attribute("dependenciesKind", KindsOf(*knowns));
    }
    xml_.Close();
  }

  void WriteStructure() {
    xml_.Open("ModelStructure");
    if (!shown_.description->outputs.empty()) {
      xml_.Open("Outputs");
      for (const model::OutputDescription& output : shown_.description->outputs)
        WriteUnknown(output.variable, KnownsOf(shown_, output.dependencies, IsReal(shown_, output.variable)));
      xml_.Close();
    }
    if (!shown_.states.empty()) {
      xml_.Open("Derivatives");
      for (const ExposedState& state : shown_.states)
        WriteUnknown(PlaceOf(shown_, state.derivative), KnownsOf(shown_, state.dependencies));
      xml_.Close();
    }
    const std::vector<std::uint32_t> unknowns = InitialUnknowns(shown_);
    if (!unknowns.empty()) {
      xml_.Open("InitialUnknowns");
      for (const std::uint32_t place : unknowns)
        WriteUnknown(place, InitialKnownsOf(facts_.initial_knowns, place));
      xml_.Close();
    }
    xml_.Close();
  }

  const Interface& shown_;
  const FmuFacts& facts_;
  XmlWriter xml_;
};

}  // namespace

std::string DescriptionOfFmi2(const Interface& shown, const FmuFacts& facts) {
  return WriterOfFmi2(shown, facts).Write();
}

}  // namespace daedalus::fmi
