// The parts of a connect statement: the connectors that it joins, and their variables.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/language/semantics/instances/instance_tree.h"

namespace daedalus::semantics {

inline constexpr std::size_t kWholeSymbol = std::numeric_limits<std::size_t>::max();

// A connector with members, a scalar, or an overdetermined record (section 9.4), which is treated as a whole.
struct ConnectionEnd {
  NodeId node = {};      // valid: a connector or record
  SymbolId symbol = {};  // otherwise element `element` of this symbol
  std::size_t element = 0;

  friend bool operator==(const ConnectionEnd&, const ConnectionEnd&) = default;
};

struct ConnectionEndHash {
  std::size_t operator()(const ConnectionEnd& end) const {
    const std::uint64_t thing = std::uint64_t(end.node.value) << 32 | end.symbol.value;
    return static_cast<std::size_t>((thing ^ end.element * 0xc2b2ae3d27d4eb4full) * 0x9e3779b97f4a7c15ull);
  }
};

using EndPair = std::pair<ConnectionEnd, ConnectionEnd>;

struct ConnectStatement {
  NodeId node;  // the instance whose text contains the statement
  Span span;
  bool is_left_outside = false;  // the connector belongs to that instance itself
  bool is_right_outside = false;
  std::vector<EndPair> connectors;  // as the statement names them, element by element
  std::vector<EndPair> pairs;       // of their scalars, and of overdetermined records
};

}  // namespace daedalus::semantics
