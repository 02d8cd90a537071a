#include "daedalus/products/lsp/workspace.h"

#include <algorithm>
#include <filesystem>

#include "daedalus/base/read_file.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 20000;
// A file on the disk may change without a notification, so a world older than this is made again.
constexpr std::chrono::seconds kMaxAge(2);

}  // namespace

void Workspace::AddLibraries(const std::vector<std::string>& libraries) {
  libraries_.insert(libraries_.end(), libraries.begin(), libraries.end());
  Forget();
}

void Workspace::RemoveFolder(const std::string& path) {
  std::erase(folders_, ide::TextCache::KeyOf(path));
  Forget();
}

std::vector<std::string> Workspace::LibraryPath() const {
  std::vector<std::string> path = folders_;
  path.insert(path.end(), libraries_.begin(), libraries_.end());
  return library::LibraryPath(path);
}

void Workspace::Open(std::string uri, std::int64_t version, std::string text) {
  Forget();
  Document document;
  document.uri = uri;
  document.path = ide::TextCache::KeyOf(PathOfUri(uri));
  document.version = version;
  document.text = std::move(text);
  texts_.Open(document.path, document.text);
  documents_[std::move(uri)] = std::move(document);
}

bool Workspace::Change(const std::string& uri, std::int64_t version, const Json& changes) {
  const auto at = documents_.find(uri);
  if (at == documents_.end()) return false;
  Document& document = at->second;
  std::string text = document.text;
  std::size_t last_edit = document.last_edit;
  for (const Json& change : changes) {
    const std::string& with = change.at("text").get_ref<const std::string&>();
    if (!change.contains("range") || change["range"].is_null()) {
      text = with;
      last_edit = 0;
      continue;
    }
    const ide::Lines lines(text);
    const std::size_t begin = lines.OffsetOf(PositionFrom(change.at("range").at("start")));
    const std::size_t end = lines.OffsetOf(PositionFrom(change.at("range").at("end")));
    text.replace(std::min(begin, end), std::max(begin, end) - std::min(begin, end), with);
    last_edit = std::min(begin, end) + with.size();
  }
  Forget();
  document.version = version;
  document.text = std::move(text);
  document.last_edit = last_edit;
  document.was_edited = true;
  texts_.Open(document.path, document.text);
  return true;
}

void Workspace::Close(const std::string& uri) {
  const auto at = documents_.find(uri);
  if (at == documents_.end()) return;
  Forget();
  texts_.Close(at->second.path);
  documents_.erase(at);
}

const Document* Workspace::Find(const std::string& uri) const {
  const auto at = documents_.find(uri);
  return at == documents_.end() ? nullptr : &at->second;
}

Analysis* Workspace::AnalysisOf(const Document& document) {
  const auto now = std::chrono::steady_clock::now();
  if (!analyses_.empty() && now - oldest_ > kMaxAge) analyses_.clear();
  if (analyses_.size() >= kMaxAnalyses && !analyses_.contains(document.path)) analyses_.clear();
  if (analyses_.empty()) oldest_ = now;
  std::unique_ptr<Analysis>& analysis = analyses_[document.path];
  if (analysis == nullptr) analysis = std::make_unique<Analysis>(texts_, document.path, LibraryPath());
  return analysis->world.ok() ? analysis.get() : nullptr;
}

const ResultSummary* Workspace::ResultOf(const Document& document, const std::string& model) {
  std::vector<std::string> folders = folders_;
  folders.push_back(fs::path(document.path).parent_path().string());
  return results_.Find(folders, model);
}

bool Workspace::IsOlder(const ResultSummary& result, const Document& document) {
  const auto saved = ReadFile(document.path);
  if (!saved || *saved != document.text) return true;
  std::error_code failed;
  const auto of_result = fs::last_write_time(result.file, failed);
  return failed || of_result < fs::last_write_time(document.path, failed);
}

void Workspace::Tidy() {
  if (texts_.wasted_bytes() < kMaxWaste) return;
  Forget();
  texts_.Clear();
}

std::vector<std::string> Workspace::FilesBelow(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, failed), end; at != end && !failed;
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (name.starts_with('.') && at->is_directory(ignored)) at.disable_recursion_pending();
    if (at->path().extension() == ".mo" && at->is_regular_file(ignored)) files.push_back(at->path().string());
    if (files.size() == kMaxFiles) break;
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool Workspace::IsOurs(const std::string& file) const {
  if (texts_.IsOpen(file)) return true;
  return std::any_of(folders_.begin(), folders_.end(),
                     [&](const std::string& folder) { return file.starts_with(folder + "/"); });
}

}  // namespace daedalus::lsp
