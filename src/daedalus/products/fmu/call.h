// What every function of the standards does: checks the instance and the mode, calls, and turns errors into a
// status and a message. No exception reaches the importer.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/products/fmu/component.h"

namespace daedalus::fmu {

constexpr std::uint8_t In(Mode mode) {
  return static_cast<std::uint8_t>(mode);
}

template <class T, class V>
void Put(T* to, V value) {
  if (to != nullptr) *to = value;
}

// An error is about the call or the model. Model Exchange may try a smaller step after kDiscard.
template <class Function>
Status Call(Component* component, const char* name, std::uint8_t modes, Status on_error,
            Function&& function) {
  if (component == nullptr) return Status::kError;
  if ((static_cast<std::uint8_t>(component->mode()) & modes) == 0) {
    component->Report(Status::kError,
                      {Error(Code::kBadOption, {}, "{} must not be called in this mode", name)});
    return Status::kError;
  }
  try {
    auto result = std::forward<Function>(function)(*component);
    if (result.ok()) return Status::kOk;
    component->Report(on_error, result.error());
    return on_error;
  } catch (const std::exception& failure) {
    component->Report(Status::kFatal, {Error(Code::kBadOption, {}, "{}: {}", name, failure.what())});
    return Status::kFatal;
  }
}

// Model Exchange only, or Co-Simulation only.
template <class Function>
Status CallOf(Kind kind, Component* component, const char* name, std::uint8_t modes, Status on_error,
              Function&& function) {
  if (component == nullptr) return Status::kError;
  if (component->kind() != kind) {
    component->Report(Status::kError, {Error(Code::kBadOption, {}, "{} is not for this interface", name)});
    return Status::kError;
  }
  return Call(component, name, modes, on_error, std::forward<Function>(function));
}

inline Failure<std::vector<Diagnostic>> WrongCall(const std::string& what) {
  return Fail(Error(Code::kBadOption, {}, "{}", what));
}

// Reads resources/model.mo; nullptr after an error, which is logged.
Component* MakeComponent(Kind kind, const std::string& resources, const char* token, bool is_logging,
                         const Log& log);

// The folder of a URI `file:///...`, or of a path.
std::string PathOf(const std::string& uri);

// ---- saved states as the standards have them: pointers, and bytes ----
Result<Unit> SaveTo(Component& component, void** state);
Result<Unit> RestoreFrom(Component& component, const void* state);
void FreeState(void** state);
std::size_t SizeOfState(const void* state);
Result<Unit> WriteState(const void* state, char* bytes, std::size_t size);
Result<Unit> ReadState(const char* bytes, std::size_t size, void** state);

}  // namespace daedalus::fmu
