// DAEDALUS_SANITIZED is defined where the address or the thread sanitizer watches: they bring allocators of their own, and need
// deeper stacks.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DAEDALUS_SANITIZED 1  // GCC
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DAEDALUS_SANITIZED 1  // Clang
#endif
#endif
