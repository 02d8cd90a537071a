// The values of parameters as texts on icons: "10 Ω", "Periodic", "2*pi*f".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daedalus/products/drawing/read/instance.h"
#include "daedalus/products/drawing/read/text_macros.h"

namespace daedalus::drawing {

// What the macros in texts of this instance mean.
MacroLookup MacrosOf(ReadContext& read, const Instance& instance);

// The value of a parameter `a` or `a.b`. Without a known value: the expression that gives it, or the name.
// nullopt if there is no such component.
std::optional<std::string> ParameterText(ReadContext& read, const Instance& instance, std::string_view name);

// A number in its display unit if there is one: (0.0015, "m", "mm") is "1.5 mm".
std::string NumberText(double value, const std::string& unit, const std::string& display_unit);

}  // namespace daedalus::drawing
