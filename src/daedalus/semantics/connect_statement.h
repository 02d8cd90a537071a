// A connect statement, taken apart: which connectors, or scalars, it joins.
#pragma once

#include <utility>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/semantics/instance_tree.h"

namespace daedalus::semantics {

// A connector with members, or one scalar.
struct ConnectionEnd {
  NodeId node;      // valid: a connector
  SymbolId symbol;  // else element `element` of this
  std::size_t element = 0;
};

struct ConnectStatement {
  NodeId node;  // the instance in whose text it stands
  Span span;
  bool is_left_outside = false;  // a connector of that instance itself
  bool is_right_outside = false;
  std::vector<std::pair<ConnectionEnd, ConnectionEnd>> pairs;  // of scalars
};

}  // namespace daedalus::semantics
