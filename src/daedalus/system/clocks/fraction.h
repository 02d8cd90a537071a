// Exact ratios of whole numbers, for intervals and offsets of clocks: 1/3 of a clock of 1/10 s ticks together
// with a clock of 1/30 s, always.
#pragma once

#include <compare>
#include <cstdint>
#include <numeric>

namespace daedalus::clocks {

// In lowest terms, with a positive denominator. A result that overflows 64 bits is invalid, and so are all
// results from it.
struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  static constexpr Fraction Invalid() { return {0, 0}; }
  static constexpr Fraction Of(std::int64_t numerator, std::int64_t denominator) {
    if (denominator == 0) return Invalid();
    const std::int64_t divisor = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
    return {numerator / divisor, denominator / divisor};
  }

  constexpr bool IsValid() const { return denominator != 0; }
  constexpr bool IsWhole() const { return denominator == 1; }
  constexpr double ToDouble() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  friend constexpr auto operator<=>(const Fraction&,
                                    const Fraction&) = default;  // an order, not that of the numbers
};

constexpr Fraction operator*(Fraction a, Fraction b) {
  if (!a.IsValid() || !b.IsValid()) return Fraction::Invalid();
  const Fraction x = Fraction::Of(a.numerator, b.denominator), y = Fraction::Of(b.numerator, a.denominator);
  Fraction out;
  if (__builtin_mul_overflow(x.numerator, y.numerator, &out.numerator)) return Fraction::Invalid();
  if (__builtin_mul_overflow(x.denominator, y.denominator, &out.denominator)) return Fraction::Invalid();
  return out;
}

constexpr Fraction operator/(Fraction a, Fraction b) {
  if (!b.IsValid() || b.numerator == 0) return Fraction::Invalid();
  return a * Fraction::Of(b.denominator, b.numerator);
}

constexpr Fraction operator+(Fraction a, Fraction b) {
  if (!a.IsValid() || !b.IsValid()) return Fraction::Invalid();
  const std::int64_t common = std::gcd(a.denominator, b.denominator);
  std::int64_t left = 0, right = 0, sum = 0, denominator = 0;
  if (__builtin_mul_overflow(a.numerator, b.denominator / common, &left)) return Fraction::Invalid();
  if (__builtin_mul_overflow(b.numerator, a.denominator / common, &right)) return Fraction::Invalid();
  if (__builtin_add_overflow(left, right, &sum)) return Fraction::Invalid();
  if (__builtin_mul_overflow(a.denominator, b.denominator / common, &denominator)) return Fraction::Invalid();
  return Fraction::Of(sum, denominator);
}

constexpr Fraction operator-(Fraction a, Fraction b) {
  return a + Fraction{-b.numerator, b.denominator};
}

}  // namespace daedalus::clocks
