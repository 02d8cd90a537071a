#include "daedalus/language/scope/check_modifications.h"

#include <map>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/scope/check_redeclarations.h"

namespace daedalus::scope {
namespace {

// The first layer whose node for the name is final; nullptr if there is none.
const Modifier* FinalNode(const std::vector<const Modifier*>& layers, syntax::NameId name) {
  for (const Modifier* layer : layers) {
    const Modifier* node = layer->Child(name);
    if (node != nullptr && node->is_final) return node;
  }
  return nullptr;
}

}  // namespace

void ModificationChecker::CheckBases(EnvId env) {
  const std::vector<Part> parts = table_[env].parts;
  for (const Part& part : parts) {
    if (part.mods == nullptr || !part.found.IsValid()) continue;
    CheckAll(*part.mods, part.found, {}, From::kInheriting);
    if (part.deselection != nullptr) CheckDeselected(*part.mods, *part.deselection);
  }
}

// What is deselected is not there to be modified (section 7.4).
void ModificationChecker::CheckDeselected(const Modifier& mods, const Deselection& deselection) {
  for (const Deselection::Component& component : deselection.components) {
    const Modifier* const node = mods.Child(component.name);
    if (node == nullptr) continue;
    table_.ReportError(Error(Code::kBadModification, node->span, "`{}` is deselected, and cannot be modified",
                             table_.Text(component.name))
                           .With(component.span, "deselected here"));
  }
}

void ModificationChecker::CheckComponents(EnvId env) {
  const std::size_t count = table_.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = table_.Members(env)[i];
    if (!member.is_class) CheckComponent(member);
  }
}

// The modifiers of its own declaration; those from outside stand in other texts.
void ModificationChecker::CheckComponent(const Member& member) {
  const Modifier* own = nullptr;
  for (const Modifier* node : member.mods) {
    if (!node->name.IsValid()) own = node;
  }
  if (own == nullptr) return;
  const bool is_outer = member.StandsForInner();
  if (is_outer) {
    table_.ReportError(Error(Code::kBadModification, own->span,
                             "`{}` is outer: it is modified where the inner one is declared",
                             table_.Text(member.name))
                           .With(member.span, "declared here"));
    return;
  }
  if (own->children.empty()) return;
  const EnvId type = table_.DeclaredTypeOf(member);
  if (type.IsValid()) CheckAll(*own, type, {}, From::kOutside);
}

void ModificationChecker::CheckTwice(const Modifier& node) {
  std::map<syntax::NameId, const Modifier*> given;
  for (const Modifier* child : node.children) {
    if (!child->value.IsValid() && child->redeclaration == nullptr) continue;
    const auto [first, is_new] = given.emplace(child->name, child);
    if (is_new) continue;
    table_.ReportError(
        Error(Code::kDuplicateModifier, child->span, "`{}` is given twice", table_.Text(child->name))
            .With(first->second->whole, "first here"));
  }
}

void ModificationChecker::CheckAll(const Modifier& node, EnvId target, const Layers& inner, From from) {
  CheckTwice(node);
  if (table_[target].is_broken) return;
  for (const Modifier* child : node.children) {
    const bool is_new = done_.insert({child->span.file.value, child->span.begin, target}).second;
    if (is_new || !inner.empty()) CheckOne(*child, target, inner, from);
  }
}

// `Real x(min = 1)` where the type, or a declaration inside of what is modified, has a final one.
void ModificationChecker::CheckAttribute(const Modifier& child, EnvId target, const Layers& inner) {
  const Modifier* first = FinalNode(inner, child.name);
  if (first == nullptr) first = FinalNode(table_[target].attributes, child.name);
  if (first == nullptr) return;
  table_.ReportError(Error(Code::kBadModification, child.span, "`{}` is final here, and cannot be modified",
                           table_.Text(child.name))
                         .With(first->whole, "made final here"));
}

void ModificationChecker::CheckOne(const Modifier& child, EnvId target, const Layers& inner, From from) {
  if (table_[target].predefined != Predefined::kNone) return CheckAttribute(child, target, inner);
  const std::uint32_t index = table_.FindMember(target, child.name);
  const std::string_view name = table_.Text(child.name);
  if (index == kNoMember) {
    if (from == From::kOutside) return;  // checked for the instance, where all redeclarations are known
    NearestName nearest(name);
    for (const Member& known : table_.Members(target)) nearest.Offer(table_.Text(known.name));
    table_.ReportError(
        Error(Code::kBadModification, child.span, "`{}` has no `{}` to modify", table_.NameOf(target), name)
            .Hint(nearest.Hint()));
    return;
  }
  const Member& member = table_.Members(target)[index];
  const Modifier* final_node = FinalNode(inner, child.name);
  if (from == From::kOutside && member.is_protected) {
    table_.ReportError(Error(Code::kBadAccess, child.span,
                             "`{}` is protected in `{}`, and cannot be modified from outside", name,
                             table_.NameOf(target))
                           .With(member.span, "declared here"));
    return;
  }
  if (member.StandsForInner()) {
    table_.ReportError(Error(Code::kBadModification, child.span,
                             "`{}` is outer: it is modified where the inner one is declared", name)
                           .With(member.span, "declared here"));
    return;
  }
  if (child.redeclaration != nullptr) return CheckRedeclared(child, target, index);
  if (member.is_final || final_node != nullptr) {
    table_.ReportError(
        Error(Code::kBadModification, child.span, "`{}` is final, and cannot be modified", name)
            .With(final_node != nullptr ? final_node->whole : member.span, "made final here"));
    return;
  }
  if (child.children.empty()) return;
  const EnvId inside = table_.EnvOf(target, index);
  if (!inside.IsValid()) return;
  Layers layers = member.mods;
  for (const Modifier* layer : inner) {
    if (const Modifier* node = layer->Child(child.name)) layers.push_back(node);
  }
  CheckAll(child, inside, layers, From::kOutside);
}

void ModificationChecker::CheckRedeclared(const Modifier& child, EnvId target, std::uint32_t member) {
  CheckRedeclaration(table_, child, target, member);
  const syntax::Modifier& written = *child.redeclaration;
  if (written.kind != syntax::ModifierKind::kComponent || child.children.empty()) return;
  const EnvId type = table_.FindClass(*child.tree, (*child.tree)[written.component].type, child.scope);
  if (type.IsValid()) CheckAll(child, type, {}, From::kOutside);
}

}  // namespace daedalus::scope
