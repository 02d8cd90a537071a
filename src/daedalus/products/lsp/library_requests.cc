// Requests about a whole library: references, renaming, symbols.
#include <algorithm>
#include <filesystem>
#include <set>

#include "daedalus/base/read_file.h"
#include "daedalus/products/ide/outline.h"
#include "daedalus/products/ide/references.h"
#include "daedalus/products/lsp/requests.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

namespace fs = std::filesystem;
using ide::Declared;
using ide::Occurrence;

// The outermost directory that is a package and contains the file; empty if there is none.
std::string PackageRoot(const std::string& file) {
  std::error_code ignored;
  fs::path root;
  for (fs::path at = fs::path(file).parent_path(); fs::exists(at / "package.mo", ignored);
       at = at.parent_path()) {
    root = at;
    if (at == at.root_path()) break;
  }
  return root.string();
}

// The files that may refer to what the file declares: its library, the folders of the client, and open
// documents.
std::vector<std::string> FilesAround(RequestContext& context, const std::string& file) {
  std::set<std::string> files = {file};
  const auto add = [&](const std::string& folder) {
    for (std::string& f : Workspace::FilesBelow(folder)) files.insert(ide::TextCache::KeyOf(f));
  };
  if (const std::string root = PackageRoot(file); !root.empty()) add(root);
  for (const std::string& folder : context.workspace.folders()) add(folder);
  for (const auto& [uri, document] : context.workspace.documents()) files.insert(document.path);
  return {files.begin(), files.end()};
}

bool MayName(RequestContext& context, const std::string& file, const std::string& name) {
  for (const auto& [uri, document] : context.workspace.documents()) {
    if (document.path == file) return ide::HasWord(document.text, name);
  }
  const auto text = ReadFile(file);
  return text && ide::HasWord(*text, name);
}

Declared DeclaredAt(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const std::size_t offset = OffsetIn(document, params);
  Analysis& analysis = AnalysisOf(context, document);
  const ide::Use* use = ide::UseAt(analysis.map, offset);
  if (use == nullptr) throw RequestError{ErrorCode::kRequestFailed, "there is no name here"};
  ide::Resolver resolver(analysis.world, analysis.world.tree());
  const auto declared = ide::DeclaredBy(analysis.world, resolver.Of(analysis.map, *use));
  if (!declared) throw RequestError{ErrorCode::kRequestFailed, "nothing in a text declares this name"};
  return *declared;
}

// Results are in the order of the files. Files of one library share a world (ide/world.h).
std::vector<Occurrence> AllOccurrences(RequestContext& context, const Declared& declared,
                                       std::string_view new_name = {}) {
  Workspace& workspace = context.workspace;
  std::vector<Occurrence> all;
  ide::World shared(workspace.texts(), declared.file, workspace.LibraryPath());
  for (const std::string& file : FilesAround(context, declared.file)) {
    ThrowIfCancelled(context);
    if (!MayName(context, file, declared.name)) continue;
    const ide::TextCache::Parsed* parsed = workspace.texts().Get(file);
    if (parsed == nullptr) continue;
    std::vector<Occurrence> found;
    if (ide::HasLoaded(shared, *parsed->tree)) {
      found = ide::OccurrencesIn(shared, *parsed->tree, declared, new_name);
    } else {
      ide::World own(workspace.texts(), file, workspace.LibraryPath());
      if (own.ok()) found = ide::OccurrencesIn(own, own.tree(), declared, new_name);
    }
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

// The reason why something declared there cannot be renamed; empty if it can.
std::string WhyNoRename(RequestContext& context, const Declared& declared) {
  if (!context.workspace.IsOurs(declared.file))
    return fmt::format("`{}` is declared in `{}`, which is not among the opened folders", declared.name,
                       declared.file);
  const fs::path path(declared.file);
  const bool has_file = path.stem() == declared.name;
  const bool has_folder = path.filename() == "package.mo" && path.parent_path().filename() == declared.name;
  const bool is_in_package = !PackageRoot(declared.file).empty();
  if (is_in_package && (has_file || has_folder))
    return fmt::format("the class `{}` has a file or directory of its own; rename that first", declared.name);
  return {};
}

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
  const Declared declared = DeclaredAt(context, params);
  const bool with_declaration = params.at("context").at("includeDeclaration").get<bool>();
  Json list = Json::array();
  for (const Occurrence& o : AllOccurrences(context, declared)) {
    if (with_declaration || !o.is_declaration) list.push_back(LocationOf(context, o.file, o.place));
  }
  return list;
}

Json PrepareRename(RequestContext& context, const Json& params) {
  const Declared declared = DeclaredAt(context, params);
  if (std::string why = WhyNoRename(context, declared); !why.empty())
    throw RequestError{ErrorCode::kRequestFailed, std::move(why)};
  const Document& document = DocumentOf(context, params);
  Analysis& analysis = AnalysisOf(context, document);
  const ide::Use* use = ide::UseAt(analysis.map, OffsetIn(document, params));
  return {{"range", lsp::ToJson(ide::Lines(document.text).RangeOf(use->place))},
          {"placeholder", declared.name}};
}

Json Rename(RequestContext& context, const Json& params) {
  const std::string name = params.at("newName").get<std::string>();
  const Declared declared = DeclaredAt(context, params);
  std::string why = ide::WhyNoName(name);
  if (why.empty()) why = WhyNoRename(context, declared);
  if (!why.empty()) throw RequestError{ErrorCode::kRequestFailed, std::move(why)};
  Json changes = Json::object();
  if (name == declared.name) return {{"changes", std::move(changes)}};
  for (const Occurrence& o : AllOccurrences(context, declared, name)) {
    if (o.is_taken) {
      throw RequestError{ErrorCode::kRequestFailed,
                         fmt::format("`{}` has another meaning already in `{}`", name, o.file)};
    }
    const Json location = LocationOf(context, o.file, o.place);
    changes[location.at("uri").get<std::string>()].push_back(
        {{"range", location.at("range")}, {"newText", name}});
  }
  return {{"changes", std::move(changes)}};
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
