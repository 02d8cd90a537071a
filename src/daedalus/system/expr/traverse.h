// Visiting the sub-expressions of an expression: operands first, each once, without recursion.
//
// A Traversal may be used for any number of expressions of one growing graph; a visit costs the size of what
// it visits, not of the graph. The marks are numbered by visit, so nothing is cleared in between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

class Traversal {
 public:
  // Whether arguments count that the results of a function do not depend on (Function::UsesInput).
  enum class Arguments : bool { kAll, kUsed };
  explicit Traversal(Arguments arguments = Arguments::kAll) : arguments_(arguments) {}

  // All sub-expressions of the root, the root included and last. Valid until the next call.
  std::span<const ExprId> Visit(const Graph& g, ExprId root) {
    Restart();
    return Continue(g, root);
  }
  // The sub-expressions that no call has returned since the last Restart or Visit.
  std::span<const ExprId> Continue(const Graph& g, ExprId root);
  void Restart() { ++visit_; }

 private:
  struct Frame {
    ExprId id;
    std::uint32_t next_operand;
  };
  bool Counts(const Graph& g, ExprId id, std::uint32_t operand) const;

  Arguments arguments_;
  std::vector<std::uint32_t> marks_;
  std::vector<Frame> stack_;
  std::vector<ExprId> order_;
  std::uint32_t visit_ = 1;
};

}  // namespace daedalus::expr
