// In which mode of the standards an instance is, and what an importer does with values.
#pragma once

#include <cstdint>

namespace daedalus::fmu {

enum class Mode : std::uint8_t {
  kInstantiated = 1,
  kInitialization = 2,
  kEvent = 4,
  kContinuous = 8,
  kStep = 16,
  kTerminated = 32,
  kIntermediate = 64,
};
constexpr std::uint8_t operator|(Mode a, Mode b) {
  return static_cast<std::uint8_t>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr std::uint8_t operator|(std::uint8_t a, Mode b) {
  return static_cast<std::uint8_t>(a | static_cast<std::uint8_t>(b));
}
inline constexpr std::uint8_t kBeforeStart = Mode::kInstantiated | Mode::kInitialization;
inline constexpr std::uint8_t kRunning = Mode::kEvent | Mode::kContinuous | Mode::kStep;
inline constexpr std::uint8_t kAnyMode = kBeforeStart | kRunning | Mode::kTerminated;
inline constexpr std::uint8_t kReadable = kAnyMode | Mode::kIntermediate;

// Which getter or setter is called.
enum class Access : std::uint8_t { kReal, kBoolean, kString, kEnumerationOrInteger };

}  // namespace daedalus::fmu
