#include "daedalus/system/connect/cardinality.h"

#include "daedalus/base/check.h"

namespace daedalus::connect {

std::vector<std::uint32_t> Cardinalities(std::size_t num_connectors, std::span<const ConnectedPair> pairs) {
  std::vector<std::uint32_t> counts(num_connectors, 0);
  for (const ConnectedPair& pair : pairs) {
    DAEDALUS_CHECK(pair.a < num_connectors && pair.b < num_connectors,
                   "a statement names connectors that are there");
    ++counts[pair.a];
    ++counts[pair.b];
  }
  return counts;
}

}  // namespace daedalus::connect
