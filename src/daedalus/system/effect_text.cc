#include "daedalus/system/effect_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/text_type.h"

namespace daedalus {
namespace {

using routine::NativePlace;

std::string SizesText(const native::Datum& datum) {
  return datum.dims.empty() ? std::string() : fmt::format("[{}]", fmt::join(datum.dims, ", "));
}

// {{a, b}, {c, d}} of a, b, c, d.
std::string NestedText(std::vector<std::string> elements, std::span<const std::size_t> dims) {
  for (std::size_t d = dims.size(); d-- > 0;) {
    std::vector<std::string> rows;
    const std::size_t size = std::max<std::size_t>(dims[d], 1);
    for (std::size_t i = 0; i + size <= elements.size(); i += size)
      rows.push_back(
          fmt::format("{{{}}}", fmt::join(elements.begin() + static_cast<std::ptrdiff_t>(i),
                                          elements.begin() + static_cast<std::ptrdiff_t>(i + size), ", ")));
    elements = std::move(rows);
  }
  return elements.empty() ? std::string("fill(0, 0)") : elements[0];
}

std::string SubscriptsText(std::span<const std::size_t> dims, std::size_t element) {
  std::vector<std::size_t> subscripts(dims.size());
  for (std::size_t d = dims.size(); d-- > 0; element /= dims[d]) subscripts[d] = element % dims[d] + 1;
  return dims.empty() ? std::string() : fmt::format("[{}]", fmt::join(subscripts, ", "));
}

}  // namespace

EffectTexts::Part EffectTexts::ReadInput(const Effect& effect, std::size_t argument) const {
  const native::Datum& datum = effect.call.arguments[argument];
  std::vector<std::string> elements;
  for (const std::string& text : datum.texts) elements.push_back(QuotedText(text));
  for (const double number : datum.numbers) elements.push_back(expr::PrintTypedNumber(number));
  const auto is_real = [](const std::string& element) {
    return element.find_first_of(".e/") != std::string::npos;
  };
  ValueType type = std::ranges::any_of(elements, is_real) ? ValueType::kReal : ValueType::kInteger;
  for (const Effect::Text& text : effect.texts) {
    if (text.place.argument == argument) elements[text.place.element] = words_.text(text.value);
  }
  for (const Effect::Number& number : effect.numbers) {
    if (number.place.argument != argument) continue;
    elements[number.place.element] = words_.expression(number.value);
    if (words_.type(number.value) != ValueType::kInteger) type = words_.type(number.value);
  }
  return {datum.texts.empty() ? std::string(TypeName(type)) : "String",
          NestedText(std::move(elements), datum.dims),
          {}};
}

std::vector<EffectTexts::Part> EffectTexts::ReadParts(const Effect& effect) const {
  std::vector<Part> parts(effect.call.arguments.size() + 1);
  for (const Effect::Result& result : effect.results) {
    Part& part = parts[std::min(result.place.argument, parts.size() - 1)];
    part.results.push_back(&result);
    part.type = TypeName(static_cast<ValueType>(system_.hybrid.held[result.leaf].of));
  }
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (parts[i].results.empty()) parts[i] = ReadInput(effect, i);
  }
  return parts;
}

EffectText EffectTexts::Write(const Effect& effect) {
  const std::vector<Part> parts = ReadParts(effect);
  EffectText out;
  std::string inputs, outputs;
  std::vector<std::string> names, arguments, targets, later;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_return = i + 1 == parts.size();
    const native::Datum none;
    const native::Datum& datum = is_return ? none : effect.call.arguments[i];
    const std::string name = is_return ? "'$y'" : fmt::format("'$a{}'", i + 1);
    if (!is_return) names.push_back(name);
    if (parts[i].results.empty() && is_return) continue;
    std::string& declared = parts[i].results.empty() ? inputs : outputs;
    declared += fmt::format("    {} {} {}{};\n", parts[i].results.empty() ? "input" : "output", parts[i].type,
                            name, SizesText(datum));
    if (parts[i].results.empty()) {
      arguments.push_back(parts[i].value);
      continue;
    }
    const std::string_view prefix = parts[i].type == "Real" ? "discrete " : "";
    for (const Effect::Result* result : parts[i].results)
      out.declarations += fmt::format("  {}{} {};\n", prefix, parts[i].type, words_.result(result->leaf));
    if (datum.dims.empty()) {
      targets.push_back(words_.result(parts[i].results[0]->leaf));
      continue;
    }
    targets.push_back(fmt::format("'$results{}'", ++num_arrays_));
    out.declarations +=
        fmt::format("  {}{} {}{};\n", prefix, parts[i].type, targets.back(), SizesText(datum));
    for (const Effect::Result* result : parts[i].results)
      later.push_back(fmt::format("{} = {}{}", words_.result(result->leaf), targets.back(),
                                  SubscriptsText(datum.dims, result->place.element)));
  }
  const std::string_view returned = parts.back().results.empty() ? "" : "'$y' = ";
  const std::string body = fmt::format("{}{}  external \"C\" {}{}({});\n", inputs, outputs, returned,
                                       effect.name, fmt::join(names, ", "));
  const auto [function, is_new] =
      functions_.try_emplace(body, QuotedName(fmt::format("{}!{}", effect.name, functions_.size() + 1)));
  if (is_new)
    out.declarations =
        fmt::format("  impure function {0}\n{1}  end {0};\n{2}", function->second, body, out.declarations);
  out.statements.push_back(
      fmt::format("{}{}({})", targets.empty() ? "" : fmt::format("({}) = ", fmt::join(targets, ", ")),
                  function->second, fmt::join(arguments, ", ")));
  out.statements.insert(out.statements.end(), later.begin(), later.end());
  return out;
}

}  // namespace daedalus
