// ModelicaRandom_*: what Modelica.Math.Random calls. The generator that keeps its own state (impureRandom) is not here: it would
// not give the same numbers in the same run twice.
#include <unistd.h>

#include <chrono>
#include <cstdint>

#include "daedalus/native/native_call.h"
#include "daedalus/native/random.h"

namespace daedalus::native {
namespace {

using Failed = std::optional<std::string>;

// (state, next state, number)
template <double (*kGenerator)(std::span<std::int32_t>), std::size_t kSize>
Failed Step(NativeCall& call) {
  if (call.arguments[0].numbers.size() != kSize) return "the state of the generator has another size";
  std::vector<std::int32_t> state;
  for (const double part : call.arguments[0].numbers) state.push_back(static_cast<std::int32_t>(part));
  call.arguments[2].numbers = {kGenerator(state)};
  call.arguments[1].numbers.assign(state.begin(), state.end());
  return std::nullopt;
}

// Another one in each process and at each time.
Failed AutomaticSeed(NativeCall& call) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const auto mixed =
      static_cast<std::uint64_t>(now) * 6364136223846793005U + static_cast<std::uint64_t>(::getpid());
  call.Return(static_cast<double>(mixed >> 33));
  return std::nullopt;
}

// (state, its size, id): for the generator that keeps its own state. What draws from it is refused by name, so nobody looks at it.
Failed SetOwnState(NativeCall& /*call*/) {
  return std::nullopt;
}

constexpr Native kRandomNatives[] = {
    {"ModelicaRandom_automaticGlobalSeed", 1, AutomaticSeed, true},
    {"ModelicaRandom_setInternalState_xorshift1024star", 3, SetOwnState},
    {"ModelicaRandom_xorshift64star", 3, Step<Xorshift64Star, 2>},
    {"ModelicaRandom_xorshift128plus", 3, Step<Xorshift128Plus, 4>},
    {"ModelicaRandom_xorshift1024star", 3, Step<Xorshift1024Star, 33>},
};

}  // namespace

std::span<const Native> RandomNatives() {
  return kRandomNatives;
}

}  // namespace daedalus::native
