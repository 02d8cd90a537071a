// The equations of one clocked partition, solved for its unknowns.
//
// At a tick they hold like any equations: 2*y + x = u, or the equality of a connection. What is executed is a
// list of assignments. A matching says which equation determines which unknown, the block triangular form
// which need each other. An equation that stands alone is solved by hand where it is linear in its unknown,
// with a factor that is not zero by its look. What remains is an algebraic loop; the caller hands it to the
// solver of the continuous part (resolve_clocks.h).
//
// A Boolean or an Integer is determined by an equation in which it stands alone on one side, as everywhere.
#pragma once

#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::clocks {

struct PartitionEquation {
  ExprId left;
  ExprId right;
  OriginId origin;
};

struct ClockedAssignment {
  DiscreteId target;
  ExprId value;
  OriginId origin;
};

struct ClockedLoop {
  std::vector<PartitionEquation> equations;
  std::vector<DiscreteId> unknowns;  // as many Reals
};

struct OrderedPartition {
  std::vector<ClockedAssignment> assignments;
  std::vector<ClockedLoop> loops;
};

// Unknowns are leaves of discrete variables, also the Reals.
Result<OrderedPartition> OrderPartition(System& system, std::span<const DiscreteId> unknowns,
                                        std::span<const PartitionEquation> equations);

}  // namespace daedalus::clocks
