#include "daedalus/products/ide/uses.h"

#include <algorithm>
#include <utility>

namespace daedalus::ide {
namespace {

using syntax::ClassForm;
using syntax::ExpressionKind;
using syntax::Place;
using syntax::Tree;

// The class or component whose members a list of modifiers names.
struct Owner {
  std::size_t use = Use::kNone;
  syntax::ReferenceId type;
};

class Walker {
 public:
  explicit Walker(const Tree& tree) : tree_(tree) {}

  TextMap Walk() {
    const syntax::StoredDefinition& root = tree_.root();
    if (root.within.IsValid()) Reference(root.within, UseKind::kImport);
    for (const syntax::Element& element : tree_.List(root.classes)) Element(element);
    return std::move(map_);
  }

 private:
  struct OpenIndex {
    syntax::NameId name;
    Place place;
  };

  void Note(Place place) {
    if (place.end > place.begin) map_.places.push_back(place);
  }
  Place NamePlace(Place place, syntax::NameId name) const {
    return {place.begin, place.begin + static_cast<std::uint32_t>(tree_.Text(name).size())};
  }
  std::size_t Add(Use use) {
    if (!use.name.IsValid()) return Use::kNone;
    use.cls = cls_;
    map_.uses.push_back(use);
    return map_.uses.size() - 1;
  }
  std::size_t Add(UseKind kind, syntax::Identifier name) {
    Use use;
    use.kind = kind;
    use.place = name.place;
    use.name = name.name;
    return Add(use);
  }

  // ---- Names ----

