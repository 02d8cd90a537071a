#include "daedalus/language/scope/deselection.h"

#include <algorithm>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/scope/env_table.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::scope {
namespace {

using syntax::EquationKind;
using syntax::ModifierKind;

// Layout, comments and parentheses that are not needed do not count.
std::string TextOf(const syntax::Tree& tree, syntax::ExpressionId id) {
  return syntax::Unparse(tree, id);
}

bool Matches(const Deselection::Connection& wanted, std::string_view from, std::string_view to) {
  return (wanted.from == from && wanted.to == to) || (wanted.from == to && wanted.to == from);
}

// The component of the class that the end of a connection belongs to.
syntax::NameId FirstName(const syntax::Tree& tree, syntax::ExpressionId end) {
  const syntax::Expression& e = tree[end];
  if (e.kind != syntax::ExpressionKind::kReference) return {};
  return tree.List(tree[tree.ReferenceIdOf(e)].parts)[0].name;
}

bool HasEndIn(const Deselection& deselection, const syntax::Tree& tree, const syntax::Equation& connect) {
  return std::ranges::any_of(deselection.components, [&](const Deselection::Component& component) {
    return FirstName(tree, connect.left) == component.name ||
           FirstName(tree, connect.right) == component.name;
  });
}

// ---- What is matched by nothing ----

template <class Visit>
void VisitConnections(const syntax::Tree& tree, std::span<const syntax::Equation> equations,
                      const Visit& visit) {
  for (const syntax::Equation& equation : equations) {
    if (equation.kind == EquationKind::kConnect) visit(equation);
    VisitConnections(tree, tree.List(equation.body), visit);
    for (const syntax::EquationBranch& branch : tree.List(equation.branches))
      VisitConnections(tree, tree.List(branch.body), visit);
  }
}

class DeselectionChecker {
 public:
  DeselectionChecker(EnvTable& table, EnvId env) : table_(table), env_(env), parts_(table[env].parts) {}

  void Check() {
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      const auto& deselection = parts_[part].deselection;
      if (deselection == nullptr) continue;
      for (const Deselection::Component& component : deselection->components) CheckComponent(part, component);
      for (const Deselection::Connection& connection : deselection->connections)
        CheckConnection(part, *deselection, connection);
    }
  }

 private:
  void CheckComponent(std::uint32_t part, const Deselection::Component& component) {
    const auto& deselected = table_[env_].deselected;
    const auto at = std::ranges::find_if(deselected, [&](const DeselectedMember& member) {
      return member.by_part == part && member.member->name == component.name;
    });
    if (at == deselected.end()) return ReportNoComponent(part, component);
    const std::shared_ptr<const Member> member = at->member;
    if (member->is_class) {
      table_.ReportError(Error(Code::kBadModification, component.span,
                               "`{}` is a class: only components and connections can be deselected",
                               table_.Text(component.name))
                             .With(member->span, "declared here"));
      return;
    }
    const EnvId type = table_.DeclaredTypeOf(*member);
    if (!type.IsValid() || IsOfModels(type)) return;
    table_.ReportError(Error(Code::kBadModification, component.span,
                             "`{}` is a {}: only models, blocks and connectors can be deselected",
                             table_.Text(component.name), table_.NameOf(type))
                           .With(member->span, "declared here")
                           .Note("section 7.4 of the specification"));
  }

  bool IsOfModels(EnvId type) const {
    const syntax::ClassKind kind = table_.KindOf(type);
    return IsModelKind(kind) || kind == syntax::ClassKind::kConnector || kind == syntax::ClassKind::kClass ||
           kind == syntax::ClassKind::kExpandableConnector;
  }

  void ReportNoComponent(std::uint32_t part, const Deselection::Component& component) {
    NearestName nearest(table_.Text(component.name));
    const EnvId base = parts_[part].found;
    for (const Member& known : table_.Members(base)) nearest.Offer(table_.Text(known.name));
    table_.ReportError(Error(Code::kBadModification, component.span, "`{}` has no component `{}` to deselect",
                             table_.NameOf(base), table_.Text(component.name))
                           .Hint(nearest.Hint()));
  }

  // Components are deselected first, with their connections, so that those match nothing any more.
  void CheckConnection(std::uint32_t part, const Deselection& deselection,
                       const Deselection::Connection& connection) {
    bool is_found = false;
    for (std::uint32_t p = part; p < parts_[part].end; ++p) {
      const syntax::Tree& tree = table_.store().tree(parts_[p].cls);
      for (const syntax::Section& section : tree.List(table_.store().definition(parts_[p].cls).sections)) {
        VisitConnections(tree, tree.List(section.equations), [&](const syntax::Equation& connect) {
          is_found =
              is_found || (!HasEndIn(deselection, tree, connect) &&
                           Matches(connection, TextOf(tree, connect.left), TextOf(tree, connect.right)));
        });
      }
    }
    if (is_found) return;
    table_.ReportError(Error(Code::kBadModification, connection.span,
                             "`{}` has no `connect({}, {})` to deselect", table_.NameOf(parts_[part].found),
                             connection.from, connection.to)
                           .Note("the ends are compared as they are written, in both orders"));
  }

  EnvTable& table_;
  EnvId env_;
  const std::vector<Part> parts_;
};

}  // namespace

std::shared_ptr<const Deselection> FindDeselection(const syntax::Tree& tree, syntax::ModificationId id) {
  if (!id.IsValid()) return nullptr;
  Deselection found;
  for (const syntax::Modifier& modifier : tree.List(tree[id].modifiers)) {
    if (modifier.kind == ModifierKind::kRemoveComponent)
      found.components.push_back({tree.List(tree[modifier.name].parts)[0].name, tree.SpanOf(modifier)});
    if (modifier.kind == ModifierKind::kRemoveConnection)
      found.connections.push_back(
          {TextOf(tree, modifier.from), TextOf(tree, modifier.to), tree.SpanOf(modifier)});
  }
  if (found.components.empty() && found.connections.empty()) return nullptr;
  return std::make_shared<const Deselection>(std::move(found));
}

std::optional<std::uint32_t> DeselectingPart(const std::vector<Part>& parts, std::uint32_t part,
                                             syntax::NameId component) {
  for (std::uint32_t p = part; p != parts[p].parent; p = parts[p].parent) {
    const auto& deselection = parts[p].deselection;
    if (deselection != nullptr &&
        std::ranges::find(deselection->components, component, &Deselection::Component::name) !=
            deselection->components.end())
      return p;
  }
  return std::nullopt;
}

bool IsDeselected(const std::vector<Part>& parts, std::uint32_t part, const syntax::Tree& tree,
                  const syntax::Equation& connect) {
  for (std::uint32_t p = part; p != parts[p].parent; p = parts[p].parent) {
    const auto& deselection = parts[p].deselection;
    if (deselection == nullptr) continue;
    if (HasEndIn(*deselection, tree, connect)) return true;
    const std::string from = TextOf(tree, connect.left), to = TextOf(tree, connect.right);
    const auto matches = [&](const auto& connection) { return Matches(connection, from, to); };
    if (std::ranges::any_of(deselection->connections, matches)) return true;
  }
  return false;
}

void CheckDeselections(EnvTable& table, EnvId env) {
  DeselectionChecker(table, env).Check();
}

}  // namespace daedalus::scope
