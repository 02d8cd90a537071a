// The surfaces of a model on which it may slide (hybrid/surface.h), for runs that ask for it.
//
// A relation qualifies where it decides about continuous values and nothing else. A Boolean that only passes
// it on, `on = x > 0`, is seen through. Where something remembers it (pre, when, reinit), what would happen
// between its two values is not said by the equations: such a relation cannot slide, and whoever asks gets
// told what stands in the way.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/hybrid/surface.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// Adds for each surface its share, with the equation that the share is the value of the relation, and the two
// relations that watch it. Each in time proportional to the text that depends on it.
Result<std::vector<hybrid::Surface>> AddSurfaces(System& system);

// What keeps a relation from sliding: the place, and a sentence. Nothing: no such thing was found.
struct SlidingObstacle {
  OriginId origin;
  std::string why;
};
std::optional<SlidingObstacle> FindSlidingObstacle(const System& system, RelationId relation);

}  // namespace daedalus::compile
