// Two numbers in one vector register, real or complex: the arithmetic of small_lu.h, written once for both.
//
// A complex pair keeps its real parts in one register and its imaginary parts in another, so that a product
// needs no exchange of lanes. A scalar is a pair with twice the same number. Baseline x86-64 and AArch64 both
// have registers of this width; GCC and Clang map the arithmetic onto them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace daedalus::linear {

using Two = double __attribute__((vector_size(2 * sizeof(double))));
using TwoBits = std::int64_t __attribute__((vector_size(2 * sizeof(std::int64_t))));

inline Two Absolute(Two x) {
  return reinterpret_cast<Two>(reinterpret_cast<TwoBits>(x) & INT64_MAX);
}
inline Two Larger(Two x, Two y) {
  return x > y ? x : y;
}
inline bool AnyLane(TwoBits mask) {
  return (mask[0] | mask[1]) != 0;
}
inline Two First(Two x) {
  return __builtin_shufflevector(x, x, 0, 0);
}
inline Two Second(Two x) {
  return __builtin_shufflevector(x, x, 1, 1);
}
// The first of x and the second of y.
inline Two Join(Two x, Two y) {
  return __builtin_shufflevector(x, y, 0, 3);
}
template <class Lanes>
void ExchangeLanes(Lanes& x, std::size_t i, Lanes& y, std::size_t k) {
  const auto kept = x[i];
  x[i] = y[k];
  y[k] = kept;
}

struct RealPair {
  static constexpr std::size_t kParts = 1;
  Two value;

  // The numbers at i and k of an array.
  template <class Number>
  static RealPair Load(const std::array<Number*, kParts>& from, std::size_t i, std::size_t k) {
    return {Two{from[0][i], from[0][k]}};
  }
  void Store(const std::array<double*, kParts>& to, std::size_t i, std::size_t count) const {
    std::memcpy(to[0] + i, &value, count * sizeof(double));
  }
  RealPair ScaledBy(Two scale) const { return {value * scale}; }
  RealPair Inverse() const { return {1 / value}; }
  Two Size() const { return Absolute(value); }

  friend RealPair First(RealPair x) { return {First(x.value)}; }
  friend RealPair Second(RealPair x) { return {Second(x.value)}; }
  friend RealPair Join(RealPair x, RealPair y) { return {Join(x.value, y.value)}; }
  friend void ExchangeLanes(RealPair& x, std::size_t i, RealPair& y, std::size_t k) {
    ExchangeLanes(x.value, i, y.value, k);
  }
  friend RealPair operator+(RealPair x, RealPair y) { return {x.value + y.value}; }
  friend RealPair operator-(RealPair x, RealPair y) { return {x.value - y.value}; }
  friend RealPair operator*(RealPair x, RealPair y) { return {x.value * y.value}; }
};

struct ComplexPair {
  static constexpr std::size_t kParts = 2;
  Two real, imaginary;

  template <class Number>
  static ComplexPair Load(const std::array<Number*, kParts>& from, std::size_t i, std::size_t k) {
    return {Two{from[0][i], from[0][k]}, Two{from[1][i], from[1][k]}};
  }
  void Store(const std::array<double*, kParts>& to, std::size_t i, std::size_t count) const {
    std::memcpy(to[0] + i, &real, count * sizeof(double));
    std::memcpy(to[1] + i, &imaginary, count * sizeof(double));
  }
  ComplexPair ScaledBy(Two scale) const { return {real * scale, imaginary * scale}; }
  // The reciprocal; both lanes must hold the same scalar.
  ComplexPair Inverse() const {
    const double size = Size()[0];
    if (!(size > 1e-150 && size < 1e150)) return InverseOfExtreme();
    const Two factor = 1 / (real * real + imaginary * imaginary);
    return {real * factor, -imaginary * factor};
  }
  // Cheaper than the modulus and within a factor sqrt(2) of it, which suffices for pivoting.
  Two Size() const { return Absolute(real) + Absolute(imaginary); }

  friend ComplexPair First(ComplexPair x) { return {First(x.real), First(x.imaginary)}; }
  friend ComplexPair Second(ComplexPair x) { return {Second(x.real), Second(x.imaginary)}; }
  friend ComplexPair Join(ComplexPair x, ComplexPair y) {
    return {Join(x.real, y.real), Join(x.imaginary, y.imaginary)};
  }
  friend void ExchangeLanes(ComplexPair& x, std::size_t i, ComplexPair& y, std::size_t k) {
    ExchangeLanes(x.real, i, y.real, k);
    ExchangeLanes(x.imaginary, i, y.imaginary, k);
  }
  friend ComplexPair operator+(ComplexPair x, ComplexPair y) {
    return {x.real + y.real, x.imaginary + y.imaginary};
  }
  friend ComplexPair operator-(ComplexPair x, ComplexPair y) {
    return {x.real - y.real, x.imaginary - y.imaginary};
  }
  friend ComplexPair operator*(ComplexPair x, ComplexPair y) {
    return {x.real * y.real - x.imaginary * y.imaginary, x.real * y.imaginary + x.imaginary * y.real};
  }

 private:
  // Divided by its size first: the square is not representable.
  [[gnu::noinline, gnu::cold]] ComplexPair InverseOfExtreme() const {
    const Two inverse_size = 1 / Size();
    const Two x = real * inverse_size;
    const Two y = imaginary * inverse_size;
    const Two factor = inverse_size / (x * x + y * y);
    return {x * factor, -y * factor};
  }
};

}  // namespace daedalus::linear
