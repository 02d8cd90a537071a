// The units of one model by ids: each text is read once, and products of the same two units are found once.
//
// An invalid id is a unit that is not known, and fits everything. kNumber is that of a number in the text: it
// fits everything in sums, and as a factor it leaves the unit as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "daedalus/base/id.h"
#include "daedalus/units/parse_unit.h"
#include "daedalus/units/unit.h"

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

  // Invalid: empty, or not known.
  UnitId Of(std::string_view text);
  // Of the units of two factors or of numerator and denominator; invalid where one is.
  UnitId Product(UnitId a, UnitId b);
  UnitId Quotient(UnitId a, UnitId b) { return Product(a, Power(b, -1.0)); }
  UnitId Power(UnitId unit, double exponent);
  // Of what is in this unit after a conversion by a number, or by an offset.
  UnitId Converted(UnitId unit);

  // Whether values in these units may meet; always where one is not known or a number.
  bool AreSame(UnitId a, UnitId b) const {
    return a == b || !IsQuantity(a) || !IsQuantity(b) || units::AreSame(entries_[a].unit, entries_[b].unit);
  }
  static bool IsQuantity(UnitId id) { return id.IsValid() && id != kNumber; }
  const Unit& operator[](UnitId id) const { return entries_[id].unit; }
  // As it was written; of a product, in units of the SI.
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
