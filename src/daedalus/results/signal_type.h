// The type of a signal's values, and how they change between the points.
//
// Every value is a double; the type says how it is written and how it is drawn and compared. A Real moves
// from one point to the next. Integers, Booleans, enumerations and discrete Reals change at events only: they
// keep their value until the next point (they are *held*), and an event has two rows, before and after it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace daedalus::results {

enum class NumberKind : std::uint8_t {
  kReal,
  kInteger,
  kBoolean,      // 0 and 1
  kEnumeration,  // the number of the literal, from 1
  kString,       // the number of the text, from 1
};

struct SignalType {
  NumberKind kind = NumberKind::kReal;
  bool is_discrete = false;  // of a Real: changes at events only
  std::string enumeration;   // the name of the type of an enumeration or String

  bool IsHeld() const { return is_discrete || kind != NumberKind::kReal; }
  bool operator==(const SignalType&) const = default;
};

// How result files that have no place for types say them behind the unit: `:#(type=Boolean)` as Dymola does,
// and `:#(variability=discrete)` for discrete Reals; nothing for others.
std::string TypeMark(const SignalType& type);

// The type at the end of a description: `text [unit:#(type=Boolean)]`; Real if there is none.
SignalType ReadTypeMark(std::string_view description);

}  // namespace daedalus::results
