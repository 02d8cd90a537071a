// terminalsAndIcons.xml: the connectors of the model itself, each with the variables that belong together
// (FMI 3.0, section 2.4.9).
//
//   flange.phi, flange.tau   the terminal `flange` with the members phi (signal) and tau (inflow)
//   u                        the terminal `u` with the member `signal`
//   pins[2].v                the terminal `pins[2]`
//
// The flat text of a model does not know connectors, so the classes of its components tell.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmi {

// A component of the model whose class is a connector.
struct Connector {
  std::string name, type, description;
  std::map<std::string, bool> is_flow;  // by component of the connector; empty: the connector is a variable
};

// Empty if no variable belongs to a connector.
std::string TerminalsXml(const Interface& shown, const std::vector<Connector>& connectors);

}  // namespace daedalus::fmi
