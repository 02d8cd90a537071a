// Watches the nonlinear loops of a segment after each step. Has one passed a position where its solutions
// cross (execute/branch_watch.h)? In the causal view: do the states determine its unknowns
// (execute/sensitivity_watch.h)?
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/forms/quantity_places.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/programs/execute/branch_watch.h"
#include "daedalus/programs/execute/loop_determinants.h"
#include "daedalus/programs/execute/ode_model.h"
#include "daedalus/programs/execute/sensitivity_watch.h"

namespace daedalus::simulate {

class LoopWatch {
 public:
  LoopWatch(const SegmentEquations& equations, std::span<const VariableId> states)
      : equations_(equations), branches_(states, equations.refresh) {}
  virtual ~LoopWatch() = default;
  LoopWatch(const LoopWatch&) = delete;
  LoopWatch& operator=(const LoopWatch&) = delete;

  // After a step.
  virtual void Look(const integrate::Integrator& integrator) = 0;
  // Values may jump here.
  virtual void Forget() { branches_.Forget(); }
  // A warning if the states do not determine an unknown of a loop, again and again.
  virtual std::optional<Diagnostic> FindBlurredUnknown() const { return std::nullopt; }
  // A warning if a loop ever passed a position where its solutions cross.
  std::optional<Diagnostic> FindSingularPosition() const;

  execute::BranchWatch& branches() { return branches_; }
  const execute::BranchWatch& branches() const { return branches_; }

 protected:
  const SegmentEquations& equations_;
  execute::BranchWatch branches_;
  std::vector<execute::LoopDeterminant> found_;  // work array
};

// Of the causal view: looks where the blocks were solved last.
class CausalLoopWatch final : public LoopWatch {
 public:
  CausalLoopWatch(const SegmentEquations& equations, execute::OdeModel& ode);
  void Look(const integrate::Integrator& integrator) override;
  void Forget() override;
  std::optional<Diagnostic> FindBlurredUnknown() const override;

 private:
  execute::OdeModel& ode_;
  execute::SensitivityWatch sensitivity_;
};

// Of the residual view: has the determinants of the loops that the causal view would have.
class ResidualLoopWatch final : public LoopWatch {
 public:
  ResidualLoopWatch(const SegmentEquations& equations, QuantityPlaces& places,
                    execute::LoopDeterminants determinants);
  void Look(const integrate::Integrator& integrator) override;

 private:
  QuantityPlaces& places_;
  execute::LoopDeterminants determinants_;
  execute::Workspace watched_;              // work array
  std::vector<double> watched_quantities_;  // work array
};

}  // namespace daedalus::simulate
