#include "daedalus/language/syntax/parse.h"

#include <algorithm>

#include "daedalus/language/syntax/lexer.h"
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

void ParseWithin(ParseContext& p, StoredDefinition& root) {
  const std::size_t item_begin = p.cursor.position();
  const std::uint32_t begin = p.cursor.begin();
  if (!p.cursor.TryTake(TokenKind::kWithin)) return;
  root.has_within = true;
  if (!p.cursor.At(TokenKind::kSemicolon)) root.within = ParseName(p, "the name of a package or `;`");
  root.within_place = p.cursor.PlaceFrom(begin);
  p.cursor.FinishItem(item_begin);
}

// After a mistake at the top level, parsing continues at the next class that begins a line.
void SkipToClass(ParseContext& p) {
  p.cursor.SkipUntil([](const TokenCursor& cursor) {
    const bool may_begin = IsClassPrefix(cursor.kind()) || cursor.At(TokenKind::kFinal);
    return may_begin && cursor.AtLineStart();
  });
}

Element ParseTopElement(ParseContext& p) {
  Element e;
  e.kind = ElementKind::kClass;
  const std::uint32_t begin = p.cursor.begin();
  e.is_final = p.cursor.TryTake(TokenKind::kFinal);
  e.class_definition = ParseClassDefinition(p);
  e.place = p.cursor.PlaceFrom(begin);
  return e;
}

StoredDefinition ParseStoredDefinition(ParseContext& p) {
  StoredDefinition root;
  ParseWithin(p, root);
  ListBuilder<Element> classes(p.build);
  while (!p.cursor.At(TokenKind::kEndOfFile)) {
    const std::size_t item_begin = p.cursor.position();
    if (IsClassPrefix(p.cursor.kind()) || p.cursor.At(TokenKind::kFinal)) {
      const Element element = ParseTopElement(p);
      if (IsUsable(p, element)) classes.Add(element);
      p.cursor.FinishItem(item_begin);
    } else {
      p.cursor.FailExpecting("a class definition");
      SkipToClass(p);
    }
    if (p.cursor.position() == item_begin && !p.cursor.At(TokenKind::kEndOfFile)) p.cursor.Take();
  }
  root.classes = classes.Finish();
  return root;
}

}  // namespace

ParseResult Parse(const Sources& sources, SourceFileId file, NameTable& names) {
  TokenList tokens = Lex(sources.Text(file), file, names);
  ParseContext p{
      TokenCursor(tokens.tokens, sources.Text(file), file), TreeBuilder(sources, file, names), {}, {}};
  p.build.Reserve(tokens.tokens.size());
  const StoredDefinition root = ParseStoredDefinition(p);
  std::vector<Diagnostic> diagnostics = std::move(tokens.diagnostics);
  for (Diagnostic& d : p.cursor.TakeDiagnostics()) diagnostics.push_back(std::move(d));
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.primary.span.begin < b.primary.span.begin;
  });
  return {p.build.Finish(root, std::move(tokens.comments)), std::move(diagnostics)};
}

}  // namespace daedalus::syntax
