// The partial derivatives of an expression at one point, in numbers: what differentiate.h builds as expressions, for those who need
// the numbers once.
//
// One sweep forward for the values of all sub-expressions, one backward for their adjoints (Griewank and Walther 2008, ch. 3), with
// the rules of chain_rule.h; below `if`, min and max the branch that holds is the only one. Beside each adjoint runs its size, the sum of
// the sizes of the terms that it was added up from: a derivative that cancels but for rounding is small beside its size.
//
// There are no rules for calls of functions here (function.h): an expression that contains one gets no answer. A leaf of which the
// point has no value is NaN, and so is what depends on it.
//
// Cost: the size of the expression, each time; nothing is built.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/expr/evaluate.h"
#include "daedalus/expr/graph.h"
#include "daedalus/expr/leaves.h"

namespace daedalus::expr {

struct PartialValue {
  VariableLeaf leaf;
  double value = 0;
  double size = 0;
};

class GradientValues {
 public:
  explicit GradientValues(const Graph& g) : graph_(g) {}

  // The spans of the point must stay alive.
  void SetPoint(const Point& point) { point_ = point; }
  // By all variables in e of any order, in no order; those that do not matter at the point may be left out. Valid until the next call.
  std::optional<std::span<const PartialValue>> Of(ExprId e);
  // Of the last expression that had an answer.
  double value() const { return nodes_.back().value; }

 private:
  // A sub-expression of the one at hand.
  struct Node {
    ExprId id;
    bool varies = false;
    double value = 0, adjoint = 0, size = 0;
  };

  struct Frame {
    ExprId id;
    std::uint32_t next_operand;
  };
  struct Place {
    std::uint32_t visit = 0, node = 0;
  };

  bool Forward(ExprId e);
  bool Evaluate(ExprId id);
  double LeafValueOrNan(ExprId leaf) const;
  void Spread(const Node& node);
  void SpreadProduct(const Node& node, std::span<const ExprId> factors);
  void SpreadPower(const Node& node, std::span<const ExprId> v);
  Node& At(ExprId id) { return nodes_[places_[id.index()].node]; }
  void Add(ExprId operand, const Node& from, double slope);

  const Graph& graph_;
  Point point_;
  std::vector<Place> places_;  // by id: the last visit, and where it stands in nodes_
  std::uint32_t visit_ = 0;
  std::vector<Frame> stack_;
  std::vector<Node> nodes_;  // operands first
  std::vector<double> operand_values_;
  std::vector<PartialValue> partials_;
};

}  // namespace daedalus::expr
