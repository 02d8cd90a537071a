// Runs loops over many numbers in registers of four doubles, if the processor has them. Code for all
// processors uses registers of two. Results agree to the last bit: each number is computed alone, and
// products and sums are rounded separately (-ffp-contract=off).
#pragma once

namespace daedalus {

#if defined(__x86_64__)

inline const bool kHasWideRegisters = __builtin_cpu_supports("avx2") != 0;

template <class Work>
[[gnu::target("avx2")]] auto RunWide(const Work& work) {
  return work();
}

// Returns work(). Only code that is inlined into it (always_inline) becomes wide.
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
