#include "daedalus/system/name_table.h"

namespace daedalus {

PathId NameTable::AddPath(std::string_view text, std::span<const std::int64_t> dims, PathId parent) {
  const TextId id = texts_.Intern(text);
  plain_.resize(texts_.size());
  const bool is_plain = dims.empty() && !parent.IsValid();
  if (is_plain && plain_[id].IsValid()) return plain_[id];
  const PathId path = paths_.Add({id, parent, static_cast<std::uint32_t>(dims_.size()),
                                  static_cast<std::uint32_t>(dims.size())});
  for (const std::int64_t d : dims) dims_.push_back(static_cast<std::uint32_t>(d));
  if (is_plain) plain_[id] = path;
  return path;
}

// From the last component to the first, since the element is taken apart from its fastest subscript on.
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

}  // namespace daedalus