  void Reference(syntax::ReferenceId id, UseKind kind) {
    if (!id.IsValid()) return;
    Note(tree_[id].place);
    const auto parts = tree_.List(tree_[id].parts);
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].name.IsValid()) return;
      Use use;
      use.kind = kind;
      use.place = NamePlace(parts[i].place, parts[i].name);
      use.name = parts[i].name;
      use.reference = id;
      use.part = i;
      if (const OpenIndex* index = kind == UseKind::kValue ? IndexNamed(parts[0].name) : nullptr) {
        use.kind = i == 0 ? UseKind::kIndexUse : UseKind::kValue;
        use.declaration = index->place;
      }
      Add(use);
      Expressions(parts[i].subscripts);
    }
  }
  const OpenIndex* IndexNamed(syntax::NameId name) const {
    const auto at = std::find_if(indices_.rbegin(), indices_.rend(),
                                 [&](const OpenIndex& index) { return index.name == name; });
    return at == indices_.rend() ? nullptr : &*at;
  }

  // Records the ranges of the indices, and the indices themselves. The caller ends their scope.
  void Open(syntax::Range<syntax::ForIndex> indices) {
    for (const syntax::ForIndex& index : tree_.List(indices)) {
      Expression(index.range);
      Use use;
      use.kind = UseKind::kIndex;
      use.name = index.name;
      if (!index.name.IsValid()) continue;
      use.place = use.declaration = NamePlace(index.place, index.name);
      Add(use);
      indices_.push_back({index.name, use.place});
    }
  }
  template <class Body>
  void InLoop(syntax::Range<syntax::ForIndex> indices, Body body) {
    const std::size_t before = indices_.size();
    Open(indices);
    body();
    indices_.resize(before);
  }

  // ---- Expressions ----

  void Expressions(syntax::Range<syntax::ExpressionId> range) {
    for (const syntax::ExpressionId id : tree_.List(range)) Expression(id);
  }
  void Call(const syntax::Call& call) {
    Reference(call.function, UseKind::kFunction);
    for (const syntax::Argument& argument : tree_.List(call.arguments)) {
      Use use;
      use.kind = UseKind::kArgument;
      use.place = argument.name_place;
      use.name = argument.name;
      use.reference = call.function;
      Add(use);
      Expression(argument.value);
    }
  }
  void Expression(syntax::ExpressionId id) {
    if (!id.IsValid()) return;
    const syntax::Expression& e = tree_[id];
    Note(e.place);
    switch (e.kind) {
      case ExpressionKind::kReference:
        return Reference(tree_.ReferenceIdOf(e), UseKind::kValue);
      case ExpressionKind::kCall:
      case ExpressionKind::kPartialApplication:
        return Call(tree_.CallOf(e));
      case ExpressionKind::kComprehension: {
        const syntax::Comprehension& c = tree_.ComprehensionOf(e);
        Reference(c.function, UseKind::kFunction);
        return InLoop(c.indices, [&] { Expression(c.body); });
      }
      case ExpressionKind::kArray:
      case ExpressionKind::kTuple:
      case ExpressionKind::kRange:
      case ExpressionKind::kSubscripted:
        for (const syntax::ExpressionId element : tree_.Elements(e)) Expression(element);
        return;
      case ExpressionKind::kMatrix:
        for (const syntax::MatrixRow& row : tree_.Rows(e)) Expressions(row.elements);
        return;
      case ExpressionKind::kUnary:
        return Expression(tree_.Operand(e));
      case ExpressionKind::kInfix:
        for (const syntax::InfixTerm& term : tree_.Terms(e)) Expression(term.operand);
        return;
      case ExpressionKind::kIf:
        for (const syntax::ExpressionBranch& branch : tree_.Branches(e)) {
          Expression(branch.condition);
          Expression(branch.value);
        }
        return;
      default:
        return;
    }
  }

  // ---- Modifications ----

  void Modification(syntax::ModificationId id, Owner owner) {
    if (!id.IsValid()) return;
    Note(tree_[id].place);
    for (const syntax::Modifier& modifier : tree_.List(tree_[id].modifiers)) Modifier(modifier, owner);
    Expression(tree_[id].value);
  }
  std::size_t AddModifier(syntax::Identifier name, Owner owner) {
    Use use;
    use.kind = UseKind::kModifier;
    use.place = name.place;
    use.name = name.name;
    use.owner = owner.use;
    use.owner_type = owner.type;
    return Add(use);
  }
  // `a.b.c = 1` modifies c of b of a.
  Owner ModifiedName(syntax::ReferenceId name, Owner owner) {
    for (const syntax::ReferencePart& part : tree_.List(tree_[name].parts)) {
      if (!part.name.IsValid()) return {};
      owner = {AddModifier({part.name, NamePlace(part.place, part.name)}, owner), {}};
      Expressions(part.subscripts);
    }
    return owner;
  }
  void Modifier(const syntax::Modifier& modifier, Owner owner) {
    Note(modifier.place);
    switch (modifier.kind) {
      case syntax::ModifierKind::kElement:
        Modification(modifier.modification, ModifiedName(modifier.name, owner));
        break;
      case syntax::ModifierKind::kRemoveComponent:
        ModifiedName(modifier.name, owner);
        break;
      case syntax::ModifierKind::kClass:
        AddModifier(tree_[modifier.class_definition].name, owner);
        ShortBody(tree_[modifier.class_definition]);
        break;
      case syntax::ModifierKind::kComponent: {
        const syntax::ComponentClause& clause = tree_[modifier.component];
        Reference(clause.type, UseKind::kType);
        Expressions(clause.subscripts);
        for (const syntax::Component& component : tree_.List(clause.components)) {
          AddModifier(component.name, owner);
          ComponentBody(component, {Use::kNone, clause.type});
        }
        break;
      }
      case syntax::ModifierKind::kRemoveConnection:
        break;  // names in it belong to the base class
    }
    Constraint(modifier.constraint);
    Description(modifier.description);
  }
  void Constraint(syntax::ConstraintId id) {
    if (!id.IsValid()) return;
    Reference(tree_[id].type, UseKind::kType);
    Modification(tree_[id].modification, {Use::kNone, tree_[id].type});
    Description(tree_[id].description);
  }
  void Description(syntax::DescriptionId id) {
    if (id.IsValid()) Annotation(tree_[id].annotation);
  }
  // Names in an annotation are not elements of a class, but its values may be.
  void Annotation(syntax::ModificationId id) {
    if (!id.IsValid()) return;
    Note(tree_[id].place);
    Expression(tree_[id].value);
    for (const syntax::Modifier& modifier : tree_.List(tree_[id].modifiers)) {
      if (modifier.kind == syntax::ModifierKind::kElement) Annotation(modifier.modification);
    }
  }

  // ---- Elements ----

  void Element(const syntax::Element& element) {
    Note(element.place);
    if (element.import_clause.IsValid()) Import(tree_[element.import_clause]);
    if (element.extends.IsValid()) {
      const syntax::Extends& extends = tree_[element.extends];
      Reference(extends.type, UseKind::kType);
      Modification(extends.modification, {Use::kNone, extends.type});
      Annotation(extends.annotation);
    }
    if (element.class_definition.IsValid()) Class(element.class_definition);
    if (element.components.IsValid()) Components(tree_[element.components]);
    Constraint(element.constraint);
  }
  void Import(const syntax::Import& import) {
    if (import.alias.IsValid()) {
      // The alias stands after the word `import`. The tree stores its name, but not its place.
      const std::string_view alias = tree_.Text(import.alias);
      const std::size_t at = tree_.text().find(alias, import.place.begin + 6);
      if (at < import.place.end) {
        const auto begin = static_cast<std::uint32_t>(at);
        Use use;
        use.kind = UseKind::kAlias;
        use.name = import.alias;
        use.place = {begin, begin + static_cast<std::uint32_t>(alias.size())};
        use.reference = import.name;
        Add(use);
      }
    }
    Reference(import.name, UseKind::kImport);
    for (const syntax::Identifier& name : tree_.List(import.names)) {
      Use use;
      use.kind = UseKind::kImport;
      use.place = name.place;
      use.name = name.name;
      use.reference = import.name;
      use.part = static_cast<std::uint32_t>(tree_[import.name].parts.size());
      Add(use);
    }
    Description(import.description);
  }
  void Components(const syntax::ComponentClause& clause) {
    Note(clause.place);
    Reference(clause.type, UseKind::kType);
    Expressions(clause.subscripts);
    for (const syntax::Component& component : tree_.List(clause.components)) {
      Note(component.place);
      const std::size_t name = Add(UseKind::kComponent, component.name);
      ComponentBody(component, {name, name == Use::kNone ? clause.type : syntax::ReferenceId()});
    }
  }
  void ComponentBody(const syntax::Component& component, Owner owner) {
    Expressions(component.subscripts);
    Modification(component.modification, owner);
    Expression(component.condition);
    Description(component.description);
  }

  // ---- Classes ----

  // `= base(modifiers)`: names are looked up around the class.
  void ShortBody(const syntax::ClassDefinition& c) {
    Reference(c.base, UseKind::kType);
    Expressions(c.base_subscripts);
    Modification(c.modification, {Use::kNone, c.base});
    for (const syntax::EnumerationLiteral& literal : tree_.List(c.literals)) {
      Add(UseKind::kLiteral, literal.name);
      Description(literal.description);
    }
    Description(c.description);
  }
  void ClassName(syntax::ClassId id) {
    Use use;
    use.kind = UseKind::kClass;
    use.place = tree_[id].name.place;
    use.name = tree_[id].name.name;
    use.declared = id;
    Add(use);
  }
  void Class(syntax::ClassId id) {
    const syntax::ClassDefinition& c = tree_[id];
    Note(c.place);
    ClassName(id);
    if (c.form != ClassForm::kLong && c.form != ClassForm::kExtends) return ShortBody(c);
    const syntax::ClassId around = std::exchange(cls_, id);
    const std::vector<OpenIndex> loops = std::exchange(indices_, {});
    Modification(c.modification, {});
    for (const syntax::Section& section : tree_.List(c.sections)) Section(section);
    if (c.external.IsValid()) {
      const syntax::External& external = tree_[c.external];
      Expression(external.output);
      Expressions(external.arguments);
    }
    Annotation(c.annotation);
    Description(c.description);
    indices_ = loops;
    cls_ = around;
    ClassEnd(id);
  }
  void ClassEnd(syntax::ClassId id) {
    const syntax::ClassDefinition& c = tree_[id];
    if (!c.name.name.IsValid()) return;
    const std::string_view name = tree_.Text(c.name.name);
    const std::string_view text = tree_.Text(c.place);
    if (!text.ends_with(name) || text.size() < name.size() + 4) return;
    Use use;
    use.kind = UseKind::kClassEnd;
    use.place = {c.place.end - static_cast<std::uint32_t>(name.size()), c.place.end};
    if (use.place.begin <= c.name.place.begin) return;
    use.name = c.name.name;
    use.declared = id;
    Add(use);
  }
  void Section(const syntax::Section& section) {
    Note(section.place);
    for (const syntax::Element& element : tree_.List(section.elements)) Element(element);
    Equations(section.equations);
    Statements(section.statements);
  }

  // ---- Equations and statements ----

  void Equations(syntax::Range<syntax::Equation> range) {
    for (const syntax::Equation& e : tree_.List(range)) {
      Note(e.place);
      Expression(e.left);
      Expression(e.right);
      for (const syntax::EquationBranch& branch : tree_.List(e.branches)) {
        Expression(branch.condition);
        Equations(branch.body);
      }
      InLoop(e.indices, [&] { Equations(e.body); });
      Description(e.description);
    }
  }
  void Statements(syntax::Range<syntax::Statement> range) {
    for (const syntax::Statement& s : tree_.List(range)) {
      Note(s.place);
      Expression(s.target);
      Expression(s.value);
      for (const syntax::StatementBranch& branch : tree_.List(s.branches)) {
        Expression(branch.condition);
        Statements(branch.body);
      }
      InLoop(s.indices, [&] { Statements(s.body); });
      Description(s.description);
    }
  }

  const Tree& tree_;
  TextMap map_;
  syntax::ClassId cls_;
  std::vector<OpenIndex> indices_;
};

}  // namespace

TextMap MapText(const Tree& tree) {
  return Walker(tree).Walk();
}

}  // namespace daedalus::ide
