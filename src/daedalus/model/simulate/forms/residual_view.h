// The residual view: F(t, y, y') = 0, and all variables are unknowns of the integrator (execute/dae_model.h).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/forms/integrator_view.h"

namespace daedalus::simulate {

class ResidualView final : public IntegratorView {
 public:
  ResidualView(SegmentEquations& equations, QuantityPlaces& places);

  std::span<const VariableId> unknowns() const override { return unknowns_; }
  bool has_all_variables() const override { return true; }
  bool has_algebraic_unknowns() const override;
  integrate::DaeProblem Problem() override { return equations_.dae->Problem(); }
  integrate::Tolerances TolerancesOf(integrate::Tolerances of_all) const override;
  void AddFacts(const integrate::DaeProblem& /*problem*/, const integrate::Tolerances& /*tolerances*/,
                double /*t*/, const initialize::InitialValues& /*values*/,
                integrate::ProblemFacts& /*facts*/) override {}
  std::vector<codegen::Kernel*> Kernels() override { return equations_.kernels->all(); }
  void TakeRefresh() override {}

  UnknownValues Begin(const initialize::InitialValues& values) override { return {values.y, values.yp}; }
  std::optional<WholePoint> Complete(double /*t*/, std::span<const double> y,
                                     std::span<const double> yp) override {
    return WholePoint{y, yp};
  }
  bool TakeBack(double t, const execute::Workspace& moved, std::span<double> y,
                std::span<double> yp) override;
  std::optional<initialize::InitialValues> SolveEvent(double t, std::span<const double> quantities) override;
  void EstimateSlopes(const initialize::ConsistentOptions& options,
                      initialize::InitialValues& values) override;

  std::unique_ptr<LoopWatch> MakeWatch(bool is_corrected) override;
  Diagnostic ExplainNoSolution(const SolutionEnd& end, const integrate::Integrator* integrator,
                               double last_read) override;
  std::optional<Diagnostic> ExplainUnsolved(const SolutionEnd& end) override;

 private:
  // A point from which no solution was found.
  struct Unsolved {
    double time = 0;
    std::vector<double> quantities;
  };

  QuantityPlaces& reader_;
  std::optional<Unsolved> unsolved_;  // the last one
  std::vector<VariableId> unknowns_;
};

}  // namespace daedalus::simulate
