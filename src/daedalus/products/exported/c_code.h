// Expressions as C99. A sub-expression that is used more than once becomes a constant, so that it is computed
// once. All others are written where they are used.
//
// expr/apply.h defines what an operation computes. Functions that C does not have are written as a few lines
// of C (Helpers).
//
// Sums and products are written in brackets, with the operands first that are known first. A C compiler
// computes them from left to right, and a small step takes the time of its longest chain of operations. Every
// operand that waits behind a later one makes this chain longer. (In the order of the graph the oscillator of
// Van der Pol by rk4 took 1.15 times as long.) The last digit may differ from that of a run.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/system/expr/traverse.h"

namespace daedalus::exported {

using expr::ExprId;

class CCode {
 public:
  using LeafText = std::function<std::string(ExprId leaf)>;  // of parameters, variables and the time
  using LeafDepth =
      std::function<int(ExprId leaf)>;  // the length of the chain of operations that leads to the leaf
  CCode(const expr::Graph& graph, LeafText leaf, LeafDepth depth)
      : graph_(graph), leaf_(std::move(leaf)), leaf_depth_(std::move(depth)) {}

  // The lines `const double c0 = ...;` that the texts of these expressions need, each after `indent`. Texts
  // of earlier calls are dropped; the numbering of names continues.
  std::string Declare(std::span<const ExprId> roots, const std::string& indent);
  // The text of one of the roots.
  const std::string& Text(ExprId root) const { return texts_.at(root).text; }
  int Depth(ExprId root) const { return texts_.at(root).depth; }

 private:
  struct Written {
    std::string text;
    int depth = 0;
  };
  std::string TextOf(ExprId e) const;
  int DepthOf(ExprId e) const;
  std::string Joined(ExprId e, const char* between) const;
  std::vector<ExprId> EarliestFirst(ExprId e) const;

  const expr::Graph& graph_;
  LeafText leaf_;
  LeafDepth leaf_depth_;
  expr::Traversal traversal_;
  std::unordered_map<ExprId, Written> texts_;
  int num_constants_ = 0;
};

// The static functions that this text calls and C99 does not have.
std::string CHelpersFor(const std::string& text);
// The first call of a function in these expressions that cannot be written as C; invalid: there is none.
ExprId FindCall(const expr::Graph& graph, std::span<const ExprId> roots);

}  // namespace daedalus::exported
