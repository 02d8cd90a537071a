// Parts of a model whose structure lies, written by their derivative arrays (array/array_block.h).
//
// A *part* is a strong component of the whole dynamic system: equations that cannot be solved one after the
// other, whether they share unknowns or derivatives of them. Parts can be put in an order, so that each sees
// the ones before it as known functions of time, and what is wrong with one of them can be mended without a
// look at those behind it.
//
// Steps. (1) Equations whose highest derivatives depend on each other are found (causal/rank_probe.h), with
// the parts in which they stand. (2) The first of these is cut out. The variables that it takes from the
// parts before it are functions of time there (system/part_of_system.h): their values and derivatives at the
// start are found in the ordinary way, from those parts alone. (3) The ranks of its array are taken, and (4)
// the array is written in the place of its equations. From (2) on until there are no more. Where (1) finds
// nothing, parts whose factors of derivatives hang on functions or branches in other parts are tried, of
// which rank_probe.h knows free numbers only; they are left alone if their array has as many free values as
// their structure promises.
//
// In a model with events all of this is done with what is held between them as it is at the start. Values
// that are held may be added to the equations of a part (a source that is switched); where they are factors,
// or choose between terms with its unknowns, the ranks could be others behind the next event, and the
// equations that were written would say less than they should.
//
// Left as they are, for nothing would be gained, or nothing is known: such parts; a part that is the whole
// model, if it has no events; one of more than 200 unknowns, or without an index.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/system/system.h"

namespace daedalus::run {

struct MendedModel {
  System system;
  std::vector<Diagnostic> warnings;  // D0561, one for each part
};

// Nothing where no part was mended.
std::optional<MendedModel> MendLyingBlocks(System system, const simulate::RunSettings& settings);

}  // namespace daedalus::run
