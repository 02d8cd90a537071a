#include "daedalus/products/ide/references.h"

#include <algorithm>
#include <cctype>

#include "daedalus/language/syntax/lexer.h"

namespace daedalus::ide {
namespace {

bool IsWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// True if lookup would find something under the new name at a place where the old name stands without a dot.
// Then renaming could change the meaning of the text, even if the other name is declared further out.
bool IsTaken(World& world, const syntax::Tree& tree, const Use& use, std::string_view new_name) {
  switch (use.kind) {
    case UseKind::kClassEnd:
    case UseKind::kLiteral:
    case UseKind::kImport:
    case UseKind::kModifier:
    case UseKind::kArgument:
      return false;
    default:
      break;
  }
  if (use.part > 0) return false;
  const syntax::NameId name = world.store().names().Intern(new_name);
  const Meaning other = Resolver(world, tree).First(world.ScopeOf(tree, use.cls), name);
  return other.kind == Meaning::Kind::kComponent || other.kind == Meaning::Kind::kClass;
}

}  // namespace

std::optional<Declared> DeclaredBy(World& world, const Meaning& meaning) {
  if (!meaning.IsFound() || !meaning.declaration.IsValid()) return std::nullopt;
  const Span span = meaning.declaration;
  const Sources& sources = world.store().sources();
  return Declared{
      TextCache::KeyOf(sources.Name(span.file)), {span.begin, span.end}, std::string(sources.Text(span))};
}

bool HasLoaded(World& world, const syntax::Tree& tree) {
  const syntax::StoredDefinition& root = tree.root();
  const std::string within = root.within.IsValid() ? tree.DottedName(root.within) + "." : std::string();
  for (const syntax::Element& element : tree.List(root.classes)) {
    if (!element.class_definition.IsValid()) continue;
    const syntax::NameId name = tree[element.class_definition].name.name;
    if (!name.IsValid()) continue;
    const library::ClassId cls = world.store().Find(within + std::string(tree.Text(name)));
    return cls.IsValid() && &world.store().tree(cls) == &tree;
  }
  return false;
}

std::vector<Occurrence> OccurrencesIn(World& world, const syntax::Tree& tree, const Declared& declared,
                                      std::string_view new_name) {
  const std::string file = TextCache::KeyOf(world.store().sources().Name(tree.file()));
  const syntax::NameId name = world.store().names().Intern(declared.name);
  const TextMap map = MapText(tree);
  Resolver resolver(world, tree);
  std::vector<Occurrence> found;
  for (const Use& use : map.uses) {
    if (use.name != name) continue;
    const auto other = DeclaredBy(world, resolver.Of(map, use));
    if (!other || other->place.begin != declared.place.begin || other->file != declared.file) continue;
    const bool is_declaration = use.place.begin == declared.place.begin && file == declared.file;
    const bool is_taken = !new_name.empty() && IsTaken(world, tree, use, new_name);
    found.push_back({file, use.place, is_declaration, is_taken});
  }
  std::sort(found.begin(), found.end(),
            [](const Occurrence& a, const Occurrence& b) { return a.place.begin < b.place.begin; });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool HasWord(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !IsWordByte(text[at - 1]);
    const bool ends = at + name.size() == text.size() || !IsWordByte(text[at + name.size()]);
    if (begins && ends) return true;
  }
  return false;
}

std::string WhyNoName(std::string_view name) {
  syntax::NameTable names;
  const syntax::TokenList list = syntax::Lex(name, SourceFileId(), names);
  const bool is_one = list.tokens.size() == 2 && list.comments.empty() && list.diagnostics.empty() &&
                      list.tokens[0].place.end == name.size() && list.tokens[0].place.begin == 0;
  if (is_one && list.tokens[0].kind == syntax::TokenKind::kIdentifier) return {};
  if (is_one && IsKeyword(list.tokens[0].kind)) return fmt::format("`{}` is a keyword", name);
  return fmt::format("`{}` is not a name", name);
}

}  // namespace daedalus::ide
