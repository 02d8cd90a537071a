// The order in which effects of one event are carried out (system/effect.h). It is that of the text, except
// that an effect comes after those on whose results it depends. Equations have no order of their own:
//
//   when c then print(String(y)); y = draw(id); end when;
//
// prints the drawn number. If effects depend on each other in a circle (one on values before, one on values
// after), the order of the text counts.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::semantics {

void OrderEffects(System& system);

}  // namespace daedalus::semantics
