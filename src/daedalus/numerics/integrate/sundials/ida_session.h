// IDA's memory, callbacks and linear solver in one piece, for the integrator (ida.cc). Not for users of the
// folder.
#pragma once

#include <ida/ida.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"
#include "daedalus/numerics/linear/sundials/solver.h"
#include "daedalus/numerics/linear/sundials/vector.h"

namespace daedalus::integrate {

class IdaSession {
 public:
  static Expected<std::unique_ptr<IdaSession>, std::string> Create(DaeProblem problem,
                                                                   const Tolerances& tolerances,
                                                                   const IntegratorOptions& options);
  IdaSession(const IdaSession&) = delete;  // IDA points here
  IdaSession& operator=(const IdaSession&) = delete;

  // Forgets the past of IDA and starts from these values. Returns IDA's flag.
  int Restart(double t, std::span<const double> y, std::span<const double> yp);

  // What makes (t, y, yp) unusable as a start: sizes, values that are not finite, a residual that fails
  // there.
  std::optional<StepOutcome> FindStartError(double t, std::span<const double> y, std::span<const double> yp);

  void* ida() const { return ida_.get(); }
  Evaluator& evaluator() { return evaluator_; }
  linear::SundialsSolver& linear_solver() { return linear_solver_; }
  SUNContext context() const { return context_; }
  std::int32_t size() const { return evaluator_.problem().size; }
  const ErrorNorm& norm() const { return norm_; }
  std::string TakeMessage() { return std::exchange(messages_.last, {}); }

  // With the Jacobian that was evaluated last.
  WorstResidual FindWorstResidual(std::span<const double> r);
  Blame BlameResidual();  // at the residual evaluated last
  Blame BlameErrorTest();

 private:
  IdaSession(DaeProblem problem, const Tolerances& tolerances, const IntegratorOptions& options);
  int Configure(const Tolerances& tolerances, const IntegratorOptions& options);
  void SetKinds(const Tolerances& tolerances, const IntegratorOptions& options);

  // The weights of its error test, by our own norm: it takes no other tolerances (Tolerances::share) once it
  // has begun.
  static int OnWeights(N_Vector y, N_Vector weights, void* session);
  static int OnResidual(double t, N_Vector y, N_Vector yp, N_Vector r, void* session);
  static int OnJacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix j, void* session,
                        N_Vector work1, N_Vector work2, N_Vector work3);

  struct IdaDeleter {
    void operator()(void* ida) const { IDAFree(&ida); }
  };

  linear::SundialsContext context_;
  linear::SundialsMessages messages_;
  Evaluator evaluator_;
  ErrorNorm norm_;
  linear::SundialsSolver linear_solver_;
  linear::VectorHandle y_, yp_;  // the start values that IDA copies
  linear::VectorHandle weights_;
  std::unique_ptr<void, IdaDeleter> ida_;
};

}  // namespace daedalus::integrate
