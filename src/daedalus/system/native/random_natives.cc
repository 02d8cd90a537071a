// ModelicaRandom_*: what Modelica.Math.Random calls. The generator that keeps its own state (impureRandom)
// keeps it with the run, so that the same run twice gives the same numbers.
#include <unistd.h>

#include <chrono>
#include <cstdint>

#include "daedalus/system/native/native_call.h"
#include "daedalus/system/native/outside.h"
#include "daedalus/system/native/random.h"

namespace daedalus::native {
namespace {

using Failed = std::optional<std::string>;

// (state, next state, number)
template <double (*kGenerator)(std::span<std::int32_t>), std::size_t kSize>
Failed Step(NativeCall& call) {
  if (call.arguments[0].numbers.size() != kSize) return "the state of the generator has the wrong size";
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

// (state, its size, id)
Failed SetOwnState(NativeCall& call) {
  auto& state = call.outside->random.emplace();
  if (call.arguments[0].numbers.size() != state.size())
    return "the state of the generator has the wrong size";
  for (std::size_t i = 0; i < state.size(); ++i)
    state[i] = static_cast<std::int32_t>(call.arguments[0].numbers[i]);
  return std::nullopt;
}

// (id), which only tells that the state was set before
Failed DrawFromOwnState(NativeCall& call) {
  if (!call.outside->random)
    return "the generator has no state yet: `initializeImpureRandom` was not called in this run";
  call.Return(Xorshift1024Star(*call.outside->random));
  return std::nullopt;
}

constexpr Native kRandomNatives[] = {
    {"ModelicaRandom_automaticGlobalSeed", 1, AutomaticSeed, Reach::kReads},
    {"ModelicaRandom_setInternalState_xorshift1024star", 3, SetOwnState, Reach::kActs},
    {"ModelicaRandom_impureRandom_xorshift1024star", 1, DrawFromOwnState, Reach::kActs},
    {"ModelicaRandom_xorshift64star", 3, Step<Xorshift64Star, 2>},
    {"ModelicaRandom_xorshift128plus", 3, Step<Xorshift128Plus, 4>},
    {"ModelicaRandom_xorshift1024star", 3, Step<Xorshift1024Star, 33>},
};

}  // namespace

std::span<const Native> RandomNatives() {
  return kRandomNatives;
}

}  // namespace daedalus::native
