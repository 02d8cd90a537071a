// Names of the flat text and of FMI.
//
//   'motor.w'            motor.w
//   der('motor.w')       der(motor.w)
//   der(der(x))          der(x,2)
//
// In the flat text a name of several parts is one identifier in quotes.
#pragma once

#include <string>
#include <string_view>

namespace daedalus::fmi {

std::string FmiName(std::string_view flat);

// True if the name follows the convention "structured" (FMI 2.0.4 and 3.0, section 2.4.7).
bool IsStructured(std::string_view name);

// The name turned into an identifier of C, for the file of the binary.
std::string Identifier(std::string_view model);

}  // namespace daedalus::fmi
