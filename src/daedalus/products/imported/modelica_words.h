// Names and literals as Modelica writes them.
#pragma once

#include <string>
#include <string_view>

namespace daedalus::imported {

// The name itself, or in quotes if it is not a plain identifier.
std::string ModelicaName(std::string_view name);

// A start value of FMI as a literal of the type: Real, Integer, Boolean or String.
std::string LiteralOf(std::string_view type, const std::string& text);

}  // namespace daedalus::imported
