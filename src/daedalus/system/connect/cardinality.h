// In how many connect statements does a connector occur? The operator cardinality (Modelica 3.6, 3.7.4). It
// is deprecated, but libraries still use it to find out whether something is connected at all.
//
// It counts how often the connector itself is one of the two ends, from either side. A statement between
// arrays counts once for each element, and a connector that is connected with itself counts twice. Statements
// about a connector inside it, or about the component around it, do not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::connect {

// A connect statement, or what it says about one element where it is about arrays: the two connectors.
struct ConnectedPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

// A count for each of the connectors 0 .. num_connectors - 1.
std::vector<std::uint32_t> Cardinalities(std::size_t num_connectors, std::span<const ConnectedPair> pairs);

}  // namespace daedalus::connect
