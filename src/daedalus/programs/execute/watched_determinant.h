// The determinant of a loop's matrix at its solution, found without disturbing the iteration: it has a
// factorization and work arrays of its own (branch_watch.h asks for it after each step).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/execute/determinant.h"
#include "daedalus/programs/execute/loop_equations.h"

namespace daedalus::execute {

class WatchedDeterminant {
 public:
  explicit WatchedDeterminant(const LoopEquations& equations)
      : solver_(equations.pattern()), outputs_(equations.outputs().size()), pivots_(equations.size()) {}

  // nullopt if the matrix is singular.
  std::optional<Determinant> Find(LoopEquations& equations, const Workspace& workspace) {
    equations.EvaluateTerms(workspace, outputs_);
    const auto entries = std::span<const double>(outputs_).subspan(equations.size());
    return DeterminantOf(*solver_, entries, pivots_);
  }

 private:
  linear::CopyableSolver solver_;
  std::vector<double> outputs_, pivots_;
};

}  // namespace daedalus::execute
