// DAEDALUS_ADDRESS_SANITIZER is defined where the address sanitizer watches: it brings an allocator of its own, and deeper stacks.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define DAEDALUS_ADDRESS_SANITIZER 1  // GCC
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DAEDALUS_ADDRESS_SANITIZER 1  // Clang
#endif
#endif
