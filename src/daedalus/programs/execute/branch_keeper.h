// Keeps a loop on the branch of solutions that it follows.
//
// A loop that keeps its branch (causal::Block::keeps_branch) checks the pivots of every factorization.
// Another sign of the determinant, or a pivot much smaller than at the reference, means that the root is
// about to meet another one (a fold): the loop fails. A shorter step of the integrator helps, and then other
// states (simulate/state_changes.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/execute/loop_equations.h"
#include "daedalus/programs/execute/loop_matrix.h"

namespace daedalus::execute {

// The reference for the matrix of a loop on its branch.
struct LoopBranch {
  int sign = 0;               // of its determinant
  std::vector<double> units;  // of its rows: their largest entries
  double least_pivot = 0;     // in these units
};

class BranchKeeper {
 public:
  // Of a loop with so many unknowns.
  explicit BranchKeeper(std::size_t size) : pivots_(size) {}

  bool has_reference() const { return reference_.has_value(); }
  void Forget() { reference_.reset(); }
  // The last pivots become the reference. Nothing happens before there are any.
  void Confirm(const LoopEquations& equations);

  // The matrix was factored.
  void Note(const LoopMatrix& matrix) { sign_ = matrix.Pivots(pivots_); }
  // True if the matrix factored last is on the branch, or there is no reference. `is_only_read`: no step
  // depends on the point.
  bool IsOnBranch(bool is_only_read) const;

 private:
  double LeastPivot(std::span<const double> units) const;

  std::optional<LoopBranch> reference_;
  std::vector<double> pivots_;  // by rows
  int sign_ = 0;                // of the determinant; 0: nothing was factored
};

}  // namespace daedalus::execute
