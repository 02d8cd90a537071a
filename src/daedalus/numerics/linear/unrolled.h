// Loops over the unknowns of small systems, written out where their number is known to the compiler.
//
// All of it is to end in one function: Clang's `flatten` inlines the calls in a function, but not the calls
// inside these. So each lambda and each part of such a kernel needs the attribute itself.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace daedalus::linear {

// body(0), body(1), .., body(n - 1): straight code for kSize = n, a loop for kSize = 0.
template <std::size_t kSize, class Body>
[[gnu::always_inline]] inline void ForEach(std::size_t n, const Body& body) {
  if constexpr (kSize == 0) {
    for (std::size_t k = 0; k < n; ++k) body(k);
  } else {
    [&]<std::size_t... k>(std::index_sequence<k...>) __attribute__((always_inline)) {
      (body(std::integral_constant<std::size_t, k>()), ...);
    }(std::make_index_sequence<kSize>());
  }
}

// Calls use.operator()<n>() for n = 1 .. kMax, and use.operator()<0>() for any other n.
template <std::size_t kMax, class Use>
void WithKnownSize(std::size_t n, const Use& use) {
  const bool known = [&]<std::size_t... k>(std::index_sequence<k...>) {
    return ((n == k + 1 && (use.template operator()<k + 1>(), true)) || ...);
  }(std::make_index_sequence<kMax>());
  if (!known) use.template operator()<0>();
}

}  // namespace daedalus::linear
