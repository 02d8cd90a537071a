// Asks the memory for what a loop will read some turns later, so that it comes while other work is done.
//
// A graph whose edges lead anywhere in memory costs a cache miss at each edge, a hundred times what is done
// with it; processors find the next misses themselves only as far as they can guess the branches between. A
// loop that knows what lies ahead (a queue, rows in their order) says so. It is a hint: it changes no result,
// and the address need not be a valid one. GCC and Clang have it for all processors, with one instruction on
// x86-64 and AArch64.
#pragma once

namespace daedalus {

inline void Prefetch(const void* address) {
  __builtin_prefetch(address);
}

}  // namespace daedalus
