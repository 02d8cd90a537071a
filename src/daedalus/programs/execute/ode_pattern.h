// Which derivative depends on which state? The pattern of df/dx for x' = f(t, x), found by walking through
// the Program: an unknown depends on the states in its equations, and on what the unknowns before it depend
// on.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/system_incidence.h"

namespace daedalus::execute {

// Rows and columns are the states in the order of their variables. Nothing where the sets of states would
// take more than `max_entries` in all: then everything depends on nearly everything.
std::optional<linear::SparsePattern> OdePattern(const causal::SystemIncidence& incidence,
                                                const causal::Program& program, std::size_t max_entries);

}  // namespace daedalus::execute
