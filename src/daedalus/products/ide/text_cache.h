// The texts and trees that an editor works with: files on the disk, and open texts that replace them.
//
// A tree is kept until its text changes. An open text changes by its version, a file by its time stamp. So a
// new class store after each edit is cheap (world.h), and no conclusion from an old text survives.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::ide {

class TextCache {
 public:
  // A file with its tree and its syntax errors.
  struct Parsed {
    std::unique_ptr<syntax::Tree> tree;
    std::vector<Diagnostic> mistakes;
  };

  // The path that identifies a text: absolute, with links and dots resolved.
  static std::string KeyOf(const std::string& path);

  // Replaces the text of a file, which need not exist. No world may be in use.
  void Open(const std::string& path, std::string text);
  // From now on the file on the disk counts again.
  void Close(const std::string& path);
  bool IsOpen(const std::string& path) const { return open_.contains(KeyOf(path)); }

  // In the form that ClassStore needs. Syntax errors go to `diagnostics`.
  const syntax::Tree* Load(const std::string& path, Diagnostics& diagnostics);
  // nullptr if the file cannot be read.
  const Parsed* Get(const std::string& path);
  // A text that is not in a file. It lives as long as the result.
  Parsed Parse(const std::string& name, std::string text);

  // The files of the disk that were read so far.
  std::vector<std::string> LoadedFiles() const;

  Sources& sources() { return *sources_; }
  syntax::NameTable& names() { return *names_; }
  // Bytes of texts that are no longer needed. Sources keep all texts, so only Clear frees them.
  std::size_t wasted_bytes() const { return wasted_bytes_; }
  void AddWaste(std::size_t num_bytes) { wasted_bytes_ += num_bytes; }
  // Forgets everything but the open texts. No world may be in use.
  void Clear();

 private:
  using Stamp = std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::int64_t>;
  struct Entry {
    Parsed parsed;
    std::optional<Stamp> stamp;  // of a file; an open text has none
  };
  static std::optional<Stamp> StampOf(const std::string& key);

  std::unique_ptr<Sources> sources_ = std::make_unique<Sources>();
  std::unique_ptr<syntax::NameTable> names_ = std::make_unique<syntax::NameTable>();
  std::map<std::string, Entry> entries_;     // by key
  std::map<std::string, std::string> open_;  // texts by key
  std::vector<Parsed> retired_;              // of files that changed on the disk while a world was in use
  std::size_t wasted_bytes_ = 0;
};

}  // namespace daedalus::ide
