// FMI 2.0: getters and setters.
#include <fmi2Functions.h>

#include <cmath>
#include <limits>

#include "daedalus/products/fmu/fmi2_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

template <class T>
bool HasPlaces(const fmi2ValueReference references[], size_t n, const T* values) {
  return n == 0 || (references != nullptr && values != nullptr);
}

// Integers, enumerations and Booleans are all of type int.
fmi2Status Get2(fmi2Component instance, const char* name, Access access,
                const fmi2ValueReference references[], size_t n, int values[]) {
  return Call2(instance, name, kAnyMode, [&](Component& c) -> Result<Unit> {
    if (!HasPlaces(references, n, values)) return WrongCall("one value for each variable");
    std::vector<double> numbers(n);
    if (auto got = c.Get({references, n}, access, numbers.data()); !got) return got;
    for (size_t i = 0; i < n; ++i) {
      if (!(std::abs(numbers[i]) <= std::numeric_limits<int>::max()))
        return WrongCall("a value is too large for an Integer of FMI 2");
      values[i] = access == Access::kBoolean ? numbers[i] != 0 : static_cast<int>(std::lround(numbers[i]));
    }
    return Unit{};
  });
}

fmi2Status Set2(fmi2Component instance, const char* name, Access access,
                const fmi2ValueReference references[], size_t n, const int values[]) {
  return Call2(instance, name, kBeforeStart | kRunning, [&](Component& c) -> Result<Unit> {
    if (!HasPlaces(references, n, values)) return WrongCall("one value for each variable");
    const std::vector<double> numbers(values, values + n);
    return c.Set({references, n}, access, numbers.data());
  });
}

}  // namespace

extern "C" {

fmi2Status fmi2GetReal(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                       fmi2Real values[]) {
  return Call2(instance, "fmi2GetReal", kAnyMode, [&](Component& c) -> Result<Unit> {
    if (!HasPlaces(references, n, values)) return WrongCall("one value for each variable");
    return c.Get({references, n}, Access::kReal, values);
  });
}

fmi2Status fmi2GetInteger(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                          fmi2Integer values[]) {
  return Get2(instance, "fmi2GetInteger", Access::kEnumerationOrInteger, references, n, values);
}

fmi2Status fmi2GetBoolean(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                          fmi2Boolean values[]) {
  return Get2(instance, "fmi2GetBoolean", Access::kBoolean, references, n, values);
}

fmi2Status fmi2GetString(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                         fmi2String values[]) {
  return Call2(instance, "fmi2GetString", kAnyMode, [&](Component& c) -> Result<Unit> {
    if (!HasPlaces(references, n, values)) return WrongCall("one value for each variable");
    return c.GetTexts({references, n}, values);
  });
}

fmi2Status fmi2SetReal(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                       const fmi2Real values[]) {
  return Call2(instance, "fmi2SetReal", kBeforeStart | kRunning, [&](Component& c) -> Result<Unit> {
    if (!HasPlaces(references, n, values)) return WrongCall("one value for each variable");
    return c.Set({references, n}, Access::kReal, values);
  });
}

fmi2Status fmi2SetInteger(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                          const fmi2Integer values[]) {
  return Set2(instance, "fmi2SetInteger", Access::kEnumerationOrInteger, references, n, values);
}

fmi2Status fmi2SetBoolean(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                          const fmi2Boolean values[]) {
  return Set2(instance, "fmi2SetBoolean", Access::kBoolean, references, n, values);
}

fmi2Status fmi2SetString(fmi2Component instance, const fmi2ValueReference references[], size_t n,
                         const fmi2String values[]) {
  return Call2(instance, "fmi2SetString", kBeforeStart | kRunning, [&](Component& c) -> Result<Unit> {
    if (!HasPlaces(references, n, values)) return WrongCall("one value for each variable");
    return c.SetTexts({references, n}, values);
  });
}

}  // extern "C"
