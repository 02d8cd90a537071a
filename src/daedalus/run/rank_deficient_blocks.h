// Replaces parts of a model whose structure is wrong by their derivative arrays (array/array_block.h).
//
// A *part* is a strong component of the whole dynamic system: equations that cannot be solved one after the
// other because they share unknowns or derivatives of them. Parts can be ordered so that each sees the ones
// before it as known functions of time. So one part can be repaired independently of those behind it.
//
// Steps. (1) Find equations whose highest derivatives depend on each other (causal/rank_probe.h), and their
// parts. (2) Cut out the first part. The variables that it takes from earlier parts are functions of time
// (system/part_of_system.h). Their values and derivatives at the start are found in the ordinary way, from
// those parts alone. (3) Compute the ranks of its array. (4) Replace its equations by the array. Repeat from
// (2) until there are no more such parts. If (1) finds nothing, try parts whose factors of derivatives depend
// on functions or branches in other parts; rank_probe.h uses free numbers for these. They are left alone if
// their array has as many free values as their structure promises.
//
// In a model with events the held values are those at the start. The equations of a part may contain held
// values as terms (a source that is switched). They may not contain them as factors, or in conditions that
// choose between terms with its unknowns. The ranks could then differ after the next event, and the array
// would say less than the equations.
//
// Three kinds of parts are left alone: those just described; a part that is the whole model, if it has no
// events; and parts with more than 200 unknowns or without an index.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/system/system.h"

namespace daedalus::run {

struct RepairedModel {
  System system;
  std::vector<Diagnostic> warnings;  // D0561, one for each part
};

// nullopt if no part was replaced.
std::optional<RepairedModel> ReplaceRankDeficientBlocks(System system, const simulate::RunSettings& settings);

}  // namespace daedalus::run
