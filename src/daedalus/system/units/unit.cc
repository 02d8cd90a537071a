#include "daedalus/system/units/unit.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/system/units/parse_unit.h"

namespace daedalus::units {
namespace {

// The largest exponent: no quantity has more. Larger ones come from a loop that multiplies.
constexpr int kMaxPower = 100 * Unit::kOne;

constexpr std::string_view kBaseNames[kNumBaseUnits] = {"m", "kg", "s", "A", "K", "mol", "cd"};
// Derived units that name a product of base units, the usual one first.
constexpr std::string_view kNamed[] = {"N", "Pa", "J", "W", "C", "V", "Ohm", "S", "F", "H", "Wb", "T"};

bool AreSameFactors(double a, double b) {
  constexpr double kRounding = 1e-9;
  return a == Unit::kAnyFactor || b == Unit::kAnyFactor || std::abs(a - b) <= kRounding * std::abs(a);
}

std::string PowerText(std::string_view name, int power) {
  if (power == Unit::kOne) return std::string(name);
  if (power % Unit::kOne == 0) return fmt::format("{}{}", name, power / Unit::kOne);
  const int divisor = std::gcd(power, Unit::kOne);
  return fmt::format("{}({}/{})", name, power / divisor, Unit::kOne / divisor);
}

std::string TextOfPowers(const Unit& unit) {
  for (const std::string_view name : kNamed) {
    if (ParseUnit(name).unit->powers == unit.powers) return std::string(name);
  }
  std::string above, below;
  int num_below = 0;
  for (std::size_t i = 0; i < kNumBaseUnits; ++i) {
    const int power = unit.powers[i];
    if (power == 0) continue;
    std::string& text = power > 0 ? above : below;
    if (!text.empty()) text += ".";
    text += PowerText(kBaseNames[i], std::abs(power));
    num_below += power < 0 ? 1 : 0;
  }
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return num_below == 1 ? above + "/" + below : above + "/(" + below + ")";
}

}  // namespace

std::optional<Unit> Product(const Unit& a, const Unit& b) {
  Unit result;
  for (std::size_t i = 0; i < kNumBaseUnits; ++i) {
    const int power = a.powers[i] + b.powers[i];
    if (std::abs(power) > kMaxPower) return std::nullopt;
    result.powers[i] = static_cast<std::int16_t>(power);
  }
  result.factor = a.factor * b.factor;  // 0 if one of them is unknown
  return result;
}

std::optional<Unit> Power(const Unit& unit, double exponent) {
  Unit result;
  for (std::size_t i = 0; i < kNumBaseUnits; ++i) {
    const double power = unit.powers[i] * exponent;
    constexpr double kRounding = 1e-9;
    if (!(std::abs(power) <= kMaxPower) || std::abs(power - std::round(power)) > kRounding)
      return std::nullopt;
    result.powers[i] = static_cast<std::int16_t>(std::lround(power));
  }
  result.factor = unit.factor == Unit::kAnyFactor ? Unit::kAnyFactor : std::pow(unit.factor, exponent);
  return result;
}

Unit WithAnyFactor(Unit unit) {
  unit.factor = Unit::kAnyFactor;
  unit.offset = 0.0;
  return unit;
}

bool AreSame(const Unit& a, const Unit& b) {
  if (a.powers != b.powers || !AreSameFactors(a.factor, b.factor)) return false;
  const bool is_any = a.factor == Unit::kAnyFactor || b.factor == Unit::kAnyFactor;
  return is_any || a.offset == b.offset;
}

bool AreConvertible(const Unit& a, const Unit& b) {
  return a.powers == b.powers;
}

std::string ToText(const Unit& unit) {
  const bool has_factor = unit.factor != Unit::kAnyFactor && !AreSameFactors(unit.factor, 1.0);
  const std::string text = TextOfPowers(unit);
  return has_factor ? fmt::format("{:g} {}", unit.factor, text) : text;
}

}  // namespace daedalus::units
