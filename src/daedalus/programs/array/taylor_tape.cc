#include "daedalus/programs/array/taylor_tape.h"

#include <algorithm>
#include <cmath>

#include "daedalus/programs/array/taylor_series.h"
#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::array {
namespace {

using expr::Op;

double Factorial(std::size_t n) {
  double product = 1.0;
  for (std::size_t i = 2; i <= n; ++i) product *= static_cast<double>(i);
  return product;
}

}  // namespace

// ---- Recording ----

std::optional<TaylorTape> TaylorTape::Record(const expr::Graph& g,
                                             std::span<const expr::ExprId> expressions) {
  TaylorTape tape;
  expr::Traversal traversal;
  std::vector<std::uint32_t> places(g.size(), 0);
  for (const expr::ExprId expression : expressions) {
    for (const expr::ExprId e : traversal.Continue(g, expression)) {
      const Op op = g.op(e);
      if (op == Op::kCall) return std::nullopt;
      places[e.index()] = tape.NewSeries();
      if (expr::IsLeaf(op)) {
        tape.AddLeaf(g, e, places[e.index()]);
      } else {
        tape.AddOperation(g, e, places[e.index()], places);
      }
    }
    tape.results_.push_back(places[expression.index()]);
  }
  tape.scratch_ = tape.NewSeries();
  tape.NewSeries();
  return tape;
}

void TaylorTape::AddLeaf(const expr::Graph& g, expr::ExprId e, std::uint32_t result) {
  const Op op = g.op(e);
  Leaf leaf{op, result, 0};
  if (op == Op::kConstant) leaf.value = g.constant_value(e);
  if (op == Op::kParameter) leaf.number = g.parameter(e).value;
  if (op == Op::kHeld) leaf.number = g.held(e).value;
  if (op == Op::kVariable) {
    leaf.number = g.variable(e).value;
    leaf.order = g.derivative_order(e);
  }
  leaves_.push_back(leaf);
}

void TaylorTape::AddOperation(const expr::Graph& g, expr::ExprId e, std::uint32_t result,
                              std::span<const std::uint32_t> places) {
  const auto given = g.operands(e);
  const Operation operation{g.op(e), static_cast<std::uint32_t>(operands_.size()),
                            static_cast<std::uint32_t>(given.size()), result};
  for (const expr::ExprId operand : given) operands_.push_back(places[operand.index()]);
  operations_.push_back(operation);
}

// ---- Running ----

void TaylorTape::Evaluate(int order, const TaylorPoint& point) {
  length_ = static_cast<std::size_t>(order) + 1;
  values_.resize(num_series_ * length_);
  for (const Leaf& leaf : leaves_) SetLeaf(leaf, point);
  for (const Operation& operation : operations_) Run(operation);
}

void TaylorTape::SetLeaf(const Leaf& leaf, const TaylorPoint& point) {
  const std::span<double> y = At(leaf.result);
  switch (leaf.op) {
    case Op::kConstant:
      return series::SetConstant(y, leaf.value);
    case Op::kParameter:
      return series::SetConstant(y, point.parameters[leaf.number]);
    case Op::kHeld:
      return series::SetConstant(y, point.held[leaf.number]);
    case Op::kTime:
      series::SetConstant(y, point.time);
      if (y.size() > 1) y[1] = 1.0;
      return;
    default:
      break;
  }
  // A derivative beyond those that are given plays no part in the rows that are asked for.
  for (std::size_t j = 0; j < y.size(); ++j) {
    const std::size_t place = (j + static_cast<std::size_t>(leaf.order)) * point.num_variables + leaf.number;
    y[j] = place < point.derivatives.size() ? point.derivatives[place] / Factorial(j) : 0.0;
  }
}

void TaylorTape::Copy(std::span<const double> from, const Operation& operation, double factor) {
  const std::span<double> y = At(operation.result);
  for (std::size_t j = 0; j < y.size(); ++j) y[j] = factor * from[j];
}

void TaylorTape::Run(const Operation& operation) {
  const std::span<double> y = At(operation.result);
  switch (operation.op) {
    case Op::kAdd:
      std::ranges::copy(Operand(operation, 0), y.begin());
      for (std::size_t i = 1; i < operation.num_operands; ++i) {
        const auto u = Operand(operation, i);
        for (std::size_t j = 0; j < y.size(); ++j) y[j] += u[j];
      }
      return;
    case Op::kMul:
      return RunProduct(operation);
    case Op::kDiv:
      return series::Divide(Operand(operation, 0), Operand(operation, 1), y);
    case Op::kPow:
      return RunPower(operation);
    case Op::kSqrt:
      return series::SquareRoot(Operand(operation, 0), y);
    case Op::kExp:
      return series::Exponential(Operand(operation, 0), y);
    case Op::kLog:
      return series::Logarithm(Operand(operation, 0), y);
    case Op::kLog10:
      series::Logarithm(Operand(operation, 0), y);
      for (double& c : y) c /= std::log(10.0);
      y[0] = std::log10(Operand(operation, 0)[0]);
      return;
    case Op::kAtan2:
      return RunAngle(operation);
    default:
      return RunFunction(operation);
  }
}

