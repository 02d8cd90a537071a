#include "daedalus/base/stack_room.h"

#include <pthread.h>

#include <cstdint>
#include <limits>

namespace daedalus {
namespace {

// The lowest address that the stack of this thread may reach; 0 if the system does not say.
std::uintptr_t EndOfStack() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  std::size_t size = 0, guard = 0;
  const bool is_known = ::pthread_attr_getstack(&attributes, &lowest, &size) == 0 &&
                        ::pthread_attr_getguardsize(&attributes, &guard) == 0;
  ::pthread_attr_destroy(&attributes);
  return is_known ? reinterpret_cast<std::uintptr_t>(lowest) + guard : 0;
}

}  // namespace

std::size_t StackRoom() {
  // A local variable may lie elsewhere (sanitizers), so the frame is asked for.
  static thread_local const std::uintptr_t end = EndOfStack();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (end == 0) return std::numeric_limits<std::size_t>::max();
  return here > end ? here - end : 0;
}

}  // namespace daedalus
