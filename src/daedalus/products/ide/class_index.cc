#include "daedalus/products/ide/class_index.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <tuple>

#include "daedalus/language/library/read_source.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/products/ide/outline.h"

namespace daedalus::ide {
namespace {

namespace fs = std::filesystem;

void TakeClasses(const std::vector<Symbol>& symbols, const std::string& within,
                 std::vector<NamedClass>& out) {
  for (const Symbol& symbol : symbols) {
    using Kind = Symbol::Kind;
    if (symbol.kind == Kind::kComponent || symbol.kind == Kind::kParameter || symbol.kind == Kind::kLiteral)
      continue;
    const std::string name = within.empty() ? symbol.name : within + "." + symbol.name;
    out.push_back({name, symbol.detail});
    TakeClasses(symbol.children, name, out);
  }
}

std::vector<NamedClass> ClassesIn(const std::string& path) {
  Diagnostics unread;
  auto text = library::ReadSource(path, unread);
  if (!text) return {};
  Sources sources;
  syntax::NameTable names;
  const syntax::ParseResult parsed = syntax::Parse(sources, sources.Add(path, *std::move(text)), names);
  const syntax::ReferenceId within = parsed.tree.root().within;
  std::vector<NamedClass> classes;
  TakeClasses(SymbolsOf(parsed.tree), within.IsValid() ? parsed.tree.DottedName(within) : std::string(),
              classes);
  return classes;
}

std::string Lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

// 0 is the best; nullopt: the class was not meant.
std::optional<int> RankOf(const std::string& name, const std::string& query) {
  const std::string lowered = Lowered(name), own = lowered.substr(lowered.rfind('.') + 1);
  if (own == query || lowered == query) return 0;
  if (own.starts_with(query)) return 1;
  if (own.find(query) != std::string::npos) return 2;
  if (lowered.find(query) != std::string::npos) return 3;
  return std::nullopt;
}

}  // namespace

void ClassIndex::Update(const std::vector<std::string>& files, const std::function<bool()>& goes_on) {
  std::map<std::string, File> now;
  bool is_complete = true;
  for (const std::string& path : files) {
    if (now.contains(path)) continue;  // folders may lie in each other
    std::error_code failed;
    const auto time = fs::last_write_time(path, failed);
    const auto size = failed ? 0 : fs::file_size(path, failed);
    if (failed) continue;
    const std::pair<std::int64_t, std::uintmax_t> stamp(time.time_since_epoch().count(), size);
    const auto known = files_.find(path);
    if (known != files_.end() && known->second.stamp == stamp) {
      now[path] = std::move(known->second);
      continue;
    }
    is_complete = goes_on();
    if (!is_complete) break;
    now[path] = {stamp, ClassesIn(path)};
  }
  if (!is_complete) now.merge(files_);
  files_ = std::move(now);
}

std::vector<NamedClass> ClassIndex::Find(std::string_view query, std::size_t limit) const {
  const std::string lowered = Lowered(query);
  std::vector<std::tuple<int, std::size_t, const NamedClass*>> found;
  for (const auto& [path, file] : files_) {
    for (const NamedClass& cls : file.classes) {
      if (const auto rank = RankOf(cls.name, lowered)) found.emplace_back(*rank, cls.name.size(), &cls);
    }
  }
  // Short names before long ones, and then in the order of the alphabet.
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return std::tie(std::get<0>(a), std::get<1>(a), std::get<2>(a)->name) <
           std::tie(std::get<0>(b), std::get<1>(b), std::get<2>(b)->name);
  });
  found.resize(std::min(found.size(), limit));
  std::vector<NamedClass> classes;
  for (const auto& [rank, length, cls] : found) classes.push_back(*cls);
  return classes;
}

}  // namespace daedalus::ide
