// Which thing is the time derivative of which: chains of ids, x, x', x'', ..., of variables or of equations.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {

class DerivativeMap {
 public:
  DerivativeMap() = default;
  explicit DerivativeMap(std::size_t n) : derivative_(n, kUnmatched), antiderivative_(n, kUnmatched) {}

  // Appends an id that is related to no other yet.
  std::uint32_t Add() {
    derivative_.push_back(kUnmatched);
    antiderivative_.push_back(kUnmatched);
    return static_cast<std::uint32_t>(derivative_.size() - 1);
  }
  void Link(std::uint32_t id, std::uint32_t derivative) {
    DAEDALUS_CHECK(derivative_[id] == kUnmatched && antiderivative_[derivative] == kUnmatched,
                   "a derivative is declared once, and of one thing");
    derivative_[id] = derivative;
    antiderivative_[derivative] = id;
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(derivative_.size()); }
  // kUnmatched where there is none.
  std::uint32_t DerivativeOf(std::uint32_t id) const { return derivative_[id]; }
  std::uint32_t AntiderivativeOf(std::uint32_t id) const { return antiderivative_[id]; }
  bool IsHighest(std::uint32_t id) const { return derivative_[id] == kUnmatched; }
  bool IsRoot(std::uint32_t id) const { return antiderivative_[id] == kUnmatched; }

 private:
  std::vector<std::uint32_t> derivative_, antiderivative_;
};

// Every id's place in its chain; chains are numbered in the order of their roots.
struct DerivativeChains {
  std::vector<std::uint32_t> chain;   // per id
  std::vector<std::uint32_t> order;   // per id: 0 for the root
  std::vector<std::uint32_t> root;    // per chain
  std::vector<std::uint32_t> length;  // per chain: the highest order in it
};
inline DerivativeChains ChainsOf(const DerivativeMap& map) {
  DerivativeChains chains;
  chains.chain.assign(map.size(), 0);
  chains.order.assign(map.size(), 0);
  for (std::uint32_t root = 0; root < map.size(); ++root) {
    if (!map.IsRoot(root)) continue;
    std::uint32_t order = 0;
    for (std::uint32_t id = root; id != kUnmatched; id = map.DerivativeOf(id)) {
      chains.chain[id] = static_cast<std::uint32_t>(chains.root.size());
      chains.order[id] = order++;
    }
    chains.root.push_back(root);
    chains.length.push_back(order - 1);
  }
  return chains;
}

}  // namespace daedalus::structure
