// A unit of measurement as numbers: a product of powers of the seven base units of the SI, and a factor.
//
//   km/h = (1000/3600) m s^-1
//
// Two things that are added, compared or equated must have the same base units to the same powers, and the
// same factor. Angles are ratios (The International System of Units, 9th edition, table 4): rad, sr and 1 are
// the same. degC differs from K by an offset. Sums and comparisons check the offset; products lose it.
//
// Factor 0 means that the factor is unknown: multiplication by a number may be a conversion, as in `3.6*v`.
// Then only the base units are compared.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace daedalus::units {

enum class BaseUnit : std::uint8_t { kMetre, kKilogram, kSecond, kAmpere, kKelvin, kMole, kCandela };
inline constexpr std::size_t kNumBaseUnits = 7;

struct Unit {
  // In sixtieths: powers with halves, thirds, quarters and fifths are whole numbers.
  static constexpr int kOne = 60;
  static constexpr double kAnyFactor = 0.0;

  std::array<std::int16_t, kNumBaseUnits> powers{};
  double factor = 1.0;
  double offset = 0.0;  // of its zero, in base units: 273.15 for degC

  bool IsRatio() const { return powers == std::array<std::int16_t, kNumBaseUnits>(); }
  friend bool operator==(const Unit&, const Unit&) = default;
};

// nullopt if an exponent overflows.
std::optional<Unit> Product(const Unit& a, const Unit& b);
// nullopt if an exponent overflows or is not a multiple of 1/60.
std::optional<Unit> Power(const Unit& unit, double exponent);
// The same unit with an unknown factor.
Unit WithAnyFactor(Unit unit);

// Whether values in these units can be added and compared as they are.
bool AreSame(const Unit& a, const Unit& b);
// Whether a value in one of them can be shown in the other.
bool AreConvertible(const Unit& a, const Unit& b);

// The unit as text in derived and base units of the SI, for units that nobody wrote: "N", "m/s2", "3.6e+06
// m2.kg/s2".
std::string ToText(const Unit& unit);

}  // namespace daedalus::units
