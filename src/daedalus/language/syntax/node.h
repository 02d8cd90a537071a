// What all nodes of the syntax tree share: a place in the text, and lists of nodes.
//
// A node is a plain struct in the flat store of its type; its id is its index there. The type of the node is
// the tag of the id, so `Id<Equation>` can only mean an equation and `tree[id]` finds the right store by
// itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "daedalus/base/id.h"

namespace daedalus::syntax {

// The bytes [begin, end) of the tree's own file; Tree::SpanOf adds the file.
struct Place {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Consecutive nodes of one store. Iterating gives their ids; Tree::List gives the nodes themselves.
template <class Node>
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  struct Iterator {
    std::uint32_t i;
    Id<Node> operator*() const { return Id<Node>(i); }
    Iterator& operator++() {
      ++i;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return i != other.i; }
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {first + count}; }
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }
  Id<Node> operator[](std::size_t i) const { return Id<Node>(first + i); }
};

struct NameTag;
using NameId = Id<NameTag>;  // an identifier; its text is in the NameTable (names.h)

// An identifier at its place. Quoted identifiers keep their quotes: `'a'` and `a` are different names.
struct Identifier {
  NameId name;
  Place place;
};

}  // namespace daedalus::syntax
