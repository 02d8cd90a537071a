// Which of n things have been joined, directly or through others: union-find.
//
// Union by size and path halving [Tarjan & van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM
// 31 (1984) 245-281]: n operations cost n times the inverse of Ackermann's function, which is at most 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace daedalus::connect {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t num_things) : links_(num_things, -1) {}

  // The representative of all things that were joined with `thing`. It may change after more unions.
  std::uint32_t Find(std::uint32_t thing) {
    while (links_[thing] >= 0) {
      const auto parent = static_cast<std::uint32_t>(links_[thing]);
      if (links_[parent] < 0) return parent;
      links_[thing] = links_[parent];
      thing = parent;
    }
    return thing;
  }

  // Returns false if they were joined already.
  bool Unite(std::uint32_t a, std::uint32_t b) {
    a = Find(a);
    b = Find(b);
    if (a == b) return false;
    if (links_[a] > links_[b]) std::swap(a, b);
    links_[a] += links_[b];
    links_[b] = static_cast<std::int32_t>(a);
    return true;
  }

 private:
  std::vector<std::int32_t> links_;  // the parent; of a root minus the size of its set
};

}  // namespace daedalus::connect
