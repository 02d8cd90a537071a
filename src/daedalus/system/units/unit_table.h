// The units of one model by ids. Each text is parsed once, and each product of two units is computed once.
//
// An invalid id is an unknown unit, which agrees with every unit. kNumber is the unit of a number in the
// text: it agrees with every unit in a sum, and does not change the unit of a product.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "daedalus/base/id.h"
#include "daedalus/system/units/parse_unit.h"
#include "daedalus/system/units/unit.h"

namespace daedalus::units {

struct UnitTag;
using UnitId = Id<UnitTag>;

inline constexpr UnitId kNumber(std::size_t{0});
inline constexpr UnitId kRatio(std::size_t{1});   // "1"
inline constexpr UnitId kSecond(std::size_t{2});  // of time itself
inline constexpr UnitId kKelvin(std::size_t{3});

class UnitTable {
 public:
  UnitTable();

  // Invalid if the text is empty or unknown.
  UnitId Of(std::string_view text);
  // The unit of a product or quotient; invalid if one operand is.
  UnitId Product(UnitId a, UnitId b);
  UnitId Quotient(UnitId a, UnitId b) { return Product(a, Power(b, -1.0)); }
  UnitId Power(UnitId unit, double exponent);
  // The unit after a conversion by a number or an offset.
  UnitId Converted(UnitId unit);

  // True if the units agree, or if one is unknown or that of a number.
  bool AreSame(UnitId a, UnitId b) const {
    return a == b || !IsQuantity(a) || !IsQuantity(b) || units::AreSame(entries_[a].unit, entries_[b].unit);
  }
  static bool IsQuantity(UnitId id) { return id.IsValid() && id != kNumber; }
  const Unit& operator[](UnitId id) const { return entries_[id].unit; }
  // The text as written; for products, the text in SI units.
  const std::string& Text(UnitId id) const { return entries_[id].text; }

 private:
  struct Entry {
    Unit unit;
    std::string text;
  };

  UnitId Add(const std::optional<Unit>& unit);

  IdVector<UnitId, Entry> entries_;
  std::unordered_map<std::string, UnitId> by_text_;
  std::unordered_map<std::uint64_t, UnitId> products_;  // by the ids of both
  std::unordered_map<std::uint64_t, UnitId> powers_;    // by the id and the exponent
};

}  // namespace daedalus::units
