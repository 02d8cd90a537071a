// How much of its stack a thread has left. Recursion whose depth a text decides checks this, because a text
// may be deeper than any stack.
#pragma once

#include <cstddef>

namespace daedalus {

// Bytes from here to the end of the stack of this thread.
std::size_t StackRoom();

}  // namespace daedalus
