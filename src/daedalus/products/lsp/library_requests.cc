// Requests about a whole library: references and symbols.
#include <cctype>
#include <set>

#include "daedalus/products/ide/outline.h"
#include "daedalus/products/lsp/occurrences.h"
#include "daedalus/products/lsp/requests.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

bool Matches(std::string_view name, std::string_view query) {
  // True if the letters of the query occur in this order, in upper or lower case.
  std::size_t at = 0;
  for (const char c : name) {
    if (at == query.size()) break;
    if (std::tolower(static_cast<unsigned char>(c)) == std::tolower(static_cast<unsigned char>(query[at])))
      ++at;
  }
  return at == query.size();
}

// The numbers come from SymbolKind of the protocol.
int NumberOf(ide::Symbol::Kind kind) {
  using Kind = ide::Symbol::Kind;
  switch (kind) {
    case Kind::kClass:
      return 5;
    case Kind::kPackage:
      return 4;
    case Kind::kFunction:
      return 12;
    case Kind::kType:
      return 26;
    case Kind::kConnector:
      return 11;
    case Kind::kComponent:
      return 8;
    case Kind::kParameter:
      return 14;
    case Kind::kLiteral:
      return 22;
  }
  return 13;
}

Json SymbolToJson(const ide::Symbol& symbol, const ide::Lines& lines) {
  Json children = Json::array();
  for (const ide::Symbol& child : symbol.children) children.push_back(SymbolToJson(child, lines));
  return {{"name", symbol.name},
          {"detail", symbol.detail},
          {"kind", NumberOf(symbol.kind)},
          {"range", lsp::ToJson(lines.RangeOf(symbol.place))},
          {"selectionRange", lsp::ToJson(lines.RangeOf(symbol.name_place))},
          {"children", std::move(children)}};
}

struct SymbolSearch {
  std::string query;
  std::string uri;
  Json& out;
  std::size_t limit;

  void Take(const std::vector<ide::Symbol>& symbols, const std::string& container, const ide::Lines& lines) {
    for (const ide::Symbol& symbol : symbols) {
      using Kind = ide::Symbol::Kind;
      const bool is_class =
          symbol.kind != Kind::kComponent && symbol.kind != Kind::kParameter && symbol.kind != Kind::kLiteral;
      if (!is_class) continue;
      if (out.size() < limit && Matches(symbol.name, query)) {
        out.push_back(
            {{"name", symbol.name},
             {"kind", NumberOf(symbol.kind)},
             {"containerName", container},
             {"location", {{"uri", uri}, {"range", lsp::ToJson(lines.RangeOf(symbol.name_place))}}}});
      }
      Take(symbol.children, container.empty() ? symbol.name : container + "." + symbol.name, lines);
    }
  }
};

}  // namespace

Json References(RequestContext& context, const Json& params) {
  const ide::Declared declared = DeclaredAt(context, params);
  const bool with_declaration = params.at("context").at("includeDeclaration").get<bool>();
  Json list = Json::array();
  for (const ide::Occurrence& o : AllOccurrences(context, declared)) {
    if (with_declaration || !o.is_declaration) list.push_back(LocationOf(context, o.file, o.place));
  }
  return list;
}

Json DocumentSymbols(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const ide::TextCache::Parsed* parsed = context.workspace.texts().Get(document.path);
  Json list = Json::array();
  if (parsed == nullptr) return list;
  const ide::Lines lines(document.text);
  for (const ide::Symbol& symbol : ide::SymbolsOf(*parsed->tree)) list.push_back(SymbolToJson(symbol, lines));
  return list;
}

Json WorkspaceSymbols(RequestContext& context, const Json& params) {
  constexpr std::size_t kMaxSymbols = 500;
  const std::string query = params.at("query").get<std::string>();
  std::set<std::string> files;
  for (const auto& [uri, document] : context.workspace.documents()) files.insert(document.path);
  for (const std::string& folder : context.workspace.folders()) {
    for (const std::string& f : Workspace::FilesBelow(folder)) files.insert(ide::TextCache::KeyOf(f));
  }
  Json list = Json::array();
  for (const std::string& file : files) {
    ThrowIfCancelled(context);
    const ide::TextCache::Parsed* parsed = context.workspace.texts().Get(file);
    if (parsed == nullptr) continue;
    const syntax::Tree& tree = *parsed->tree;
    const ide::Lines lines(tree.text());
    const std::string within =
        tree.root().within.IsValid() ? tree.DottedName(tree.root().within) : std::string();
    SymbolSearch{query, UriOfPath(file), list, kMaxSymbols}.Take(ide::SymbolsOf(tree), within, lines);
    if (list.size() == kMaxSymbols) break;
  }
  return list;
}

}  // namespace daedalus::lsp
