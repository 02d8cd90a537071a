// Where does a function of one variable leave the sign that it has at a? Encloses that place in an interval.
//
// Input: a, b with f(a) strictly on one side of zero and f(b) not strictly on that side. Every iterate keeps
//
//   f(a) is strictly on the old side, f(b) is not,                                                       (1)
//
// so a plateau of zeros is reported at its first point found. No property of f except (1) is used: f may be
// noisy, and may jump (then the interval contains the jump).
//
// The method is ITP [OT20]: interpolate (regula falsi), truncate (a step towards the middle, so that both
// ends close in), project (into the range from which bisection still ends in time). Of the methods with
// superlinear rate on simple roots it is the one whose worst case is that of bisection, plus one:
//
//   evaluations <= ceil(log2((b - a) / tolerance)) + kSlack,                                              (2)
//
// where Illinois has no such bound and Brent and Alefeld-Potra-Shi one that is several times larger. Event
// functions are often piecewise (min, abs, if), which is where the others show their worst case.
//
// We differ in one point: the truncation is never shorter than half the tolerance. At a few ulps the original
// one vanishes, and the interval would shrink from one side only.
//
// [OT20] Oliveira & Takahashi, An Enhancement of the Bisection Method Average Performance Preserving Minmax
// Optimality, ACM TOMS 47 (2020) 5, Algorithm 1; k1 = 0.2 / (b0 - a0), k2 = 2, n0 = 1.
#pragma once

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {

struct Bracket {
  double a = 0;
  double b = 0;  // a < b
  double fa = 0;
  double fb = 0;
  int evaluations = 0;
  bool ok = true;  // false: f was NaN somewhere; the interval is the last one with (1)
};

// Whether `value` is strictly on the side of `reference`, which is not zero.
inline bool IsSameSide(double value, double reference) {
  return reference > 0 ? value > 0 : value < 0;
}

namespace bracket_internal {

constexpr int kSlack = 1;  // n0 of [OT20]: one evaluation more than bisection lets all the others be better

// The projection keeps this much of the tolerance; the rest is room for rounding at a few ulps.
constexpr double kRoom = 0.75;

struct ItpPlan {
  double tolerance;  // of b - a at the end, as far as numbers can tell
  double first_width;
  int max_iterations;
};

inline double NextPoint(const Bracket& s, const ItpPlan& plan, int iteration) {
  const double width = s.b - s.a;
  const double middle = s.a + width / 2;
  const double falsi = s.a + width * (s.fa / (s.fa - s.fb));
  if (!(falsi >= s.a && falsi <= s.b)) return middle;  // infinite values
  const double toward = falsi <= middle ? 1 : -1;
  const double truncation = std::max(0.2 * width * (width / plan.first_width), plan.tolerance / 2);
  const double truncated = truncation <= std::abs(middle - falsi) ? falsi + toward * truncation : middle;
  const double radius = std::ldexp(kRoom * plan.tolerance / 2, plan.max_iterations - iteration) - width / 2;
  double x = std::abs(truncated - middle) <= radius ? truncated : middle - toward * std::max(radius, 0.0);
  if (!(x > s.a && x < s.b)) x = middle;
  return x;
}

}  // namespace bracket_internal

// Narrows `start`, which must obey (1), to a width of at most `tolerance`, or to two neighbouring numbers.
template <class Function>
Bracket FindSignChange(Function&& f, Bracket start, double tolerance) {
  using namespace bracket_internal;
  const double ulp = 2.3e-16 * std::max(std::abs(start.a), std::abs(start.b));
  ItpPlan plan{std::max({tolerance, ulp, 1e-300}), start.b - start.a, 0};
  const double halvings = std::ceil(std::log2(plan.first_width / plan.tolerance));
  plan.max_iterations = static_cast<int>(std::max(halvings, 0.0)) + kSlack;

  Bracket s = start;
  for (int iteration = 0; s.b - s.a > tolerance; ++iteration) {
    const double x = NextPoint(s, plan, iteration);
    if (!(x > s.a && x < s.b)) break;  // no number between them
    const double fx = f(x);
    ++s.evaluations;
    if (std::isnan(fx)) {
      s.ok = false;
      break;
    }
    if (IsSameSide(fx, s.fa)) {
      s.a = x;
      s.fa = fx;
    } else {
      s.b = x;
      s.fb = fx;
    }
  }
  return s;
}

}  // namespace daedalus::integrate
