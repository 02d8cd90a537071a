#include "daedalus/products/drawing/read/parameter_text.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/system/units/parse_unit.h"

namespace daedalus::drawing {
namespace {

using semantics::Attribute;
using semantics::Child;
using semantics::Context;
using semantics::Symbol;
using semantics::SymbolId;

std::string AttributeText(Context& c, const Symbol& symbol, Attribute attribute) {
  const auto value = semantics::LowerAttribute(c, symbol, attribute, semantics::Mode::kProbe);
  if (!value || value->IsError() || value->size() == 0 || !(*value)[0].IsConstant()) return {};
  return std::string(c.strings.TextOf((*value)[0]));
}

std::string UnitText(const std::string& unit) {
  if (unit.empty() || unit == "1") return {};
  std::string text;
  for (std::size_t i = 0; i < unit.size();) {
    if (unit.compare(i, 3, "Ohm") == 0) {
      text += "Ω";
      i += 3;
    } else if (unit.compare(i, 4, "degC") == 0) {
      text += "°C";
      i += 4;
    } else if (unit.compare(i, 3, "deg") == 0) {
      text += "°";
      i += 3;
    } else if (unit[i] == '.') {
      text += "·";
      ++i;
    } else {
      text += unit[i++];
    }
  }
  return text;
}

std::string ScalarText(Context& c, const Symbol& symbol) {
  const semantics::Scalar& scalar = symbol.value[0];
  if (!scalar.IsConstant()) return {};
  if (symbol.type == semantics::BaseType::kString) return std::string(c.strings.TextOf(scalar));
  if (symbol.type == semantics::BaseType::kBoolean) return scalar.number != 0.0 ? "true" : "false";
  if (semantics::IsEnumeration(symbol.type)) {
    const auto literals = c.types.Literals(symbol.type);
    const auto index = static_cast<std::size_t>(scalar.number);
    return index >= 1 && index <= literals.size() ? literals[index - 1] : std::string();
  }
  if (symbol.type != semantics::BaseType::kReal) return fmt::format("{:.6g}", scalar.number);
  return NumberText(scalar.number, AttributeText(c, symbol, Attribute::kUnit),
                    AttributeText(c, symbol, Attribute::kDisplayUnit));
}

// An expression on an icon must be short to be read.
std::string Shortened(std::string text) {
  constexpr std::size_t kLongest = 80;
  if (text.size() <= kLongest) return text;
  return "...";
}

std::string SymbolText(Context& c, SymbolId id) {
  if (semantics::EnsureDims(c, id) && !c.tree[id].IsVariable() && semantics::EnsureValue(c, id)) {
    const Symbol& symbol = c.tree[id];
    if (symbol.dims.empty() && symbol.value.IsScalar() && !symbol.value.IsError()) {
      if (std::string text = ScalarText(c, symbol); !text.empty()) return text;
    }
  }
  const semantics::Binding binding = semantics::BindingOf(c, c.tree[id]);
  return binding.IsValid() ? Shortened(syntax::Unparse(*binding.tree, binding.expression)) : std::string();
}

// The value that the declaration of the component, or that of its class, gives as text.
std::string WrittenValue(const scope::Member* component, const scope::Member& member) {
  if (component != nullptr) {
    for (const scope::Modifier* mods : component->mods) {
      const scope::Modifier* given = mods->Child(member.name);
      if (given != nullptr && given->value.IsValid())
        return Shortened(syntax::Unparse(*given->tree, given->value));
    }
  }
  for (const scope::Modifier* mods : member.mods) {
    if (mods->value.IsValid()) return Shortened(syntax::Unparse(*mods->tree, mods->value));
  }
  return {};
}

}  // namespace

std::string NumberText(double value, const std::string& unit, const std::string& display_unit) {
  std::string shown_unit = unit;
  if (!display_unit.empty() && display_unit != unit) {
    const auto from = units::ParseUnit(unit).unit, to = units::ParseUnit(display_unit).unit;
    if (from && to && units::AreConvertible(*from, *to) && from->factor != 0.0 && to->factor != 0.0) {
      value = (value * from->factor + from->offset - to->offset) / to->factor;
      shown_unit = display_unit;
    }
  }
  const std::string text = UnitText(shown_unit);
  const bool is_close = text.empty() || text == "°";
  return fmt::format("{:.6g}{}{}", value, is_close ? "" : " ", text);
}

namespace {

std::optional<std::string> TextOfOne(ReadContext& read, const Instance& instance, std::string_view name) {
  Context& c = read.semantics;
  Instance at = instance;
  const std::vector<syntax::NameId> names = c.envs.store().Names(name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!at.env.IsValid()) return std::nullopt;
    const std::uint32_t member = c.envs.FindMember(at.env, names[i]);
    if (member == scope::kNoMember) return std::nullopt;
    const scope::Member& declared = c.envs.Members(at.env)[member];
    if (i + 1 < names.size()) {
      if (declared.is_class) return std::nullopt;
      at = ComponentOf(read, at, member);
      continue;
    }
    if (declared.is_class) {
      const scope::EnvId env = c.envs.EnvOf(at.env, member);
      return env.IsValid() ? LastName(c.envs.NameOf(env)) : std::string(c.Text(names[i]));
    }
    std::string text;
    if (at.node.IsValid()) {
      const Child child = semantics::ChildOf(c, at.node, member);
      if (child.kind == Child::Kind::kSymbol) text = SymbolText(c, child.symbol());
    }
    if (text.empty()) text = WrittenValue(at.declaration, declared);
    return text.empty() ? std::string(c.Text(names[i])) : text;
  }
  return std::nullopt;
}

// The elements that a component stands for: those of an array that is drawn once, else itself.
std::vector<Instance> ElementsOf(ReadContext& read, const Instance& instance) {
  const semantics::NodeId array =
      instance.node.IsValid() ? read.semantics.tree[instance.node].parent : semantics::NodeId();
  const bool is_one =
      !array.IsValid() || !read.semantics.tree[array].is_array || instance.name.ends_with(']');
  if (is_one) return {instance};
  std::vector<Instance> elements;
  for (const semantics::NodeId node : read.semantics.tree[array].elements) {
    elements.push_back(instance);
    elements.back().node = node;
  }
  return elements;
}

// "{1, 2, 3} Ω" of "1 Ω", "2 Ω", "3 Ω"; of many only the first ones.
std::string TextOfAll(std::vector<std::string> texts) {
  constexpr std::size_t kMostShown = 4;
  const std::size_t space = texts[0].rfind(' ');
  const std::string unit = space == std::string::npos ? std::string() : texts[0].substr(space);
  const bool is_shared = std::ranges::all_of(texts, [&](const std::string& t) { return t.ends_with(unit); });
  const bool has_more = texts.size() > kMostShown;
  texts.resize(std::min(texts.size(), kMostShown));
  if (is_shared) {
    for (std::string& text : texts) text.resize(text.size() - unit.size());
  }
  return fmt::format("{{{}{}}}{}", fmt::join(texts, ", "), has_more ? ", ..." : "", is_shared ? unit : "");
}

}  // namespace

// All elements of an array have one text if they are alike.
std::optional<std::string> ParameterText(ReadContext& read, const Instance& instance, std::string_view name) {
  const semantics::Reporter::Silent silent(read.semantics.reporter);
  constexpr std::size_t kMostRead = 100;
  std::vector<std::string> texts;
  for (const Instance& element : ElementsOf(read, instance)) {
    auto text = TextOfOne(read, element, name);
    if (!text) return std::nullopt;
    texts.push_back(*std::move(text));
    if (texts.size() == kMostRead) break;
  }
  if (texts.empty()) return TextOfOne(read, instance, name);
  const bool are_alike =
      std::ranges::all_of(texts, [&](const std::string& text) { return text == texts[0]; });
  return are_alike ? texts[0] : TextOfAll(std::move(texts));
}

MacroLookup MacrosOf(ReadContext& read, const Instance& instance) {
  return [&read, instance](std::string_view macro) -> std::optional<std::string> {
    const std::string cls = read.semantics.envs.NameOf(instance.env);
    if (macro == "name") return LastName(instance.name.empty() ? cls : instance.name);
    if (macro == "class") return LastName(cls);
    return ParameterText(read, instance, macro);
  };
}

}  // namespace daedalus::drawing
