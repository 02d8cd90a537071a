// modelDescription.xml of an FMU: everything that is known of it without its binary.
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
  std::optional<double> internal_step = {};  // Co-Simulation by steps of this size; its FMU can do less
};

std::string DescriptionOfFmi2(const Interface& shown, const FmuFacts& facts);
std::string DescriptionOfFmi3(const Interface& shown, const FmuFacts& facts);

}  // namespace daedalus::fmi
