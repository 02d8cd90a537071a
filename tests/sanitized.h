// Whether the address or the thread sanitizer watches this program: everything is ten times slower then, and
// needs deeper stacks. Asked of the program as it runs, since tests are compiled once for programs with and
// without (cmake/DaedalusTargets.cmake).
#pragma once

extern "C" {
[[gnu::weak]] void __asan_init();  // NOLINT(bugprone-reserved-identifier): names of the sanitizers
[[gnu::weak]] void __tsan_init();  // NOLINT(bugprone-reserved-identifier)
}

inline bool IsSanitized() {
  return __asan_init != nullptr || __tsan_init != nullptr;
}
