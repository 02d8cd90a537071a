#include "daedalus/numerics/integrate/adams.h"

#include <utility>

#include "daedalus/numerics/integrate/multistep/nordsieck_integrator.h"
#include "daedalus/numerics/integrate/slope_matrix.h"

namespace daedalus::integrate {
namespace {

constexpr int kMaxSlopeIterations = 4;
// The correction that (8.28b) may leave, in units of the tolerance: too small for the error test.
constexpr double kSlopeLimit = 1e-2;

class Adams final : public NordsieckIntegrator {
 public:
  using NordsieckIntegrator::Setup;
  explicit Adams(Setup setup)
      : NordsieckIntegrator(std::move(setup)), slopes_(problem(), options_.linear_solver), step_(size()) {}

 private:
  Attempt Improve(double t, double h) override;
  Attempt FactorSlopes();

  SlopeMatrix slopes_;
  std::int64_t factored_ = 0;  // which evaluation of the Jacobian slopes_ belongs to
  std::vector<double> step_;
};

// (8.28b).
Attempt Adams::Improve(double t, double h) {
  Attempt attempt = FactorSlopes();
  for (int iteration = 0; attempt == Attempt::kSucceeded; ++iteration) {
    const EvalOutcome outcome = evaluator_.Residual(t, trial_.y, trial_.yp, step_);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    ++statistics_.newton_iterations;
    slopes_.Solve(step_);
    slopes_.Add(-1, step_, trial_.y, trial_.yp);
    if (problem().constant_mass && problem().is_differential.empty()) return attempt;
    for (std::size_t i = 0; i < step_.size(); ++i) step_[i] *= slopes_.is_differential(i) ? h : 1;
    if (correction_norm_.Tested(step_, h) <= kSlopeLimit) return attempt;
    if (iteration + 1 == kMaxSlopeIterations) {
      corrector_.Forget();
      return Attempt::kDiverged;
    }
  }
  trial_.blame = BlameSingularity(slopes_.solver());
  return attempt;
}

Attempt Adams::FactorSlopes() {
  if (factored_ == corrector_.num_evaluated()) return Attempt::kSucceeded;
  factored_ = 0;
  ++statistics_.factorizations;
  const Attempt attempt = AsAttempt(slopes_.Factor(corrector_.matrix().dy(), corrector_.matrix().dyp()));
  if (attempt == Attempt::kSucceeded) factored_ = corrector_.num_evaluated();
  return attempt;
}

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeAdams(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  if (auto error = FindOptionsError(options, kHighestAdamsOrder)) return Failure{*std::move(error)};
  std::vector<UnknownKind> kinds = DifferentialOrAlgebraic(problem);
  return std::unique_ptr<Integrator>(std::make_unique<Adams>(Adams::Setup{.problem = std::move(problem),
                                                                          .tolerances = std::move(tolerances),
                                                                          .options = options,
                                                                          .formula = AdamsMoultonFormula,
                                                                          .highest_order = kHighestAdamsOrder,
                                                                          .kinds = std::move(kinds),
                                                                          .improves_slopes = true}));
}

}  // namespace daedalus::integrate
