#include "daedalus/language/scope/check_redeclarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <vector>

#include "daedalus/language/scope/constraints.h"
#include "daedalus/language/scope/subtype.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::scope {
namespace {

using syntax::ClassForm;
using syntax::ModifierKind;

bool IsConstant(const Member& member) {
  return !member.is_class && member.variability == syntax::Variability::kConstant;
}

bool IsReplaceable(const Member& member) {
  const Modifier* node = member.is_class ? ClassRedeclaration(member) : nullptr;
  return node != nullptr ? node->redeclaration->is_replaceable : member.redeclaring.is_replaceable;
}

// `Real x[:]`: a redeclaration may fix the size.
bool HasOpenDimension(const Member& member) {
  return std::any_of(member.dimensions.begin(), member.dimensions.end(), [](const DeclaredText& dimension) {
    return (*dimension.tree)[dimension.expression].kind == syntax::ExpressionKind::kColon;
  });
}

// True if it stands for a replaceable element, but its redeclaration left the word out.
bool HasLostTheWord(const Member& member) {
  return member.is_class ? ClassRedeclaration(member) != nullptr : member.redeclaring.is_redeclared;
}

// ---- What can be wrong with the original ----

void ReportWhatForbids(EnvTable& table, const Member& original, Span span) {
  const std::string_view name = table.Text(original.name);
  if (original.is_final) {
    table.ReportError(Error(Code::kBadRedeclaration, span, "`{}` is final, and cannot be redeclared", name)
                          .With(original.span, "declared here"));
  } else if (IsConstant(original)) {
    table.ReportError(
        Error(Code::kBadRedeclaration, span, "`{}` is a constant, and cannot be redeclared", name)
            .With(original.span, "declared here")
            .Hint(fmt::format("a value can be given to it: `{} = ...`", name)));
  } else if (!IsReplaceable(original) && HasLostTheWord(original)) {
    // Section 7.3: it is not replaceable any more. Libraries of exciters and media redeclare it all the same,
    // and the established tools take the last redeclaration.
    table.ReportError(Warning(Code::kBadRedeclaration, span,
                              "`{}` is redeclared again, but its first redeclaration is not replaceable",
                              name)
                          .With(original.span, "declared here")
                          .Hint("write `redeclare replaceable` in the first one"));
  } else if (!IsReplaceable(original) && !HasOpenDimension(original)) {
    table.ReportError(
        Error(Code::kBadRedeclaration, span, "`{}` is not replaceable, and cannot be redeclared", name)
            .With(original.span, "declared here")
            .Hint("write `replaceable` before its declaration"));
  }
}

void CheckFits(EnvTable& table, const Member& original, EnvId sub, EnvId super, Span span) {
  if (!sub.IsValid() || !super.IsValid()) return;  // reported
  const std::string why = WhyNotSubtype(table, sub, super);
  const std::string missing = why.empty() ? MissingClass(table, sub, super) : std::string();
  if (why.empty() && missing.empty()) return;
  const std::string_view name = table.Text(original.name);
  Diagnostic message =
      why.empty()
          ? Warning(Code::kBadRedeclaration, span, "`{}` is a `{}`, which has no `{}`", name,
                    table.NameOf(sub), missing)
                .Note("what uses it will fail")
          : Error(Code::kBadRedeclaration, span, "`{}` cannot be a `{}`: {}", name, table.NameOf(sub), why);
  if (table.SpanOf(super).IsValid())
    message.With(table.SpanOf(super), "it must contain everything that is declared here");
  table.ReportError(std::move(message));
}

// ---- Redeclaring elements ----

void CheckRedeclaringElement(EnvTable& table, const Member& outer, const Member& inner) {
  const std::string_view name = table.Text(outer.name);
  if (outer.is_class != inner.is_class) {
    table.ReportError(Error(Code::kBadRedeclaration, outer.span, "`{}` is a {}, and cannot become a {}", name,
                            inner.is_class ? "class" : "component", outer.is_class ? "class" : "component")
                          .With(inner.span, "declared here"));
    return;
  }
  ReportWhatForbids(table, inner, outer.span);
  if (outer.is_protected != inner.is_protected) {
    table.ReportError(Error(Code::kBadRedeclaration, outer.span, "`{}` is {}, and cannot become {}", name,
                            inner.is_protected ? "protected" : "public",
                            outer.is_protected ? "protected" : "public")
                          .With(inner.span, "declared here"));
  }
}

// ---- The same name twice without a redeclaration (section 7.1.1) ----

std::string WithoutBlanks(std::string_view text) {
  std::string out(text);
  std::erase_if(out, [](unsigned char c) { return std::isspace(c) != 0; });
  return out;
}

std::string ValueText(const Member& member) {
  const syntax::ModificationId id = member.component->modification;
  if (!id.IsValid() || !(*member.tree)[id].value.IsValid()) return {};
  return WithoutBlanks(member.tree->Text((*member.tree)[(*member.tree)[id].value].place));
}

bool AreIdenticalComponents(EnvTable& table, const Member& a, const Member& b) {
  const EnvId first = table.DeclaredTypeOf(a), second = table.DeclaredTypeOf(b);
  if (!first.IsValid() || !second.IsValid()) return true;  // reported
  if (first != second && table[first].cls != table[second].cls) return false;
  return a.variability == b.variability && a.causality == b.causality && a.connection == b.connection &&
         a.dimensions.size() == b.dimensions.size() && ValueText(a) == ValueText(b);
}

// The text of a class without its layout.
std::string ClassText(EnvTable& table, const Member& member) {
  return WithoutBlanks(member.tree->Text(table.store().definition(member.cls).place));
}

// Usually, redeclarations make replaceable elements equal; their texts differ in descriptions and
// annotations.
bool AreIdenticalClasses(EnvTable& table, const Member& a, const Member& b) {
  if (a.redeclaring.is_replaceable && b.redeclaring.is_replaceable) return true;
  return ClassText(table, a) == ClassText(table, b);
}

void CheckTwice(EnvTable& table, const Member& outer, const Member& inner) {
  const bool is_identical = outer.is_class != inner.is_class ? false
                            : outer.is_class                 ? AreIdenticalClasses(table, outer, inner)
                                                             : AreIdenticalComponents(table, outer, inner);
  if (is_identical) return;
  table.ReportError(
      Error(Code::kConflictingElements, outer.span, "`{}` is also inherited, with another declaration",
            table.Text(outer.name))
          .With(inner.span, "the other one")
          .Hint("give one of them another name, or write `redeclare` here and `replaceable` there"));
}

// ---- One declaration on two ways ----

struct ModifierText {
  std::string text;
  Span span;
};
using ModifierTexts = std::map<std::string, ModifierText>;  // by path

// Attributes that do not change the solution may differ: libraries rely on the first one winning.
bool IsMereHint(std::string_view name) {
  constexpr std::array<std::string_view, 7> kHints = {"stateSelect", "nominal", "displayUnit", "unit",
                                                      "quantity",    "min",     "max"};
  return std::ranges::find(kHints, name) != kHints.end();
}

void CollectValues(EnvTable& table, const Modifier& node, const std::string& path, ModifierTexts& texts) {
  if (node.value.IsValid() && !(node.name.IsValid() && IsMereHint(table.Text(node.name)))) {
    texts.try_emplace(path, WithoutBlanks(node.tree->Text((*node.tree)[node.value].place)), node.whole);
  }
  for (const Modifier* child : node.children)
    CollectValues(table, *child, fmt::format("{}.{}", path, table.Text(child->name)), texts);
}

// The modifiers of a member in the extends clauses on the way to a part; the outermost one wins.
ModifierTexts ValuesOnTheWay(EnvTable& table, EnvId env, std::uint32_t part, syntax::NameId name) {
  const std::vector<Part>& parts = table[env].parts;
  std::vector<const Modifier*> found;  // innermost first
  for (std::uint32_t p = part; p != parts[p].parent; p = parts[p].parent) {
    const Modifier* const node = parts[p].mods != nullptr ? parts[p].mods->Child(name) : nullptr;
    if (node != nullptr) found.push_back(node);
  }
  ModifierTexts texts;
  for (auto at = found.rbegin(); at != found.rend(); ++at)
    CollectValues(table, **at, std::string(table.Text(name)), texts);
  return texts;
}

bool IsInside(const std::vector<Part>& parts, std::uint32_t part, std::uint32_t other) {
  while (part != other && part != parts[part].parent) part = parts[part].parent;
  return part == other;
}

// Declarations that are inherited twice are one if their contents are the same (section 7.1), to which
// modifiers belong: those of the other way would be lost.
void CheckBothWays(EnvTable& table, EnvId env, const Member& member, std::uint32_t other) {
  const ModifierTexts first = ValuesOnTheWay(table, env, member.parts[0], member.name),
                      second = ValuesOnTheWay(table, env, other, member.name);
  const auto report = [&](const std::string& path, const ModifierText& here, const ModifierText* there) {
    auto error = Error(Code::kConflictingElements, here.span,
                       "`{}` is inherited along two paths, and only one of them has `{} = {}`",
                       table.Text(member.name), path, here.text);
    if (there != nullptr) error.With(there->span, "the other path is here");
    table.ReportError(std::move(error).Hint(
        "write the modifier on both paths, or on a component or class that contains both"));
  };
  const auto compare = [&](const ModifierTexts& a, const ModifierTexts& b) {
    for (const auto& [path, here] : a) {
      const auto there = b.find(path);
      if (there != b.end() && there->second.text == here.text) continue;
      report(path, here, there != b.end() ? &there->second : nullptr);
      return true;
    }
    return false;
  };
  if (!compare(first, second)) compare(second, first);
}

void CheckInheritedTwice(EnvTable& table, EnvId env) {
  const std::size_t count = table.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = table.Members(env)[i];
    if (member.is_class || member.redeclaring.is_redeclared || member.parts.size() < 2) continue;
    for (std::size_t k = 1; k < member.parts.size(); ++k) {
      const auto& parts = table[env].parts;
      const std::uint32_t a = member.parts[0], b = member.parts[k];
      if (!IsInside(parts, a, b) && !IsInside(parts, b, a)) CheckBothWays(table, env, member, b);
    }
  }
}

