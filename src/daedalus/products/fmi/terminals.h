// Writes terminalsAndIcons.xml: the connectors of the model itself, each with the variables that belong to it
// (FMI 3.0, section 2.4.9).
//
//   flange.phi, flange.tau   the terminal `flange` with the members phi (signal) and tau (inflow)
//   u                        the terminal `u` with the member `signal`
//   pins[2].v                the terminal `pins[2]`
//
// The flat text of a model has no connectors, so we look at the classes of its components.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmi {

// A component of the model whose class is a connector.
struct Connector {
  std::string name, type, description;
  std::map<std::string, bool>
      is_flow;  // for each component of the connector; empty if the connector is a single variable
};

// Empty if no variable belongs to a connector.
std::string TerminalsXml(const Interface& shown, const std::vector<Connector>& connectors);

}  // namespace daedalus::fmi
