// Checks of what we believe ourselves. A failed check is our bug, never the user's mistake: those are
// Diagnostics.
#pragma once

#include <source_location>
#include <string_view>

namespace daedalus {

// Prints what was believed, and where, and aborts.
[[noreturn]] void CheckFailed(std::string_view condition, std::string_view belief,
                              std::source_location where = std::source_location::current());

}  // namespace daedalus

#define DAEDALUS_CHECK(condition, belief)          \
  do {                                             \
    if (!(condition)) [[unlikely]]                 \
      ::daedalus::CheckFailed(#condition, belief); \
  } while (false)

#ifdef NDEBUG
#define DAEDALUS_DCHECK(condition, belief) \
  do {                                     \
  } while (false)
#else
#define DAEDALUS_DCHECK(condition, belief) DAEDALUS_CHECK(condition, belief)
#endif
