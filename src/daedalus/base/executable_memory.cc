#include "daedalus/base/executable_memory.h"

#include <sys/mman.h>

#include <cstring>

namespace daedalus {

std::shared_ptr<const std::uint8_t> MakeExecutable(std::span<const std::uint8_t> code) {
  if (code.empty()) return nullptr;
  const std::size_t size = code.size();
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  std::shared_ptr<const std::uint8_t> out(static_cast<const std::uint8_t*>(memory),
                                          [memory, size](const std::uint8_t*) { munmap(memory, size); });
  std::memcpy(memory, code.data(), size);
  return mprotect(memory, size, PROT_READ | PROT_EXEC) == 0 ? out : nullptr;
}

}  // namespace daedalus
