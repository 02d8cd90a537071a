// Derivatives by the complex step (Squire and Trapp 1998): f'(x) = Im f(x + i h) / h, exact to rounding for
// tiny h, since nothing is subtracted. An evaluator of its own, which shares nothing with the rules it
// checks: analytic functions from <complex>, everything else by the piece that the real part chooses.
#pragma once

#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

using Complex = std::complex<double>;
constexpr double kComplexStep = 1e-40;

namespace complex_detail {

inline Complex WholePower(Complex x, int n) {
  Complex result = 1.0;
  for (int i = 0; i < std::abs(n); ++i) result *= x;
  return n < 0 ? 1.0 / result : result;
}

inline Complex Pow(Complex x, Complex y) {
  const bool is_whole = y.imag() == 0.0 && std::trunc(y.real()) == y.real();
  if (is_whole && std::abs(y.real()) <= 1000.0) return WholePower(x, static_cast<int>(y.real()));
  return std::exp(y * std::log(x));
}

// The quadrant adds a constant, which a derivative does not see.
inline Complex Atan2(Complex y, Complex x) {
  const Complex angle = std::abs(x.real()) > std::abs(y.real()) ? std::atan(y / x) : -std::atan(x / y);
  return {std::atan2(y.real(), x.real()), angle.imag()};
}

inline Complex Apply(Op op, const std::vector<Complex>& v) {
  const auto truth = [](bool b) { return Complex(b ? 1.0 : 0.0); };
  const auto re = [&](std::size_t i) { return v[i].real(); };
  Complex result = v[0];
  switch (op) {
    case Op::kAdd:
      for (std::size_t i = 1; i < v.size(); ++i) result += v[i];
      return result;
    case Op::kMul:
      for (std::size_t i = 1; i < v.size(); ++i) result *= v[i];
      return result;
    case Op::kDiv:
      return v[0] / v[1];
    case Op::kPow:
      return Pow(v[0], v[1]);
    case Op::kAbs:
      return re(0) < 0.0 ? -v[0] : v[0];
    case Op::kSign:
      return truth(re(0) > 0.0) - truth(re(0) < 0.0);
    case Op::kSqrt:
      return std::sqrt(v[0]);
    case Op::kExp:
      return std::exp(v[0]);
    case Op::kLog:
      return std::log(v[0]);
    case Op::kLog10:
      return std::log10(v[0]);
    case Op::kSin:
      return std::sin(v[0]);
    case Op::kCos:
      return std::cos(v[0]);
    case Op::kTan:
      return std::tan(v[0]);
    case Op::kAsin:
      return std::asin(v[0]);
    case Op::kAcos:
      return std::acos(v[0]);
    case Op::kAtan:
      return std::atan(v[0]);
    case Op::kAtan2:
      return Atan2(v[0], v[1]);
    case Op::kSinh:
      return std::sinh(v[0]);
    case Op::kCosh:
      return std::cosh(v[0]);
    case Op::kTanh:
      return std::tanh(v[0]);
    case Op::kFloor:
      return std::floor(re(0));
    case Op::kCeil:
      return std::ceil(re(0));
    case Op::kTruncDiv:
      return std::trunc(re(0) / re(1));
    case Op::kMod:
      return v[0] - std::floor(re(0) / re(1)) * v[1];
    case Op::kRem:
      return v[0] - std::trunc(re(0) / re(1)) * v[1];
    case Op::kMin:
      return re(0) < re(1) ? v[0] : v[1];
    case Op::kMax:
      return re(0) > re(1) ? v[0] : v[1];
    case Op::kLess:
      return truth(re(0) < re(1));
    case Op::kLessEqual:
      return truth(re(0) <= re(1));
    case Op::kEqual:
      return truth(re(0) == re(1));
    case Op::kNotEqual:
      return truth(re(0) != re(1));
    case Op::kNot:
      return truth(re(0) == 0.0);
    case Op::kAnd: {
      bool all = true;
      for (const Complex& x : v) all = all && x.real() != 0.0;
      return truth(all);
    }
    case Op::kOr: {
      bool any = false;
      for (const Complex& x : v) any = any || x.real() != 0.0;
      return truth(any);
    }
    case Op::kIf:
      return re(0) != 0.0 ? v[1] : v[2];
    case Op::kNoEvent:
      return v[0];
    default:
      return Complex(NAN);
  }
}

}  // namespace complex_detail

// The values of all expressions up to the root; `leaf` gives those of leaves other than constants.
inline std::vector<Complex> ComplexValues(const Graph& g, ExprId root,
                                          const std::function<Complex(ExprId)>& leaf) {
  std::vector<Complex> values;
  std::vector<Complex> operands;
  for (const ExprId id : IdRange<ExprId>(root.index() + 1)) {
    if (g.IsConstant(id)) {
      values.push_back(g.constant_value(id));
    } else if (IsLeaf(g.op(id))) {
      values.push_back(leaf(id));
    } else {
      operands.clear();
      for (const ExprId operand : g.operands(id)) operands.push_back(values[operand.index()]);
      values.push_back(complex_detail::Apply(g.op(id), operands));
    }
  }
  return values;
}

}  // namespace daedalus::expr
