#include "daedalus/language/scope/build_members.h"

#include <algorithm>

#include "daedalus/language/scope/constraints.h"
#include "daedalus/language/scope/deselection.h"

namespace daedalus::scope {
namespace {

using syntax::ClassForm;
using syntax::Element;
using syntax::ElementKind;

// The modifiers of the constraining clause of a replaceable element: they hold for what replaces it.
const Modifier* ConstraintOf(EnvTable& table, const syntax::Tree& tree, syntax::ConstraintId constraint,
                             Scope scope) {
  if (!constraint.IsValid()) return nullptr;
  return table.arena().Make(tree, tree[constraint].modification, scope);
}

// The prefixes of a redeclaration that does not give them are those of the original (section 7.3).
void InheritPrefixes(const Member& original, Member& member) {
  if (member.variability == syntax::Variability::kNone) member.variability = original.variability;
  if (member.causality == syntax::Causality::kNone) member.causality = original.causality;
  if (member.connection == syntax::Connection::kNone) member.connection = original.connection;
}

void SetPrefixes(Member& member) {
  member.variability = member.clause->variability;
  member.causality = member.clause->causality;
  member.connection = member.clause->connection;
}

// What the class of a definition `redeclare model extends A` extends: whatever the member that it defines
// replaced.
const Member* ReplacedBy(const Member& member, ClassId cls) {
  for (const Member* m = &member; m != nullptr; m = m->redeclaring.replaced.get()) {
    if (m->cls == cls) return m->redeclaring.replaced.get();
  }
  return nullptr;
}

}  // namespace

void MemberBuilder::Build() {
  env().state = ClassEnv::State::kBuilding;
  BuildPart(0);
  for (Member& member : env().members) ApplyModifiers(member);
  env().state = ClassEnv::State::kBuilt;
}

std::uint32_t MemberBuilder::AddClass(ClassId cls, std::uint32_t part) {
  Member member;
  member.name = table_.store_.definition(cls).name.name;
  member.is_class = true;
  member.scope = {id_, part};
  member.tree = &table_.store_.tree(cls);
  member.cls = cls;
  member.span = member.tree->SpanOf(table_.store_.definition(cls).name);
  Add(std::move(member), part, nullptr);
  const std::uint32_t index = env().by_name.at(table_.store_.definition(cls).name.name);
  ApplyModifiers(env().members[index]);
  return index;
}

void MemberBuilder::BuildPart(std::uint32_t part) {
  const ClassForm form = table_.store_.definition(env().parts[part].cls).form;
  if (form == ClassForm::kLong || form == ClassForm::kExtends) {
    BuildLong(part);
  } else {
    BuildShort(part);
  }
  env().parts[part].end = static_cast<std::uint32_t>(env().parts.size());
}

// ---- Base classes ----

bool MemberBuilder::Inherits(ClassId cls, std::uint32_t part) {
  for (std::uint32_t p = part;; p = env().parts[p].parent) {
    if (env().parts[p].cls == cls) return true;
    if (p == env().parts[p].parent) return false;
  }
}

void MemberBuilder::AddPredefined(EnvId base, std::uint32_t parent, const Modifier* mods) {
  const ClassEnv& predefined = table_.envs_[base.index()];
  env().predefined = predefined.predefined;
  if (mods != nullptr) env().attributes.push_back(mods);
  // Goes outwards from here: modifiers of an enclosing class win over those inside.
  for (std::uint32_t p = parent; p != env().parts[p].parent; p = env().parts[p].parent) {
    if (env().parts[p].mods != nullptr) env().attributes.push_back(env().parts[p].mods);
  }
  std::reverse(env().attributes.begin(), env().attributes.end());
}

void MemberBuilder::AddBase(EnvId base, std::uint32_t parent, const BaseClause& clause) {
  if (!base.IsValid()) {
    env().is_broken = true;
    return;
  }
  const ClassEnv& found = table_.envs_[base.index()];
  if (!found.cls.IsValid()) return AddPredefined(base, parent, clause.mods);
  if (Inherits(found.cls, parent)) {
    table_.report_(Error(Code::kCyclicDeclaration, clause.span, "`{}` inherits from itself",
                         table_.store_.FullName(found.cls)));
    env().is_broken = true;
    return;
  }
  Part part = found.parts[0];
  part.found = base;
  part.parent = parent;
  part.mods = clause.mods;
  part.deselection = clause.deselection;
  part.type_mods = found.type_mods;
  part.is_protected = clause.is_protected;
  const auto index = static_cast<std::uint32_t>(env().parts.size());
  env().parts.push_back(part);
  BuildPart(index);
}

void MemberBuilder::BuildShort(std::uint32_t index) {
  const Part part = env().parts[index];
  const syntax::Tree& tree = table_.store_.tree(part.cls);
  const syntax::ClassDefinition& definition = table_.store_.definition(part.cls);
  if (definition.form == ClassForm::kEnumeration) {
    env().enumeration = part.cls;
    return AddPredefined(table_.PredefinedEnv(Predefined::kEnumeration), index, nullptr);
  }
  for (const syntax::ExpressionId id : tree.List(definition.base_subscripts)) {
    env().dimensions.push_back({&tree, id, part.lexical});
  }
  if (env().causality == syntax::Causality::kNone) env().causality = definition.base_causality;
  const EnvId base = table_.FindClass(tree, definition.base, part.lexical);
  const Modifier* mods = table_.arena_.Make(tree, definition.modification, part.lexical);
  AddBase(base, index, {mods, tree.SpanOf(definition.base)});
}

void MemberBuilder::BuildLong(std::uint32_t part) {
  const ClassId cls = env().parts[part].cls;
  const syntax::Tree& tree = table_.store_.tree(cls);
  const syntax::ClassDefinition& definition = table_.store_.definition(cls);
  const Scope scope{id_, part};
  if (definition.form == ClassForm::kExtends) {
    // `redeclare model extends A`: the class of that name that the surrounding class inherits.
    const Scope around = env().parts[part].lexical;
    const std::uint32_t own =
        around.env.IsValid() ? table_.FindMember(around.env, definition.name.name) : kNoMember;
    const Member* replaced = own == kNoMember ? nullptr : ReplacedBy(table_.Members(around.env)[own], cls);
    if (replaced == nullptr) {
      table_.report_(Error(Code::kUnknownClass, tree.SpanOf(definition.name),
                           "`extends {}` needs an inherited class of this name",
                           table_.Text(definition.name.name)));
      env().is_broken = true;
    } else {
      const EnvId base = table_.EnvOfClass(replaced->cls, replaced->scope, {});
      AddBase(base, part,
              {table_.arena_.Make(tree, definition.modification, scope), tree.SpanOf(definition.name)});
    }
  }
  for (const Element& element : tree.List(definition.elements)) {
    switch (element.kind) {
      case ElementKind::kImport:
        break;
      case ElementKind::kExtends: {
        const syntax::Extends& extends = tree[element.extends];
        const EnvId base = table_.FindClass(tree, extends.type, scope);
        AddBase(
            base, part,
            {table_.arena_.Make(tree, extends.modification, scope, ModifierArena::Of::kExtends),
             tree.SpanOf(extends.type), element.is_protected, FindDeselection(tree, extends.modification)});
        break;
      }
      case ElementKind::kClass:
        AddClassElement(part, element);
        break;
      case ElementKind::kComponents:
        AddComponents(part, element);
        break;
    }
  }
}

// ---- Elements ----

void MemberBuilder::AddClassElement(std::uint32_t part, const Element& element) {
  const ClassId parent = env().parts[part].cls;
  const syntax::Tree& tree = table_.store_.tree(parent);
  const syntax::ClassDefinition& definition = tree[element.class_definition];
  Member member;
  member.name = definition.name.name;
  member.is_class = true;
  member.scope = {id_, part};
  member.tree = &tree;
  member.cls = table_.store_.Of(tree, element.class_definition);
  member.span = tree.SpanOf(definition.name);
  const Modifier* constraint = ConstraintOf(table_, tree, element.constraint, member.scope);
  if (constraint != nullptr) member.redeclaring.outer_constraints.push_back(constraint);
  const syntax::ReferenceId type =
      element.constraint.IsValid() ? tree[element.constraint].type : syntax::ReferenceId();
  member.redeclaring.constraint = {&tree, element.constraint, member.scope, type};
  Add(std::move(member), part, &element);
}

void MemberBuilder::AddComponents(std::uint32_t part, const Element& element) {
  const syntax::Tree& tree = table_.store_.tree(env().parts[part].cls);
  if (!element.components.IsValid()) return;  // the text has a mistake there, which the parser has reported
  const syntax::ComponentClause& clause = tree[element.components];
  for (const syntax::Component& component : tree.List(clause.components)) {
    Member member;
    member.name = component.name.name;
    member.scope = {id_, part};
    member.tree = &tree;
    member.clause = &clause;
    member.component = &component;
    SetPrefixes(member);
    member.span = tree.SpanOf(component.name);
    for (const auto* list : {&component.subscripts, &clause.subscripts}) {
      for (const syntax::ExpressionId id : tree.List(*list))
        member.dimensions.push_back({&tree, id, member.scope});
    }
    if (component.condition.IsValid()) member.condition = {&tree, component.condition, member.scope};
    const Modifier* own = table_.arena_.Make(tree, component.modification, member.scope);
    const Modifier* constraint = ConstraintOf(table_, tree, element.constraint, member.scope);
    if (own != nullptr) member.mods.push_back(own);
    if (constraint != nullptr) member.redeclaring.outer_constraints.push_back(constraint);
    const syntax::ReferenceId type =
        element.constraint.IsValid() ? tree[element.constraint].type : clause.type;
    member.redeclaring.constraint = {&tree, element.constraint, member.scope, type};
    Add(std::move(member), part, &element);
  }
}

void MemberBuilder::Add(Member member, std::uint32_t part, const Element* element) {
  if (element != nullptr) {
    member.is_protected = element->is_protected || env().parts[part].is_protected;
    member.is_final = element->is_final;
    member.is_inner = element->is_inner;
    member.is_outer = element->is_outer;
    member.redeclaring.is_replaceable = element->is_replaceable;
    member.redeclaring.is_redeclared = element->is_redeclare;
  }
  member.parts = {part};
  if (Deselect(member, part)) return;
  const auto [at, is_new] =
      env().by_name.try_emplace(member.name, static_cast<std::uint32_t>(env().members.size()));
  if (is_new) {
    env().members.push_back(std::move(member));
    return;
  }
  Member& earlier = env().members[at->second];
  const std::uint32_t earlier_part = earlier.parts[0];
  if (earlier_part == part) {
    table_.report_(
        Error(Code::kDuplicateName, member.span, "`{}` is declared twice", table_.Text(member.name))
            .With(earlier.span, "first here"));
  } else if (IsInside(part, earlier_part)) {
    Record(earlier, member, true);
    PutBelow(earlier, std::move(member));
  } else if (IsInside(earlier_part, part)) {
    Record(member, earlier, true);
    std::swap(earlier, member);
    PutBelow(earlier, std::move(member));
  } else {
    Record(earlier, member, false);
    earlier.parts.push_back(part);  // inherited from two classes
    if (member.redeclaring.is_redeclared && !earlier.redeclaring.is_redeclared) {
      member.parts = earlier.parts;
      std::swap(earlier, member);
      PutBelow(earlier, std::move(member));
    }
  }
}

// Whether an extends clause on the way to the part takes the component away (deselection.h).
bool MemberBuilder::Deselect(const Member& member, std::uint32_t part) {
  const auto by_part = DeselectingPart(env().parts, part, member.name);
  if (!by_part) return false;
  env().deselected.push_back({*by_part, std::make_shared<const Member>(member)});
  return !member.is_class;  // which is reported
}

// A class that is inherited on two paths brings the same declaration twice, which is allowed.
void MemberBuilder::Record(const Member& outer, const Member& inner, bool is_inherited) {
  const bool is_same = outer.component == inner.component && outer.cls == inner.cls;
  if (is_same) return;
  env().encounters.push_back(
      {std::make_shared<const Member>(outer), std::make_shared<const Member>(inner), is_inherited});
}

// Whether one part is a base class of the other, over any number of steps.
bool MemberBuilder::IsInside(std::uint32_t part, std::uint32_t other) {
  while (part != env().parts[part].parent) {
    part = env().parts[part].parent;
    if (part == other) return true;
  }
  return false;
}

// The outer element belongs to a class that inherits the inner one: a redeclaration, or a repetition.
void MemberBuilder::PutBelow(Member& outer, Member inner) {
  for (const std::uint32_t part : inner.parts) {
    if (std::find(outer.parts.begin(), outer.parts.end(), part) == outer.parts.end())
      outer.parts.push_back(part);
  }
  // The constraint of the inner element on its replacement.
  const std::vector<const Modifier*> asked = ConstraintsOn(inner);
  outer.redeclaring.outer_constraints.insert(outer.redeclaring.outer_constraints.end(), asked.begin(),
                                             asked.end());
  if (outer.redeclaring.is_redeclared && !outer.redeclaring.constraint.id.IsValid())
    outer.redeclaring.constraint = inner.redeclaring.constraint;
  outer.is_inner = outer.is_inner || inner.is_inner;
  outer.is_outer = outer.is_outer || inner.is_outer;
  if (outer.dimensions.empty()) outer.dimensions = inner.dimensions;
  if (!outer.condition.expression.IsValid()) outer.condition = inner.condition;
  if (outer.redeclaring.is_redeclared) InheritPrefixes(inner, outer);
  // Includes everything that the inner element had replaced before.
  const std::shared_ptr<const Member> further = std::move(inner.redeclaring.replaced);
  outer.redeclaring.replaced = Inserted(outer.redeclaring.replaced, std::move(inner));
  for (const Member* m = further.get(); m != nullptr; m = m->redeclaring.replaced.get())
    outer.redeclaring.replaced = Inserted(outer.redeclaring.replaced, *m);
}

// Adds an element to the chain of replaced elements, above those of its own base classes.
std::shared_ptr<const Member> MemberBuilder::Inserted(const std::shared_ptr<const Member>& chain,
                                                      Member inner) {
  if (chain == nullptr || IsInside(chain->parts[0], inner.parts[0])) {
    inner.redeclaring.replaced = chain;
    return std::make_shared<const Member>(std::move(inner));
  }
  auto copy = std::make_shared<Member>(*chain);
  copy->redeclaring.replaced = Inserted(chain->redeclaring.replaced, std::move(inner));
  return copy;
}

// ---- Modifiers from outside ----

void MemberBuilder::Redeclare(Member& member, const Modifier& node) {
  const syntax::Tree& tree = *node.tree;
  const Member original = member;
  std::vector<const Modifier*> constraints = ConstraintsOn(member);
  member.redeclaring.is_redeclared = true;
  member.redeclaring.is_replaceable = node.redeclaration->is_replaceable;
  if (const syntax::ConstraintId constraint = node.redeclaration->constraint; constraint.IsValid()) {
    member.redeclaring.constraint = {&tree, constraint, node.scope, tree[constraint].type};
    if (const Modifier* own = ConstraintOf(table_, tree, constraint, node.scope))
      constraints.insert(constraints.begin(), own);
  }
  member.redeclaring.outer_constraints = std::move(constraints);
  member.mods.clear();
  if (!node.IsEmpty() && (!node.children.empty() || node.value.IsValid())) member.mods.push_back(&node);
  member.scope = node.scope;
  member.tree = &tree;
  member.clause = &tree[node.redeclaration->component];
  member.component = &tree.List(member.clause->components)[0];
  SetPrefixes(member);
  InheritPrefixes(original, member);
  // The new declaration inherits dimensions that it does not give.
  std::vector<DeclaredText> dimensions;
  for (const auto* list : {&member.component->subscripts, &member.clause->subscripts}) {
    for (const syntax::ExpressionId id : tree.List(*list)) dimensions.push_back({&tree, id, node.scope});
  }
  if (!dimensions.empty()) member.dimensions = std::move(dimensions);
}

// Modifiers of the member that stand in extends clauses on the way to it, and those of the environment.
void MemberBuilder::ApplyModifiers(Member& member) {
  const std::vector<Part>& parts = env().parts;
  std::vector<const Modifier*> outer;  // innermost first
  const auto add = [&](TypeModsId mods) {
    const TypeMod* mod = table_.type_mods_.Find(mods, member.name);
    if (mod != nullptr) outer.insert(outer.end(), mod->nodes.rbegin(), mod->nodes.rend());
  };
  for (std::uint32_t p = member.parts[0]; p != parts[p].parent; p = parts[p].parent) {
    add(parts[p].type_mods);  // the base class was found in a package that modifies it
    if (parts[p].mods == nullptr) continue;
    if (const Modifier* node = parts[p].mods->Child(member.name)) outer.push_back(node);
  }
  add(env().type_mods);
  for (const Modifier* node : outer) {
    const bool is_component = node->redeclaration != nullptr && !member.is_class &&
                              node->redeclaration->kind == syntax::ModifierKind::kComponent;
    if (is_component) {
      Redeclare(member, *node);
    } else {
      member.mods.insert(member.mods.begin(), node);
    }
    if (node->is_final) member.is_final = true;
  }
}

}  // namespace daedalus::scope
