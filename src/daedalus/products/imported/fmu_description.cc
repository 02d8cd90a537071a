#include "daedalus/products/imported/fmu_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "daedalus/products/imported/numbers_in_xml.h"
#include "daedalus/products/imported/xml_reader.h"

namespace daedalus::imported {
namespace {

using guest::GuestType;
using model::VariableCausality;
using model::VariableVariability;

struct TypeName {
  std::string_view name;
  GuestType type;
  bool is_number = true;
};

// In FMI 2 the last ones stand inside a ScalarVariable, in FMI 3 all are elements.
constexpr std::array<TypeName, 16> kTypes = {{{"Float64", GuestType::kFloat64},
                                              {"Float32", GuestType::kFloat32},
                                              {"Int8", GuestType::kInt8},
                                              {"UInt8", GuestType::kUInt8},
                                              {"Int16", GuestType::kInt16},
                                              {"UInt16", GuestType::kUInt16},
                                              {"Int32", GuestType::kInt32},
                                              {"UInt32", GuestType::kUInt32},
                                              {"Int64", GuestType::kInt64},
                                              {"UInt64", GuestType::kUInt64},
                                              {"Boolean", GuestType::kBoolean},
                                              {"String", GuestType::kString, false},
                                              {"Binary", GuestType::kString, false},
                                              {"Clock", GuestType::kString, false},
                                              {"Real", GuestType::kFloat64},
                                              {"Integer", GuestType::kInt32}}};

// What a SimpleType, or a type definition of FMI 3, gives to its variables.
struct DeclaredType {
  std::string unit, display_unit;
};

// References to variables as they stand in the file: numbers from 1 in FMI 2, value references in FMI 3.
struct RawUnknown {
  std::uint32_t variable = 0;
  std::optional<std::vector<std::uint32_t>> dependencies;
};

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  Result<FmuDescription> Read(const std::string& xml) {
    const auto read = ReadXml(xml, [this](const auto& around, const XmlElement& element) {
      if (wrong_.empty()) Take(around, element);
    });
    if (!read) return Refuse(fmt::format("modelDescription.xml, {}", read.error()));
    if (wrong_.empty()) Complete();
    if (!wrong_.empty()) return Refuse(wrong_);
    return std::move(out_);
  }

 private:
  Failure<std::vector<Diagnostic>> Refuse(const std::string& why) const {
    return Fail(Error(Code::kCannotReadFile, {}, "cannot read `{}`: {}", file_, why));
  }

  void Take(const std::vector<std::string>& around, const XmlElement& element) {
    if (around.empty()) return TakeRoot(element);
    const std::string& parent = around.back();
    if (parent == "fmiModelDescription") {
      TakeTop(element);
    } else if (parent == "ModelVariables") {
      TakeVariable(element);
    } else if (parent == "ScalarVariable" || IsVariableOfFmi3(around)) {
      TakeInside(element);
    } else if (parent == "SimpleType" || parent == "TypeDefinitions") {
      TakeType(parent, element);
    } else if (around.size() >= 2 && around[1] == "ModelStructure") {
      TakeUnknown(parent, element);
    }
  }

  static bool IsVariableOfFmi3(const std::vector<std::string>& around) {
    return around.size() == 3 && around[1] == "ModelVariables";
  }

  void TakeRoot(const XmlElement& element) {
    const std::string& version = element.Text("fmiVersion");
    if (element.name != "fmiModelDescription" || version.empty()) {
      wrong_ = "modelDescription.xml does not describe an FMU";
    } else if (version == "2.0" || version.starts_with("2.0.")) {
      out_.version = 2;
    } else if (!version.starts_with("3.0")) {
      wrong_ = fmt::format("it is an FMU of FMI {}, and only FMI 2.0 and 3.0 are known here", version);
    }
    out_.model_name = element.Text("modelName");
    out_.description = element.Text("description");
    out_.token = element.Text(out_.version == 2 ? "guid" : "instantiationToken");
    out_.tool = element.Text("generationTool");
    if (const auto count = WholeNumber(element.Text("numberOfEventIndicators"))) out_.num_indicators = *count;
  }

  void TakeTop(const XmlElement& element) {
    const bool is_interface = element.name == "ModelExchange" || element.name == "CoSimulation";
    if (is_interface) {
      auto& interface = element.name == "ModelExchange" ? out_.exchange : out_.stepping;
      const bool is_old = out_.version == 2;
      const auto is_true = [&](const char* of_fmi2, const char* of_fmi3) {
        const std::string text = element.Text(is_old ? of_fmi2 : of_fmi3);
        return text == "true" || text == "1";
      };
      interface = {.identifier = element.Text("modelIdentifier"),
                   .can_save = is_true("canGetAndSetFMUstate", "canGetAndSetFMUState"),
                   .has_tangents = is_true("providesDirectionalDerivative", "providesDirectionalDerivatives"),
                   // The two versions say it the other way round.
                   .needs_steps =
                       is_true("completedIntegratorStepNotNeeded", "needsCompletedIntegratorStep") != is_old};
    } else if (element.name == "DefaultExperiment") {
      out_.experiment.start_time = element.Number("startTime");
      out_.experiment.stop_time = element.Number("stopTime");
      out_.experiment.tolerance = element.Number("tolerance");
      out_.experiment.interval = element.Number("stepSize");
    }
  }

