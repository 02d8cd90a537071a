#include "daedalus/language/semantics/functions/derivative_texts.h"

#include <fmt/format.h>

#include "daedalus/system/text_type.h"

namespace daedalus::semantics {
namespace {

class DerivativeCallWriter {
 public:
  DerivativeCallWriter(TextDeclarer& declarer, const std::string& name, const CallTexts& of)
      : declarer_(declarer), name_(name), of_(of) {}

  CallTexts Write() {
    calls_.missing = of_.missing;
    for (const auto& type : of_.inputs) AddInput(type);
    // A value that is not a Real has no derivative; 0 is written for it.
    for (const auto& type : of_.inputs) AddInput(type == ValueType::kReal ? type : std::nullopt);
    for (const CallText& output : of_.outputs) {
      const std::size_t declared = declarer_.Add(
          fmt::format("der({})", name_), [&](const std::string& quoted) { return SumText(quoted, output); });
      calls_.outputs.push_back({declared, {}, ValueType::kReal});
    }
    return std::move(calls_);
  }

 private:
  void AddInput(std::optional<ValueType> type) {
    calls_.inputs.push_back(type);
    calls_.names.push_back(type ? fmt::format("'$u{}'", calls_.inputs.size()) : std::string());
  }

  // d1 f(x) dx1 + d2 f(x) dx2 + ...
  std::string SumText(const std::string& name, const CallText& of) {
    if (!of.further.empty()) declarer_.Miss("it is a derivative of a function that is given an object");
    if (of.type != ValueType::kReal)
      declarer_.Miss("it is a derivative of something that is not a Real number");
    const std::size_t n = of_.inputs.size();
    std::vector<std::string> arguments, terms;
    std::string inputs;
    for (std::size_t i = 0; i < calls_.inputs.size(); ++i) {
      if (!calls_.inputs[i]) continue;
      inputs += fmt::format("    input {} {};\n", daedalus::TypeName(*calls_.inputs[i]), calls_.names[i]);
      if (i < n) arguments.push_back(calls_.names[i]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (!calls_.inputs[n + i]) continue;
      const std::size_t partial =
          declarer_.Add(fmt::format("der({}, {})", name_, i + 1), [&](const std::string& quoted) {
            return fmt::format("  function {} = der({}, {});\n", quoted,
                               declarer_.DeclaredName(of.declaration), of_.names[i]);
          });
      terms.push_back(fmt::format("{}({})*{}", declarer_.DeclaredName(partial), fmt::join(arguments, ", "),
                                  calls_.names[n + i]));
    }
    return fmt::format(
        "  function {0}\n{1}    output Real '$y';\n  algorithm\n    '$y' := {2};\n  end {0};\n", name, inputs,
        terms.empty() ? "0.0" : fmt::format("{}", fmt::join(terms, " + ")));
  }

  TextDeclarer& declarer_;
  const std::string& name_;
  const CallTexts& of_;
  CallTexts calls_;
};

}  // namespace

CallTexts DerivativeCallTexts(TextDeclarer& declarer, const std::string& name, const CallTexts& of) {
  return DerivativeCallWriter(declarer, name, of).Write();
}

}  // namespace daedalus::semantics
