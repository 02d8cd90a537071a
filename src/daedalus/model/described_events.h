// The events that can happen in a model, as a ModelDescription lists them.
#pragma once

#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/description.h"

namespace daedalus::model {

std::vector<EventDescription> DescribeEvents(const compile::GivenModel& given);

// Counts the scalar conditions of when-clauses.
std::size_t CountWhenConditions(const System& system);

}  // namespace daedalus::model
