// Access rules for names (Modelica 3.6, sections 4.1, 5.3 and 13.2): lookup.cc finds a name, and asks here
// whether its place may use it.
#include <algorithm>

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/scope/env_table.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::scope {

using syntax::ImportKind;
using syntax::NameId;

// A class sees only constants among the components around it: it may be used where no instance of the
// enclosing class exists (section 5.3.1).
void EnvTable::CheckEnclosing(const Found& found, Scope scope, Span span) {
  const Member& member = Members(found.env)[found.member];
  if (found.env == scope.env || member.variability == syntax::Variability::kConstant) return;
  report_(Error(Code::kBadAccess, span, "`{}` belongs to the enclosing class, and is not a constant",
                Text(member.name))
              .With(member.span, "declared here")
              .Hint(fmt::format("declare a parameter or an input here, and give it the value of `{}` there",
                                Text(member.name))));
}

// The rest of a name after a component: the names b and c of `a.b.c`.
void EnvTable::CheckFields(const syntax::Tree& tree, Found component,
                           std::span<const syntax::ReferencePart> rest) {
  EnvId type = EnvOf(component.env, component.member);
  Found around = component;
  for (const syntax::ReferencePart& part : rest) {
    if (!type.IsValid() || (*this)[type].predefined != Predefined::kNone) return;
    const std::uint32_t index = FindMember(type, part.name);
    if (index == kNoMember) return CheckOuterField(around, type, tree.SpanOf(part), part.name);
    around = {Found::Kind::kComponent, type, index};
    CheckVisible(type, index, tree.SpanOf(part));
    type = EnvOf(type, index);
  }
}

// Only the elements that the declaration of an outer component promises can be used, even if the inner one
// has more (section 5.4).
void EnvTable::CheckOuterField(const Found& component, EnvId type, Span span, NameId name) {
  const Member& around = Members(component.env)[component.member];
  const bool is_promise = around.is_outer && !around.is_inner && !(*this)[type].is_broken;
  if (!is_promise || KindOf(type) == syntax::ClassKind::kExpandableConnector) return;
  report_(Error(Code::kUnknownName, span, "`{}` is declared here as a `{}`, which has no `{}` in it",
                Text(around.name), NameOf(type), Text(name))
              .With(around.span, "declared here")
              .Note("an inner component may have more members than the outer declaration, but only those of "
                    "the outer one can be used here"));
}

// Rejects a constant of a class that is not a package: lookup enters package-like classes only
// (section 5.3.2).
void EnvTable::CheckConstantIn(EnvId in, const Found& found, Span span) {
  if (KindOf(in) == syntax::ClassKind::kPackage || IsLikePackage(in)) return;
  report_(Error(Code::kBadAccess, span,
                "`{}` is not a package: nothing in it can be used without an instance", NameOf(in))
              .With(Members(found.env)[found.member].span, "declared here")
              .Hint("move the constant into a package"));
}

// `class F = f` is a class even if f is a function, and a class cannot be called (sections 4.6 and 7.1.3).
void EnvTable::CheckOtherName(ClassId name, EnvId meant) {
  const syntax::ClassDefinition& definition = store_.definition(name);
  if (definition.kind != syntax::ClassKind::kClass || !IsFunctionKind(KindOf(meant))) return;
  report_(Error(Code::kBadBaseClass, store_.tree(name).SpanOf(definition.name),
                "a class cannot be another name for a function")
              .With(SpanOf(meant), "the function")
              .Hint(fmt::format("write `function {} = ...`", Text(definition.name.name))));
}

// Protected elements are invisible through the name of a class or through a component (section 4.1).
void EnvTable::CheckVisible(EnvId in, std::uint32_t index, Span span) {
  if (index == kNoMember) return;
  const Member& member = Members(in)[index];
  if (!member.is_protected) return;
  report_(Error(Code::kBadAccess, span, "`{}` is protected in `{}`, and cannot be used from outside",
                Text(member.name), NameOf(in))
              .With(member.span, "declared here"));
}

// Rules for a class in another one: not of a component, and not protected. In a class that is not a package,
// only encapsulated classes are found, for they do not depend on the components around them (section 5.3.2).
void EnvTable::CheckAccess(EnvId in, bool is_component, NameId name, Span span) {
  const std::uint32_t index = FindMember(in, name);
  if (index == kNoMember) return;
  const Member& member = Members(in)[index];
  if (is_component) {
    report_(Error(Code::kBadAccess, span,
                  "`{}` is a class inside a component; a class can be reached through classes only",
                  Text(name))
                .With(member.span, "declared here")
                .Hint(fmt::format("write `{}.{}`", NameOf(in), Text(name))));
    return;
  }
  if (member.is_protected) return CheckVisible(in, index, span);
  const bool is_independent = KindOf(in) == syntax::ClassKind::kPackage || IsLikePackage(in) ||
                              store_.definition(member.cls).is_encapsulated;
  if (is_independent) return;
  report_(Warning(Code::kBadAccess, span, "`{}` is not a package, and `{}` in it is not encapsulated",
                  NameOf(in), Text(name))
              .With(member.span, "declared here")
              .Note("section 5.3.2 forbids this; the class is read as if it were encapsulated")
              .Hint("move the class into a package, or write `encapsulated` before it"));
}

bool EnvTable::IsLikePackage(EnvId env) {
  const auto& members = Members(env);
  return std::all_of(members.begin(), members.end(), [](const Member& member) {
    return member.is_class || member.variability == syntax::Variability::kConstant;
  });
}

// Only public elements of packages are imported (section 13.2.1). `.*` excludes protected elements.
bool EnvTable::MayImport(EnvId container, NameId name, Span span, ImportKind kind) {
  const syntax::ClassKind found = KindOf(container);
  if (IsModelKind(found) || IsRecordKind(found) || IsConnectorKind(found) || IsFunctionKind(found)) {
    report_(Error(Code::kBadAccess, span, "`{}` is a {}; only a package can be imported from",
                  NameOf(container), syntax::TextOf(found))
                .With(SpanOf(container), "declared here"));
  }
  const std::uint32_t index = FindMember(container, name);
  if (index == kNoMember || !Members(container)[index].is_protected) return true;
  if (kind == ImportKind::kAll) return false;
  report_(Error(Code::kBadAccess, span, "`{}` is protected in `{}`, and cannot be imported", Text(name),
                NameOf(container))
              .With(Members(container)[index].span, "declared here"));
  return true;
}

void EnvTable::ReportTwoImports(ClassId cls, NameId name, syntax::ImportId first, syntax::ImportId second) {
  const syntax::Tree& tree = store_.tree(cls);
  report_(
      Error(Code::kBadAccess, tree.SpanOf(second), "`{}` is imported twice, and means two things", Text(name))
          .With(tree.SpanOf(first), "the other import")
          .Hint(fmt::format("import one of them by another name: `import Other = ...{}`", Text(name))));
}

}  // namespace daedalus::scope