bool IsClassExtends(EnvTable& table, const Member& member) {
  return member.is_class && table.store().definition(member.cls).form == ClassForm::kExtends;
}

// Section 7.3.1: a redeclaration should have the word `redeclare`. Older models omit it and mean the same.
void WarnOfNoRedeclare(EnvTable& table, const Member& outer, const Member& inner) {
  table.ReportError(Warning(Code::kBadRedeclaration, outer.span,
                            "`extends {0}` replaces the inherited `{0}` without the word `redeclare`",
                            table.Text(outer.name))
                        .With(inner.span, "the inherited one")
                        .Hint(fmt::format("write `redeclare {} extends {}`",
                                          syntax::TextOf(table.store().definition(outer.cls).kind),
                                          table.Text(outer.name))));
}

}  // namespace

void CheckEncounters(EnvTable& table, EnvId env) {
  if (table[env].parts.size() > 2) CheckInheritedTwice(table, env);
  const std::vector<Encounter> encounters = table[env].encounters;
  for (const Encounter& encounter : encounters) {
    const Member &outer = *encounter.outer, &inner = *encounter.inner;
    const bool is_redeclared = outer.redeclaring.is_redeclared || IsClassExtends(table, outer);
    if (encounter.is_inherited && is_redeclared) {
      CheckRedeclaringElement(table, outer, inner);
      if (!outer.redeclaring.is_redeclared) WarnOfNoRedeclare(table, outer, inner);
    } else if (!is_redeclared && !inner.redeclaring.is_redeclared) {
      CheckTwice(table, outer, inner);
    }
  }
}

