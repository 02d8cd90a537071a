#include "daedalus/system/routine/call_memory.h"

#include <cstring>
#include <utility>

namespace daedalus::routine {
namespace {

constexpr int kBitsOfPlace = 11;
constexpr std::size_t kPlaces = std::size_t{1} << kBitsOfPlace;

std::uint64_t BitsOf(double number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits;
}

// Multiplies by an odd number, which spreads differences to the upper bits (Knuth 1998, sec. 6.4). Then folds
// them down for the next number.
std::uint64_t Mixed(std::uint64_t hash, std::uint64_t bits) {
  hash = (hash ^ bits) * 0x9E37'79B9'7F4A'7C15;
  return hash ^ hash >> 32;
}

// We use the upper bits, because the lower bits of round numbers are all equal.
std::size_t PlaceOf(std::uint64_t hash) {
  return 2 * (hash >> (64 - kBitsOfPlace));
}

bool IsOf(const CallMemory::Call& call, const CallMemory::Key& key) {
  return call.hash == key.hash && call.function == key.function &&
         std::memcmp(call.numbers.data(), key.in.data(), key.in.size_bytes()) == 0;
}

}  // namespace

CallMemory::Key::Key(std::uint64_t function, std::span<const double> in)
    : function(function), in(in), hash(Mixed(0, function)) {
  for (const double number : in) hash = Mixed(hash, BitsOf(number));
}

const CallMemory::Call* CallMemory::Find(const Key& key) {
  if (calls_.empty()) return nullptr;
  Call* const place = &calls_[PlaceOf(key.hash)];
  if (IsOf(place[0], key)) return place;
  if (!IsOf(place[1], key)) return nullptr;
  std::swap(place[0], place[1]);
  return place;
}

void CallMemory::Keep(const Key& key, bool ok, std::int64_t steps, std::span<const double> out) {
  ++num_kept_;
  if (calls_.empty()) calls_.resize(2 * kPlaces);
  Call* const place = &calls_[PlaceOf(key.hash)];
  std::swap(place[0], place[1]);
  Call& call = place[0];
  call.ok = ok;
  call.steps = steps;
  call.function = key.function;
  call.hash = key.hash;
  call.numbers.assign(key.in.begin(), key.in.end());
  call.numbers.insert(call.numbers.end(), out.begin(), out.end());
}

CallMemory& ThreadCalls() {
  thread_local CallMemory calls;
  return calls;
}

}  // namespace daedalus::routine
