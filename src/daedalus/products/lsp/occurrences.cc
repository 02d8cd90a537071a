#include "daedalus/products/lsp/occurrences.h"

#include <filesystem>
#include <set>

#include "daedalus/base/read_file.h"

namespace daedalus::lsp {
namespace {

namespace fs = std::filesystem;
using ide::Declared;
using ide::Occurrence;

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

}  // namespace

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

std::vector<Occurrence> AllOccurrences(RequestContext& context, const Declared& declared,
                                       std::string_view new_name) {
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

}  // namespace daedalus::lsp
