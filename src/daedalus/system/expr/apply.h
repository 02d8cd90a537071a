// What each operation computes: the one definition. Constant folding, direct evaluation and the tape
// interpreter call it, and machine code has to agree with it to the last bit.
//
// Rounding is part of the definition. Sums and products are taken from left to right in the order of the
// operands. x^n with a whole n, |n| <= 64, is binary powering (IntegerPower below), any other power is
// std::pow. min and max are `a < b ? a : b` and `a > b ? a : b`: what one instruction does on the common
// machines, NaN included.
#pragma once

#include <cmath>
#include <span>

#include "daedalus/base/check.h"
#include "daedalus/system/expr/op.h"

namespace daedalus::expr {

constexpr int kMaxIntegerPower = 64;

// x^n by squaring, from the lowest bit of |n| upwards:
//   result takes the current square for every bit that is set (the first one is taken as it is, not
//   multiplied by 1); a negative n ends with one division 1 / result. x^0 = 1.
inline double IntegerPower(double x, int n) {
  unsigned bits = n < 0 ? static_cast<unsigned>(-n) : static_cast<unsigned>(n);
  if (bits == 0) return 1.0;
  double square = x;
  for (; (bits & 1u) == 0; bits >>= 1) square *= square;
  double result = square;
  while ((bits >>= 1) != 0) {
    square *= square;
    if (bits & 1u) result *= square;
  }
  return n < 0 ? 1.0 / result : result;
}

// Whether x^exponent is computed by IntegerPower.
inline bool IsIntegerPower(double exponent) {
  return std::abs(exponent) <= kMaxIntegerPower && std::trunc(exponent) == exponent;
}

inline double ApplyPower(double x, double exponent) {
  if (IsIntegerPower(exponent)) return IntegerPower(x, static_cast<int>(exponent));
  return std::pow(x, exponent);
}

// sign(NaN) is 0.
inline double ApplySign(double x) {
  return static_cast<double>((x > 0.0) - (x < 0.0));
}
// Modelica's div, mod and rem. Exact for Integers up to 2^52.
inline double ApplyTruncDiv(double x, double y) {
  return std::trunc(x / y);
}
inline double ApplyMod(double x, double y) {
  return x - std::floor(x / y) * y;
}
inline double ApplyRem(double x, double y) {
  return x - std::trunc(x / y) * y;
}
inline double ApplyMin(double a, double b) {
  return a < b ? a : b;
}
inline double ApplyMax(double a, double b) {
  return a > b ? a : b;
}

// The value of an operation that is not a leaf. Anything but 0 is true.
inline double ApplyOp(Op op, std::span<const double> v) {
  const auto logical = [](bool b) { return b ? 1.0 : 0.0; };
  double result;
  switch (op) {
    case Op::kAdd:
      result = v[0];
      for (const double x : v.subspan(1)) result += x;
      return result;
    case Op::kMul:
      result = v[0];
      for (const double x : v.subspan(1)) result *= x;
      return result;
    case Op::kDiv:
      return v[0] / v[1];
    case Op::kPow:
      return ApplyPower(v[0], v[1]);
    case Op::kAbs:
      return std::abs(v[0]);
    case Op::kSign:
      return ApplySign(v[0]);
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
      return std::atan2(v[0], v[1]);
    case Op::kSinh:
      return std::sinh(v[0]);
    case Op::kCosh:
      return std::cosh(v[0]);
    case Op::kTanh:
      return std::tanh(v[0]);
    case Op::kFloor:
      return std::floor(v[0]);
    case Op::kCeil:
      return std::ceil(v[0]);
    case Op::kTruncDiv:
      return ApplyTruncDiv(v[0], v[1]);
    case Op::kMod:
      return ApplyMod(v[0], v[1]);
    case Op::kRem:
      return ApplyRem(v[0], v[1]);
    case Op::kMin:
      return ApplyMin(v[0], v[1]);
    case Op::kMax:
      return ApplyMax(v[0], v[1]);
    case Op::kLess:
      return logical(v[0] < v[1]);
    case Op::kLessEqual:
      return logical(v[0] <= v[1]);
    case Op::kEqual:
      return logical(v[0] == v[1]);
    case Op::kNotEqual:
      return logical(v[0] != v[1]);
    case Op::kNot:
      return logical(v[0] == 0.0);
    case Op::kAnd:
      for (const double x : v)
        if (x == 0.0) return 0.0;
      return 1.0;
    case Op::kOr:
      for (const double x : v)
        if (x != 0.0) return 1.0;
      return 0.0;
    case Op::kIf:
      return v[0] != 0.0 ? v[1] : v[2];
    case Op::kNoEvent:
      return v[0];
    case Op::kConstant:
    case Op::kTime:
    case Op::kParameter:
    case Op::kHeld:
    case Op::kVariable:
    case Op::kCall:
      break;
  }
  CheckFailed("!IsLeaf(op)", "only operations are applied; leaves and calls have values of their own");
}

}  // namespace daedalus::expr
