// The components of a class with their icons and connectors.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/read/instance.h"
#include "daedalus/products/drawing/read/read_layer.h"

namespace daedalus::drawing {

struct Components {
  std::vector<PlacedComponent> placed;
  std::vector<PlacedComponent> unplaced;  // of models, blocks and connectors without a Placement
  std::set<std::string> absent;           // by name: their condition is false
};

// The components of the diagram of the class.
Components ReadComponents(ReadContext& read, const Instance& instance, const Layer& layer);

// The public connectors on the icon of the class.
std::vector<PlacedComponent> ReadPorts(ReadContext& read, const Instance& instance, const Layer& icon);

// Warns if a base class was not found, because its part of the drawing is missing.
void WarnOfMissingBase(ReadContext& read, scope::EnvId env);

// True if some class that the instance consists of connects components.
bool HasConnections(ReadContext& read, scope::EnvId env);

}  // namespace daedalus::drawing
