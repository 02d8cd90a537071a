// Loops over many numbers, for processors whose registers hold four of them: code that is compiled for all
// holds two. What is computed is the same to the last bit, for each number stands for itself, and a product
// and a sum are rounded as two operations in either (-ffp-contract=off).
#pragma once

namespace daedalus {

#if defined(__x86_64__)

inline const bool kHasWideRegisters = __builtin_cpu_supports("avx2") != 0;

template <class Work>
[[gnu::target("avx2")]] auto RunWide(const Work& work) {
  return work();
}

// Returns work(). Only what is inlined into it, as it says itself (always_inline), becomes wide.
template <class Work>
auto InWideRegisters(const Work& work) {
  return kHasWideRegisters ? RunWide(work) : work();
}

#else

template <class Work>
auto InWideRegisters(const Work& work) {
  return work();
}

#endif

}  // namespace daedalus
