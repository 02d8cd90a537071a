// Expressions as C99. A sub-expression that is used more than once becomes a constant of its own, so that it is
// computed once; the others stand where they are used.
//
// What an operation computes is said in expr/apply.h. Sums and products are written from left to right with the
// brackets that keep that order; functions that C does not have are a few lines of C themselves (Helpers).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/expr/traverse.h"

namespace daedalus::inlined {

using expr::ExprId;

class CCode {
 public:
  using LeafText = std::function<std::string(ExprId leaf)>;  // of parameters, variables and the time
  CCode(const expr::Graph& graph, LeafText leaf) : graph_(graph), leaf_(std::move(leaf)) {}

  // `const double c0 = ...;` lines that the texts of these expressions need, each behind `indent`. Texts of earlier
  // calls are forgotten; names go on.
  std::string Declare(std::span<const ExprId> roots, const std::string& indent);
  // Of one of the roots.
  const std::string& Text(ExprId root) const { return texts_.at(root); }

 private:
  std::string TextOf(ExprId e) const;
  std::string Joined(ExprId e, const char* between) const;

  const expr::Graph& graph_;
  LeafText leaf_;
  expr::Traversal traversal_;
  std::unordered_map<ExprId, std::string> texts_;
  int num_constants_ = 0;
};

// A number as C writes it, to the last bit.
std::string CNumber(double value);
// The static functions that this text calls and C99 does not have.
std::string CHelpersFor(const std::string& text);
// The first call of a function in these expressions, which cannot be written as C; invalid: there is none.
ExprId FindCall(const expr::Graph& graph, std::span<const ExprId> roots);

}  // namespace daedalus::inlined