  void TakeType(const std::string& parent, const XmlElement& element) {
    if (parent == "TypeDefinitions") type_ = element.Text("name");
    const bool has_unit = element.Has("unit");
    if (has_unit) types_[type_] = {element.Text("unit"), element.Text("displayUnit")};
  }

  void TakeVariable(const XmlElement& element) {
    FmuVariable variable;
    variable.name = element.Text("name");
    variable.description = element.Text("description");
    const auto reference = WholeNumber(element.Text("valueReference"));
    if (variable.name.empty() || !reference) {
      wrong_ = fmt::format("modelDescription.xml: the variable `{}` has no name or no valueReference",
                           variable.name);
      return;
    }
    variable.reference = *reference;
    ReadCausality(element, variable);
    variable.initial = element.Text("initial");
    out_.variables.push_back(std::move(variable));
    states_of_.emplace_back();
    if (element.name == "ScalarVariable") return;
    TakeInside(element);
    // By default, real variables are continuous and all others are discrete.
    FmuVariable& added = out_.variables.back();
    const bool is_real = added.type == GuestType::kFloat64 || added.type == GuestType::kFloat32;
    if (!element.Has("variability") && !is_real && added.variability == VariableVariability::kContinuous)
      added.variability = VariableVariability::kDiscrete;
  }

  void ReadCausality(const XmlElement& element, FmuVariable& variable) {
    const std::string& causality = element.Text("causality");
    variable.is_structural = causality == "structuralParameter";
    if (causality == "parameter" || variable.is_structural) {
      variable.causality = VariableCausality::kParameter;
      variable.variability = VariableVariability::kFixed;
    } else if (causality == "calculatedParameter") {
      variable.causality = VariableCausality::kCalculatedParameter;
      variable.variability = VariableVariability::kFixed;
    } else if (causality == "input") {
      variable.causality = VariableCausality::kInput;
    } else if (causality == "output") {
      variable.causality = VariableCausality::kOutput;
    } else if (causality == "independent") {
      variable.causality = VariableCausality::kIndependent;
    }
    const std::string& variability = element.Text("variability");
    for (const auto known :
         {VariableVariability::kConstant, VariableVariability::kFixed, VariableVariability::kTunable,
          VariableVariability::kDiscrete, VariableVariability::kContinuous}) {
      if (NameOf(known) == variability) variable.variability = known;
    }
  }

  // The element that gives the type: in FMI 3 the variable itself, in FMI 2 an element inside it. Otherwise a
  // part of a variable of FMI 3.
  void TakeInside(const XmlElement& element) {
    FmuVariable& variable = out_.variables.back();
    if (element.name == "Dimension") return TakeDimension(element, variable);
    if (element.name == "Start") return variable.start.push_back(element.Text("value"));
    if (element.name == "Enumeration") {
      variable.type = out_.version == 2 ? GuestType::kInt32 : GuestType::kInt64;
    } else {
      const auto known = std::ranges::find(kTypes, element.name, &TypeName::name);
      if (known == kTypes.end()) return;
      variable.type = known->type;
      variable.is_number = known->is_number;
    }
    const bool is_discrete_type = out_.version == 2 && element.name != "Real";
    if (is_discrete_type && variable.variability == VariableVariability::kContinuous)
      variable.variability = VariableVariability::kDiscrete;
    variable.declared_type = element.Text("declaredType");
    variable.unit = element.Text("unit");
    variable.display_unit = element.Text("displayUnit");
    variable.min = element.Number("min");
    variable.max = element.Number("max");
    variable.nominal = element.Number("nominal");
    if (element.Has("start")) {
      variable.start =
          variable.is_number ? Words(element.Text("start")) : std::vector<std::string>{element.Text("start")};
    }
    if (element.Has("derivative")) states_of_.back() = WholeNumber(element.Text("derivative"));
  }

  // If a structural parameter decides the size of an array, we take the size for its start value.
  void TakeDimension(const XmlElement& element, FmuVariable& variable) {
    variable.is_array = true;
    std::optional<std::uint32_t> size = WholeNumber(element.Text("start"));
    if (const auto reference = WholeNumber(element.Text("valueReference"))) {
      const auto known = std::ranges::find(out_.variables, *reference, &FmuVariable::reference);
      if (known == out_.variables.end()) {
        later_.push_back({out_.variables.size() - 1, *reference});
        return;
      }
      if (!known->start.empty()) size = WholeNumber(known->start[0]);
    }
    constexpr std::uint32_t kLargest = 1'000'000;
    if (!size || *size > kLargest) {
      wrong_ =
          fmt::format("modelDescription.xml: the array `{}` has no size that can be used", variable.name);
      return;
    }
    variable.size *= *size;
  }

