#include "daedalus/language/scope/check_kinds.h"

#include <algorithm>
#include <optional>

#include "daedalus/language/scope/check_statements.h"
#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::scope {
namespace {

using syntax::Causality;
using syntax::ClassForm;
using syntax::ClassKind;
using syntax::Element;
using syntax::ElementKind;
using syntax::SectionKind;
using syntax::Variability;

bool IsEquationSection(SectionKind kind) {
  return kind == SectionKind::kEquation || kind == SectionKind::kInitialEquation;
}
bool IsAlgorithmSection(SectionKind kind) {
  return kind == SectionKind::kAlgorithm || kind == SectionKind::kInitialAlgorithm;
}

// Kinds that describe values or hold classes, without equations.
bool HasNoBehaviour(ClassKind kind) {
  return IsRecordKind(kind) || IsConnectorKind(kind) || kind == ClassKind::kPackage ||
         kind == ClassKind::kType || kind == ClassKind::kOperator;
}

// Whether a class of one kind may inherit from one of the other (the table of section 7.1.3). A `class`
// counts as the kind that it is used as.
bool MayInherit(ClassKind derived, ClassKind base) {
  if (derived == ClassKind::kClass || base == ClassKind::kClass || derived == base) return true;
  switch (derived) {
    case ClassKind::kOperator:
      return base == ClassKind::kPackage;
    case ClassKind::kFunction:
    case ClassKind::kOperatorFunction:
      return IsFunctionKind(base);
    case ClassKind::kRecord:
    case ClassKind::kOperatorRecord:
      return IsRecordKind(base);
    case ClassKind::kConnector:
      return base == ClassKind::kType || IsRecordKind(base) || base == ClassKind::kExpandableConnector;
    case ClassKind::kExpandableConnector:
      return IsConnectorKind(base) || IsRecordKind(base);
    case ClassKind::kBlock:
      return IsRecordKind(base);
    case ClassKind::kModel:
      return base == ClassKind::kBlock || IsRecordKind(base);
    default:
      return false;
  }
}

// Whether every variable of a connector says which way its value goes.
bool IsDirected(EnvTable& table, EnvId connector) {
  if (table[connector].causality != Causality::kNone) return true;
  if (table[connector].predefined != Predefined::kNone) return false;
  const std::size_t count = table.Members(connector).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = table.Members(connector)[i];
    if (member.is_class || member.causality != Causality::kNone) continue;
    const bool is_fixed =
        member.variability == Variability::kParameter || member.variability == Variability::kConstant;
    if (is_fixed) continue;
    const EnvId type = table.EnvOf(connector, i);
    if (type.IsValid() && !IsDirected(table, type)) return false;
  }
  return true;
}

// The place of an algorithm with statements, or of an external clause.
std::optional<Span> BodyOf(EnvTable& table, ClassId cls) {
  const syntax::Tree& tree = table.store().tree(cls);
  const syntax::ClassDefinition& definition = table.store().definition(cls);
  if (definition.external.IsValid()) return tree.SpanOf(definition.external);
  for (const syntax::Section& section : tree.List(definition.sections)) {
    if (section.kind == SectionKind::kAlgorithm && !section.statements.empty()) return tree.SpanOf(section);
  }
  return std::nullopt;
}

// Section 12.2: a function has one algorithm or external clause, own or inherited.
void CheckOneBody(EnvTable& table, EnvId function) {
  std::optional<Span> first;
  for (const auto& part : table[function].parts) {
    const auto body = BodyOf(table, part.cls);
    if (body && first) {
      table.ReportError(Error(Code::kBadElement, *first,
                              "the function `{}` has a body, and inherits another one",
                              table.NameOf(function))
                            .With(*body, "the inherited one")
                            .Hint("inherit from a partial function that has inputs and outputs only"));
      return;
    }
    if (body) first = body;
  }
}

}  // namespace

void KindChecker::Check(EnvId env) {
  const std::size_t count = table_[env].parts.size();
  for (std::uint32_t part = 0; part < count; ++part) {
    CheckText(table_[env].parts[part].cls);
    if (part > 0) CheckBase(env, part);
  }
  CheckTypes(env);
  CheckWrittenBases(env);
  if (count > 1 && IsFunctionKind(table_.KindOf(env))) CheckOneBody(table_, env);
}

// ---- The text of a class ----

void KindChecker::CheckText(ClassId cls) {
  if (!texts_.insert(cls).second) return;
  const syntax::ClassDefinition& definition = table_.store().definition(cls);
  if (definition.form != ClassForm::kLong && definition.form != ClassForm::kExtends) return;
  CheckSections(cls);
  CheckStatements(table_, cls);
  for (const Element& element : table_.store().tree(cls).List(definition.elements))
    CheckElement(cls, element);
}

