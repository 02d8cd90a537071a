#include "daedalus/products/ide/outline.h"

#include <algorithm>
#include <set>

#include "daedalus/language/syntax/unparse.h"

namespace daedalus::ide {
namespace {

using syntax::ClassKind;
using syntax::Place;
using syntax::Tree;

Symbol::Kind KindOfSymbol(ClassKind kind) {
  switch (kind) {
    case ClassKind::kPackage:
      return Symbol::Kind::kPackage;
    case ClassKind::kFunction:
    case ClassKind::kOperatorFunction:
      return Symbol::Kind::kFunction;
    case ClassKind::kType:
      return Symbol::Kind::kType;
    case ClassKind::kConnector:
    case ClassKind::kExpandableConnector:
      return Symbol::Kind::kConnector;
    default:
      return Symbol::Kind::kClass;
  }
}

void AddComponents(const Tree& tree, const syntax::ComponentClause& clause, std::vector<Symbol>& out) {
  const bool is_parameter = clause.variability == syntax::Variability::kParameter ||
                            clause.variability == syntax::Variability::kConstant;
  for (const syntax::Component& component : tree.List(clause.components)) {
    if (!component.name.name.IsValid()) continue;
    Symbol symbol;
    symbol.kind = is_parameter ? Symbol::Kind::kParameter : Symbol::Kind::kComponent;
    symbol.name = tree.Text(component.name.name);
    symbol.detail = clause.type.IsValid() ? tree.DottedName(clause.type) : std::string();
    symbol.place = component.place;
    symbol.name_place = component.name.place;
    out.push_back(std::move(symbol));
  }
}

void AddClass(const Tree& tree, syntax::ClassId id, std::vector<Symbol>& out) {
  const syntax::ClassDefinition& c = tree[id];
  if (!c.name.name.IsValid()) return;
  Symbol symbol;
  symbol.kind = KindOfSymbol(c.kind);
  symbol.name = tree.Text(c.name.name);
  symbol.detail = syntax::TextOf(c.kind);
  symbol.place = c.place;
  symbol.name_place = c.name.place;
  for (const syntax::EnumerationLiteral& literal : tree.List(c.literals)) {
    if (!literal.name.name.IsValid()) continue;
    symbol.children.push_back({Symbol::Kind::kLiteral,
                               std::string(tree.Text(literal.name.name)),
                               {},
                               literal.name.place,
                               literal.name.place,
                               {}});
  }
  for (const syntax::Element& element : tree.List(c.elements)) {
    if (element.class_definition.IsValid()) AddClass(tree, element.class_definition, symbol.children);
    if (element.components.IsValid()) AddComponents(tree, tree[element.components], symbol.children);
  }
  out.push_back(std::move(symbol));
}

class Folder {
 public:
  Folder(const Tree& tree, const Lines& lines) : tree_(tree), lines_(lines) {}

  std::vector<Fold> Folds() {
    for (std::size_t i = 0; i < tree_.NumNodes<syntax::ClassDefinition>(); ++i) {
      const syntax::ClassDefinition& c = tree_[syntax::ClassId(i)];
      Add(c.place, Fold::Kind::kRegion, Last::kStays);
      if (c.annotation.IsValid()) Add(tree_[c.annotation].place, Fold::Kind::kRegion, Last::kFolds);
      for (const syntax::Section& section : tree_.List(c.sections)) {
        if (section.kind != syntax::SectionKind::kDefault)
          Add(section.place, Fold::Kind::kRegion, Last::kFolds);
      }
    }
    for (std::size_t i = 0; i < tree_.NumNodes<syntax::Equation>(); ++i)
      Add(tree_[syntax::EquationId(i)].place, Fold::Kind::kRegion, Last::kStays);
    for (std::size_t i = 0; i < tree_.NumNodes<syntax::Statement>(); ++i)
      Add(tree_[syntax::StatementId(i)].place, Fold::Kind::kRegion, Last::kStays);
    for (std::size_t i = 0; i < tree_.NumNodes<syntax::ComponentClause>(); ++i)
      Add(tree_[syntax::ComponentClauseId(i)].place, Fold::Kind::kRegion, Last::kFolds);
    for (const syntax::Comment& c : tree_.comments()) Add(c.place, Fold::Kind::kComment, Last::kFolds);
    return {folds_.begin(), folds_.end()};
  }

 private:
  // True if the last line, `end if;`, is hidden together with the others.
  enum class Last : bool { kStays, kFolds };
  void Add(Place place, Fold::Kind kind, Last last) {
    if (place.end <= place.begin) return;
    const std::uint32_t first_line = lines_.PositionOf(place.begin).line;
    std::uint32_t last_line = lines_.PositionOf(place.end).line;
    if (last == Last::kStays && last_line > 0) --last_line;
    if (last_line > first_line) folds_.insert({first_line, last_line, kind});
  }

  const Tree& tree_;
  const Lines& lines_;
  std::set<Fold> folds_;
};

}  // namespace

std::vector<Symbol> SymbolsOf(const Tree& tree) {
  std::vector<Symbol> symbols;
  for (const syntax::Element& element : tree.List(tree.root().classes)) {
    if (element.class_definition.IsValid()) AddClass(tree, element.class_definition, symbols);
  }
  return symbols;
}

std::vector<Fold> FoldsOf(const Tree& tree, const Lines& lines) {
  return Folder(tree, lines).Folds();
}

std::vector<Place> SelectionsAt(const TextMap& map, const Tree& tree, std::size_t offset) {
  std::vector<Place> around;
  const auto offer = [&](Place place) {
    if (place.begin <= offset && offset <= place.end && place.begin < place.end) around.push_back(place);
  };
  for (const Use& use : map.uses) offer(use.place);
  for (const Place& place : map.places) offer(place);
  for (const syntax::Comment& comment : tree.comments()) offer(comment.place);
  offer({0, static_cast<std::uint32_t>(tree.text().size())});
  std::sort(around.begin(), around.end(), [](Place a, Place b) {
    return std::pair(a.end - a.begin, a.begin) < std::pair(b.end - b.begin, b.begin);
  });
  std::vector<Place> nested;
  for (const Place& place : around) {
    const bool grows =
        nested.empty() || (place.begin <= nested.back().begin && nested.back().end <= place.end &&
                           place.end - place.begin > nested.back().end - nested.back().begin);
    if (grows) nested.push_back(place);
  }
  return nested;
}

}  // namespace daedalus::ide
