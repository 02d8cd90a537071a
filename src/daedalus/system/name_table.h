// Names as ids: the name of a scalar is a path of components and an element number in the arrays along that
// path, eight bytes. The text is made only to be shown.
//
//   a[2].b[1,3]    path: b with dimensions [2, 3] inside of a with dimensions [5]; element 1 * 6 + 0 * 3 + 2
//                  = 8
//
// Elements count from 0 through the dimensions of the whole path, outermost first, the last subscript running
// fastest. So all elements of an array, and of an array of components with arrays in them, share one path.
// Texts are interned; a path that is one text without dimensions is made once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/id.h"
#include "daedalus/base/interner.h"

namespace daedalus {

struct PathTag;
using PathId = Id<PathTag>;

struct ScalarName {
  PathId path;  // invalid if there is no name
  std::uint32_t element = 0;

  bool IsValid() const { return path.IsValid(); }
  friend bool operator==(ScalarName, ScalarName) = default;
};

class NameTable {
 public:
  // The path of a component with these dimensions. Without a parent the model itself declares it.
  PathId AddPath(std::string_view text, std::span<const std::int64_t> dims = {}, PathId parent = {});
  // A name that is one text, including dots and brackets.
  ScalarName Add(std::string_view text) { return {AddPath(text), 0}; }

  // Empty if there is no name.
  std::string Text(ScalarName name) const;
  // The hash of its text, computed without the text: equal texts have equal hashes.
  std::uint32_t Hash(ScalarName name) const;
  // True if it or a component around it has dimensions: then one path names several scalars.
  bool IsInArray(PathId path) const { return path.IsValid() && paths_[path].is_in_array; }

 private:
  struct TextTag;
  using TextId = Id<TextTag>;
  struct Path {
    TextId text;
    PathId parent;
    std::uint32_t first_dim = 0;
    std::uint32_t hash = 0;  // of its whole text, where it is one scalar
    std::uint32_t rank : 31 = 0;
    std::uint32_t is_in_array : 1 = 0;
  };

  std::uint32_t HashOf(PathId path, std::uint32_t element) const;

  StringInterner<TextId> texts_;
  IdVector<TextId, PathId> plain_;  // the path that is this text alone; invalid if there is none
  IdVector<PathId, Path> paths_;
  std::vector<std::uint32_t> dims_;
};

}  // namespace daedalus
