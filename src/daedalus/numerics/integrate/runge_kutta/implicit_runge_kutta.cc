#include "daedalus/numerics/integrate/implicit_runge_kutta.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/runge_kutta/fully_implicit.h"

namespace daedalus::integrate {
namespace {

Expected<std::unique_ptr<Integrator>, std::string> MakeImplicit(
    DaeProblem problem, Tolerances tolerances, IntegratorOptions options, std::vector<StageTableau> tableaus,
    int highest_order, std::optional<theory::TwoStepFormula> two_step = {}) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  if (auto error = FindOptionsError(options, highest_order)) return Failure{*std::move(error)};
  if (options.error_estimate != ErrorEstimate::kEmbedded) two_step.reset();
  return std::unique_ptr<Integrator>(std::make_unique<FullyImplicit>(
      std::move(problem), std::move(tolerances), options, std::move(tableaus), std::move(two_step)));
}

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeRadau3(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options) {
  return MakeImplicit(std::move(problem), std::move(tolerances), options,
                      {TransformStages(theory::RadauIIATableau(2))}, 3, theory::BlendedRadau3Formula());
}

Expected<std::unique_ptr<Integrator>, std::string> MakeRadau5(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options) {
  return MakeImplicit(std::move(problem), std::move(tolerances), options,
                      {TransformStages(theory::RadauIIATableau(3))}, 5, theory::BlendedRadau5Formula());
}

Expected<std::unique_ptr<Integrator>, std::string> MakeRadau(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options) {
  std::vector<StageTableau> tableaus;
  for (const int stages : {3, 5, 7}) {
    if (options.max_order > 0 && 2 * stages - 1 > std::max(options.max_order, 5)) break;
    tableaus.push_back(TransformStages(theory::RadauIIATableau(stages)));
  }
  return MakeImplicit(std::move(problem), std::move(tolerances), options, std::move(tableaus), 13);
}

Expected<std::unique_ptr<Integrator>, std::string> MakeLobatto4(DaeProblem problem, Tolerances tolerances,
                                                                IntegratorOptions options) {
  return MakeImplicit(std::move(problem), std::move(tolerances), options,
                      {TransformStages(theory::LobattoIIIC4Tableau())}, 4, theory::BlendedLobatto4Formula());
}

}  // namespace daedalus::integrate
