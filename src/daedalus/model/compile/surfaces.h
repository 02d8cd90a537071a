// The surfaces of a model on which it may slide (hybrid/surface.h), for runs that ask for it.
//
// A relation qualifies if it decides about continuous values and nothing else. A Boolean that only passes it
// on, `on = x > 0`, is looked through. If something remembers the relation (pre, when, reinit), the equations
// do not say what happens between its two values. Such a relation cannot slide, and a message names the
// obstacle.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/surface.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// Adds for each surface its share, the equation that the share is the value of the relation, and the two
// relations that watch it. The time for each is proportional to the text that depends on it.
Result<std::vector<hybrid::Surface>> AddSurfaces(System& system);

// What keeps a relation from sliding: the place, and a sentence. nullopt: nothing was found.
struct SlidingObstacle {
  OriginId origin;
  std::string why;
};
std::optional<SlidingObstacle> FindSlidingObstacle(const System& system, RelationId relation);

}  // namespace daedalus::compile
