// Enclosures: an evaluator whose every result is an interval that contains the exact value in real
// arithmetic.
//
// Two expressions that are mathematically equal have enclosures that meet, however their roundings differ; if
// a simplification is wrong, they are almost surely disjoint, since the intervals are only some ulps wide
// where the problem is well conditioned. An operation outside of its domain (or perhaps outside) has no
// enclosure.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "random_expression.h"

namespace daedalus::expr {

struct Enclosure {
  double low = 0.0;
  double high = 0.0;
  bool Contains(double x) const { return low <= x && x <= high; }
  bool IsSharp() const { return low == high; }
};

using MaybeEnclosure = std::optional<Enclosure>;

namespace enclosure_detail {

constexpr double kUlps = 8 * std::numeric_limits<double>::epsilon();

// libm is off by a few ulps at most.
inline MaybeEnclosure Widened(double low, double high) {
  if (!std::isfinite(low) || !std::isfinite(high)) return std::nullopt;
  constexpr double kTiny = 1e-300;
  return Enclosure{low - std::abs(low) * kUlps - kTiny, high + std::abs(high) * kUlps + kTiny};
}

inline MaybeEnclosure Hull(std::initializer_list<double> values) {
  return Widened(std::min(values), std::max(values));
}

template <class F>
MaybeEnclosure Monotone(F f, Enclosure x) {
  return Hull({f(x.low), f(x.high)});
}

// No rounding at all: for operations that choose or cut.
template <class F>
MaybeEnclosure Exact(F f, Enclosure x) {
  return Enclosure{std::min(f(x.low), f(x.high)), std::max(f(x.low), f(x.high))};
}

// Sums and products of small dyadic numbers are exact, and staying sharp then keeps comparisons decided.
inline bool IsDyadic(double x) {
  return std::abs(x) < 1e6 && std::trunc(x * 1024.0) == x * 1024.0;
}

inline MaybeEnclosure Add(Enclosure a, Enclosure b) {
  const double low = a.low + b.low, high = a.high + b.high;
  if (a.IsSharp() && b.IsSharp() && IsDyadic(a.low) && IsDyadic(b.low)) return Enclosure{low, high};
  // The sum may cancel, but each side is rounded once only.
  return Widened(low, high);
}

inline MaybeEnclosure Mul(Enclosure a, Enclosure b) {
  const double product = a.low * b.low;
  if (a.IsSharp() && b.IsSharp() && IsDyadic(a.low) && IsDyadic(b.low) && IsDyadic(product)) {
    return Enclosure{product, product};
  }
  return Hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

inline MaybeEnclosure Div(Enclosure a, Enclosure b) {
  if (b.Contains(0.0)) return std::nullopt;
  const double quotient = a.low / b.low;
  if (a.IsSharp() && b.IsSharp() && IsDyadic(quotient) && quotient * b.low == a.low)
    return Enclosure{quotient, quotient};
  return Hull({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
}

inline MaybeEnclosure Pow(Enclosure x, Enclosure y) {
  if (y.IsSharp() && std::trunc(y.low) == y.low && std::abs(y.low) < 1000) {
    if (y.low < 0.0 && x.Contains(0.0)) return std::nullopt;
    const double low = std::pow(x.low, y.low), high = std::pow(x.high, y.low);
    if (x.IsSharp() && IsDyadic(x.low) && IsDyadic(low) && y.low >= 0.0) return Enclosure{low, low};
    if (x.Contains(0.0) && std::fmod(y.low, 2.0) == 0.0)
      return y.low == 0.0 ? Enclosure{1, 1} : Hull({0.0, low, high});
    return Hull({low, high});
  }
  if (x.low <= 0.0) return std::nullopt;
  return Hull(
      {std::pow(x.low, y.low), std::pow(x.low, y.high), std::pow(x.high, y.low), std::pow(x.high, y.high)});
}

template <class F>
MaybeEnclosure Wave(F f, Enclosure x) {  // slope at most 1
  const double middle = 0.5 * (x.low + x.high), radius = 0.5 * (x.high - x.low) + std::abs(middle) * kUlps;
  return Widened(f(middle) - radius - kUlps, f(middle) + radius + kUlps);
}

inline MaybeEnclosure Truth(bool can_be_false, bool can_be_true) {
  return Enclosure{can_be_false ? 0.0 : 1.0, can_be_true ? 1.0 : 0.0};
}

inline bool CanBeTrue(Enclosure x) {
  return !(x.low == 0.0 && x.high == 0.0);
}
inline bool CanBeFalse(Enclosure x) {
  return x.Contains(0.0);
}

inline MaybeEnclosure Choose(Enclosure condition, const MaybeEnclosure& a, const MaybeEnclosure& b) {
  if (!CanBeFalse(condition)) return a;
  if (!CanBeTrue(condition)) return b;
  if (!a || !b) return std::nullopt;
  return Enclosure{std::min(a->low, b->low), std::max(a->high, b->high)};
}

inline MaybeEnclosure Atan2(Enclosure y, Enclosure x) {
  if (y.Contains(0.0) && x.low <= 0.0) return std::nullopt;
  return Hull({std::atan2(y.low, x.low), std::atan2(y.low, x.high), std::atan2(y.high, x.low),
               std::atan2(y.high, x.high)});
}

// x - round(x/y)*y
template <class Round>
MaybeEnclosure Remainder(Enclosure x, Enclosure y, Round round) {
  const MaybeEnclosure quotient = Div(x, y);
  if (!quotient) return std::nullopt;
  const MaybeEnclosure product = Mul(*Exact(round, *quotient), y);
  if (!product) return std::nullopt;
  return Add(x, {-product->high, -product->low});
}

inline MaybeEnclosure Apply(Op op, const std::vector<Enclosure>& v) {
  constexpr double kPi = std::numbers::pi;
  const Enclosure x = v[0];
  const auto within = [](Enclosure e, double low, double high) { return low <= e.low && e.high <= high; };
  switch (op) {
    case Op::kAdd:
    case Op::kMul: {
      MaybeEnclosure result = x;
      for (std::size_t i = 1; i < v.size() && result; ++i)
        result = op == Op::kAdd ? Add(*result, v[i]) : Mul(*result, v[i]);
      return result;
    }
    case Op::kDiv:
      return Div(x, v[1]);
    case Op::kPow:
      return Pow(x, v[1]);
    case Op::kAbs:
      return x.Contains(0.0) ? Enclosure{0.0, std::max(-x.low, x.high)}
                             : Exact([](double t) { return std::abs(t); }, x);
    case Op::kSign:
      return Exact([](double t) { return t > 0.0 ? 1.0 : t < 0.0 ? -1.0 : 0.0; }, x);
    case Op::kSqrt:
      if (x.low < 0.0) return std::nullopt;
      return Monotone([](double t) { return std::sqrt(t); }, x);
    case Op::kExp:
      return Monotone([](double t) { return std::exp(t); }, x);
    case Op::kLog:
      if (x.low <= 0.0) return std::nullopt;
      return Monotone([](double t) { return std::log(t); }, x);
    case Op::kLog10:
      if (x.low <= 0.0) return std::nullopt;
      return Monotone([](double t) { return std::log10(t); }, x);
    case Op::kSin:
      return Wave([](double t) { return std::sin(t); }, x);
    case Op::kCos:
      return Wave([](double t) { return std::cos(t); }, x);
    case Op::kTan:
      if (std::floor(x.low / kPi + 0.5) != std::floor(x.high / kPi + 0.5)) return std::nullopt;
      return Monotone([](double t) { return std::tan(t); }, x);
    case Op::kAsin:
      if (!within(x, -1.0, 1.0)) return std::nullopt;
      return Monotone([](double t) { return std::asin(t); }, x);
    case Op::kAcos:
      if (!within(x, -1.0, 1.0)) return std::nullopt;
      return Monotone([](double t) { return std::acos(t); }, x);
    case Op::kAtan:
      return Monotone([](double t) { return std::atan(t); }, x);
    case Op::kAtan2:
      return Atan2(x, v[1]);
    case Op::kSinh:
      return Monotone([](double t) { return std::sinh(t); }, x);
    case Op::kCosh: {
      const MaybeEnclosure ends = Monotone([](double t) { return std::cosh(t); }, x);
      return ends && x.Contains(0.0) ? Enclosure{1.0, ends->high} : ends;
    }
    case Op::kTanh:
      return Monotone([](double t) { return std::tanh(t); }, x);
    case Op::kFloor:
      return Exact([](double t) { return std::floor(t); }, x);
    case Op::kCeil:
      return Exact([](double t) { return std::ceil(t); }, x);
    case Op::kTruncDiv: {
      const MaybeEnclosure quotient = Div(x, v[1]);
      return quotient ? Exact([](double t) { return std::trunc(t); }, *quotient) : std::nullopt;
    }
    case Op::kMod:
      return Remainder(x, v[1], [](double t) { return std::floor(t); });
    case Op::kRem:
      return Remainder(x, v[1], [](double t) { return std::trunc(t); });
    case Op::kMin:
      return Enclosure{std::min(x.low, v[1].low), std::min(x.high, v[1].high)};
    case Op::kMax:
      return Enclosure{std::max(x.low, v[1].low), std::max(x.high, v[1].high)};
    case Op::kLess:
      return Truth(x.high >= v[1].low, x.low < v[1].high);
    case Op::kLessEqual:
      return Truth(x.high > v[1].low, x.low <= v[1].high);
    case Op::kEqual:
    case Op::kNotEqual: {
      const bool can_differ = !(x.IsSharp() && v[1].IsSharp() && x.low == v[1].low);
      const bool can_be_equal = x.low <= v[1].high && v[1].low <= x.high;
      return op == Op::kEqual ? Truth(can_differ, can_be_equal) : Truth(can_be_equal, can_differ);
    }
    case Op::kNot:
      return Truth(CanBeTrue(x), CanBeFalse(x));
    case Op::kAnd:
      return Truth(std::any_of(v.begin(), v.end(), CanBeFalse), std::all_of(v.begin(), v.end(), CanBeTrue));
    case Op::kOr:
      return Truth(std::all_of(v.begin(), v.end(), CanBeFalse), std::any_of(v.begin(), v.end(), CanBeTrue));
    case Op::kNoEvent:
      return x;
    default:
      return std::nullopt;
  }
}

}  // namespace enclosure_detail

// Of every expression of the graph at the point. Nothing: some operand has no enclosure, or the operation
// itself.
inline std::vector<MaybeEnclosure> EncloseAll(const Graph& g, const TestPoint& point) {
  using namespace enclosure_detail;
  std::vector<MaybeEnclosure> result;
  for (const ExprId id : IdRange<ExprId>(g.size())) {
    const auto leaf = [&](double x) { result.push_back(Enclosure{x, x}); };
    switch (g.op(id)) {
      case Op::kConstant:
        // A constant that was folded from others is rounded.
        if (IsDyadic(g.constant_value(id))) {
          leaf(g.constant_value(id));
        } else {
          result.push_back(Widened(g.constant_value(id), g.constant_value(id)));
        }
        continue;
      case Op::kTime:
        leaf(point.time);
        continue;
      case Op::kParameter:
        leaf(point.parameters[g.parameter(id).index()]);
        continue;
      case Op::kVariable:
        leaf(point.variables[g.variable(id).index()]);
        continue;
      default:
        break;
    }
    std::vector<Enclosure> operands;
    bool is_defined = true;
    for (const ExprId operand : g.operands(id)) {
      is_defined = is_defined && result[operand.index()].has_value();
      if (is_defined) operands.push_back(*result[operand.index()]);
    }
    if (!is_defined) {
      result.push_back(std::nullopt);
    } else if (g.op(id) == Op::kIf) {
      result.push_back(Choose(operands[0], operands[1], operands[2]));
    } else {
      result.push_back(Apply(g.op(id), operands));
    }
  }
  return result;
}

}  // namespace daedalus::expr