void CheckRedeclaration(EnvTable& table, const Modifier& node, EnvId target, std::uint32_t index) {
  const Member& original = table.Members(target)[index];
  const bool is_class = node.redeclaration->kind == ModifierKind::kClass;
  if (is_class != original.is_class) {
    table.ReportError(Error(Code::kBadRedeclaration, node.whole, "`{}` is a {}, and cannot become a {}",
                            table.Text(original.name), original.is_class ? "class" : "component",
                            is_class ? "class" : "component")
                          .With(original.span, "declared here"));
    return;
  }
  ReportWhatForbids(table, original, node.whole);
  const syntax::Tree& tree = *node.tree;
  const EnvId super = ConstrainingType(table, target, index);
  const syntax::ReferenceId name =
      is_class ? tree[node.redeclaration->class_definition].base : tree[node.redeclaration->component].type;
  if (!super.IsValid() || !name.IsValid()) return;
  // What holds for everything that replaces the original holds for this one too.
  std::vector<const Modifier*> layers = ConstraintsOn(original);
  if (!is_class) layers.insert(layers.begin(), &node);
  const EnvId sub = table.Modified(table.FindClass(tree, name, node.scope), layers);
  CheckFits(table, original, sub, super, node.whole);
  if (!node.redeclaration->constraint.IsValid()) return;
  const EnvId narrowed = table.FindClass(tree, tree[node.redeclaration->constraint].type, node.scope);
  CheckFits(table, original, narrowed, super, tree.SpanOf(node.redeclaration->constraint));
}

// Compares the named types without the dimensions of the declarations: `replaceable T x[n]`, `replaceable
// type S = T[n]` (section 7.3.2).
std::size_t NumDimensionsNamed(EnvTable& table, const Member& member, EnvId type) {
  const std::size_t all = table[type].dimensions.size();
  const std::size_t added = member.is_class && member.cls.IsValid()
                                ? table.store().definition(member.cls).base_subscripts.size()
                                : 0;
  return all - std::min(all, added);
}

void CheckDimensions(EnvTable& table, const Member& member, EnvId own, EnvId constraint) {
  if (!own.IsValid() || !constraint.IsValid()) return;  // reported
  const std::size_t has = NumDimensionsNamed(table, member, own), needs = table[constraint].dimensions.size();
  if (has == needs) return;
  table.ReportError(Error(Code::kBadRedeclaration, member.span,
                          "the type of `{}` has {} dimensions, but its constraining type `{}` has {}",
                          table.Text(member.name), has, table.NameOf(constraint), needs)
                        .With(member.redeclaring.constraint.tree->SpanOf(member.redeclaring.constraint.id),
                              "the constraining type"));
}

void CheckConstraints(EnvTable& table, EnvId env) {
  const std::size_t count = table.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = table.Members(env)[i];
    if (!member.redeclaring.constraint.id.IsValid() || member.redeclaring.is_redeclared ||
        ClassRedeclaration(member) != nullptr)
      continue;
    const Member declared = member;
    const EnvId own = table.EnvOf(env, i);
    const EnvId constraint = ConstrainingType(table, env, i);
    CheckFits(table, declared, own, constraint, declared.span);
    CheckDimensions(table, declared, own, constraint);
  }
}

}  // namespace daedalus::scope
