// A model that runs: parameter values, work arrays, registers and an integrator, over code that is shared
// with other instances of the model (compiled_model.h). One thread at a time; instances of one model may run
// in as many threads as there are.
//
//   auto model = std::make_shared<const CompiledModel>(std::move(given), ModelForm::kAuto, "auto");
//   Instance instance(model);
//   instance.SetParameter("R", 47);
//   auto outcome = instance.Run(settings, [&](double t, std::span<const double> quantities) { ... });
//
// To change a parameter and run again costs a run, and no new compilation; but for those parameters whose
// values decided how the equations are solved, which are compiled for anew where the decision would be
// another.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/simulate/compiled_model.h"
#include "daedalus/simulate/run.h"
#include "daedalus/simulate/state_changes.h"
#include "daedalus/system/parameters.h"

namespace daedalus::simulate {

class Instance {
 public:
  explicit Instance(std::shared_ptr<const CompiledModel> model);

  // Of a parameter that may be set from outside; others follow by their bindings. A kBadOption where there is
  // none of that name, or it is a constant.
  Result<Unit> SetParameter(std::string_view name, double value);
  // The model with the values of this instance.
  const compile::GivenModel& numbers() const { return *numbers_; }
  std::span<const Quantity> quantities() const { return quantities_; }

  // From start to stop. `output` gets each point of the grid: the values of quantities(). The outcome has
  // warnings: that solutions crossed on the way, that values were computed anew; after an error they follow
  // it.
  using Output = std::function<void(double t, std::span<const double> values)>;
  Result<RunOutcome> Run(const RunSettings& settings, const Output& output,
                         CodeChoice code = CodeChoice::kAuto);

 private:
  std::shared_ptr<const CompiledModel> model_;
  std::vector<ParameterOverride> overrides_;
  std::shared_ptr<const compile::GivenModel> numbers_;  // the model's own, as long as no parameter is set
  std::vector<Quantity> quantities_;
};

}  // namespace daedalus::simulate
