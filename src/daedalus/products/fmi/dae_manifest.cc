#include "daedalus/products/fmi/dae_manifest.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "daedalus/products/fmi/common_xml.h"
#include "daedalus/products/fmi/names.h"
#include "daedalus/products/fmi/xml_writer.h"
#include "daedalus/system/print_system.h"

namespace daedalus::fmi {
namespace {

using model::VariableCausality;
using model::VariableVariability;

// The index in Interface::variables of the variable with this name in the residual model.
class PlacesByName {
 public:
  explicit PlacesByName(const Interface& shown) {
    for (std::uint32_t i = 0; i < shown.variables.size(); ++i) places_.emplace(shown.variables[i].name, i);
  }
  std::uint32_t Of(const std::string& name) const { return places_.at(FmiName(QuotedName(name))); }

 private:
  std::unordered_map<std::string, std::uint32_t> places_;
};

std::set<std::uint32_t> PlacesOfResiduals(const ResidualModel& dae, const PlacesByName& places) {
  std::set<std::uint32_t> out;
  for (const DaeResidual& residual : dae.residuals) out.insert(places.Of(residual.name));
  return out;
}

class ManifestWriter {
 public:
  ManifestWriter(const ResidualModel& dae, const Interface& shown)
      : dae_(dae), shown_(shown), places_(shown) {}

  std::string Write() {
    constexpr std::string_view kNamespace = "http://fmi-standard.org/fmi-ls-manifest";
    xml_.Open("fmiLayeredStandardManifest")
        .Attribute("xmlns", kNamespace)
        .Attribute("xmlns:fmi-ls", kNamespace)
        .Attribute("fmi-ls:fmi-ls-name", kDaeStandard)
        .Attribute("fmi-ls:fmi-ls-version", kDaeVersion)
        .Attribute("fmi-ls:fmi-ls-description", "Layered standard for DAE support in FMI");
    WriteAlgebraic();
    xml_.Open("ModelStructure");
    WriteOutputs();
    for (std::size_t k = 0; k < shown_.num_indicators; ++k)
      WriteUnknownOfFmi3(xml_, "EventIndicator", shown_.IndicatorReference(k), std::nullopt);
    for (const DaeResidual& residual : dae_.residuals) {
      xml_.Open("Residual");
      const std::uint32_t place = places_.Of(residual.name);
      WriteUnknownOfFmi3(xml_, "Formulation", shown_.variables[place].reference, DependenciesOf(place));
      xml_.Close();
    }
    xml_.Close();
    xml_.Close();
    return xml_.text();
  }

 private:
  void WriteAlgebraic() {
    xml_.Open("AlgebraicVariables");
    for (const DaeUnknown& unknown : dae_.unknowns) {
      if (!unknown.derivative.empty()) continue;
      xml_.Open("AlgebraicVariable").Attribute("valueReference", ReferenceOf(unknown.name)).Close();
    }
    xml_.Close();
  }

  // An output that is also an unknown depends on itself.
  void WriteOutputs() {
    for (const DaeUnknown& unknown : dae_.unknowns) {
      if (!unknown.is_output) continue;
      const std::uint32_t reference = shown_.variables[places_.Of(unknown.name)].reference;
      WriteUnknownOfFmi3(xml_, "Output", reference, std::vector<Known>{{reference}});
    }
    const std::set<std::uint32_t> residuals = PlacesOfResiduals(dae_, places_);
    for (const model::OutputDescription& output : shown_.description->outputs) {
      if (residuals.contains(output.variable)) continue;
      WriteUnknownOfFmi3(xml_, "Output", shown_.variables[output.variable].reference,
                         DependenciesOf(output.variable));
    }
  }

  std::uint64_t ReferenceOf(const std::string& name) const {
    return shown_.variables[places_.Of(name)].reference;
  }

  std::optional<std::vector<Known>> DependenciesOf(std::uint32_t place) const {
    const auto output =
        std::ranges::find(shown_.description->outputs, place, &model::OutputDescription::variable);
    return output == shown_.description->outputs.end() ? std::nullopt
                                                       : KnownsOf(shown_, output->dependencies);
  }

  const ResidualModel& dae_;
  const Interface& shown_;
  const PlacesByName places_;
  XmlWriter xml_;
};

}  // namespace

void ShowAsDae(const ResidualModel& dae, Interface& shown) {
  const PlacesByName places(shown);
  for (const DaeUnknown& unknown : dae.unknowns) {
    ExposedVariable& v = shown.variables[places.Of(unknown.name)];
    v.causality = unknown.is_output ? VariableCausality::kOutput : VariableCausality::kLocal;
    v.initial = unknown.is_fixed ? Initial::kExact : Initial::kApprox;
    if (unknown.derivative.empty()) continue;
    ExposedVariable& derivative = shown.variables[places.Of(unknown.derivative)];
    derivative.causality = VariableCausality::kLocal;
    derivative.initial = Initial::kCalculated;
    derivative.derivative_of = v.reference;
  }
  auto description = std::make_shared<model::ModelDescription>(*shown.description);
  const std::set<std::uint32_t> residuals = PlacesOfResiduals(dae, places);
  for (const std::uint32_t place : residuals) shown.variables[place].causality = VariableCausality::kLocal;
  std::erase_if(description->outputs,
                [&](const auto& output) { return residuals.contains(output.variable); });
  for (model::OutputDescription& output : description->outputs) output.dependencies = std::nullopt;
  for (const DaeUnknown& unknown : dae.unknowns) {
    if (unknown.is_output) description->outputs.push_back({places.Of(unknown.name), std::nullopt});
  }
  shown.description = std::move(description);
}

std::string DaeManifest(const ResidualModel& dae, const Interface& shown) {
  return ManifestWriter(dae, shown).Write();
}

}  // namespace daedalus::fmi
