#include "daedalus/integrate/gear.h"

#include <utility>

#include "daedalus/integrate/multistep/nordsieck_integrator.h"

namespace daedalus::integrate {
namespace {

std::vector<UnknownKind> KindsOf(const DaeProblem& problem) {
  std::vector<UnknownKind> kinds = DifferentialOrAlgebraic(problem);
  for (std::size_t i = 0; i < problem.enters_linearly.size(); ++i) {
    if (problem.enters_linearly[i] && kinds[i] == UnknownKind::kAlgebraic) kinds[i] = UnknownKind::kLinear;
  }
  return kinds;
}

class Gear final : public NordsieckIntegrator {
 public:
  explicit Gear(Setup setup) : NordsieckIntegrator(std::move(setup)) {}
  using NordsieckIntegrator::Setup;
};

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeGear(DaeProblem problem, Tolerances tolerances,
                                                            IntegratorOptions options) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  if (auto error = FindOptionsError(options, kHighestBdfOrder)) return Failure{*std::move(error)};
  std::vector<UnknownKind> kinds = KindsOf(problem);
  return std::unique_ptr<Integrator>(std::make_unique<Gear>(Gear::Setup{.problem = std::move(problem),
                                                                        .tolerances = std::move(tolerances),
                                                                        .options = options,
                                                                        .formula = BdfFormula,
                                                                        .highest_order = kHighestBdfOrder,
                                                                        .kinds = std::move(kinds),
                                                                        .improves_slopes = false}));
}

}  // namespace daedalus::integrate
