// Exact derivatives, as expressions of the same graph.
//
// Forward along the graph: the derivative of every sub-expression is built once from those of its operands,
//   d f(a, b) = f_a(a, b) da + f_b(a, b) db, (1)
// in the order of the ids, so nothing is recursive and shared sub-expressions are differentiated once. For a
// partial derivative d(leaf) = 1 and all other leaves give 0. For the time derivative d(time) = 1, a variable
// of order k gives that of order k+1, parameters and constants give 0.
//
// Functions with jumps or kinks (sign, floor, abs, min, ...) get the derivative of the piece that holds at
// the point; conditions that come in this way are inside noEvent. An `if` is differentiated branch by branch,
// so that a branch which is not taken cannot spoil the value. Relations and logical operations have
// derivative 0.
//
// x^c has the derivative c*x^(c-1), also at x = 0 and for negative x; the general power adds x^y*log(x)*dy,
// taken as 0 for x <= 0.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::expr {

struct PartialDerivative {
  VariableLeaf leaf;
  ExprId value;  // not the constant 0
};

// Remembers what it has differentiated: use one for all equations of a graph.
class Differentiator {
 public:
  explicit Differentiator(Graph& g) : graph_(g) {}

  // The leaf is a variable of some derivative order, a parameter or time.
  ExprId Partial(ExprId e, ExprId leaf);
  ExprId TimeDerivative(ExprId e);

  // All partial derivatives with respect to the variables (of any order) in e, sorted as Leaves are. One
  // sweep backwards: the adjoint of e is 1, that of an operand the sum of adjoint times f_a over its users
  // (Griewank and Walther 2008, ch. 3), so the cost does not grow with the number of leaves. Below `if`, min,
  // max and noEvent the sweep is forward, leaf by leaf.
  std::vector<PartialDerivative> Gradient(ExprId e);

 private:
  // A forward sweep that can be continued: the traversal remembers which derivatives are known.
  struct Sweep {
    Traversal traversal;
    std::vector<ExprId> derivative;  // by id
  };
  template <class LeafRule>
  ExprId Forward(Sweep& sweep, ExprId e, LeafRule leaf_rule);
  ExprId Combine(const Sweep& sweep, ExprId operation);

  void SpreadAdjoint(ExprId operation, ExprId adjoint);
  void AddAdjoint(ExprId id, ExprId value);
  ExprId TakeAdjoint(ExprId id);

  Graph& graph_;
  Sweep time_;
  Sweep partial_;
  ExprId partial_leaf_;

  // Backward: the contributions to the adjoint of an id are a linked list from heads_[id].
  struct Contribution {
    ExprId value;
    std::uint32_t next;
  };
  static constexpr std::uint32_t kEndOfList = UINT32_MAX;
  Traversal traversal_;
  LeafCollector leaf_collector_;
  std::vector<std::uint32_t> heads_;
  std::vector<Contribution> contributions_;
  std::vector<unsigned char> varies_;  // by id: contains a variable

  std::vector<ExprId> seeds_;  // scratch
  std::vector<ExprId> results_;
};

// For single expressions; these look at the whole graph once.
ExprId Partial(Graph& g, ExprId e, ExprId leaf);
ExprId TimeDerivative(Graph& g, ExprId e);
std::vector<PartialDerivative> Gradient(Graph& g, ExprId e);

}  // namespace daedalus::expr
