// Which inputs does index reduction differentiate? Where an input is held, its derivative counts as zero.
// x' = f(x, u) does not show how the model responds to such an input: its derivative would have to be there.
#pragma once

#include <vector>

#include "daedalus/compile/given_model.h"

namespace daedalus::model {

// Per input of the model.
std::vector<char> FindDifferentiatedInputs(const compile::GivenModel& given);

}  // namespace daedalus::model
