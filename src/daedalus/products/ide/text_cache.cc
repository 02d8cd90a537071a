#include "daedalus/products/ide/text_cache.h"

#include <sys/stat.h>

#include <filesystem>

#include "daedalus/language/library/read_source.h"
#include "daedalus/language/syntax/parse.h"

namespace daedalus::ide {

std::string TextCache::KeyOf(const std::string& path) {
  std::error_code failed;
  std::string key = std::filesystem::weakly_canonical(path, failed).string();
  return failed || key.empty() ? path : key;
}

std::optional<TextCache::Stamp> TextCache::StampOf(const std::string& key) {
  struct stat info{};
  if (::stat(key.c_str(), &info) != 0) return std::nullopt;
  return Stamp(info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

void TextCache::Open(const std::string& path, std::string text) {
  const std::string key = KeyOf(path);
  Close(key);
  retired_.clear();
  open_[key] = std::move(text);
}

void TextCache::Close(const std::string& path) {
  const std::string key = KeyOf(path);
  open_.erase(key);
  const auto at = entries_.find(key);
  if (at == entries_.end()) return;
  wasted_bytes_ += at->second.parsed.tree->text().size();
  entries_.erase(at);
  retired_.clear();
}

TextCache::Parsed TextCache::Parse(const std::string& name, std::string text) {
  const SourceFileId file = sources_->Add(name, std::move(text));
  syntax::ParseResult result = syntax::Parse(*sources_, file, *names_);
  return {std::make_unique<syntax::Tree>(std::move(result.tree)), std::move(result.diagnostics)};
}

const TextCache::Parsed* TextCache::Get(const std::string& path) {
  const std::string key = KeyOf(path);
  const auto text = open_.find(key);
  const bool is_open = text != open_.end();
  const std::optional<Stamp> stamp = is_open ? std::nullopt : StampOf(key);
  if (!is_open && !stamp) return nullptr;
  const auto known = entries_.find(key);
  if (known != entries_.end()) {
    if (known->second.stamp == stamp) return &known->second.parsed;
    wasted_bytes_ += known->second.parsed.tree->text().size();
    retired_.push_back(std::move(known->second.parsed));  // a world may still refer to it
    entries_.erase(known);
  }
  Diagnostics unread;
  std::optional<std::string> read = is_open ? text->second : library::ReadSource(key, unread);
  if (!read) return nullptr;
  return &entries_.emplace(key, Entry{Parse(path, std::move(*read)), stamp}).first->second.parsed;
}

const syntax::Tree* TextCache::Load(const std::string& path, Diagnostics& diagnostics) {
  const Parsed* parsed = Get(path);
  if (parsed == nullptr) {
    diagnostics.Report(Error(Code::kCannotReadFile, {}, "cannot read `{}`", path));
    return nullptr;
  }
  diagnostics.Append(parsed->mistakes);
  return parsed->tree.get();
}

std::vector<std::string> TextCache::LoadedFiles() const {
  std::vector<std::string> files;
  for (const auto& [key, entry] : entries_) {
    if (entry.stamp) files.push_back(key);
  }
  return files;
}

void TextCache::Clear() {
  entries_.clear();
  retired_.clear();
  sources_ = std::make_unique<Sources>();
  names_ = std::make_unique<syntax::NameTable>();
  wasted_bytes_ = 0;
}

}  // namespace daedalus::ide
