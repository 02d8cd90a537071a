// The state of a client: open documents, folders, libraries, and the meaning of their texts.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/products/ide/class_index.h"
#include "daedalus/products/ide/lines.h"
#include "daedalus/products/ide/uses.h"
#include "daedalus/products/ide/world.h"
#include "daedalus/products/lsp/nearby_results.h"
#include "daedalus/products/lsp/to_json.h"

namespace daedalus::lsp {

struct Document {
  std::string uri;
  std::string path;  // its key in the cache
  std::int64_t version = 0;
  std::string text;
  std::size_t last_edit = 0;  // where the last change ended
  bool was_edited = false;
};

// A document among its libraries, for one version of all texts.
struct Analysis {
  Analysis(ide::TextCache& texts, const std::string& file, std::vector<std::string> path)
      : world(texts, file, std::move(path)), map(world.ok() ? ide::MapText(world.tree()) : ide::TextMap()) {}
  ide::World world;
  ide::TextMap map;
};

class Workspace {
 public:
  explicit Workspace(std::vector<std::string> libraries) : libraries_(std::move(libraries)) {}

  void AddLibraries(const std::vector<std::string>& libraries);
  void AddFolder(const std::string& path) { folders_.push_back(ide::TextCache::KeyOf(path)); }
  void RemoveFolder(const std::string& path);
  const std::vector<std::string>& folders() const { return folders_; }
  // The folders, then the libraries.
  std::vector<std::string> LibraryPath() const;

  // ---- Documents ----
  void Open(std::string uri, std::int64_t version, std::string text);
  // Changes of `textDocument/didChange`, in their order; throws Json::exception if they are malformed. False
  // if the document is not open.
  bool Change(const std::string& uri, std::int64_t version, const Json& changes);
  void Close(const std::string& uri);
  const Document* Find(const std::string& uri) const;
  const std::map<std::string, Document>& documents() const { return documents_; }

  // ---- Meaning ----
  ide::TextCache& texts() { return texts_; }
  ide::ClassIndex& class_index() { return class_index_; }
  // Of a model in the text of the document, beside it or in a folder; nullptr if there is none.
  const ResultSummary* ResultOf(const Document& document, const std::string& model);
  // Whether the text has changed since the result was written.
  static bool IsOlder(const ResultSummary& result, const Document& document);
  // nullptr if the document is not open.
  Analysis* AnalysisOf(const Document& document);
  // Files may have changed on the disk.
  void Forget() { analyses_.clear(); }
  // Frees the memory of old versions once it is large. Call it when the server is idle.
  void Tidy();
  // All .mo files below a folder, sorted; at most kMaxFiles.
  static std::vector<std::string> FilesBelow(const std::string& folder);
  // True if the client may change the file: it is open, or in one of the folders.
  bool IsOurs(const std::string& file) const;
  // Whether edits may contain new names of files.
  bool client_renames_files() const { return client_renames_files_; }
  void SetClientRenamesFiles(bool value) { client_renames_files_ = value; }

 private:
  static constexpr std::size_t kMaxWaste = std::size_t{48} << 20;
  static constexpr std::size_t kMaxAnalyses = 3;

  std::vector<std::string> libraries_;
  std::vector<std::string> folders_;
  std::map<std::string, Document> documents_;  // by uri
  ide::TextCache texts_;
  std::map<std::string, std::unique_ptr<Analysis>> analyses_;  // by path
  std::chrono::steady_clock::time_point oldest_;               // of the analyses
  ide::ClassIndex class_index_;
  NearbyResults results_;
  bool client_renames_files_ = false;
};

}  // namespace daedalus::lsp
