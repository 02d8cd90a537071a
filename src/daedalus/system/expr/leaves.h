// Which leaves an expression contains.
#pragma once

#include <compare>
#include <span>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::expr {

// An unknown together with the number of time derivatives taken, and its leaf in the graph.
struct VariableLeaf {
  VariableId variable;
  int order = 0;
  ExprId id;

  friend auto operator<=>(const VariableLeaf&, const VariableLeaf&) = default;
};

struct Leaves {
  std::vector<VariableLeaf> variables;  // sorted by variable, then order; each once
  std::vector<ParameterId> parameters;  // sorted, each once
  std::vector<HeldId> held;             // sorted, each once
  bool has_time = false;

  // True if one of these can change during a run, that is if they are not parameters only.
  bool Vary() const { return has_time || !variables.empty() || !held.empty(); }
};

// For many expressions of one graph: the scratch is kept, a call costs the size of the expression. What a
// function is given and does not use is not contained.
class LeafCollector {
 public:
  // Valid until the next call.
  const Leaves& Collect(const Graph& g, ExprId e);

 private:
  Traversal traversal_{Traversal::Arguments::kUsed};
  Leaves leaves_;
};

Leaves CollectLeaves(const Graph& g, ExprId e);

}  // namespace daedalus::expr
