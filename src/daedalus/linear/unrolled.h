// Loops over the unknowns of small systems, written out where their number is known to the compiler.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace daedalus::linear {

inline constexpr std::size_t kMaxUnrolled = 8;

// body(0), body(1), .., body(n - 1): straight code for kSize = n, a loop for kSize = 0.
template <std::size_t kSize, class Body>
inline void ForEach(std::size_t n, const Body& body) {
  if constexpr (kSize == 0) {
    for (std::size_t k = 0; k < n; ++k) body(k);
  } else {
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      (body(std::integral_constant<std::size_t, k>()), ...);
    }
    (std::make_index_sequence<kSize>());
  }
}

// Calls use.operator()<n>() for n = 1 .. kMaxUnrolled, and use.operator()<0>() for any other n.
template <class Use>
void WithKnownSize(std::size_t n, const Use& use) {
  const bool known = [&]<std::size_t... k>(std::index_sequence<k...>) {
    return ((n == k + 1 && (use.template operator()<k + 1>(), true)) || ...);
  }
  (std::make_index_sequence<kMaxUnrolled>());
  if (!known) use.template operator()<0>();
}

// Copies x to b, two values in one store. (Left to itself, GCC 12 stores the unknowns one by one and reads
// them again in pairs, for which the processor waits; so would whoever reads pairs of b next.)
template <std::size_t kSize>
inline void StoreInPairs(const double (&x)[kSize], double* b) {
  using Pair = double __attribute__((vector_size(2 * sizeof(double))));
  ForEach<kSize / 2>(kSize / 2, [&](auto k) {
    const Pair pair = {x[2 * k], x[2 * k + 1]};
    std::memcpy(b + 2 * k, &pair, sizeof pair);
  });
  if constexpr (kSize % 2 != 0) b[kSize - 1] = x[kSize - 1];
}

}  // namespace daedalus::linear
