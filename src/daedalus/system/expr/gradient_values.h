// The partial derivatives of an expression at one point, as numbers. differentiate.h builds them as
// expressions; this is for a single point.
//
// One sweep forward for the values of all sub-expressions, one backward for their adjoints (Griewank and
// Walther 2008, ch. 3), with the rules of chain_rule.h. Below `if`, min and max only the valid branch counts.
// Each adjoint has a size: the sum of the sizes of its terms. A derivative that cancels except for rounding
// is small relative to its size.
//
// Calls of functions (function.h) have no rules here: an expression with a call gets no result. A leaf
// without a value at the point is NaN, and so is everything that depends on it.
//
// Most equations of a model are sums of unknowns with constant factors: these need no sweep.
//
// Cost: the size of the expression, each time; nothing is built.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/graph.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::expr {

struct PartialValue {
  VariableLeaf leaf;
  double value = 0;
  double size = 0;
};

// The leaves to differentiate by: for each variable of the list, the one of order highest - shift.
struct WantedLeaves {
  struct Column {
    std::int32_t highest = -1;  // none
    std::uint32_t number = 0;   // of the customer's
  };
  std::span<const Column> columns;  // per variable
  std::int32_t shift = 0;
};

class GradientValues {
 public:
  explicit GradientValues(const Graph& g) : graph_(g) {}

  // The spans of the point must stay alive.
  void SetPoint(const Point& point) { point_ = point; }
  // The partial derivatives by all variables in e of any order, unsorted. Variables that do not matter at the
  // point may be missing. Valid until the next call.
  std::optional<std::span<const PartialValue>> Of(ExprId e) { return Of(e, nullptr); }
  // The partial derivatives by some variables only, which is cheaper.
  std::optional<std::span<const PartialValue>> Of(ExprId e, const WantedLeaves& wanted) {
    return Of(e, &wanted);
  }
  // The value of the last expression with a result.
  double value() const { return value_; }
  // The partial derivative by time, if all variables were requested.
  double time_partial() const { return time_partial_; }
  // True if it contains variables outside the list of wanted ones, other than terms with constant factors.
  bool HasOthers() const { return has_others_; }
  // Adds the variables whose values may matter for its partial derivatives, in no order.
  void CollectInfluences(std::vector<VariableLeaf>& out);

 private:
  // A sub-expression of the current expression.
  struct Node {
    ExprId id;
    bool varies = false;
    double value = 0, adjoint = 0, size = 0;
  };

  struct Frame {
    ExprId id;
    const ExprId *next, *end;  // of its operands
  };
  struct Place {
    std::uint32_t visit = 0, node = 0;
  };

  std::optional<std::span<const PartialValue>> Of(ExprId e, const WantedLeaves* wanted);
  bool IsWanted(ExprId variable) const;
  bool ReadLinear(ExprId e);
  void AddPartial(ExprId variable, double value, double size);
  bool Forward(ExprId e);
  void Enter(ExprId id);
  bool Evaluate(ExprId id);
  double LeafValueOrNan(ExprId leaf) const;
  void Spread(const Node& node);
  void SpreadProduct(const Node& node, std::span<const ExprId> factors);
  void SpreadPower(const Node& node, std::span<const ExprId> v);
  Node& At(ExprId id) { return nodes_[places_[id.index()].node]; }
  void Add(ExprId operand, const Node& from, double slope);

  const Graph& graph_;
  Point point_;
  const WantedLeaves* wanted_ = nullptr;  // nullptr: all
  double value_ = 0, time_partial_ = 0;
  bool has_others_ = false;
  std::vector<Place> places_;  // by id: the last visit, and where it is in nodes_
  std::uint32_t visit_ = 0;
  std::vector<Frame> stack_;
  std::vector<Node> nodes_;  // operands first
  std::vector<double> operand_values_;
  std::vector<PartialValue> partials_;
  std::vector<char> matters_;  // by node
};

}  // namespace daedalus::expr
