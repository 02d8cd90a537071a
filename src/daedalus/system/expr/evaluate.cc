#include "daedalus/system/expr/evaluate.h"

#include <algorithm>
#include <cmath>

#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/function.h"

namespace daedalus::expr {
namespace {

double At(std::span<const double> values, std::size_t i) {
  DAEDALUS_CHECK(i < values.size(), "the point has a value for every leaf of the expression");
  return values[i];
}

}  // namespace

double LeafValue(const Graph& g, ExprId leaf, const Point& point) {
  switch (g.op(leaf)) {
    case Op::kConstant:
      return g.constant_value(leaf);
    case Op::kTime:
      return point.time;
    case Op::kParameter:
      return At(point.parameters, g.parameter(leaf).index());
    case Op::kHeld:
      return At(point.held, g.held(leaf).index());
    case Op::kVariable:
      break;
    default:
      CheckFailed("IsLeaf(op)", "an operation is not a leaf");
  }
  DAEDALUS_CHECK(g.derivative_order(leaf) <= 1, "a point has derivatives up to order 1");
  return At(g.derivative_order(leaf) == 0 ? point.variables : point.derivatives, g.variable(leaf).index());
}

void Evaluator::SetPoint(const Point& point) {
  point_ = point;
  traversal_.Restart();
}

double Evaluator::Value(ExprId e) {
  if (values_.size() < graph_.size()) values_.resize(graph_.size());
  for (const ExprId id : traversal_.Continue(graph_, e)) {
    const Op op = graph_.op(id);
    if (IsLeaf(op)) {
      values_[id.index()] = LeafValue(graph_, id, point_);
      continue;
    }
    operand_values_.clear();
    for (const ExprId operand : graph_.operands(id)) operand_values_.push_back(values_[operand.index()]);
    values_[id.index()] = op == Op::kCall ? ValueOfCall(id) : ApplyOp(op, operand_values_);
  }
  return values_[e.index()];
}

double Evaluator::ValueOfCall(ExprId call) {
  const Function& function = *graph_.functions()[graph_.function(call).index()];
  results_.resize(function.num_outputs());
  function.Evaluate(operand_values_, results_);
  return results_[graph_.output(call)];
}

std::string Evaluator::WhyCallFails(ExprId call) {
  const Function& function = *graph_.functions()[graph_.function(call).index()];
  operand_values_.clear();
  for (const ExprId operand : graph_.operands(call)) operand_values_.push_back(Value(operand));
  results_.resize(function.num_outputs());
  std::string why;
  function.Evaluate(operand_values_, results_, &why);
  return why;
}

ExprId Evaluator::FindNonFinite(ExprId e) {
  if (std::isfinite(Value(e))) return ExprId();
  const auto is_bad = [this](ExprId id) { return !std::isfinite(values_[id.index()]); };
  while (true) {
    std::span<const ExprId> operands = graph_.operands(e);
    if (graph_.op(e) == Op::kIf) operands = operands.subspan(values_[operands[0].index()] != 0.0 ? 1 : 2, 1);
    const auto bad = std::find_if(operands.begin(), operands.end(), is_bad);
    if (bad == operands.end()) return e;
    e = *bad;
  }
}

double Evaluate(const Graph& g, ExprId e, const Point& point) {
  return Evaluator(g).Evaluate(e, point);
}

ExprId FindNonFinite(const Graph& g, ExprId e, const Point& point) {
  Evaluator evaluator(g);
  evaluator.SetPoint(point);
  return evaluator.FindNonFinite(e);
}

}  // namespace daedalus::expr
