// What makes the steps of a segment.
//
//   a method of the library     an integrator of the problem of the view (integrate/integrator.h)
//   method_steps.h an inlined step             a Program of the equations and the method (inlined/)
//   inlined_steps.h a method of derivative arrays                                    (array/) array_steps.h
//   nothing                     there are no states, and points are computed as they are needed
//   method_steps.h
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/model/simulate/forms/error_test.h"
#include "daedalus/model/simulate/forms/integrator_view.h"
#include "daedalus/model/simulate/forms/solution_end.h"
#include "daedalus/model/simulate/forms/step_invariants.h"
#include "daedalus/model/simulate/run.h"
#include "daedalus/numerics/integrate/own/choose_method.h"
#include "daedalus/programs/inlined/inlined_integrator.h"

namespace daedalus::simulate {

class SegmentSteps {
 public:
  SegmentSteps(std::unique_ptr<integrate::Integrator> integrator, integrate::MethodChoice method)
      : integrator_(std::move(integrator)), method_(std::move(method)) {}
  virtual ~SegmentSteps() = default;
  SegmentSteps(const SegmentSteps&) = delete;
  SegmentSteps& operator=(const SegmentSteps&) = delete;

  integrate::Integrator& integrator() { return *integrator_; }
  // The method in use, and the reasons for it.
  const integrate::MethodChoice& method() const { return method_; }
  // kSteps if dense output is less accurate than steps.
  virtual PointsBy points() const { return PointsBy::kDenseOutput; }
  // Those that only the steps use.
  virtual std::vector<codegen::Kernel*> Kernels() { return {}; }
  // The profile measures what only the steps evaluate. It outlives them.
  virtual void BeMeasured(WorkProfile& /*profile*/) {}
  // True if a corrector solves the equations in each step. It may accept values that do not satisfy them
  // (violated_equation.h).
  virtual bool has_corrector() const { return false; }
  // False if the structure of the equations may be wrong, so that no message should refer to it.
  virtual bool relies_on_structure() const { return true; }
  // Null if no step is inlined.
  virtual const inlined::InlinedIntegrator* inlined() const { return nullptr; }

  // Before the integrator begins, or begins again.
  virtual void Begin(const initialize::InitialValues& /*values*/) {}
  // Why a step failed; nullopt if nothing is known but the outcome.
  virtual std::optional<Diagnostic> Explain(const integrate::StepOutcome& /*failure*/,
                                            const SolutionEnd& /*end*/,
                                            const std::function<execute::EvaluationPoint()>& /*last_point*/) {
    return std::nullopt;
  }
  // A warning: fixed steps are far too long for a state (inlined/step_defects.h).
  virtual std::optional<Diagnostic> FindLongSteps() const { return std::nullopt; }

 protected:
  std::unique_ptr<integrate::Integrator> integrator_;
  integrate::MethodChoice method_;
};

// The parts of a segment that steps need. They outlive the steps.
struct StepsRequest {
  SegmentEquations& equations;
  IntegratorView& view;
  StepInvariants* invariants;  // null if there are none
  ErrorTest& error_test;
  double t = 0;
  const initialize::InitialValues& values;  // at t
};

// The steps that the settings of the run ask for. Fails if they do not fit the model.
Result<std::unique_ptr<SegmentSteps>> MakeSegmentSteps(const StepsRequest& request);

// nullopt for a model without states. Methods that are only inlined are in no list of integrators.
std::optional<integrate::MethodInfo> InfoOfMethod(std::string_view method);

// Bounds the steps of a model that is driven by time.
void LimitStep(const System& system, const OutputGrid& grid, integrate::IntegratorOptions& options);

}  // namespace daedalus::simulate
