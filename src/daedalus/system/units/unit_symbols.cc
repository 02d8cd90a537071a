// The symbols and prefixes of units: The International System of Units, 9th edition (2019), tables 2, 4, 7
// and 8; beside them what models use: revolutions, degrees Fahrenheit and Rankine, reactive power.
#include <array>
#include <numbers>

#include "daedalus/system/units/parse_unit.h"

namespace daedalus::units {
namespace {

struct Symbol {
  std::string_view name;
  double factor;
  std::array<std::int8_t, kNumBaseUnits> powers;  // m, kg, s, A, K, mol, cd
  bool has_prefixes = true;
  double offset = 0.0;
};

constexpr double kTurn = 2.0 * std::numbers::pi;

constexpr Symbol kSymbols[] = {
    {"m", 1, {1}},
    {"g", 1e-3, {0, 1}},
    {"s", 1, {0, 0, 1}},
    {"A", 1, {0, 0, 0, 1}},
    {"K", 1, {0, 0, 0, 0, 1}},
    {"mol", 1, {0, 0, 0, 0, 0, 1}},
    {"cd", 1, {0, 0, 0, 0, 0, 0, 1}},
    {"rad", 1, {}},
    {"sr", 1, {}},
    {"Hz", 1, {0, 0, -1}},
    {"N", 1, {1, 1, -2}},
    {"Pa", 1, {-1, 1, -2}},
    {"J", 1, {2, 1, -2}},
    {"W", 1, {2, 1, -3}},
    {"C", 1, {0, 0, 1, 1}},
    {"V", 1, {2, 1, -3, -1}},
    {"F", 1, {-2, -1, 4, 2}},
    {"Ohm", 1, {2, 1, -3, -2}},
    {"S", 1, {-2, -1, 3, 2}},
    {"Wb", 1, {2, 1, -2, -1}},
    {"T", 1, {0, 1, -2, -1}},
    {"H", 1, {2, 1, -2, -2}},
    {"degC", 1, {0, 0, 0, 0, 1}, false, 273.15},
    {"lm", 1, {0, 0, 0, 0, 0, 0, 1}},
    {"lx", 1, {-2, 0, 0, 0, 0, 0, 1}},
    {"Bq", 1, {0, 0, -1}},
    {"Gy", 1, {2, 0, -2}},
    {"Sv", 1, {2, 0, -2}},
    {"kat", 1, {0, 0, -1, 0, 0, 1}},
    {"min", 60, {0, 0, 1}, false},
    {"h", 3600, {0, 0, 1}, false},
    {"d", 86400, {0, 0, 1}, false},
    {"deg", kTurn / 360, {}, false},
    {"l", 1e-3, {3}},
    {"L", 1e-3, {3}},
    {"t", 1e3, {0, 1}},
    {"eV", 1.602176634e-19, {2, 1, -2}},
    {"bar", 1e5, {-1, 1, -2}},
    {"var", 1, {2, 1, -3}},
    {"VA", 1, {2, 1, -3}},
    {"Wh", 3600, {2, 1, -2}},
    {"Ah", 3600, {0, 0, 1, 1}},
    {"rev", kTurn, {}, false},
    {"rpm", kTurn / 60, {0, 0, -1}, false},
    {"degF", 5.0 / 9.0, {0, 0, 0, 0, 1}, false, 459.67 * 5.0 / 9.0},
    {"degRk", 5.0 / 9.0, {0, 0, 0, 0, 1}, false},
};

struct Prefix {
  std::string_view name;
  double factor;
};

constexpr Prefix kPrefixes[] = {
    {"da", 1e1},  {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},
    {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}, {"r", 1e-27},
    {"q", 1e-30}, {"h", 1e2},   {"k", 1e3},   {"M", 1e6},   {"G", 1e9},   {"T", 1e12},
    {"P", 1e15},  {"E", 1e18},  {"Z", 1e21},  {"Y", 1e24},  {"R", 1e27},  {"Q", 1e30},
};

const Symbol* FindByName(std::string_view name) {
  for (const Symbol& symbol : kSymbols) {
    if (symbol.name == name) return &symbol;
  }
  return nullptr;
}

Unit UnitFor(const Symbol& symbol, double prefix) {
  Unit unit;
  for (std::size_t i = 0; i < kNumBaseUnits; ++i)
    unit.powers[i] = static_cast<std::int16_t>(symbol.powers[i] * Unit::kOne);
  unit.factor = symbol.factor * prefix;
  unit.offset = symbol.offset;
  return unit;
}

}  // namespace

std::optional<Unit> FindSymbol(std::string_view letters) {
  if (const Symbol* symbol = FindByName(letters)) return UnitFor(*symbol, 1.0);
  for (const Prefix& prefix : kPrefixes) {
    if (!letters.starts_with(prefix.name)) continue;
    const Symbol* symbol = FindByName(letters.substr(prefix.name.size()));
    if (symbol != nullptr && symbol->has_prefixes) return UnitFor(*symbol, prefix.factor);
  }
  return std::nullopt;
}

}  // namespace daedalus::units
