// FMI 3.0: getters and setters. The variables are Float64, Int64, Boolean and String.
#include <fmi3Functions.h>

#include <cmath>

#include "daedalus/products/fmu/fmi3_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

// Converts a number of the model to the type of the standard; false if it does not fit.
bool Convert(double from, fmi3Int64& to) {
  constexpr double kLimit = 9.2e18;
  if (!(std::abs(from) < kLimit)) return false;
  to = static_cast<fmi3Int64>(std::llround(from));
  return true;
}

bool Convert(double from, fmi3Boolean& to) {
  to = from != 0;
  return true;
}

template <class T>
fmi3Status Get3(fmi3Instance instance, const char* name, Access access, const fmi3ValueReference references[],
                size_t n, T values[], size_t num_values) {
  return Call3(instance, name, kReadable, [&](Component& c) -> Result<Unit> {
    if (n != num_values || (n > 0 && (references == nullptr || values == nullptr)))
      return WrongCall("one value for each variable");
    std::vector<double> numbers(n);
    if (auto got = c.Get({references, n}, access, numbers.data()); !got) return got;
    for (size_t i = 0; i < n; ++i) {
      if (!Convert(numbers[i], values[i])) return WrongCall("a value is too large for the type");
    }
    return Unit{};
  });
}

template <class T>
fmi3Status Set3(fmi3Instance instance, const char* name, Access access, const fmi3ValueReference references[],
                size_t n, const T values[], size_t num_values) {
  return Call3(instance, name, kBeforeStart | kRunning, [&](Component& c) -> Result<Unit> {
    if (n != num_values || (n > 0 && (references == nullptr || values == nullptr)))
      return WrongCall("one value for each variable");
    const std::vector<double> numbers(values, values + n);
    return c.Set({references, n}, access, numbers.data());
  });
}

}  // namespace

extern "C" {

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                          fmi3Float64 values[], size_t num_values) {
  return Call3(instance, "fmi3GetFloat64", kReadable, [&](Component& c) -> Result<Unit> {
    if (n != num_values || (n > 0 && (references == nullptr || values == nullptr)))
      return WrongCall("one value for each variable");
    return c.Get({references, n}, Access::kReal, values);
  });
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                          const fmi3Float64 values[], size_t num_values) {
  return Set3(instance, "fmi3SetFloat64", Access::kReal, references, n, values, num_values);
}

fmi3Status fmi3GetInt64(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                        fmi3Int64 values[], size_t num_values) {
  return Get3(instance, "fmi3GetInt64", Access::kEnumerationOrInteger, references, n, values, num_values);
}

fmi3Status fmi3SetInt64(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                        const fmi3Int64 values[], size_t num_values) {
  return Set3(instance, "fmi3SetInt64", Access::kEnumerationOrInteger, references, n, values, num_values);
}

fmi3Status fmi3GetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                          fmi3Boolean values[], size_t num_values) {
  return Get3(instance, "fmi3GetBoolean", Access::kBoolean, references, n, values, num_values);
}

fmi3Status fmi3SetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                          const fmi3Boolean values[], size_t num_values) {
  return Set3(instance, "fmi3SetBoolean", Access::kBoolean, references, n, values, num_values);
}

fmi3Status fmi3GetString(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                         fmi3String values[], size_t num_values) {
  return Call3(instance, "fmi3GetString", kReadable, [&](Component& c) -> Result<Unit> {
    if (n != num_values || (n > 0 && (references == nullptr || values == nullptr)))
      return WrongCall("one value for each variable");
    return c.GetTexts({references, n}, values);
  });
}

fmi3Status fmi3SetString(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                         const fmi3String values[], size_t num_values) {
  return Call3(instance, "fmi3SetString", kBeforeStart | kRunning, [&](Component& c) -> Result<Unit> {
    if (n != num_values || (n > 0 && (references == nullptr || values == nullptr)))
      return WrongCall("one value for each variable");
    return c.SetTexts({references, n}, values);
  });
}

}  // extern "C"
