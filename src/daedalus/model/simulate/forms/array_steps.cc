#include "daedalus/model/simulate/forms/array_steps.h"

#include <algorithm>
#include <iterator>

#include "daedalus/model/simulate/make_array.h"
#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::simulate {
namespace {

class ArraySteps final : public SegmentSteps {
 public:
  explicit ArraySteps(MadeArray made)
      : SegmentSteps(nullptr, std::move(made.method)), array_(*made.integrator) {
    integrator_ = std::move(made.integrator);
  }
  // Dense output, since its points are projected onto the constraints as steps are.
  std::vector<codegen::Kernel*> Kernels() override { return array_.array().kernels(); }
  bool relies_on_structure() const override { return false; }

 private:
  array::ArrayIntegrator& array_;
};

}  // namespace

Result<std::unique_ptr<SegmentSteps>> MakeArraySteps(const StepsRequest& request) {
  const SegmentEquations& equations = request.equations;
  RunSettings settings = equations.settings;
  LimitStep(equations.system(), settings.grid, settings.integrator);
  std::vector<std::string> reasons;
  auto tolerances =
      request.error_test.HeldToAShare(request.view.TolerancesOf(request.error_test.Tolerances()),
                                      *integrate::FindMethod(settings.method), request.view, reasons);
  auto made = MakeArrayIntegrator({equations.model, equations.parameters, equations.dae->held(), settings},
                                  request.t, request.values, request.view.Problem(), std::move(tolerances));
  if (!made) return Failure{std::move(made).error()};
  std::ranges::move(made->method.reasons, std::back_inserter(reasons));
  made->method.reasons = std::move(reasons);
  return std::unique_ptr<SegmentSteps>(std::make_unique<ArraySteps>(*std::move(made)));
}

}  // namespace daedalus::simulate
