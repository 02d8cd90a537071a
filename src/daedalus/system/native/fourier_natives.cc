// ModelicaFFT_*: what Modelica.Math.FastFourierTransform calls.
#include <cmath>

#include "daedalus/system/native/fourier.h"
#include "daedalus/system/native/native_call.h"

namespace daedalus::native {
namespace {

// (u, number of u, work, number of work, amplitudes, phases); the result is 0, or 1 where the number is odd.
std::optional<std::string> CallTransform(NativeCall& call) {
  const std::vector<double>& u = call.arguments[0].numbers;
  std::vector<double>&amplitudes = call.arguments[4].numbers, &phases = call.arguments[5].numbers;
  const std::size_t count = u.size() / 2 + 1;
  if (u.size() % 2 == 1 || u.empty()) {
    call.Return(1.0);
    return std::nullopt;
  }
  if (amplitudes.size() != count || phases.size() != count)
    return "there are half as many frequencies as samples, and one";
  const auto transformed = FourierTransform(u);
  for (std::size_t k = 0; k < count; ++k) {
    amplitudes[k] = std::abs(transformed[k]) / static_cast<double>(count);
    phases[k] = std::arg(transformed[k]);
  }
  call.Return(0.0);
  return std::nullopt;
}

constexpr Native kFourierNatives[] = {{"ModelicaFFT_kiss_fftr", 6, CallTransform}};

}  // namespace

std::span<const Native> FourierNatives() {
  return kFourierNatives;
}

}  // namespace daedalus::native
