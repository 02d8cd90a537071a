#include "daedalus/system/name_table.h"

#include <charconv>

namespace daedalus {
namespace {

// The hash of Fowler, Noll and Vo (1991; FNV-1a), which can be continued with more text.
constexpr std::uint32_t kHashOfNothing = 2166136261u;

std::uint32_t Continued(std::uint32_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

std::uint32_t Continued(std::uint32_t hash, std::uint32_t number) {
  char digits[10];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  return Continued(hash, std::string_view(digits, end));
}

}  // namespace

PathId NameTable::AddPath(std::string_view text, std::span<const std::int64_t> dims, PathId parent) {
  const TextId id = texts_.Intern(text);
  plain_.resize(texts_.size());
  const bool is_plain = dims.empty() && !parent.IsValid();
  if (is_plain && plain_[id].IsValid()) return plain_[id];
  const bool is_in_array = !dims.empty() || IsInArray(parent);
  Path added{id, parent, static_cast<std::uint32_t>(dims_.size())};
  added.rank = static_cast<std::uint32_t>(dims.size());
  added.is_in_array = is_in_array;
  if (!is_in_array)
    added.hash = Continued(parent.IsValid() ? Continued(paths_[parent].hash, ".") : kHashOfNothing, text);
  const PathId path = paths_.Add(added);
  for (const std::int64_t d : dims) dims_.push_back(static_cast<std::uint32_t>(d));
  if (is_plain) plain_[id] = path;
  return path;
}

// Goes from the last component to the first, because the element number is split from its fastest subscript
// on.
std::string NameTable::Text(ScalarName name) const {
  std::string text;
  std::uint32_t rest = name.element;
  for (PathId id = name.path; id.IsValid(); id = paths_[id].parent) {
    const Path& path = paths_[id];
    std::string subscripts;
    for (std::uint32_t d = path.rank; d-- > 0;) {
      const std::uint32_t size = dims_[path.first_dim + d];
      subscripts.insert(0, (d == 0 ? "[" : ",") + std::to_string(rest % size + 1));
      rest /= size;
    }
    if (!subscripts.empty()) subscripts += ']';
    std::string part(texts_.Text(path.text));
    part += subscripts;
    text = text.empty() ? part : part + "." + text;
  }
  return text;
}

// Goes from the first component to the last, as the text is read. Components outside arrays have stored
// hashes.
std::uint32_t NameTable::HashOf(PathId id, std::uint32_t element) const {
  const Path& path = paths_[id];
  if (!path.is_in_array) return path.hash;
  std::uint32_t size = 1;
  for (std::uint32_t d = 0; d < path.rank; ++d) size *= dims_[path.first_dim + d];
  std::uint32_t hash =
      path.parent.IsValid() ? Continued(HashOf(path.parent, element / size), ".") : kHashOfNothing;
  hash = Continued(hash, texts_.Text(path.text));
  std::uint32_t rest = element % size;
  for (std::uint32_t d = 0; d < path.rank; ++d) {
    size /= dims_[path.first_dim + d];
    hash = Continued(Continued(hash, d == 0 ? "[" : ","), rest / size + 1);
    rest %= size;
  }
  return path.rank > 0 ? Continued(hash, "]") : hash;
}

std::uint32_t NameTable::Hash(ScalarName name) const {
  return name.IsValid() ? HashOf(name.path, name.element) : kHashOfNothing;
}

}  // namespace daedalus
