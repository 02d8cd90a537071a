// The invariants of a model during a run: does the start satisfy them, how far were they ever violated, and
// how do values return to them after each step?
//
// Some methods take the invariants into the iteration of each step: inlined ones (inlined/overdetermined.h),
// and those of MethodInfo::takes_constraints (integrate/least_squares_step.h). Their violations are only
// measured. After a step of any other method the values are projected onto the invariants
// (integrate/projection.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/numerics/integrate/projection.h"
#include "daedalus/programs/execute/invariant_set.h"

namespace daedalus::simulate {

// The violation of one invariant.
struct Violation {
  std::string equation;
  double largest = 0;  // |left side - right side| at the end of a step
};

class KeptInvariants {
 public:
  // `system` is the one of the set. It, the parameters and the nominal values outlive this object.
  KeptInvariants(const System& system, execute::InvariantSet set, std::span<const double> parameters,
                 std::span<const double> nominal);
  KeptInvariants(const KeptInvariants&) = delete;
  KeptInvariants& operator=(const KeptInvariants&) = delete;

  // Loads all variables and their derivatives at a point. y and yp belong to the whole system.
  void Load(double t, std::span<const double> y, std::span<const double> yp, std::span<const double> held);
  const execute::Workspace& workspace() const { return workspace_; }

  // True if the loaded point satisfies the invariants, to `tolerance` times the sizes of the states.
  bool Holds(double tolerance);
  // After Holds: will the invariants still hold along the solution? A small step along the slopes of the
  // states violates an invariant that the equations imply by the square of the step, and any other one by the
  // step itself.
  bool AreImplied();
  // Moves the states of the workspace onto the invariants. False if no nearby point satisfies them.
  bool Restore();
  // Measures the violations, without moving anything. False if they cannot be computed.
  bool Record();
  // Measures, too. False if the violations are larger than a compromise of their weights explains.
  bool Measure();
  // For an integrator with these unknowns that takes the invariants into its iterations. Lives as long as
  // this object. The last loaded point gives the held values and the first guesses of all that are not
  // states.
  integrate::WeightedConstraints Constraints(std::span<const VariableId> unknowns);

  // Explains why one of the functions above returned false.
  Diagnostic Explain(Code code, const std::string& what) const;
  std::vector<Violation> Violations() const;
  std::vector<codegen::Kernel*> kernels() { return set_.kernels(); }

 private:
  void FindUnits();
  bool EvaluateAhead(double step, std::span<double> g);

  const System& system_;
  execute::InvariantSet set_;
  std::span<const double> nominal_;
  execute::Workspace workspace_;
  std::vector<double> x_, units_, g_, sizes_, rows_, largest_;
  std::vector<double> usual_sizes_;  // the largest change of each invariant by one unit of a state so far
  integrate::Projection projection_;
  std::size_t worst_ = 0;
};

}  // namespace daedalus::simulate
