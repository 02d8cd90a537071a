// The invariants of a segment at the end of each step (kept_invariants.h), in either view of the equations.
#pragma once

#include <span>

#include "daedalus/model/simulate/forms/integrator_view.h"
#include "daedalus/model/simulate/kept_invariants.h"

namespace daedalus::simulate {

class StepInvariants {
 public:
  StepInvariants(const SegmentEquations& equations, const execute::InvariantSet& set, IntegratorView& view)
      : equations_(equations),
        view_(view),
        kept_(equations.system(), set, equations.parameters, equations.nominal()) {}

  // The end of a step, with the signature of DaeProblem::project.
  integrate::EvalOutcome Keep(double t, std::span<double> y, std::span<double> yp);
  // The method satisfies the invariants itself, so that steps are only measured.
  void LeaveToMethod() { is_left_to_method_ = true; }
  // For a method that takes them into its iterations.
  integrate::WeightedConstraints Constraints() { return kept_.Constraints(view_.unknowns()); }
  // True if the run may begin with these values: the invariants hold, and the equations imply them.
  bool MayBegin(double t, const initialize::InitialValues& values);

  // Why MayBegin or Keep has failed.
  Diagnostic Explain() const;
  const KeptInvariants& kept() const { return kept_; }
  std::vector<codegen::Kernel*> Kernels() { return kept_.kernels(); }

 private:
  const SegmentEquations& equations_;
  IntegratorView& view_;
  KeptInvariants kept_;
  bool is_left_to_method_ = false;
  bool start_violates_ = false;
};

}  // namespace daedalus::simulate
