// Two numbers in one vector register, real or complex: the arithmetic of small_lu.h, written once for both.
//
// A complex pair keeps its real parts in one register and its imaginary parts in another, so that a product
// needs no exchange of lanes. A scalar is a pair with twice the same number.
#pragma once

#include <array>
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
inline Two First(Two x) {
  return __builtin_shufflevector(x, x, 0, 0);
}
inline Two Second(Two x) {
  return __builtin_shufflevector(x, x, 1, 1);
}
inline Two Join(Two x, Two y) {
  return __builtin_shufflevector(x, y, 0, 3);
}
inline bool AnyLane(TwoBits mask) {
  return (mask[0] | mask[1]) != 0;
}

struct RealPair {
  static constexpr std::size_t kParts = 1;
  Two value;

  template <class Source>
  static RealPair Take(const Source& from, std::size_t i, std::size_t k) {
    return {Two{from[0][i], from[0][k]}};
  }
  void Store(const std::array<double*, 1>& to, std::size_t i, std::size_t count) const {
    std::memcpy(to[0] + i, &value, count * sizeof(double));
  }
  static void ExchangeLanes(RealPair& x, std::size_t i, RealPair& y, std::size_t k) {
    const double kept = x.value[i];
    x.value[i] = y.value[k];
    y.value[k] = kept;
  }
  // The first of x and the second of y.
  static RealPair Join(RealPair x, RealPair y) { return {linear::Join(x.value, y.value)}; }

  RealPair First() const { return {linear::First(value)}; }
  RealPair Second() const { return {linear::Second(value)}; }
  RealPair OnlyFirst() const { return Join(*this, {Two{}}); }
  RealPair OnlySecond() const { return Join({Two{}}, *this); }
  RealPair Negative() const { return {-value}; }
  RealPair Inverse() const { return {1 / value}; }
  Two Size() const { return Absolute(value); }
  RealPair ScaledBy(Two scale) const { return {value * scale}; }

  friend RealPair operator*(RealPair x, RealPair y) { return {x.value * y.value}; }
  friend RealPair operator+(RealPair x, RealPair y) { return {x.value + y.value}; }
  friend RealPair operator-(RealPair x, RealPair y) { return {x.value - y.value}; }
};

struct ComplexPair {
  static constexpr std::size_t kParts = 2;
  Two real, imaginary;

  template <class Source>
  static ComplexPair Take(const Source& from, std::size_t i, std::size_t k) {
    return {Two{from[0][i], from[0][k]}, Two{from[1][i], from[1][k]}};
  }
  void Store(const std::array<double*, 2>& to, std::size_t i, std::size_t count) const {
    std::memcpy(to[0] + i, &real, count * sizeof(double));
    std::memcpy(to[1] + i, &imaginary, count * sizeof(double));
  }
  static void ExchangeLanes(ComplexPair& x, std::size_t i, ComplexPair& y, std::size_t k) {
    const double real = x.real[i], imaginary = x.imaginary[i];
    x.real[i] = y.real[k];
    x.imaginary[i] = y.imaginary[k];
    y.real[k] = real;
    y.imaginary[k] = imaginary;
  }
  static ComplexPair Join(ComplexPair x, ComplexPair y) {
    return {linear::Join(x.real, y.real), linear::Join(x.imaginary, y.imaginary)};
  }

  ComplexPair First() const { return {linear::First(real), linear::First(imaginary)}; }
  ComplexPair Second() const { return {linear::Second(real), linear::Second(imaginary)}; }
  ComplexPair OnlyFirst() const { return Join(*this, {Two{}, Two{}}); }
  ComplexPair OnlySecond() const { return Join({Two{}, Two{}}, *this); }
  ComplexPair Negative() const { return {-real, -imaginary}; }
  ComplexPair Inverse() const {
    const double size = Size()[0];
    if (!(size > 1e-150 && size < 1e150)) return CarefulInverse();
    const Two factor = 1 / (real * real + imaginary * imaginary);
    return {real * factor, -imaginary * factor};
  }
  // Divided by its size first: the square may not be representable.
  __attribute__((noinline, cold)) ComplexPair CarefulInverse() const {
    const Two inverse_size = 1 / Size();
    const Two x = real * inverse_size;
    const Two y = imaginary * inverse_size;
    const Two factor = inverse_size / (x * x + y * y);
    return {x * factor, -y * factor};
  }
  // Cheaper than the modulus and within a factor sqrt(2) of it, which is all that pivoting asks for.
  Two Size() const { return Absolute(real) + Absolute(imaginary); }
  ComplexPair ScaledBy(Two scale) const { return {real * scale, imaginary * scale}; }

  friend ComplexPair operator*(ComplexPair x, ComplexPair y) {
    return {x.real * y.real - x.imaginary * y.imaginary, x.real * y.imaginary + x.imaginary * y.real};
  }
  friend ComplexPair operator+(ComplexPair x, ComplexPair y) {
    return {x.real + y.real, x.imaginary + y.imaginary};
  }
  friend ComplexPair operator-(ComplexPair x, ComplexPair y) {
    return {x.real - y.real, x.imaginary - y.imaginary};
  }
};

}  // namespace daedalus::linear
