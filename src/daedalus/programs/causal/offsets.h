// The structural analysis of a System: how often each equation is differentiated, the highest derivative of
// each variable, and which equation is solved for which (structure/sigma_method.h).
//
// The *tight* entries are those where variable j is in equation i with its derivative of order d_j - c_i:
// after all differentiations the pattern of the matrix of the highest derivatives. If that matrix is regular,
// the structural analysis is right; otherwise it is wrong (rank_probe.h).
#pragma once

#include <cstdint>
#include <optional>

#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/structure/matching.h"
#include "daedalus/structure/sigma_method.h"

namespace daedalus::causal {

// Rows are the equations, columns the variables.
structure::SignatureMatrix SignatureOf(const SystemIncidence& incidence);

struct Offsets {
  structure::PerRow<std::uint32_t> c;
  structure::PerColumn<std::uint32_t> d;
  structure::Incidence tight;
  structure::Matching matching;  // within the tight entries
  std::uint32_t degrees_of_freedom = 0;
};

// nullopt if the system is structurally singular. If the highest derivatives can be matched as they are,
// nothing is differentiated, and the Sigma-method is skipped.
std::optional<Offsets> OffsetsOf(const SystemIncidence& incidence);

// True if the tight entries of an equation show that it has a derivative; its expression is not examined.
bool HasTightDerivative(const Offsets& offsets, structure::RowId row);

// Pryce's structural index: 0 for equations that determine derivatives only, 1 with algebraic variables.
std::uint32_t StructuralIndex(const Offsets& offsets);

}  // namespace daedalus::causal
