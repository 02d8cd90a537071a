// The determinants of the nonlinear loops of a Program that does not run: the residual form solves all
// equations together, without loops. Their determinants are evaluated nevertheless, so that positions where
// solutions cross are detected in this form, too (branch_watch.h).
//
// This happens after each step, so it must be cheap. The matrices of all loops are one kernel. A loop of up
// to four unknowns whose determinant cannot vanish is exempt, like that of a diode behind a resistor
// (causal/sign_analysis.h; with the present signs of the parameters). So are loops of very many unknowns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/programs/execute/determinant.h"
#include "daedalus/programs/execute/workspace.h"
#include "daedalus/system/system.h"

namespace daedalus::execute {

struct LoopDeterminant {
  std::uint32_t block = 0;  // of the Program
  Determinant determinant;
  bool keeps_branch = false;
  bool is_small_constraint = false;  // a loop of few unknowns that keeps its branch
};

// The determinant of so few unknowns is small only near a singular position. That of many unknowns is a
// product of many factors.
bool IsSmallConstraint(bool keeps_branch, std::size_t size);

class LoopDeterminants {
 public:
  LoopDeterminants() = default;  // without loops
  // Expressions are built in the graph of the system, which the Program is of.
  LoopDeterminants(System& system, const causal::Program& program, std::span<const double> parameters);

  bool empty() const { return loops_.empty(); }
  // True if the same loops must be watched with these parameters.
  bool HoldsFor(std::span<const double> parameters) const;
  // The determinants of the loops that are not singular at these values of all quantities.
  void Find(const Workspace& workspace, std::vector<LoopDeterminant>& out);

 private:
  struct Loop {
    std::uint32_t block = 0;
    std::size_t size = 0;
    std::size_t first = 0, count = 0;  // its entries
    bool keeps_branch = false;
    linear::CopyableSolver solver;
  };
  std::vector<Loop> loops_;
  std::optional<codegen::Kernel> kernel_;  // the entries of all
  std::vector<double> entries_, pivots_;
  struct Decided {
    ParameterId parameter;
    double value = 0;
  };
  std::vector<Decided> decided_;  // what was left out depends on their signs
};

}  // namespace daedalus::execute