  void TakeUnknown(const std::string& parent, const XmlElement& element) {
    const bool is_of_fmi2 = element.name == "Unknown";
    const auto variable = WholeNumber(element.Text(is_of_fmi2 ? "index" : "valueReference"));
    if (!variable) return;
    RawUnknown unknown{*variable, std::nullopt};
    if (element.Has("dependencies")) {
      unknown.dependencies.emplace();
      for (const std::string& word : Words(element.Text("dependencies"))) {
        const auto number = WholeNumber(word);
        if (!number) {
          wrong_ = fmt::format("modelDescription.xml: `{}` among dependencies is not a number", word);
          return;
        }
        unknown.dependencies->push_back(*number);
      }
    }
    const std::string& kind = is_of_fmi2 ? parent : element.name;
    if (kind == "Outputs" || kind == "Output") raw_outputs_.push_back(unknown);
    if (kind == "Derivatives" || kind == "ContinuousStateDerivative") raw_derivatives_.push_back(unknown);
    if (kind == "InitialUnknowns" || kind == "InitialUnknown") raw_initial_.push_back(unknown);
    if (kind == "EventIndicator") raw_indicators_.push_back(unknown.variable);
  }

  // ---- after all variables are known ----

  std::optional<std::size_t> PlaceOf(std::uint32_t number) {
    if (out_.version == 2) {
      if (number >= 1 && number <= out_.variables.size()) return number - 1;
    } else {
      const auto known = place_of_.find(number);
      if (known != place_of_.end()) return known->second;
    }
    wrong_ =
        fmt::format("modelDescription.xml: its structure names a variable {}, which there is not", number);
    return std::nullopt;
  }

  void CompleteUnknowns(const std::vector<RawUnknown>& raw, std::vector<FmuUnknown>& out) {
    for (const RawUnknown& unknown : raw) {
      const auto variable = PlaceOf(unknown.variable);
      if (!variable) return;
      out.push_back({*variable, std::nullopt});
      if (!unknown.dependencies) continue;
      out.back().dependencies.emplace();
      for (const std::uint32_t number : *unknown.dependencies) {
        const auto place = PlaceOf(number);
        if (!place) return;
        out.back().dependencies->push_back(*place);
      }
    }
  }

  void Complete() {
    for (std::size_t i = 0; i < out_.variables.size(); ++i) {
      FmuVariable& variable = out_.variables[i];
      place_of_.try_emplace(variable.reference, i);
      const auto type = types_.find(variable.declared_type);
      if (type == types_.end()) continue;
      if (variable.unit.empty()) variable.unit = type->second.unit;
      if (variable.display_unit.empty()) variable.display_unit = type->second.display_unit;
    }
    for (const auto& [variable, reference] : later_) {
      const auto known = place_of_.find(reference);
      const auto size = known == place_of_.end() || out_.variables[known->second].start.empty()
                            ? std::nullopt
                            : WholeNumber(out_.variables[known->second].start[0]);
      if (!size) wrong_ = "modelDescription.xml: an array has no size that can be used";
      if (size) out_.variables[variable].size *= *size;
    }
    for (std::size_t i = 0; i < states_of_.size(); ++i) {
      if (states_of_[i]) out_.variables[i].derivative_of = PlaceOf(*states_of_[i]);
    }
    CompleteUnknowns(raw_outputs_, out_.outputs);
    CompleteUnknowns(raw_derivatives_, out_.derivatives);
    CompleteUnknowns(raw_initial_, out_.initial_unknowns);
    for (const std::uint32_t indicator : raw_indicators_) {
      if (const auto place = PlaceOf(indicator)) out_.num_indicators += out_.variables[*place].size;
    }
    Check();
  }

  void Check() {
    if (!wrong_.empty()) return;
    if (!out_.exchange && !out_.stepping) wrong_ = "it has neither Model Exchange nor Co-Simulation";
    for (const FmuUnknown& derivative : out_.derivatives) {
      const FmuVariable& variable = out_.variables[derivative.variable];
      if (!variable.derivative_of) {
        wrong_ = fmt::format("modelDescription.xml: `{}` is listed as a derivative, but names no state",
                             variable.name);
      } else if (out_.variables[*variable.derivative_of].size != variable.size) {
        wrong_ = fmt::format("modelDescription.xml: `{}` has another size than its state", variable.name);
      }
    }
  }

  const std::string file_;
  FmuDescription out_;
  std::string wrong_;  // the first error; empty if there is none
  std::string type_;   // the definition that is being read
  std::map<std::string, DeclaredType> types_;
  std::vector<std::optional<std::uint32_t>> states_of_;  // per variable
  std::vector<std::pair<std::size_t, std::uint32_t>>
      later_;  // sizes given by variables that come later in the file
  std::vector<RawUnknown> raw_outputs_, raw_derivatives_, raw_initial_;
  std::vector<std::uint32_t> raw_indicators_;
  std::map<std::uint32_t, std::size_t> place_of_;  // by reference, of FMI 3
};

}  // namespace

Result<FmuDescription> ReadFmuDescription(const std::string& xml, const std::string& file) {
  return Reader(file).Read(xml);
}

}  // namespace daedalus::imported
