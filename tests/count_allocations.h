// Counts what a test program allocates. It replaces operator new, so that exactly one file of a program includes it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "sanitized.h"

inline std::int64_t allocations = 0;

// Sanitizers bring allocators of their own, which are left alone. Not inlined: GCC would see a `free` of what
// a `new` has made, and warn.
#ifndef DAEDALUS_SANITIZED
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size ? size : 1);
  if (!memory) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
#endif
