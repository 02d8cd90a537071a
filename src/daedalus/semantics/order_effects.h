// The order in which effects of one event are carried out (system/effect.h): that of the text, but what
// depends on the result of another comes behind it. Between equations the text has no order of its own:
//
//   when c then print(String(y)); y = draw(id); end when;
//
// prints what was drawn. Where effects depend on each other in a circle (one by the values before, one by
// those behind), it is the order of the text.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::semantics {

void OrderEffects(System& system);

}  // namespace daedalus::semantics
