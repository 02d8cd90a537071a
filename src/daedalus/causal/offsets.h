// What structure promises of a System: how often each equation is differentiated, the highest derivative of each variable, and
// which equation is solved for which (structure/sigma_method.h).
//
// The *tight* entries are those where variable j stands in equation i with its derivative of order d_j - c_i: after all
// differentiations the pattern of the matrix of the highest derivatives. If that matrix is regular, structure has told the
// truth; otherwise it has lied (rank_probe.h).
#pragma once

#include <cstdint>
#include <optional>

#include "daedalus/causal/system_incidence.h"
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

// Of a system whose highest derivatives are matched: nothing is differentiated.
Offsets OffsetsOf(const SystemIncidence& incidence, const structure::Matching& matching);
// Of any other; nothing where it is structurally singular.
std::optional<Offsets> OffsetsOf(const SystemIncidence& incidence);

}  // namespace daedalus::causal
