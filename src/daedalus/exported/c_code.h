// Expressions as C99. A sub-expression that is used more than once becomes a constant of its own, so that it
// is computed once; the others stand where they are used.
//
// What an operation computes is said in expr/apply.h. Functions that C does not have are a few lines of C
// themselves (Helpers).
//
// Sums and products are written in brackets, what is known first in front: a C compiler computes them from
// left to right, and a small step takes the time of the longest chain of operations through it, in which
// every term that waits behind a later one is an operation more. (The oscillator of Van der Pol by rk4 took
// 1.15 times as long in the order of the graph.) The last digit may differ from that of a run.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/expr/traverse.h"

namespace daedalus::exported {

using expr::ExprId;

class CCode {
 public:
  using LeafText = std::function<std::string(ExprId leaf)>;  // of parameters, variables and the time
  using LeafDepth =
      std::function<int(ExprId leaf)>;  // the operations one after the other that it has taken so far
  CCode(const expr::Graph& graph, LeafText leaf, LeafDepth depth)
      : graph_(graph), leaf_(std::move(leaf)), leaf_depth_(std::move(depth)) {}

  // `const double c0 = ...;` lines that the texts of these expressions need, each behind `indent`. Texts of
  // earlier calls are forgotten; names go on.
  std::string Declare(std::span<const ExprId> roots, const std::string& indent);
  // Of one of the roots.
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
// The first call of a function in these expressions, which cannot be written as C; invalid: there is none.
ExprId FindCall(const expr::Graph& graph, std::span<const ExprId> roots);

}  // namespace daedalus::exported
