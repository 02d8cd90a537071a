#include "daedalus/semantics/declarations.h"

#include "daedalus/base/nearest_name.h"
#include "daedalus/semantics/attributes.h"

namespace daedalus::semantics {
namespace {

using syntax::Component;
using syntax::ComponentClause;
using syntax::Element;
using syntax::Modification;
using syntax::Modifier;

void Report(Context& c, Code code, Span span, std::string message) {
  c.reporter.Report(Error(code, span, "{}", message));
}

void Refuse(Context& c, Span span, std::string_view what) {
  Report(c, Code::kUnsupportedElement, span, fmt::format("{} not supported yet", what));
}

// ---- Modifiers ----

void CollectModifier(Context& c, Symbol& symbol, const Modifier& modifier) {
  if (modifier.kind != syntax::ModifierKind::kElement) {
    return Refuse(c, c.tree.SpanOf(modifier), "redeclarations are");
  }
  const Span name_span = c.tree.SpanOf(modifier.name);
  const std::string name = c.tree.DottedName(modifier.name);
  const auto attribute = FindAttribute(symbol.type, name);
  if (!attribute) {
    NearestName nearest(name);
    for (int i = 0; i < kNumAttributes; ++i) {
      const std::string_view known = Name(static_cast<Attribute>(i));
      if (FindAttribute(symbol.type, known)) nearest.Offer(known);
    }
    c.reporter.Report(
        Error(Code::kUnknownAttribute, name_span, "{} has no attribute `{}`", c.types.Name(symbol.type), name)
            .Hint(nearest.Hint()));
    return;
  }
  AttributeModifier& target = symbol[*attribute];
  if (target.span.IsValid()) {
    c.reporter.Report(Error(Code::kDuplicateModifier, name_span, "`{}` is given twice", name)
                          .With(target.span, "first here"));
    return;
  }
  target = {{}, c.tree.SpanOf(modifier), modifier.is_each, modifier.is_final};
  const bool has_value = modifier.modification.IsValid() &&
                         c.tree[modifier.modification].binding == syntax::BindingKind::kEqual &&
                         c.tree[modifier.modification].modifiers.empty();
  if (!has_value) {
    return Report(c, Code::kBadModification, target.span,
                  fmt::format("`{0}` is an attribute and needs a value: `{0} = ...`", name));
  }
  if (modifier.is_each && symbol.dimensions.empty()) {
    return Report(
        c, Code::kBadModification, target.span,
        fmt::format("`each` is for the elements of an array, but `{}` is a scalar", c.NameOf(symbol)));
  }
  target.expression = c.tree[modifier.modification].value;
}

void CollectModification(Context& c, Symbol& symbol, const Modification& modification) {
  for (const Modifier& modifier : c.tree.List(modification.modifiers)) CollectModifier(c, symbol, modifier);
  switch (modification.binding) {
    case syntax::BindingKind::kNone:
      return;
    case syntax::BindingKind::kEqual:
      symbol.binding = modification.value;
      return;
    case syntax::BindingKind::kAssign:
      return Report(c, Code::kBadModification, c.tree.SpanOf(modification.value),
                    "a declaration gets its value by `=`; `:=` is for algorithms");
    case syntax::BindingKind::kBreak:
      return Report(c, Code::kBadModification, c.tree.SpanOf(modification),
                    "`break` takes an inherited value away, and there is none here");
  }
}

// ---- Components ----

std::string_view RefusedPrefix(const Element& element, const ComponentClause& clause) {
  if (element.is_inner || element.is_outer) return "inner and outer components are";
  if (element.is_replaceable || element.is_redeclare) return "replaceable components are";
  if (clause.connection == syntax::Connection::kFlow) return "flow variables are";
  if (clause.connection == syntax::Connection::kStream) return "stream variables are";
  return {};
}

// kError after a report.
Type FindComponentType(Context& c, const ComponentClause& clause) {
  const Span span = c.tree.SpanOf(clause.type);
  const std::string name = c.tree.DottedName(clause.type);
  const syntax::NameId first = c.tree.List(c.tree[clause.type].parts)[0].name;
  if (c.local_classes.contains(first)) {
    Report(c, Code::kUnsupportedElement, span,
           fmt::format("components of classes of your own are not supported yet: `{}`", name));
    return BaseType::kError;
  }
  const Type type = FindType(name);
  if (type != BaseType::kError) return type;
  NearestName nearest(name);
  for (const BaseType known : {BaseType::kReal, BaseType::kInteger, BaseType::kBoolean, BaseType::kString}) {
    nearest.Offer(c.types.Name(known));
  }
  auto error = Error(Code::kUnknownType, span, "there is no class `{}`", name);
  if (name.find('.') != std::string::npos) error.Note("libraries are not supported yet");
  c.reporter.Report(std::move(error).Hint(nearest.Hint()));
  return BaseType::kError;
}

Symbol MakeSymbol(Context& c, const Element& element, const ComponentClause& clause,
                  const Component& component, Type type) {
  Symbol symbol;
  symbol.name = component.name.name;
  symbol.name_span = c.tree.SpanOf(component.name);
  symbol.span = c.tree.SpanOf(component);
  symbol.type = type;
  symbol.is_final = element.is_final;
  symbol.description = c.tree.DescriptionText(component.description);
  if (clause.variability == syntax::Variability::kConstant) symbol.variability = Variability::kConstant;
  if (clause.variability == syntax::Variability::kParameter) symbol.variability = Variability::kParameter;
  if (clause.causality == syntax::Causality::kInput) symbol.causality = Causality::kInput;
  if (clause.causality == syntax::Causality::kOutput) symbol.causality = Causality::kOutput;
  for (const auto* list : {&component.subscripts, &clause.subscripts}) {
    for (const syntax::ExpressionId id : c.tree.List(*list)) symbol.dimensions.push_back(id);
  }
  const bool is_evaluated = symbol.variability == Variability::kConstant || !HasValueType(type);
  symbol.role = symbol.IsVariable() ? Role::kVariable : is_evaluated ? Role::kEvaluated : Role::kParameter;
  return symbol;
}

// Whether the symbol can be used; if not, it was reported.
bool CheckSymbol(Context& c, const ComponentClause& clause, const Component& component,
                 const Symbol& symbol) {
  if (component.condition.IsValid()) {
    Refuse(c, c.tree.SpanOf(component.condition), "conditional components are");
    return false;
  }
  const bool is_discrete = clause.variability == syntax::Variability::kDiscrete;
  if (is_discrete || (symbol.IsVariable() && symbol.type != BaseType::kReal)) {
    c.reporter.Report(Error(Code::kDiscreteVariable, symbol.name_span,
                            "the discrete variable `{}` is not supported yet", c.NameOf(symbol))
                          .Note("variables that change at events only come with events")
                          .Hint(is_discrete ? ""
                                            : fmt::format("a constant value can be a `parameter {}`",
                                                          c.types.Name(symbol.type))));
    return false;
  }
  return true;
}

void CollectComponent(Context& c, const Element& element, const ComponentClause& clause,
                      const Component& component, Type type) {
  Symbol symbol = MakeSymbol(c, element, clause, component, type);
  if (!CheckSymbol(c, clause, component, symbol)) {
    c.broken_names.insert(symbol.name);
    return;
  }
  if (component.modification.IsValid()) CollectModification(c, symbol, c.tree[component.modification]);
  const Span span = symbol.name_span;
  const std::string_view name = c.NameOf(symbol);
  if (const SymbolId earlier = c.symbols.Add(std::move(symbol)); earlier.IsValid()) {
    c.reporter.Report(Error(Code::kDuplicateName, span, "`{}` is declared twice", name)
                          .With(c.symbols[earlier].name_span, "first here"));
  }
}

void CollectComponents(Context& c, const Element& element, const ComponentClause& clause) {
  const std::string_view refused = RefusedPrefix(element, clause);
  Type type;
  if (refused.empty()) {
    type = FindComponentType(c, clause);
  } else {
    Refuse(c, c.tree.SpanOf(element), refused);
  }
  for (const Component& component : c.tree.List(clause.components)) {
    if (type == BaseType::kError) {
      c.broken_names.insert(component.name.name);
    } else {
      CollectComponent(c, element, clause, component, type);
    }
  }
}

}  // namespace

void CollectDeclarations(Context& c, const syntax::ClassDefinition& definition) {
  // Classes first: their names are known in the whole class.
  for (const Element& element : c.tree.List(definition.elements)) {
    if (element.kind == syntax::ElementKind::kClass) {
      c.local_classes.insert(c.tree[element.class_definition].name.name);
    }
  }
  for (const Element& element : c.tree.List(definition.elements)) {
    switch (element.kind) {
      case syntax::ElementKind::kImport:
        Refuse(c, c.tree.SpanOf(element), "imports are");
        break;
      case syntax::ElementKind::kExtends:
        Refuse(c, c.tree.SpanOf(element), "inheritance is");
        break;
      case syntax::ElementKind::kClass:
        break;
      case syntax::ElementKind::kComponents:
        CollectComponents(c, element, c.tree[element.components]);
        break;
    }
  }
}

}  // namespace daedalus::semantics
