// Direct evaluation of expressions at a point: for folding parameters, for tests, and to explain a value that
// is not finite. Simulation runs compiled kernels instead; both compute what apply.h says.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::expr {

// Values of the leaves, indexed by VariableId, ParameterId and HeldId. A span may be short if no expression
// needs more.
struct Point {
  double time = 0.0;
  std::span<const double> variables;
  std::span<const double> derivatives;  // of order 1
  std::span<const double> parameters;
  std::span<const double> held = {};
};

// The value of an existing leaf.
double LeafValue(const Graph& g, ExprId leaf, const Point& point);

// For many evaluations over one graph: allocates only while the graph grows.
class Evaluator {
 public:
  explicit Evaluator(const Graph& g) : graph_(g) {}

  double Evaluate(ExprId e, const Point& point) {
    SetPoint(point);
    return Value(e);
  }

  // Several expressions at one point share their common sub-expressions. The spans of the point must stay
  // alive.
  void SetPoint(const Point& point);
  double Value(ExprId e);

  // The innermost sub-expression that is not finite although all its operands are, among those that determine
  // the value of `e` (not in a branch that is not taken). Invalid if e is finite.
  ExprId FindNonFinite(ExprId e);
  // Why a call has no value at the point; empty if it has one.
  std::string WhyCallFails(ExprId call);

 private:
  double ValueOfCall(ExprId call);

  const Graph& graph_;
  Point point_;
  Traversal traversal_;
  std::vector<double> values_;
  std::vector<double> operand_values_;
  std::vector<double> results_;  // of a call
};

double Evaluate(const Graph& g, ExprId e, const Point& point);
ExprId FindNonFinite(const Graph& g, ExprId e, const Point& point);

}  // namespace daedalus::expr