void KindChecker::CheckSections(ClassId cls) {
  const syntax::Tree& tree = table_.store().tree(cls);
  const syntax::ClassDefinition& definition = table_.store().definition(cls);
  if (IsFunctionKind(definition.kind)) return CheckFunctionSections(cls);
  if (!HasNoBehaviour(definition.kind)) return;
  for (const syntax::Section& section : tree.List(definition.sections)) {
    const bool is_equation = IsEquationSection(section.kind);
    if (!is_equation && !IsAlgorithmSection(section.kind)) continue;
    table_.ReportError(Error(Code::kBadElement, tree.SpanOf(section), "a {} has no {}",
                             syntax::TextOf(definition.kind), is_equation ? "equations" : "algorithms")
                           .With(tree.SpanOf(definition.name), "this is the class")
                           .Hint("a `model` may have them"));
  }
}

void KindChecker::CheckFunctionSections(ClassId cls) {
  const syntax::Tree& tree = table_.store().tree(cls);
  const syntax::ClassDefinition& definition = table_.store().definition(cls);
  const syntax::Section* body = nullptr;
  for (const syntax::Section& section : tree.List(definition.sections)) {
    if (IsEquationSection(section.kind) || section.kind == SectionKind::kInitialAlgorithm) {
      table_.ReportError(Error(Code::kBadElement, tree.SpanOf(section),
                               "a function has one algorithm, and no {}",
                               IsEquationSection(section.kind) ? "equations" : "initial algorithm")
                             .With(tree.SpanOf(definition.name), "this is the function")
                             .Hint("write `algorithm`, with `:=` for assignments"));
    }
    if (section.kind != SectionKind::kAlgorithm) continue;
    if (body != nullptr) {
      table_.ReportError(
          Error(Code::kBadElement, tree.SpanOf(section), "a function has only one algorithm section")
              .With(tree.SpanOf(*body), "the first one")
              .Hint("remove the word `algorithm`: the statements follow each other"));
    } else if (definition.external.IsValid()) {
      table_.ReportError(
          Error(Code::kBadElement, tree.SpanOf(section), "an external function has no algorithm of its own")
              .With(tree.SpanOf(definition.external), "it is external by this"));
    }
    body = &section;
  }
}

void KindChecker::CheckElement(ClassId cls, const Element& element) {
  const syntax::Tree& tree = table_.store().tree(cls);
  const syntax::ClassDefinition& definition = table_.store().definition(cls);
  const ClassKind kind = definition.kind;
  if (kind == ClassKind::kOperatorRecord && element.kind == ElementKind::kExtends) {
    table_.ReportError(Error(Code::kBadElement, tree.SpanOf(element), "an operator record cannot inherit")
                           .With(tree.SpanOf(definition.name), "this is the operator record")
                           .Hint("another name for it can be given: `operator record A = B`"));
  }
  const bool is_value = IsRecordKind(kind) || IsConnectorKind(kind);
  if (is_value && element.is_protected && element.kind != ElementKind::kImport) {
    table_.ReportError(
        Error(Code::kBadElement, tree.SpanOf(element), "a {} has no protected elements", syntax::TextOf(kind))
            .With(tree.SpanOf(definition.name), "this is the class"));
  }
  if (element.kind == ElementKind::kClass) CheckNested(cls, element);
  if (element.kind != ElementKind::kComponents) return;
  if (is_value && (element.is_inner || element.is_outer)) {
    table_.ReportError(Error(Code::kBadElement, tree.SpanOf(element), "a component of a {} cannot be {}",
                             syntax::TextOf(kind), element.is_inner ? "inner" : "outer")
                           .With(tree.SpanOf(definition.name), "this is the class"));
  }
  CheckComponents(cls, element);
}

// A class in the text of another one.
void KindChecker::CheckNested(ClassId cls, const Element& element) {
  const syntax::Tree& tree = table_.store().tree(cls);
  const syntax::ClassDefinition& definition = table_.store().definition(cls);
  const syntax::ClassDefinition& nested = tree[element.class_definition];
  if (definition.kind == ClassKind::kOperator && !IsFunctionKind(nested.kind)) {
    table_.ReportError(Error(Code::kBadElement, tree.SpanOf(nested.name), "an operator has only functions")
                           .With(tree.SpanOf(definition.name), "this is the operator"));
  }
  const bool is_constructor = table_.Text(definition.name.name) == "'constructor'" ||
                              table_.Text(nested.name.name) == "'constructor'";
  if (is_constructor && IsFunctionKind(nested.kind)) CheckConstructor(tree, nested);
}

