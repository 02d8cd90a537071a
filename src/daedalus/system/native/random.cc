#include "daedalus/system/native/random.h"

#include <cstddef>

namespace daedalus::native {
namespace {

std::uint64_t GetWord(std::span<const std::int32_t> state, std::size_t i) {
  return std::uint64_t{static_cast<std::uint32_t>(state[2 * i])} |
         std::uint64_t{static_cast<std::uint32_t>(state[2 * i + 1])} << 32;
}

void SetWord(std::span<std::int32_t> state, std::size_t i, std::uint64_t word) {
  state[2 * i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(word));
  state[2 * i + 1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(word >> 32));
}

double ToUnitInterval(std::uint64_t word) {
  return static_cast<double>(static_cast<std::int64_t>(word)) * 0x1p-64 + 0.5;
}

}  // namespace

double Xorshift64Star(std::span<std::int32_t> state) {
  std::uint64_t x = GetWord(state, 0);
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  x *= 2685821657736338717u;
  SetWord(state, 0, x);
  return ToUnitInterval(x);
}

double Xorshift128Plus(std::span<std::int32_t> state) {
  std::uint64_t s1 = GetWord(state, 0);
  const std::uint64_t s0 = GetWord(state, 1);
  s1 ^= s1 << 23;
  // Here the sum, not the word without it, is the next state: so the library has it.
  const std::uint64_t next = (s1 ^ s0 ^ (s1 >> 17) ^ (s0 >> 26)) + s0;
  SetWord(state, 0, s0);
  SetWord(state, 1, next);
  return ToUnitInterval(next);
}

double Xorshift1024Star(std::span<std::int32_t> state) {
  const auto p = static_cast<std::uint32_t>(state[32]) & 15u;
  const std::uint32_t q = (p + 1) & 15u;
  std::uint64_t s0 = GetWord(state, p), s1 = GetWord(state, q);
  s1 ^= s1 << 31;
  s1 ^= s1 >> 11;
  s0 ^= s0 >> 30;
  SetWord(state, q, s0 ^ s1);
  state[32] = static_cast<std::int32_t>(q);
  return ToUnitInterval((s0 ^ s1) * 1181783497276652981u);
}

}  // namespace daedalus::native
