// Why is a system structurally singular, in as few equations and unknowns as possible?
//
// A set of equations that contains fewer unknowns than equations determines them more than once (Hall's
// condition fails). It is *minimal* if this ends when any one equation is removed. Such a set is what a user
// needs to see: k+1 equations for k unknowns. One of them is redundant or contradicts the others, and none
// may be left out of the explanation. For an unknown without an equation the set is the reverse: all unknowns
// that could be the one without an equation, and the equations that determine all of them but one.
//
// With a maximum matching, the rows that alternating paths reach from an unmatched row are a minimal set, and
// the only one among sets with no other unmatched row: the fundamental circuit of the row in the transversal
// matroid ([Oxl11] J. Oxley, "Matroid Theory", 2nd ed., 2011, 1.6). Which row is left unmatched, and hence
// how small the sets are, is ours to choose. The smallest set of all is NP-hard to find ([McC83] S. T.
// McCormick, "A combinatorial approach to some sparse matrix problems", thesis, Stanford 1983); we take the
// greedy basis, rows with fewer unknowns first. Two equations for the same single unknown then explain each
// other, without a chain of longer ones. `trust` comes before the length: an equation of lower trust is
// reported rather than one of higher trust.
//
// Steps: (1) match the rows of the over-determined part one by one, highest trust first, then fewest
// unknowns, then lowest number, and all others in any order; (2) for each row left over, the rows and columns
// that alternating paths reach; (3) the same for each column left over.
//
// Cost: that of the matching, and linear in the entries of the system for each set that is returned.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

// One equation more than unknowns in them; without any one of the equations there would be none too many.
struct OverdeterminedSet {
  RowId row;                // the equation that was left over; any of `rows` may as well be the wrong one
  std::vector<RowId> rows;  // ascending, `row` among them
  std::vector<ColumnId> columns;  // ascending, all that appear in `rows`; one fewer than rows
};

// One unknown more than equations that contain any of them.
struct UnderdeterminedSet {
  ColumnId column;                // the unknown that was left over
  std::vector<ColumnId> columns;  // ascending, `column` among them: it could also be any other of these
  std::vector<RowId> rows;        // ascending, all that contain one of `columns`; one fewer than columns
};

struct Singularity {
  std::uint32_t num_unmatched_rows = 0, num_unmatched_columns = 0;
  // The first options.max_sets sets of each kind, smallest set first.
  std::vector<OverdeterminedSet> overdetermined;
  std::vector<UnderdeterminedSet> underdetermined;

  bool IsRegular() const { return num_unmatched_rows == 0 && num_unmatched_columns == 0; }
};

struct SingularityOptions {
  std::vector<std::int32_t> trust;  // per row; rows beyond its end have trust 0
  std::uint32_t max_sets = 20;
};

Singularity ExplainSingularity(const Incidence& incidence, const SingularityOptions& options = {});

}  // namespace daedalus::structure