// It returns the record and nothing else (section 14.3). Inherited outputs are not checked.
void KindChecker::CheckConstructor(const syntax::Tree& tree, const syntax::ClassDefinition& function) {
  if (function.form != ClassForm::kLong) return;
  std::size_t num_outputs = 0;
  for (const Element& element : tree.List(function.elements)) {
    if (element.kind == ElementKind::kExtends) return;
    const bool is_output =
        element.kind == ElementKind::kComponents && tree[element.components].causality == Causality::kOutput;
    if (is_output) num_outputs += tree[element.components].components.size();
  }
  if (num_outputs == 1) return;
  table_.ReportError(Error(Code::kBadElement, tree.SpanOf(function.name),
                           "a constructor has one output, the record, but this function has {}",
                           num_outputs));
}

void KindChecker::CheckComponents(ClassId cls, const Element& element) {
  const syntax::Tree& tree = table_.store().tree(cls);
  const syntax::ClassDefinition& definition = table_.store().definition(cls);
  const syntax::ComponentClause& clause = tree[element.components];
  const auto report = [&](std::string message, std::string hint) {
    table_.ReportError(Error(Code::kBadElement, tree.SpanOf(clause), "{}", message)
                           .With(tree.SpanOf(definition.name), "this is the class")
                           .Hint(std::move(hint)));
  };
  if (IsRecordKind(definition.kind)) {
    if (clause.causality != Causality::kNone)
      report("a component of a record is neither input nor output", "a component of the record may be one");
    if (clause.connection != syntax::Connection::kNone)
      report("a component of a record is neither flow nor stream", "write a `connector`");
  } else if (definition.kind == ClassKind::kPackage && clause.variability != Variability::kConstant) {
    report("a package has only classes and constants", "declare a `constant`, or write a `model`");
  } else if (definition.kind == ClassKind::kOperator) {
    report("an operator has only functions", "");
  } else if (definition.kind == ClassKind::kExpandableConnector &&
             clause.connection == syntax::Connection::kFlow) {
    report("an expandable connector has no flow variables of its own",
           "put them into a connector, and declare a component of it here");
  } else if (IsFunctionKind(definition.kind) && clause.causality != Causality::kNone &&
             element.is_protected) {
    report("an input or output of a function is public", "write `public` before it");
  }
}

// ---- What the types of components are ----

void KindChecker::CheckTypes(EnvId env) {
  const ClassKind kind = table_.KindOf(env);
  const bool has_values = IsRecordKind(kind) || IsConnectorKind(kind) || IsFunctionKind(kind);
  if (!has_values && kind != ClassKind::kBlock) return;
  const std::size_t count = table_.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = table_.Members(env)[i];
    if (member.is_class) continue;
    const EnvId type = table_.EnvOf(env, i);
    if (!type.IsValid() || table_[type].is_broken) continue;
    const ClassKind inner = table_.KindOf(type);
    const bool is_argument =
        member.causality != Causality::kNone || table_[type].causality != Causality::kNone;
    if (IsFunctionKind(kind) && !member.is_protected && !is_argument && !member.redeclaring.is_redeclared) {
      // Section 12.2 forbids constants too; the established tools read them as protected.
      constexpr std::string_view kText = "a public component of a function is an input or an output";
      const bool is_fixed = member.variability == syntax::Variability::kConstant ||
                            member.variability == syntax::Variability::kParameter;
      Diagnostic message = is_fixed ? Warning(Code::kBadElement, member.span, kText)
                                    : Error(Code::kBadElement, member.span, kText);
      table_.ReportError(std::move(message)
                             .With(table_.SpanOf(env), "this is the function")
                             .Hint("write `protected` before it"));
    }
    if (IsConnectorKind(kind) && member.connection == syntax::Connection::kFlow)
      CheckFlowOperators(member, type);
    if (has_values && (IsModelKind(inner) || (IsRecordKind(kind) && IsConnectorKind(inner)))) {
      table_.ReportError(Error(Code::kBadElement, member.span, "`{}` is a {}, which a {} cannot contain",
                               table_.Text(member.name), syntax::TextOf(inner), syntax::TextOf(kind))
                             .With(table_.SpanOf(type), "its class")
                             .Hint("a `record` has values only"));
    } else if (kind == ClassKind::kBlock && inner == ClassKind::kConnector && !member.is_protected &&
               member.causality == Causality::kNone && !IsDirected(table_, type)) {
      table_.ReportError(Error(Code::kBadElement, member.span,
                               "a connector of a block is an input or an output, and `{}` is neither",
                               table_.Text(member.name))
                             .With(table_.SpanOf(type), "its class")
                             .Hint("write `input` or `output` in the connector, or make the block a model"));
    }
  }
}

