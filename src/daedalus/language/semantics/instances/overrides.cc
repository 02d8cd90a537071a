// NAME=VALUE from the command line: finding the symbol, and reading the value for it.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/constant_expression.h"
#include "daedalus/language/semantics/instances/elements.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

Diagnostic BadOption(std::string message) {
  Diagnostic d;
  d.code = Code::kBadOption;
  d.message = std::move(message);
  return d;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// The parts between commas at the outermost level of brackets of all kinds and quotes.
std::vector<std::string_view> SplitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool is_quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    depth += text[i] == '{' || text[i] == '(' || text[i] == '[';
    depth -= text[i] == '}' || text[i] == ')' || text[i] == ']';
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(Trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(Trimmed(text.substr(begin)));
  return parts;
}

std::optional<double> ReadNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<Scalar> ReadScalar(Context& context, Type type, std::string_view text) {
  if (type == BaseType::kString) {
    const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return context.strings.ConstantOf(is_quoted ? text.substr(1, text.size() - 2) : text);
  }
  if (type == BaseType::kBoolean) {
    if (text == "true") return Constant(1.0);
    return text == "false" ? std::optional(Constant(0.0)) : std::nullopt;
  }
  if (IsEnumeration(type)) {
    const auto literals = context.types.Literals(type);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (text == literals[i] || text == fmt::format("{}.{}", context.types.Name(type), literals[i])) {
        return Constant(static_cast<double>(i + 1));
      }
    }
    return std::nullopt;
  }
  auto number = ReadNumber(text);
  if (!number) number = EvaluateConstantExpression(text);
  if (!number) return std::nullopt;
  const bool is_integer = std::trunc(*number) == *number && std::abs(*number) <= kMaxInteger;
  if (type == BaseType::kInteger && !is_integer) return std::nullopt;
  return Constant(*number);
}

// Appends the scalars of {a, {b, c}, ...} in order, with one level of braces for each dimension.
bool ReadElements(Context& context, Type type, std::string_view text, std::span<const std::int64_t> dims,
                  std::vector<Scalar>* out) {
  if (dims.empty()) {
    const auto scalar = ReadScalar(context, type, text);
    if (scalar) out->push_back(*scalar);
    return scalar.has_value();
  }
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
  const std::string_view inside = Trimmed(text.substr(1, text.size() - 2));
  const auto parts = inside.empty() ? std::vector<std::string_view>() : SplitAtCommas(inside);
  if (static_cast<std::int64_t>(parts.size()) != dims[0]) return false;
  for (const std::string_view part : parts) {
    if (!ReadElements(context, type, part, dims.subspan(1), out)) return false;
  }
  return true;
}

// Splits "a[2, 3]" into name and subscripts; nullopt if it is malformed.
std::optional<ValueOverride> ReadName(const Override& given) {
  ValueOverride result{{}, given.name, given.value};
  const std::string_view text = Trimmed(given.name);
  if (std::count(text.begin(), text.end(), '[') != std::count(text.begin(), text.end(), ']'))
    return std::nullopt;
  const std::size_t bracket = text.ends_with(']') ? text.rfind('[') : std::string_view::npos;
  result.name = std::string(Trimmed(text.substr(0, bracket)));
  if (bracket == std::string_view::npos) return result;
  if (text.back() != ']') return std::nullopt;
  for (const std::string_view part : SplitAtCommas(text.substr(bracket + 1, text.size() - bracket - 2))) {
    const auto number = ReadNumber(part);
    if (!number || std::trunc(*number) != *number || std::abs(*number) > kMaxInteger) return std::nullopt;
    result.subscripts.push_back(static_cast<std::int64_t>(*number));
  }
  return result;
}

bool CanBeSet(Context& context, const Symbol& symbol, const std::string& name) {
  const bool is_final =
      symbol.IsVariable() ? AttributeOf(context, symbol, Attribute::kStart).is_final : symbol.is_final;
  if (symbol.variability != Variability::kConstant && !is_final) return true;
  context.reporter.Report(
      BadOption(fmt::format("cannot set `{}`: it is {}", name, is_final ? "final" : "a constant"))
          .With(symbol.name_span, "declared here"));
  return false;
}

std::optional<std::size_t> Offset(const Symbol& symbol, const ValueOverride& given) {
  if (given.subscripts.size() != symbol.dims.size()) return std::nullopt;
  std::size_t offset = 0;
  for (std::size_t d = 0; d < symbol.dims.size(); ++d) {
    if (given.subscripts[d] < 1 || given.subscripts[d] > symbol.dims[d]) return std::nullopt;
    offset =
        offset * static_cast<std::size_t>(symbol.dims[d]) + static_cast<std::size_t>(given.subscripts[d] - 1);
  }
  return offset;
}

}  // namespace

void ReadOverrides(Context& context, std::span<const Override> overrides) {
  for (const Override& given : overrides) {
    auto read = ReadName(given);
    if (!read) {
      context.reporter.Report(BadOption(fmt::format("cannot set `{}`: this is not a name", given.name)));
      continue;
    }
    const std::string name = read->name;
    context.overrides[name].push_back(std::move(*read));
  }
}

void TakeOverrides(Context& context, Symbol& symbol) {
  if (context.overrides.empty()) return;
  const auto at = context.overrides.find(context.NameOf(symbol));
  if (at == context.overrides.end()) return;
  if (CanBeSet(context, symbol, at->first)) symbol.overrides = at->second;
  context.overrides.erase(at);
}

void ReportUnusedOverrides(Context& context, NodeId root) {
  for (const auto& [name, ignored] : context.overrides) {
    NearestName nearest(name);
    VisitSymbols(context, root, [&](SymbolId id) { nearest.Offer(context.NameOf(context.tree[id])); });
    context.reporter.Report(
        BadOption(fmt::format("cannot set `{}`: the model has no parameter or variable of that name", name))
            .Hint(nearest.Hint()));
  }
}

void ApplyOverrides(Context& context, const Symbol& symbol, Value& value) {
  for (const ValueOverride& given : symbol.overrides) {
    const std::string_view text = Trimmed(given.text);
    if (!given.subscripts.empty()) {
      const auto offset = Offset(symbol, given);
      const auto scalar = ReadScalar(context, symbol.type, text);
      if (!offset) {
        context.reporter.Report(
            BadOption(fmt::format("cannot set `{}[...]` to `{}`: no element of {} has these subscripts",
                                  given.name, text, context.TypeText(symbol.type, symbol.dims))));
      } else if (!scalar) {
        context.reporter.Report(BadOption(fmt::format("cannot set an element of `{}` to `{}`: it is a {}",
                                                      given.name, text, context.types.Name(symbol.type))));
      } else {
        value[*offset] = *scalar;
      }
      continue;
    }
    std::vector<Scalar> elements;
    if (const auto scalar = text.starts_with('{') ? std::nullopt : ReadScalar(context, symbol.type, text)) {
      elements.assign(value.size(), *scalar);
    } else if (!ReadElements(context, symbol.type, text, symbol.dims, &elements)) {
      context.reporter.Report(BadOption(fmt::format("cannot set `{}` to `{}`: it is {}", given.name, text,
                                                    context.TypeText(symbol.type, symbol.dims))));
      continue;
    }
    for (std::size_t i = 0; i < elements.size(); ++i) value[i] = elements[i];
  }
}

}  // namespace daedalus::semantics
