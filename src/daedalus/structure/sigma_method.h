// How often must each equation be differentiated, seen as an assignment problem? Pryce's Sigma-method.
//
// The *signature matrix* has an entry sigma_ij where variable j appears in equation i: the order of its
// highest derivative there. Offsets c_i >= 0 and d_j, the smallest with
//     d_j - c_i >= sigma_ij everywhere, with equality on a transversal of the highest value,            (1)
// mean: equation i is to be differentiated c_i times, and variable j occurs up to its derivative d_j. The
// entries with equality are the pattern of the system Jacobian. Then
//     structural index    = max c_i + (1 if some d_j = 0, else 0),                                      (2)
//     degrees of freedom  = sum d_j - sum c_i = the value of the transversal.                           (3)
//
// Reference: [Pry01] J. D. Pryce, "A simple structural analysis method for DAEs", BIT 41 (2001) 364-394, with
// its fixed-point iteration for the offsets. It takes whole sweeps over the matrix; we keep a list of the
// equations whose offset has risen, and look only at these. The offsets do not depend on the transversal, and
// c is the number of differentiations that [Pan88] finds by another road: each of the two is the other's
// check.
//
// Steps: (1) a highest-value transversal; (2) start with c = 0 and d_j = max(sigma_ij) of each column; for an
// equation whose c has risen, raise d_j = max(d_j, sigma_ij + c_i) along its row; (3) d_j raises the c of the
// equation that is assigned to j to d_j - sigma_ij; until nothing rises.
//
// Cost: that of the transversal, and the entries times the largest offset for (2), (3).
// What can fail: no transversal, the system is structurally ill-posed; the explanation is returned.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/structure/derivative_map.h"
#include "daedalus/structure/incidence.h"
#include "daedalus/structure/singular_sets.h"

namespace daedalus::structure {

struct SignatureMatrix {
  Incidence incidence;
  std::vector<std::int32_t> orders;  // aligned with incidence.columns

  struct Term {
    ColumnId variable;
    std::int32_t order;
  };
  // Appends an equation; of a variable that is repeated, the highest order counts.
  void AddEquation(std::span<const Term> terms);
};

// The signature matrix of a system that has a column for each derivative: one column for each chain, in the
// order of their roots.
SignatureMatrix SignatureOf(const Incidence& incidence, const VariableDerivatives& variables);

struct SigmaResult {
  PerRow<std::uint32_t> c;     // per equation: how often it is differentiated
  PerColumn<std::uint32_t> d;  // per variable: the order of its highest derivative
  PerRow<ColumnId> variable_of_equation;
  std::uint32_t structural_index = 0;
  std::uint32_t degrees_of_freedom = 0;
};

Expected<SigmaResult, Singularity> AnalyzeSignature(const SignatureMatrix& sigma,
                                                    const SingularityOptions& options = {});

}  // namespace daedalus::structure
