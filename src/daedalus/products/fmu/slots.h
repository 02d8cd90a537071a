// What each value reference stands for, looked up once: where its value is found, and when it may be set. A
// thousand values are read and set in microseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/products/fmi/interface.h"
#include "daedalus/products/fmu/engine.h"
#include "daedalus/products/fmu/mode.h"

namespace daedalus::fmu {

struct Slot {
  enum class Place : std::uint8_t {
    kElsewhere,  // the run-time makes the variable, or it has a text
    kTime,
    kQuantity,  // of the model
    kHeld,      // behind the quantities
    kParameter,
    kConstant,
  };
  static constexpr std::uint32_t kNoInput = 0xffffffff;

  Access access = Access::kReal;
  Place place = Place::kElsewhere;
  std::uint8_t settable_in = 0;    // modes
  std::uint32_t index = 0;         // there
  std::uint32_t input = kNoInput;  // its place in ModelDescription::inputs
  double sign = 1;
};

std::vector<Slot> MakeSlots(const fmi::Interface& shown);

Access AccessOf(model::VariableType type);

// nullopt: the place is elsewhere.
inline std::optional<double> ReadSlot(const Slot& slot, const Point& point) {
  switch (slot.place) {
    case Slot::Place::kElsewhere:
      return std::nullopt;
    case Slot::Place::kTime:
      return point.time;
    case Slot::Place::kQuantity:
      return slot.sign * point.values[slot.index];
    case Slot::Place::kHeld:
      return slot.sign * point.values[point.given->quantities.size() + slot.index];
    case Slot::Place::kParameter:
      return slot.sign * point.given->parameters[slot.index];
    case Slot::Place::kConstant:
      return slot.sign * point.given->alias_values[slot.index];
  }
  return std::nullopt;
}

}  // namespace daedalus::fmu
