// The equations of one clocked partition, solved for its unknowns.
//
// At a tick they hold like any equations: 2*y + x = u, or the equality of a connection. The result is a list
// of assignments. A matching decides which equation determines which unknown, and the block triangular form
// finds equations that need each other. A single equation is solved symbolically if it is linear in its
// unknown, with a factor that is visibly not zero. The rest are algebraic loops, which the caller passes to
// the solver of the continuous part (resolve_clocks.h).
//
// A Boolean or an Integer is determined by an equation in which it is alone on one side, as everywhere.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
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
  std::vector<std::vector<DiscreteId>> cycles;  // with unknowns that are not Reals: they need each other
};

// Unknowns are leaves of discrete variables, also the Reals.
Result<OrderedPartition> OrderPartition(System& system, std::span<const DiscreteId> unknowns,
                                        std::span<const PartitionEquation> equations);

inline constexpr std::size_t kNoUnknown = static_cast<std::size_t>(-1);

struct SolvedEquations {
  std::vector<std::size_t> unknown_of;  // by equation: the unknown that it determines, or kNoUnknown
  std::vector<ExprId> values;  // by equation: of that unknown; invalid: there is no symbolic solution
};

// The same without the order, also where some equations or unknowns are left over.
SolvedEquations SolveEquations(System& system, std::span<const DiscreteId> unknowns,
                               std::span<const PartitionEquation> equations);

}  // namespace daedalus::clocks
