// Which variable (column) is the time derivative of which, and which equation (row) of which: chains of ids,
// x, x', x'', ...
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

template <class IdType>
class DerivativeMap {
 public:
  DerivativeMap() = default;
  explicit DerivativeMap(std::size_t n) : derivative_(n), antiderivative_(n) {}

  // Appends an id that is related to no other yet.
  IdType Add() {
    derivative_.Add(IdType());
    return antiderivative_.Add(IdType());
  }
  void Link(IdType id, IdType derivative) {
    DAEDALUS_CHECK(!derivative_[id].IsValid() && !antiderivative_[derivative].IsValid(),
                   "a derivative is declared once, and of one thing");
    derivative_[id] = derivative;
    antiderivative_[derivative] = id;
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(derivative_.size()); }
  IdRange<IdType> All() const { return IdRange<IdType>(derivative_.size()); }
  // Invalid if there is none.
  IdType DerivativeOf(IdType id) const { return derivative_[id]; }
  IdType AntiderivativeOf(IdType id) const { return antiderivative_[id]; }
  bool IsHighest(IdType id) const { return !derivative_[id].IsValid(); }
  bool IsRoot(IdType id) const { return !antiderivative_[id].IsValid(); }

 private:
  IdVector<IdType, IdType> derivative_, antiderivative_;
};
using VariableDerivatives = DerivativeMap<ColumnId>;
using EquationDerivatives = DerivativeMap<RowId>;

// Every id's place in its chain; chains are numbered in the order of their roots.
template <class IdType>
struct DerivativeChains {
  IdVector<IdType, std::uint32_t> chain;  // per id
  IdVector<IdType, std::uint32_t> order;  // per id: 0 for the root
  std::vector<IdType> root;               // per chain
  std::vector<std::uint32_t> length;      // per chain: the highest order in it
};
template <class IdType>
DerivativeChains<IdType> ChainsOf(const DerivativeMap<IdType>& map) {
  DerivativeChains<IdType> chains;
  chains.chain.resize(map.size(), 0);
  chains.order.resize(map.size(), 0);
  for (const IdType root : map.All()) {
    if (!map.IsRoot(root)) continue;
    std::uint32_t order = 0;
    for (IdType id = root; id.IsValid(); id = map.DerivativeOf(id)) {
      chains.chain[id] = static_cast<std::uint32_t>(chains.root.size());
      chains.order[id] = order++;
    }
    chains.root.push_back(root);
    chains.length.push_back(order - 1);
  }
  return chains;
}

}  // namespace daedalus::structure
