#include "daedalus/products/fmi/source_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "daedalus/products/exported/c_text.h"

namespace daedalus::fmi {
namespace {

using model::ValueSource;
using model::VariableCausality;
using model::VariableDescription;
using model::VariableType;

std::string_view TypeInC(VariableType type) {
  switch (type) {
    case VariableType::kReal:
      return "FMU_IS_REAL";
    case VariableType::kBoolean:
      return "FMU_IS_LOGICAL";
    case VariableType::kString:
      return "FMU_IS_TEXT";
    case VariableType::kInteger:
    case VariableType::kEnumeration:
      break;
  }
  return "FMU_IS_WHOLE";
}

std::string TextInC(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += fmt::format("\\{}", c);
    } else if (static_cast<unsigned char>(c) < ' ' || c == '?') {
      out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

class SourceWriter {
 public:
  SourceWriter(const SourceModel& model, const Interface& shown, const std::string& token)
      : model_(model), shown_(shown), token_(token) {}

  Result<std::string> Write() {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < shown_.variables.size(); ++i) {
      auto row = Row(shown_.variables[i]);
      if (!row) return row;
      rows.push_back(*std::move(row));
    }
    return "#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n#include \"fmi3Functions.h\"\n\n" +
           model_.code.text + Names() + Inputs() + Values() + Table(rows) + kFmi3OverSteps;
  }

 private:
  // {type, place, role, sign, index, input}
  Result<std::string> Row(const ExposedVariable& variable) {
    const VariableDescription& of = shown_.description->variables[*variable.variable];
    const auto input =
        std::ranges::find(model_.code.interface.inputs, of.name, &exported::CInterface::Input::name);
    const bool is_input = variable.causality == VariableCausality::kInput;
    if (is_input && input == model_.code.interface.inputs.end())
      return Fail(Error(Code::kBadOption, of.declared_at, "the input `{}` cannot be exported as C", of.name));
    const auto [place, index] = Place(of);
    if (place.empty())
      return Fail(Error(Code::kBadOption, of.declared_at, "`{}` cannot be exported as C: {}", of.name,
                        of.type == VariableType::kString ? "it is a String that varies"
                                                         : "its value is that of a function of parameters")
                      .Hint("--kind binary makes an FMU of this model"));
    const bool is_parameter =
        variable.causality == VariableCausality::kParameter && place == "FMU_AT_PARAMETERS";
    return fmt::format("{{{}, {}, {}, {}, {}, {}}}", TypeInC(of.type), place,
                       is_input       ? "FMU_IS_INPUT"
                       : is_parameter ? "FMU_IS_PARAMETER"
                                      : "FMU_IS_READ",
                       of.source.sign, index, is_input ? input - model_.code.interface.inputs.begin() : 0);
  }

  struct Found {
    std::string_view place;  // empty if the C code has no value for it
    std::size_t index = 0;
  };
  Found Place(const VariableDescription& of) {
    const bool is_text = of.type == VariableType::kString;
    switch (of.source.kind) {
      case ValueSource::Kind::kTime:
        return {"FMU_AT_TIME"};
      case ValueSource::Kind::kQuantity:
        return {"FMU_AT_VARIABLES", model_.code.places[of.source.index]};
      case ValueSource::Kind::kHeld:
        if (is_text) return {};
        return {"FMU_AT_HELD", of.source.index};
      case ValueSource::Kind::kParameter:
        return {"FMU_AT_PARAMETERS", of.source.index};
      case ValueSource::Kind::kConstant:
        if (is_text || model_.code.aliases[of.source.index].empty()) return {};
        return Constant(model_.code.aliases[of.source.index]);
      case ValueSource::Kind::kText:
        break;
    }
    if (!is_text) return Constant(std::to_string(NumberOfLiteral(of)));
    texts_.push_back(TextInC(of.text));
    return {"FMU_AT_CONSTANTS", texts_.size() - 1};
  }
  Found Constant(std::string text) {
    constants_.push_back(std::move(text));
    return {"FMU_AT_CONSTANTS", constants_.size() - 1};
  }
  std::ptrdiff_t NumberOfLiteral(const VariableDescription& of) const {
    for (const model::EnumerationDescription& type : shown_.description->enumerations) {
      if (type.name == of.enumeration)
        return std::ranges::find(type.literals, of.text) - type.literals.begin() + 1;
    }
    return 0;
  }

  std::string Names() const {
    return fmt::format(
        "/* ---- the model as FMI 3 sees it ---- */\n\n"
        "#define FMU_MODEL {0}\n#define FMU_MODEL_INITIALIZE {0}_initialize\n#define FMU_MODEL_STEP "
        "{0}_step\n"
        "#define FMU_MODEL_UPDATE {0}_update\n#define FMU_STATUS_ENDED {0}_ENDED\n#define FMU_TOKEN \"{1}\"\n"
        "#define FMU_START {2}\n#define FMU_STEP {3}\n#define FMU_NUM_VARIABLES {4}\n\n"
        "static const char *const fmu_status_texts[] = {{\n  \"all is well\",\n"
        "  \"the iteration of a loop did not converge, or has no solution\",\n"
        "  \"an event iteration did not settle\",\n  \"the invariants contradict each other\",\n"
        "  \"an assertion of the model does not hold\",\n  \"the model has ended the run\",\n"
        "  \"a time event follows another one of its kind within a step\",\n"
        "  \"a parameter cannot have this value without a new export\"}};\n\n",
        model_.code.name, token_, exported::CNumber(model_.start), exported::CNumber(model_.step),
        shown_.variables.size());
  }

  // Writes a function that consists of a switch over the cases.
  static std::string Switch(std::string_view head, const std::vector<std::string>& cases,
                            std::string_view rest) {
    std::string out = fmt::format("static {} {{\n  (void)m;\n  switch (i) {{\n", head);
    for (std::size_t i = 0; i < cases.size(); ++i)
      out += fmt::format("    case {}:\n      {}\n", i, cases[i]);
    return out + fmt::format("    default:\n      {}\n  }}\n}}\n\n", rest);
  }

  std::string Inputs() const {
    std::vector<std::string> get, set;
    for (const exported::CInterface::Input& input : model_.code.interface.inputs) {
      get.push_back(fmt::format("return (double)m->in.{};", input.field));
      set.push_back(fmt::format("m->in.{} = ({})x;\n      break;", input.field, input.type));
    }
    return Switch("double fmu_input(const FMU_MODEL *m, int i)", get, "return 0;") +
           Switch("void fmu_set_input(FMU_MODEL *m, int i, double x)", set, "(void)x;");
  }

  std::string Values() const {
    std::vector<std::string> cases;
    for (const std::string& constant : constants_) cases.push_back(fmt::format("return {};", constant));
    return Switch("double fmu_constant(const FMU_MODEL *m, int i)", cases, "return 0;") +
           fmt::format(
               "static double fmu_held_value(const FMU_MODEL *m, int i) {{\n{}}}\n\n",
               model_.code.has_held ? "  return m->held[i];\n" : "  (void)m, (void)i;\n  return 0;\n") +
           fmt::format("static const char *const fmu_texts[] = {{{}}};\n\n",
                       texts_.empty() ? "\"\"" : fmt::format("{}", fmt::join(texts_, ",\n  ")));
  }

  static std::string Table(const std::vector<std::string>& rows) {
    return fmt::format(
        "typedef enum {{ FMU_IS_REAL, FMU_IS_WHOLE, FMU_IS_LOGICAL, FMU_IS_TEXT }} FmuType;\n"
        "enum {{ FMU_AT_TIME, FMU_AT_VARIABLES, FMU_AT_HELD, FMU_AT_PARAMETERS, FMU_AT_CONSTANTS }};\n"
        "enum {{ FMU_IS_READ, FMU_IS_INPUT, FMU_IS_PARAMETER }};\n\n"
        "typedef struct {{\n  FmuType type;\n  int place, role, sign, index, input;\n}} FmuVariable;\n\n"
        "static const FmuVariable fmu_variables[] = {{\n  {}}};\n\n",
        fmt::join(rows, ",\n  "));
  }

  const SourceModel& model_;
  const Interface& shown_;
  const std::string& token_;
  std::vector<std::string> constants_, texts_;  // as text in C
};

}  // namespace

Result<std::string> SourceText(const SourceModel& model, const Interface& shown, const std::string& token) {
  return SourceWriter(model, shown, token).Write();
}

}  // namespace daedalus::fmi
