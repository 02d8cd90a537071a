// Writes modelDescription.xml: everything about an FMU that is known without running its binary.
//
// FMI 2.0.4, section 2.2; FMI 3.0, section 2.4. Both have the same content. They differ in the names of
// elements and types, and FMI 2 counts variables where FMI 3 has value references.
#pragma once

#include <optional>
#include <string>

#include "daedalus/products/fmi/initial_knowns.h"
#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmi {

struct FmuFacts {
  std::string model_name;
  std::string identifier;  // of the binary
  std::string token;       // identifies the text of the model
  std::string tool;        // "Daedalus 0.9.0"
  bool has_exchange = true, has_stepping = true;
  InitialKnowns initial_knowns = {};
  // For Co-Simulation with fixed steps of this size; such an FMU has fewer capabilities.
  std::optional<double> internal_step = {};
};

std::string DescriptionOfFmi2(const Interface& shown, const FmuFacts& facts);
std::string DescriptionOfFmi3(const Interface& shown, const FmuFacts& facts);

}  // namespace daedalus::fmi
