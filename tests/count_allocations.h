// Counts what a test program allocates. It replaces operator new, so that exactly one file of a program
// includes it. Sanitizers that replace malloc go on watching.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

inline std::atomic<std::int64_t> allocations = 0;

// The thread sanitizer has operators of its own, which cannot be replaced: nothing is counted there.
#if defined(__SANITIZE_THREAD__)
#define DAEDALUS_COUNTS_NOTHING 1  // GCC
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DAEDALUS_COUNTS_NOTHING 1  // Clang
#endif
#endif
#ifndef DAEDALUS_COUNTS_NOTHING

// Not inlined: GCC would see a `free` of what a `new` has made, and warn.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size ? size : 1);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

#endif
