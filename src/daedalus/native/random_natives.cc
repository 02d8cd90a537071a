// ModelicaRandom_*: what Modelica.Math.Random calls. The generator that keeps its own state (impureRandom) is not here: it would
// not give the same numbers in the same run twice.
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

constexpr Native kRandomNatives[] = {
    {"ModelicaRandom_xorshift64star", 3, Step<Xorshift64Star, 2>},
    {"ModelicaRandom_xorshift128plus", 3, Step<Xorshift128Plus, 4>},
    {"ModelicaRandom_xorshift1024star", 3, Step<Xorshift1024Star, 33>},
};

}  // namespace

std::span<const Native> RandomNatives() {
  return kRandomNatives;
}

}  // namespace daedalus::native
