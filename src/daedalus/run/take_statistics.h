// Reads what a run has cost and done from its states and events at its end.
#pragma once

#include <string>
#include <vector>

#include "daedalus/model/simulate/event_handler.h"
#include "daedalus/model/simulate/state_changes.h"
#include "daedalus/results/statistics.h"

namespace daedalus::run {

// Describes the first choice of states, before anything is integrated.
void DescribeStructure(simulate::StateChanges& states, simulate::ModelForm form, results::RunStatistics& to);
// Call at the end of a run. `events` may be null.
void TakeStatistics(simulate::StateChanges& states, const simulate::EventHandler* events,
                    results::RunStatistics& to);
// The same in words, for --verbose. Waits for running compilations, unless the run was interrupted.
std::vector<std::string> TakeRemarks(simulate::StateChanges& states, const simulate::EventHandler* events,
                                     const results::RunStatistics& statistics);

}  // namespace daedalus::run
