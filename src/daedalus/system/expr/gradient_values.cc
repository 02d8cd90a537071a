#include "daedalus/system/expr/gradient_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "daedalus/system/expr/apply.h"

namespace daedalus::expr {
namespace {

constexpr std::size_t kUsualSize = 32;  // of an expression: few ask for more room

double ValueAt(std::span<const double> values, std::size_t i) {
  return i < values.size() ? values[i] : std::numeric_limits<double>::quiet_NaN();
}

// f'(x) for a function of one operand, where f = f(x).
double SlopeOf(Op op, double f, double x) {
  switch (op) {
    case Op::kAbs:
      return x < 0 ? -1 : 1;
    case Op::kSqrt:
      return 1 / (2 * f);
    case Op::kExp:
      return f;
    case Op::kLog:
      return 1 / x;
    case Op::kLog10:
      return 1 / (std::numbers::ln10 * x);
    case Op::kSin:
      return std::cos(x);
    case Op::kCos:
      return -std::sin(x);
    case Op::kTan:
      return 1 + f * f;
    case Op::kAsin:
      return 1 / std::sqrt(1 - x * x);
    case Op::kAcos:
      return -1 / std::sqrt(1 - x * x);
    case Op::kAtan:
      return 1 / (1 + x * x);
    case Op::kSinh:
      return std::cosh(x);
    case Op::kCosh:
      return std::sinh(x);
    case Op::kTanh:
      return 1 / (std::cosh(x) * std::cosh(x));
    case Op::kNoEvent:
      return 1;
    default:
      return 0;  // sign, floor, ceil, not: constant but for jumps
  }
}

}  // namespace

double GradientValues::LeafValueOrNan(ExprId leaf) const {
  switch (graph_.op(leaf)) {
    case Op::kConstant:
      return graph_.constant_value(leaf);
    case Op::kTime:
      return point_.time;
    case Op::kParameter:
      return ValueAt(point_.parameters, graph_.parameter(leaf).index());
    case Op::kHeld:
      return ValueAt(point_.held, graph_.held(leaf).index());
    default:
      break;
  }
  const std::size_t v = graph_.variable(leaf).index();
  switch (graph_.derivative_order(leaf)) {
    case 0:
      return ValueAt(point_.variables, v);
    case 1:
      return ValueAt(point_.derivatives, v);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

// An operation whose operands are done; false where it is a call.
bool GradientValues::Evaluate(ExprId id) {
  const Op op = graph_.op(id);
  if (op == Op::kCall) return false;
  const std::span<const ExprId> operands = graph_.operands(id);
  const Node& first = At(operands[0]);
  double value = first.value;
  bool varies = first.varies;
  const bool is_sum = op == Op::kAdd;
  if (is_sum || op == Op::kMul) {  // most of all operations, without the way through a list
    for (const ExprId operand : operands.subspan(1)) {
      const Node& at = At(operand);
      value = is_sum ? value + at.value : value * at.value;
      varies = varies || at.varies;
    }
  } else {
    operand_values_.clear();
    for (const ExprId operand : operands) {
      const Node& at = At(operand);
      operand_values_.push_back(at.value);
      varies = varies || at.varies;
    }
    value = ApplyOp(op, operand_values_);
  }
  nodes_.emplace_back(id, varies, value);
  return true;
}

bool GradientValues::IsWanted(ExprId variable) const {
  if (!wanted_) return true;
  return wanted_->columns[graph_.variable(variable).index()].highest - wanted_->shift ==
         graph_.derivative_order(variable);
}

inline void GradientValues::Enter(ExprId id) {
  Place& place = places_[id.index()];
  if (place.visit == visit_) return;
  place.visit = visit_;
  const Op op = graph_.op(id);
  if (!IsLeaf(op)) {
    const std::span<const ExprId> operands = graph_.operands(id);
    stack_.emplace_back(id, operands.data(), operands.data() + operands.size());
    return;
  }
  place.node = static_cast<std::uint32_t>(nodes_.size());
  bool varies = op == Op::kVariable && IsWanted(id);
  if (op == Op::kTime) varies = !wanted_;
  if (wanted_ && op == Op::kVariable && !varies)
    has_others_ = has_others_ || wanted_->columns[graph_.variable(id).index()].highest < 0;
  nodes_.emplace_back(id, varies, LeafValueOrNan(id));
}

// As Traversal does it, with the values at once: there is no second pass for them.
bool GradientValues::Forward(ExprId e) {
  nodes_.clear();
  stack_.clear();
  ++visit_;
  if (places_.size() < graph_.size()) {
    places_.resize(graph_.size());
    nodes_.reserve(kUsualSize);
    stack_.reserve(kUsualSize);
    operand_values_.reserve(kUsualSize);
  }
  stack_.push_back({ExprId(), &e, &e + 1});
  for (;;) {
    Frame& top = stack_.back();
    if (top.next != top.end) {
      Enter(*top.next++);
      continue;
    }
    if (!top.id.IsValid()) return true;
    places_[top.id.index()].node = static_cast<std::uint32_t>(nodes_.size());
    if (!Evaluate(top.id)) return false;
    stack_.pop_back();
  }
}

// Written where it stays: a copy of what was just written in pieces waits for all of them.
void GradientValues::AddPartial(ExprId variable, double value, double size) {
  PartialValue& out = partials_.emplace_back();
  out.leaf.variable = graph_.variable(variable);
  out.leaf.order = graph_.derivative_order(variable);
  out.leaf.id = variable;
  out.value = value;
  out.size = size;
}

// Where e is a short sum of leaves and of variables with constant factors, no variable twice.
bool GradientValues::ReadLinear(ExprId e) {
  constexpr std::size_t kMostTerms = 4;
  const std::span<const ExprId> terms = graph_.operands(e);
  if (graph_.op(e) != Op::kAdd || terms.size() > kMostTerms) return false;
  ExprId leaves[kMostTerms];
  double sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    double factor = 1;
    leaves[i] = terms[i];
    if (graph_.op(terms[i]) == Op::kMul) {
      const std::span<const ExprId> factors = graph_.operands(terms[i]);
      if (factors.size() != 2 || !graph_.IsConstant(factors[0])) return false;
      factor = graph_.constant_value(factors[0]);
      leaves[i] = factors[1];
    }
    const Op op = graph_.op(leaves[i]);
    if (!IsLeaf(op) || std::find(leaves, leaves + i, leaves[i]) != leaves + i) return false;
    sum += factor * LeafValueOrNan(leaves[i]);
    if (op == Op::kTime) time_partial_ = factor;
    if (op != Op::kVariable || factor == 0 || !IsWanted(leaves[i])) continue;
    AddPartial(leaves[i], factor, std::abs(factor));
  }
  value_ = sum;
  return true;
}

void GradientValues::Add(ExprId operand, const Node& from, double slope) {
  Node& to = At(operand);
  if (!to.varies) return;
  to.adjoint += from.adjoint * slope;
  to.size += from.size * std::abs(slope);
}

// Each factor gets the product of the others.
void GradientValues::SpreadProduct(const Node& node, std::span<const ExprId> factors) {
  if (factors.size() == 2) {
    Add(factors[0], node, At(factors[1]).value);
    Add(factors[1], node, At(factors[0]).value);
    return;
  }
  // From the products of all factors before and after, or it would be quadratic.
  std::vector<double>& after = operand_values_;
  after.assign(factors.size(), 1.0);
  for (std::size_t i = factors.size() - 1; i > 0; --i) after[i - 1] = after[i] * At(factors[i]).value;
  double before = 1;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    Add(factors[i], node, before * after[i]);
    before *= At(factors[i]).value;
  }
}

void GradientValues::SpreadPower(const Node& node, std::span<const ExprId> v) {
  const Node& x = At(v[0]);
  const Node& y = At(v[1]);
  if (x.varies) Add(v[0], node, y.value == 0 ? 0 : y.value * ApplyPower(x.value, y.value - 1));
  if (y.varies) Add(v[1], node, x.value <= 0 ? 0 : node.value * std::log(x.value));
}

void GradientValues::Spread(const Node& node) {
  const std::span<const ExprId> v = graph_.operands(node.id);
  const auto value = [&](std::size_t i) { return At(v[i]).value; };
  switch (const Op op = graph_.op(node.id)) {
    case Op::kAdd:
      for (const ExprId term : v) Add(term, node, 1);
      return;
    case Op::kMul:
      return SpreadProduct(node, v);
    case Op::kDiv:
      Add(v[0], node, 1 / value(1));
      return Add(v[1], node, -node.value / value(1));
    case Op::kPow:
      return SpreadPower(node, v);
    case Op::kAtan2: {
      const double squares = value(0) * value(0) + value(1) * value(1);
      Add(v[0], node, value(1) / squares);
      return Add(v[1], node, -value(0) / squares);
    }
    case Op::kMod:
      Add(v[0], node, 1);
      return Add(v[1], node, -std::floor(value(0) / value(1)));
    case Op::kRem:
      Add(v[0], node, 1);
      return Add(v[1], node, -ApplyTruncDiv(value(0), value(1)));
    case Op::kIf:
      return Add(v[value(0) != 0 ? 1 : 2], node, 1);
    case Op::kMin:
      return Add(v[value(0) < value(1) ? 0 : 1], node, 1);
    case Op::kMax:
      return Add(v[value(1) < value(0) ? 0 : 1], node, 1);
    default:
      if (v.size() == 1) Add(v[0], node, SlopeOf(op, node.value, value(0)));
  }
}

// What stands beside something that varies, but for sums, is in the derivative by it.
void GradientValues::CollectInfluences(std::vector<VariableLeaf>& out) {
  matters_.assign(nodes_.size(), 0);
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    const Op op = graph_.op(node.id);
    if (op == Op::kVariable && matters_[i])
      out.push_back({graph_.variable(node.id), graph_.derivative_order(node.id), node.id});
    if (!matters_[i] && (!node.varies || op == Op::kAdd)) continue;
    if (IsLeaf(op)) continue;
    for (const ExprId operand : graph_.operands(node.id)) matters_[places_[operand.index()].node] = 1;
  }
}

std::optional<std::span<const PartialValue>> GradientValues::Of(ExprId e, const WantedLeaves* wanted) {
  wanted_ = wanted;
  partials_.clear();
  partials_.reserve(kUsualSize);
  nodes_.clear();
  has_others_ = false;
  time_partial_ = 0;
  if (ReadLinear(e)) return partials_;
  partials_.clear();
  time_partial_ = 0;
  if (!Forward(e)) return std::nullopt;
  value_ = nodes_.back().value;
  nodes_.back().adjoint = nodes_.back().size = 1;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    if (!node.varies || node.size == 0)
      continue;  // of a branch that is not taken: its slopes may have no values
    const Op op = graph_.op(node.id);
    if (op == Op::kVariable) {
      AddPartial(node.id, node.adjoint, node.size);
    } else if (op == Op::kTime) {
      time_partial_ = node.adjoint;
    } else {
      Spread(node);
    }
  }
  return partials_;
}

}  // namespace daedalus::expr
