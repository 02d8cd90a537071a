// The incidence matrices of a model for a page, with their equations.
//
// The first is the model as written: an entry says that the unknown or its derivative appears. The second is
// what is left to be solved, in the order of computation. Within a torn loop the inner assignments come
// first, in their order, then the residual equations; the columns likewise, so that a loop is a lower
// triangle with a border of tearing variables.
#pragma once

#include "daedalus/base/source.h"
#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/results/structure_page.h"

namespace daedalus::analyze {

// Fills in names, before, after, their equations, and blocks.
void DescribeMatrices(const StructureExplanation& explanation, const Sources& sources,
                      results::StructurePage& page);

// The line of a span, or the text of a longer one, with single spaces; of an invalid span, none.
results::QuotedLine QuoteLine(const Sources& sources, Span span);

}  // namespace daedalus::analyze
