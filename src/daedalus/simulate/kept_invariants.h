// The invariants of a model during a run: whether the start satisfies them, how far they were ever violated,
// and the way back to them after each step.
//
// Methods that iterate take them into the iteration of each step: inlined ones (inlined/overdetermined.h),
// and those of MethodInfo::takes_constraints (integrate/least_squares_step.h). What comes out is measured.
// Every other method is moved onto them (integrate/projection.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/invariant_set.h"
#include "daedalus/integrate/projection.h"

namespace daedalus::simulate {

// Of one invariant.
struct Violation {
  std::string equation;
  double largest = 0;  // |left side - right side| at the end of a step
};

class KeptInvariants {
 public:
  // `system` is that of the set; it, the parameters and the nominal values outlive this object.
  KeptInvariants(const System& system, execute::InvariantSet set, std::span<const double> parameters,
                 std::span<const double> nominal);
  KeptInvariants(const KeptInvariants&) = delete;
  KeptInvariants& operator=(const KeptInvariants&) = delete;

  // All variables and their derivatives at a point, for what follows; y and yp are those of the whole system.
  void Load(double t, std::span<const double> y, std::span<const double> yp, std::span<const double> held);
  const execute::Workspace& workspace() const { return workspace_; }

  // Whether the loaded point satisfies them, to a part `tolerance` of the sizes of the states.
  bool Holds(double tolerance);
  // After Holds: whether they still hold where the solution goes from there. What the equations imply is
  // violated by the square of a small step along the slopes of the states, what they do not by the step
  // itself.
  bool AreImplied();
  // The states of the workspace move; false where no point nearby satisfies the invariants.
  bool Restore();
  // Without moving anything: how far they are violated. False where that cannot be computed.
  bool Record();
  // The same; false where they are violated by more than a compromise of their weights explains.
  bool Measure();
  // For an integrator with these unknowns, which takes them into its iterations; lives as long as this
  // object. The point that was loaded last says what is held, and has the first guesses of what is no state.
  integrate::WeightedConstraints Constraints(std::span<const VariableId> unknowns);

  // After one of these said no.
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
  std::vector<double> usual_sizes_;  // what a unit of a state changes in each invariant: the most so far
  integrate::Projection projection_;
  std::size_t worst_ = 0;
};

}  // namespace daedalus::simulate
