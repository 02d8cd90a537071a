// Whether the equations of a System can jump: a condition, a rounded number, a sign.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus {

bool MayJump(const System& system);

}  // namespace daedalus
