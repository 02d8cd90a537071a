// How a program that compiles large models keeps its heap: for its `main` to decide, not for a library.
//
// The stages of a model allocate and release arrays of megabytes. The C library of GNU takes the first of
// them from the system and gives it back, and then raises the size from which it does so, up to 32 MiB: holes
// stay between the arrays that live on (90 bytes an equation of the RC chain of 10^5 cells). A fixed size
// keeps large arrays on pages of their own.
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