// Flows are summed with signs, so a record that flows needs the operators for that (section 14.5).
void KindChecker::CheckFlowOperators(const Member& member, EnvId type) {
  if (table_.KindOf(type) != ClassKind::kOperatorRecord) return;
  for (const std::string_view needed : {"'+'", "'-'", "'0'"}) {
    const auto& members = table_.Members(type);
    const bool has_it = std::any_of(members.begin(), members.end(), [&](const Member& known) {
      return known.is_class && table_.Text(known.name) == needed;
    });
    if (has_it) continue;
    table_.ReportError(Error(Code::kBadElement, member.span,
                             "`{}` flows, so its operator record needs the operator {}",
                             table_.Text(member.name), needed)
                           .With(table_.SpanOf(type), "its class"));
  }
}

// ---- Base classes ----

void KindChecker::CheckBase(EnvId env, std::uint32_t part) {
  const Part& base = table_[env].parts[part];
  const ClassId derived = table_[env].parts[base.parent].cls;
  const syntax::ClassDefinition& own = table_.store().definition(derived);
  const syntax::ClassDefinition& other = table_.store().definition(base.cls);
  const Span span = table_.store().tree(derived).SpanOf(own.name);
  const Span there = table_.store().tree(base.cls).SpanOf(other.name);
  const bool is_icon = own.kind == ClassKind::kPackage && IsRecordKind(other.kind) && other.elements.empty();
  if (!MayInherit(own.kind, other.kind) && is_icon) {
    table_.ReportError(
        Warning(Code::kBadBaseClass, span, "a {} cannot inherit from a {}", syntax::TextOf(own.kind),
                syntax::TextOf(other.kind))
            .With(there, "the base class")
            .Note("section 7.1.3 forbids this; the base class has no elements, so it is harmless"));
  } else if (!MayInherit(own.kind, other.kind)) {
    table_.ReportError(Error(Code::kBadBaseClass, span, "a {} cannot inherit from a {}",
                             syntax::TextOf(own.kind), syntax::TextOf(other.kind))
                           .With(there, "the base class"));
  }
  const syntax::Tree& there_tree = table_.store().tree(base.cls);
  for (const Element& element : there_tree.List(other.elements)) {
    if (element.kind != ElementKind::kClass) continue;
    const syntax::ClassDefinition& nested = there_tree[element.class_definition];
    if (nested.kind != ClassKind::kOperatorRecord) continue;
    table_.ReportError(Error(Code::kBadBaseClass, span,
                             "`{}` cannot inherit from a class that contains the operator record `{}`",
                             table_.Text(own.name.name), table_.Text(nested.name.name))
                           .With(there_tree.SpanOf(nested.name), "the operator record")
                           .Note("it would exist twice, and its operators would be ambiguous"));
  }
  const bool is_array_or_prefixed =
      other.form == ClassForm::kShort && own.form == ClassForm::kLong &&
      (!other.base_subscripts.empty() || other.base_causality != Causality::kNone) &&
      table_[env].predefined == Predefined::kNone;
  if (is_array_or_prefixed) {
    table_.ReportError(Error(Code::kBadBaseClass, span, "`{}` cannot inherit from a class that is {}",
                             table_.Text(own.name.name),
                             other.base_subscripts.empty() ? "an input or output as a whole" : "an array")
                           .With(there, "the base class")
                           .Hint("declare a component of it"));
  }
}

// Rejects `extends A` if A is replaceable: the members would depend on the user of the class (section 7.1.4).
void KindChecker::CheckWrittenBases(EnvId env) {
  const ClassId cls = table_[env].cls;
  const syntax::Tree& tree = table_.store().tree(cls);
  for (const Element& element : tree.List(table_.store().definition(cls).elements)) {
    if (element.kind != ElementKind::kExtends) continue;
    const syntax::ReferenceId name = tree[element.extends].type;
    if (tree[name].is_global) continue;
    const auto own = table_[env].by_name.find(tree.List(tree[name].parts)[0].name);
    if (own == table_[env].by_name.end()) continue;
    const Member& member = table_.Members(env)[own->second];
    if (!member.is_class || !member.redeclaring.is_replaceable) continue;
    table_.ReportError(Error(Code::kBadBaseClass, tree.SpanOf(name),
                             "`{}` is replaceable, and cannot be inherited from", table_.Text(member.name))
                           .With(member.span, "declared here")
                           .Hint("remove `replaceable`, or inherit from its constraining type"));
  }
}

}  // namespace daedalus::scope
