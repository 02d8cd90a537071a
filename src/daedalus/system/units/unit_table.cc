#include "daedalus/system/units/unit_table.h"

#include <algorithm>
#include <bit>

namespace daedalus::units {

UnitTable::UnitTable() {
  entries_.Add({WithAnyFactor(Unit()), "1"});
  for (const char* text : {"1", "s", "K"}) Of(text);
}

UnitId UnitTable::Of(std::string_view text) {
  if (text.empty()) return {};
  const auto [at, is_new] = by_text_.try_emplace(std::string(text));
  if (!is_new) return at->second;
  if (const auto unit = ParseUnit(text).unit) at->second = entries_.Add({*unit, std::string(text)});
  return at->second;
}

UnitId UnitTable::Add(const std::optional<Unit>& unit) {
  if (!unit) return {};
  // A linear search suffices: models have few units. Written ones come first and provide the text.
  const auto same =
      std::find_if(entries_.begin() + 1, entries_.end(), [&](const Entry& e) { return e.unit == *unit; });
  if (same != entries_.end()) return UnitId(static_cast<std::size_t>(same - entries_.begin()));
  return entries_.Add({*unit, ToText(*unit)});
}

UnitId UnitTable::Product(UnitId a, UnitId b) {
  if (!a.IsValid() || !b.IsValid()) return {};
  if (a == kNumber && b == kNumber) return kNumber;
  const std::uint64_t key = std::uint64_t{a.value} << 32 | b.value;
  const auto [at, is_new] = products_.try_emplace(key);
  if (is_new) at->second = Add(units::Product(entries_[a].unit, entries_[b].unit));
  return at->second;
}

UnitId UnitTable::Power(UnitId unit, double exponent) {
  if (!IsQuantity(unit)) return unit;
  const auto rounded = static_cast<float>(exponent);
  if (static_cast<double>(rounded) != exponent) return Add(units::Power(entries_[unit].unit, exponent));
  const std::uint64_t key = std::uint64_t{unit.value} << 32 | std::bit_cast<std::uint32_t>(rounded);
  const auto [at, is_new] = powers_.try_emplace(key);
  if (is_new) at->second = Add(units::Power(entries_[unit].unit, exponent));
  return at->second;
}

UnitId UnitTable::Converted(UnitId unit) {
  return IsQuantity(unit) ? Add(WithAnyFactor(entries_[unit].unit)) : unit;
}

}  // namespace daedalus::units