void TaylorTape::RunProduct(const Operation& operation) {
  const std::span<double> y = At(operation.result), next = At(scratch_);
  std::ranges::copy(Operand(operation, 0), y.begin());
  for (std::size_t i = 1; i < operation.num_operands; ++i) {
    const auto u = Operand(operation, i);
    if (series::IsConstant(u)) {
      for (double& c : y) c *= u[0];
    } else {
      series::Multiply(y, u, next);
      std::ranges::copy(next, y.begin());
    }
  }
}

void TaylorTape::RunPower(const Operation& operation) {
  const auto u = Operand(operation, 0), exponent = Operand(operation, 1);
  const std::span<double> y = At(operation.result);
  const std::span<double> scratch{At(scratch_).data(), 2 * length_};
  if (!series::IsConstant(exponent)) {
    const std::span<double> logarithm = scratch.first(length_), product = scratch.subspan(length_);
    series::Logarithm(u, logarithm);
    series::Multiply(exponent, logarithm, product);
    series::Exponential(product, y);
  } else if (expr::IsIntegerPower(exponent[0])) {
    series::IntegerPower(u, static_cast<int>(exponent[0]), y, scratch);
  } else {
    series::Power(u, exponent[0], y);
  }
}

// Sine and cosine need each other, the arcus functions what their derivative is divided by; neither outlives
// the call.
void TaylorTape::RunFunction(const Operation& operation) {
  const auto u = Operand(operation, 0);
  const std::span<double> y = At(operation.result), first = At(scratch_), second = At(scratch_ + 1);
  const auto set_square = [&](double sign) {  // first = 1 + sign u^2
    series::Multiply(u, u, first);
    for (double& c : first) c *= sign;
    first[0] += 1.0;
  };
  switch (operation.op) {
    case Op::kSin:
      return series::SineAndCosine(u, y, first);
    case Op::kCos:
      return series::SineAndCosine(u, first, y);
    case Op::kSinh:
      return series::HyperbolicSineAndCosine(u, y, first);
    case Op::kCosh:
      return series::HyperbolicSineAndCosine(u, first, y);
    case Op::kTan:
      series::SineAndCosine(u, first, second);
      return series::Divide(first, second, y);
    case Op::kTanh:
      series::HyperbolicSineAndCosine(u, first, second);
      series::Divide(first, second, y);
      // Far out both are infinite.
      if (!std::isfinite(second[0])) series::SetConstant(y, std::tanh(u[0]));
      return;
    case Op::kAtan:
      set_square(1.0);
      return series::Quadrature(u, first, std::atan(u[0]), y);
    case Op::kAsin:
    case Op::kAcos:
      set_square(-1.0);
      series::SquareRoot(first, second);
      series::Quadrature(u, second, std::asin(u[0]), y);
      if (operation.op == Op::kAsin) return;
      for (double& c : y) c = -c;
      y[0] = std::acos(u[0]);
      return;
    default:
      return RunPiecewise(operation);
  }
}

// atan2(u, v)' = (v u' - u v') / (u^2 + v^2).
void TaylorTape::RunAngle(const Operation& operation) {
  const auto u = Operand(operation, 0), v = Operand(operation, 1);
  const std::span<double> y = At(operation.result), g = At(scratch_), square = At(scratch_ + 1);
  series::Multiply(u, u, g);
  series::Multiply(v, v, square);
  for (std::size_t j = 0; j < g.size(); ++j) g[j] += square[j];
  y[0] = std::atan2(u[0], v[0]);
  for (std::size_t j = 1; j < y.size(); ++j) {
    double rest = 0.0;
    for (std::size_t i = 1; i <= j; ++i) rest += static_cast<double>(i) * (u[i] * v[j - i] - v[i] * u[j - i]);
    for (std::size_t i = 1; i < j; ++i) rest -= static_cast<double>(i) * y[i] * g[j - i];
    y[j] = rest / (static_cast<double>(j) * g[0]);
  }
}

// What is another function on each side of a jump or a kink has the series of the side where the point is
// (expr/differentiate.h).
void TaylorTape::RunPiecewise(const Operation& operation) {
  const auto u = Operand(operation, 0);
  const auto second = [&] { return Operand(operation, 1); };
  const auto remainder = [&](double quotient) {
    const auto v = second();
    const std::span<double> y = At(operation.result);
    for (std::size_t j = 0; j < y.size(); ++j) y[j] = u[j] - quotient * v[j];
  };
  switch (operation.op) {
    case Op::kAbs:
      return Copy(u, operation, u[0] < 0.0 ? -1.0 : 1.0);
    case Op::kNoEvent:
      return Copy(u, operation);
    case Op::kMin:
      return Copy(u[0] < second()[0] ? u : second(), operation);
    case Op::kMax:
      return Copy(u[0] > second()[0] ? u : second(), operation);
    case Op::kIf:
      return Copy(u[0] != 0.0 ? second() : Operand(operation, 2), operation);
    case Op::kMod:
      return remainder(std::floor(u[0] / second()[0]));
    case Op::kRem:
      return remainder(std::trunc(u[0] / second()[0]));
    default:
      break;
  }
  // Steps: relations, logic, rounding.
  now_.clear();
  for (std::size_t i = 0; i < operation.num_operands; ++i) now_.push_back(Operand(operation, i)[0]);
  series::SetConstant(At(operation.result), expr::ApplyOp(operation.op, now_));
}

}  // namespace daedalus::array
