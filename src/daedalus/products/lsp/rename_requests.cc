// Renaming over all files of a library. A class that stands alone in its file takes the name of the file, or
// of its directory, along: with operations on files if the client knows them.
#include <filesystem>
#include <map>

#include "daedalus/base/read_file.h"
#include "daedalus/products/lsp/occurrences.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

namespace fs = std::filesystem;
using ide::Declared;

// The file or directory by whose name a class is found; empty if the name belongs to no file.
std::string NamedPathOf(RequestContext& context, const Declared& declared) {
  const ide::TextCache::Parsed* parsed = context.workspace.texts().Get(declared.file);
  if (parsed == nullptr) return {};
  const syntax::Tree& tree = *parsed->tree;
  const auto classes = tree.List(tree.root().classes);
  const bool is_class_of_file = !classes.empty() && classes[0].class_definition.IsValid() &&
                                tree[classes[0].class_definition].name.place.begin == declared.place.begin;
  if (!is_class_of_file) return {};
  const fs::path path(declared.file);
  if (path.stem() == declared.name) return path.string();
  const bool is_directory = path.filename() == "package.mo" && path.parent_path().filename() == declared.name;
  return is_directory ? path.parent_path().string() : std::string();
}

std::string PathAfterwards(const std::string& path, const std::string& name) {
  const fs::path old(path);
  return (old.parent_path() / (name + old.extension().string())).string();
}

// Why what is declared there cannot be renamed; empty if it can. `path`: its file or directory, or empty.
std::string WhyNoRename(RequestContext& context, const Declared& declared, const std::string& path) {
  if (!context.workspace.IsOurs(declared.file))
    return fmt::format("`{}` is declared in `{}`, which is not among the opened folders", declared.name,
                       declared.file);
  // The file of a class outside of packages is often given by its name, so it may keep that.
  const bool must_follow = !path.empty() && !PackageRoot(declared.file).empty();
  if (must_follow && !context.workspace.client_renames_files()) {
    return fmt::format(
        "the class `{}` has a file or directory of its own, and this editor does not let the server rename "
        "files; rename that first",
        declared.name);
  }
  return {};
}

struct TextEdit {
  Json range;
  std::string text;
};
using FileEdits = std::map<std::string, std::vector<TextEdit>>;  // by uri

// The line of a class in the list of its package.
void EditPackageOrder(const std::string& path, const Declared& declared, const std::string& name,
                      FileEdits& edits) {
  const std::string order = (fs::path(path).parent_path() / "package.order").string();
  const auto text = ReadFile(order);
  if (!text) return;
  const ide::Lines lines(*text);
  for (std::uint32_t line = 0; line < lines.size(); ++line) {
    std::string_view written = lines.Line(line);
    while (!written.empty() && (written.back() == '\r' || written.back() == ' ')) written.remove_suffix(1);
    if (written != declared.name) continue;
    const auto begin = static_cast<std::uint32_t>(lines.StartOf(line));
    const auto end = static_cast<std::uint32_t>(begin + written.size());
    edits[UriOfPath(order)].push_back({ToJson(lines.RangeOf({begin, end})), name});
  }
}

Json TextEditsToJson(const std::vector<TextEdit>& edits) {
  Json list = Json::array();
  for (const TextEdit& edit : edits) list.push_back({{"range", edit.range}, {"newText", edit.text}});
  return list;
}

// The texts first, under their old names, then the file.
Json WithRenamedFile(const FileEdits& edits, const std::string& from, const std::string& to) {
  Json list = Json::array();
  for (const auto& [uri, of_file] : edits) {
    list.push_back(
        {{"textDocument", {{"uri", uri}, {"version", nullptr}}}, {"edits", TextEditsToJson(of_file)}});
  }
  list.push_back({{"kind", "rename"},
                  {"oldUri", UriOfPath(from)},
                  {"newUri", UriOfPath(to)},
                  {"options", {{"overwrite", false}}}});
  return {{"documentChanges", std::move(list)}};
}

[[noreturn]] void Refuse(std::string why) {
  throw RequestError{ErrorCode::kRequestFailed, std::move(why)};
}

}  // namespace

Json PrepareRename(RequestContext& context, const Json& params) {
  const Declared declared = DeclaredAt(context, params);
  if (std::string why = WhyNoRename(context, declared, NamedPathOf(context, declared)); !why.empty())
    Refuse(std::move(why));
  const Document& document = DocumentOf(context, params);
  Analysis& analysis = AnalysisOf(context, document);
  const ide::Use* use = ide::UseAt(analysis.map, OffsetIn(document, params));
  return {{"range", ToJson(ide::Lines(document.text).RangeOf(use->place))}, {"placeholder", declared.name}};
}

Json Rename(RequestContext& context, const Json& params) {
  const std::string name = params.at("newName").get<std::string>();
  const Declared declared = DeclaredAt(context, params);
  const std::string path = NamedPathOf(context, declared);
  std::string why = ide::WhyNoName(name);
  if (why.empty()) why = WhyNoRename(context, declared, path);
  if (!why.empty()) Refuse(std::move(why));
  if (name == declared.name) return {{"changes", Json::object()}};
  const bool renames_file = !path.empty() && context.workspace.client_renames_files();
  const std::string path_afterwards = renames_file ? PathAfterwards(path, name) : std::string();
  std::error_code ignored;
  if (renames_file && fs::exists(path_afterwards, ignored))
    Refuse(fmt::format("there is a file `{}` already", path_afterwards));
  FileEdits edits;
  for (const ide::Occurrence& o : AllOccurrences(context, declared, name)) {
    if (o.is_taken) Refuse(fmt::format("`{}` has another meaning already in `{}`", name, o.file));
    const Json location = LocationOf(context, o.file, o.place);
    edits[location.at("uri").get<std::string>()].push_back({location.at("range"), name});
  }
  if (renames_file) {
    EditPackageOrder(path, declared, name, edits);
    return WithRenamedFile(edits, path, path_afterwards);
  }
  Json changes = Json::object();
  for (const auto& [uri, of_file] : edits) changes[uri] = TextEditsToJson(of_file);
  return {{"changes", std::move(changes)}};
}

}  // namespace daedalus::lsp
