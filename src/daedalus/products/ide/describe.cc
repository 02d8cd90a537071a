#include "daedalus/products/ide/describe.h"

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::ide {
namespace {

using MeaningKind = Meaning::Kind;
using scope::EnvId;

constexpr std::size_t kMaxDocumentation = 2000;
constexpr std::size_t kMaxValue = 200;

std::string Shortened(std::string text, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + " ...";
}

std::string_view WordOf(syntax::Variability v) {
  switch (v) {
    case syntax::Variability::kDiscrete:
      return "discrete ";
    case syntax::Variability::kParameter:
      return "parameter ";
    case syntax::Variability::kConstant:
      return "constant ";
    case syntax::Variability::kNone:
      return "";
  }
  return "";
}

std::string PrefixesOf(const scope::Member& m) {
  std::string text;
  if (m.is_protected) text += "protected ";
  if (m.is_final) text += "final ";
  if (m.is_inner) text += "inner ";
  if (m.is_outer) text += "outer ";
  if (m.redeclaring.is_replaceable) text += "replaceable ";
  if (m.connection == syntax::Connection::kFlow) text += "flow ";
  if (m.connection == syntax::Connection::kStream) text += "stream ";
  text += WordOf(m.variability);
  if (m.causality == syntax::Causality::kInput) text += "input ";
  if (m.causality == syntax::Causality::kOutput) text += "output ";
  return text;
}

struct WrittenValue {
  const syntax::Tree* tree = nullptr;
  syntax::ExpressionId expression;
  std::string Text() const { return Shortened(syntax::Unparse(*tree, expression), kMaxValue); }
};

// The value that the outermost modifier gives to an attribute; with no name, to the component itself.
std::optional<WrittenValue> ValueOf(const std::vector<const scope::Modifier*>& layers,
                                    syntax::NameId attribute) {
  for (const scope::Modifier* layer : layers) {
    const scope::Modifier* node = attribute.IsValid() ? layer->Child(attribute) : layer;
    if (node != nullptr && node->value.IsValid()) return WrittenValue{node->tree, node->value};
  }
  return std::nullopt;
}

// Attributes that a component has by itself and by its type, in the order of their words.
std::string AttributesOf(World& world, const Meaning& meaning) {
  const EnvId type = world.envs().EnvOf(meaning.env, meaning.member);
  if (!type.IsValid() || world.envs()[type].predefined == scope::Predefined::kNone) return {};
  std::vector<const scope::Modifier*> layers = meaning.layers;
  const auto& of_type = world.envs()[type].attributes;
  layers.insert(layers.end(), of_type.begin(), of_type.end());
  std::string text;
  for (const std::string_view name :
       {"quantity", "unit", "displayUnit", "min", "max", "start", "fixed", "nominal", "stateSelect"}) {
    const auto value = ValueOf(layers, world.store().names().Intern(name));
    if (value) text += fmt::format("- {}: `{}`\n", name, value->Text());
  }
  return text;
}

std::string ClassHead(World& world, library::ClassId cls) {
  const syntax::ClassDefinition& c = world.store().definition(cls);
  return fmt::format("{}{}{} {}", c.is_encapsulated ? "encapsulated " : "", c.is_partial ? "partial " : "",
                     syntax::TextOf(c.kind), world.store().FullName(cls));
}

std::string DocumentationOf(World& world, library::ClassId cls) {
  const syntax::Tree& tree = world.store().tree(cls);
  const auto annotation = library::AnnotationOf(tree, world.store().definition(cls));
  if (!annotation.IsValid()) return {};
  const syntax::Modifier* entry = library::FindEntry(tree, annotation, "Documentation");
  if (entry == nullptr || !entry->modification.IsValid()) return {};
  const auto info = library::FindText(tree, entry->modification, "info");
  return info ? MarkdownOfHtml(*info, kMaxDocumentation) : std::string();
}

std::string DescribeBuiltin(World& world, const Meaning& meaning) {
  const std::string_view name = world.Text(meaning.name);
  if (name == "time") return "```modelica\ninput Real time(unit = \"s\")\n```\n\nthe independent variable\n";
  const semantics::Builtin* builtin = semantics::FindBuiltin(name);
  if (builtin == nullptr) return {};
  return fmt::format("```modelica\n{}({})\n```\n\na function of the language\n", name, builtin->parameters);
}

}  // namespace

std::string TypeText(World& world, const Meaning& meaning) {
  if (meaning.kind != MeaningKind::kComponent) return {};
  const scope::Member& m = world.envs().Members(meaning.env)[meaning.member];
  std::string text = m.clause == nullptr ? std::string() : m.tree->DottedName(m.clause->type);
  const EnvId type = world.envs().EnvOf(meaning.env, meaning.member);
  if (type.IsValid()) text = world.envs().NameOf(type);
  if (m.dimensions.empty()) return text;
  text += '[';
  for (std::size_t i = 0; i < m.dimensions.size(); ++i) {
    const scope::DeclaredText& d = m.dimensions[i];
    text += (i > 0 ? ", " : "") + syntax::Unparse(*d.tree, d.expression);
  }
  return text + ']';
}

std::string DeclarationText(World& world, const Meaning& meaning) {
  if (meaning.kind == MeaningKind::kClass && meaning.cls.IsValid()) {
    std::string text = ClassHead(world, meaning.cls);
    if (meaning.env.IsValid() && world.envs()[meaning.env].cls != meaning.cls)
      text += " = " + world.envs().NameOf(meaning.env);
    return text;
  }
  if (meaning.kind != MeaningKind::kComponent) return {};
  const scope::Member& m = world.envs().Members(meaning.env)[meaning.member];
  std::string text = PrefixesOf(m) + TypeText(world, meaning) + ' ' + std::string(world.Text(m.name));
  if (const auto value = ValueOf(meaning.layers, {})) text += " = " + value->Text();
  if (m.condition.expression.IsValid())
    text += " if " + syntax::Unparse(*m.condition.tree, m.condition.expression);
  return text;
}

std::string DescriptionOf(World& world, const Meaning& meaning) {
  if (meaning.kind == MeaningKind::kClass && meaning.cls.IsValid())
    return world.store().tree(meaning.cls).DescriptionText(world.store().definition(meaning.cls).description);
  if (meaning.kind == MeaningKind::kComponent) {
    const scope::Member& m = world.envs().Members(meaning.env)[meaning.member];
    return m.component == nullptr ? std::string() : m.tree->DescriptionText(m.component->description);
  }
  if (meaning.kind == MeaningKind::kLiteral) {
    const auto literals = LiteralsOf(world, meaning.env);
    if (!literals) return {};
    for (const syntax::EnumerationLiteral& literal : literals->tree->List(literals->range)) {
      if (literal.name.name == meaning.name) return literals->tree->DescriptionText(literal.description);
    }
  }
  return {};
}

std::string Describe(World& world, const Meaning& meaning) {
  const std::string description = DescriptionOf(world, meaning);
  const std::string paragraph = description.empty() ? std::string() : "\n" + description + "\n";
  switch (meaning.kind) {
    case MeaningKind::kNone:
      return {};
    case MeaningKind::kBuiltin:
      return DescribeBuiltin(world, meaning);
    case MeaningKind::kIndex:
      return fmt::format("```modelica\nfor {}\n```\n\nthe index of a loop\n", world.Text(meaning.name));
    case MeaningKind::kAttribute:
      return fmt::format("```modelica\n{}\n```\n\nan attribute of `{}`\n", world.Text(meaning.name),
                         world.envs().NameOf(meaning.env));
    case MeaningKind::kLiteral: {
      const bool is_known = meaning.env.IsValid() && world.envs()[meaning.env].cls.IsValid();
      const std::string type = is_known ? world.envs().NameOf(meaning.env) + "." : std::string();
      return fmt::format("```modelica\n{}{}\n```\n{}", type, world.Text(meaning.name), paragraph);
    }
    case MeaningKind::kClass: {
      if (!meaning.cls.IsValid())
        return fmt::format("```modelica\n{}\n```\n\na predefined type\n", world.Text(meaning.name));
      const std::string documentation = DocumentationOf(world, meaning.cls);
      return fmt::format("```modelica\n{}\n```\n{}{}{}", DeclarationText(world, meaning), paragraph,
                         documentation.empty() ? "" : "\n---\n\n", documentation);
    }
    case MeaningKind::kComponent: {
      const std::string attributes = AttributesOf(world, meaning);
      return fmt::format("```modelica\n{}\n```\n{}{}{}", DeclarationText(world, meaning), paragraph,
                         attributes.empty() ? "" : "\n", attributes);
    }
  }
  return {};
}

}  // namespace daedalus::ide
