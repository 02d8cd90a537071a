#include "daedalus/numerics/integrate/gear.h"

#include <utility>

#include "daedalus/numerics/integrate/multistep/back_values.h"
#include "daedalus/numerics/integrate/multistep/nordsieck_integrator.h"

namespace daedalus::integrate {
namespace {

std::vector<UnknownKind> KindsOf(const DaeProblem& problem) {
  std::vector<UnknownKind> kinds = DifferentialOrAlgebraic(problem);
  for (std::size_t i = 0; i < problem.enters_linearly.size(); ++i) {
    if (problem.enters_linearly[i] && kinds[i] == UnknownKind::kAlgebraic) kinds[i] = UnknownKind::kLinear;
  }
  return kinds;
}

std::vector<std::size_t> LinearUnknowns(const std::vector<UnknownKind>& kinds) {
  std::vector<std::size_t> unknowns;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == UnknownKind::kLinear) unknowns.push_back(i);
  }
  return unknowns;
}

class Gear final : public NordsieckIntegrator {
 public:
  using NordsieckIntegrator::Setup;
  explicit Gear(Setup setup)
      : NordsieckIntegrator(std::move(setup)), linear_(LinearUnknowns(kinds_), kHighestBdfOrder + 1) {}

 private:
  void Start() override {
    NordsieckIntegrator::Start();
    linear_.Clear();
  }
  // The array has no more than the value of a linear unknown.
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override {
    NordsieckIntegrator::InterpolateInside(t, y, yp);
    linear_.Interpolate(t, past_.order, y, yp);
  }
  void NotePast(double t, std::span<const double> y) override {
    linear_.Push(t, y);
    if (t > previous_time_ && t == time_) linear_.Interpolate(t, past_.order, y_, yp_);
  }

  BackValues linear_;
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
