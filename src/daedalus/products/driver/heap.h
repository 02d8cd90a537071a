// Sets the heap of a program that compiles large models. The program's `main` calls this, not a library.
//
// The stages of a model allocate and release arrays of megabytes. The GNU C library takes the first of them
// from the system and returns them. Then it raises the size above which it does so, up to 32 MiB. Holes stay
// between the arrays that live longer (90 bytes for each equation of the RC chain of 10^5 cells). A fixed
// size keeps large arrays on pages of their own.
#pragma once

#include <cstddef>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace daedalus::driver {

inline void KeepLargeArraysApart() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

}  // namespace daedalus::driver
