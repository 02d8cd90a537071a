// An instance: the values of a model at a time. It evaluates the equations and does not know an integrator.
// The caller steps it from outside, as in FMI's Model Exchange.
//
//   auto instance = Instance::Make(model, {}).value();
//   instance->Initialize(0);
//   while (t < stop) {
//     auto slopes = instance->Derivatives();                         // at SetTime, SetStates
//     ... a step to t ...
//     auto step = instance->CompleteStep();                          // once for each accepted step
//     if (an indicator is negative || t >= instance->next_instant()) // the event is here
//       auto event = instance->HandleEvent();
//   }
//
// What it promises:
//
//   - The equations are those of the causal form, x' = f(t, x), with everything else computed from them. The
//     same equations are there as residuals, F(t, y, y') = 0, for solvers that want all unknowns. The choice
//     of states may change at an event, or if another choice becomes much better: Step and Event report it.
//   - An indicator is positive as long as its relation keeps its value, and negative or zero once it should
//     change. HandleEvent itself finds out which ones are.
//   - Assertions are checked at the start, at each completed step and at each event. Warnings are in
//     diagnostics(); an error is the result of the call.
//   - Save() and Restore() are exact: from the same state the same calls give the same bits, in another
//     process too.
//   - A call that fails leaves the instance valid: names and values are checked before anything changes.
//
// Only one thread at a time may use an instance. Instances of one model may be used by any number of threads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/model.h"
#include "daedalus/model/residual_form.h"
#include "daedalus/model/responses.h"
#include "daedalus/model/simulate/assertions.h"
#include "daedalus/model/simulate/find_start.h"
#include "daedalus/model/simulate/model_state.h"
#include "daedalus/model/simulate/tier_up.h"

namespace daedalus::model {

struct InstanceOptions {
  double tolerance = 1e-6;  // of initial values and of the bands around events
  double length = 1;        // the approximate length of the run, for bands in time
  simulate::CodeChoice code = simulate::CodeChoice::kAuto;
  bool sliding = false;
};

// The place of a variable in values(), and its sign.
struct ValueRef {
  std::size_t index = 0;
  double sign = 1;
};

class Instance {
 public:
  static Result<std::unique_ptr<Instance>> Make(std::shared_ptr<const Model> model,
                                                InstanceOptions options = {});
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  // Parameters take effect with the next Initialize or ApplyParameters. An error if there is no such
  // parameter, or if it may not have this value; then none has changed. A start value is the parameter
  // `x.start` of Model::WithSettableStarts.
  Result<Unit> SetParameter(std::string_view name, double value);
  std::optional<ParameterId> FindParameter(std::string_view name) const;
  Result<Unit> SetParameters(std::span<const ParameterOverride> values);
  // Inputs of the model, in the order of the text. An input that is not set keeps its start value.
  std::size_t num_inputs() const { return inputs_.size(); }
  std::optional<std::size_t> FindInput(std::string_view name) const;
  // Before Initialize, the value holds from the start. After it, the value holds from the time that was set;
  // a discrete input changes at the next event. An error if the input may not have this value, or if the
  // equations differentiate the input and it would jump.
  Result<Unit> SetInput(std::size_t input, double value);
  struct InputValue {
    std::size_t input = 0;
    double value = 0;
  };
  Result<Unit> SetInputs(std::span<const InputValue> values);
  // Finds consistent values at this time, including the first events. May be called again.
  Result<Unit> Initialize(double time);

  // ---- after Initialize ----
  double time() const { return time_; }
  void SetTime(double t);
  std::size_t num_states() const { return states_.size(); }
  std::span<const double> states() const { return states_; }
  void SetStates(std::span<const double> states);
  // The names of the current states: "x", "der(x)".
  std::vector<std::string> NamesOfStates();
  std::vector<double> NominalsOfStates();
  // Which of them are parameters that were found at the start: their derivatives are zero.
  std::vector<char> KeptStates() const;
  // The given model with the parameter values of this instance.
  const compile::GivenModel& given() const { return running_.states->given(); }

  // The derivatives of the states, at the time and states that were set.
  Result<std::span<const double>> Derivatives();
  // All values there: the quantities of the model, then the values held between events.
  Result<std::span<const double>> Values();
  // The place of a variable, an alias, `der(x)` or a discrete variable. nullopt if there is none of that
  // name.
  std::optional<ValueRef> Find(std::string_view name) const;
  Result<double> Value(std::string_view name);
  std::size_t num_indicators() const;
  Result<Unit> Indicators(std::span<double> out);
  // Positive as long as the present choice of states is good enough, between -1 and 1. If it becomes zero or
  // negative, ImproveStates may choose others. A caller that reports every step needs neither: CompleteStep
  // does the same.
  Result<double> ChoiceMargin();
  // The next time event; infinite: there is none.
  double next_instant() const { return next_instant_; }

  // ---- the same equations as residuals, F(t, y, y', u, p) = 0 (residual_form.h) ----
  // They belong to the present choice of states. A step or event with new states ends them.
  const ResidualForm& residual_form();
  // y and y' that satisfy them, at the time and states that were set.
  Result<Unit> ReadUnknowns(std::span<double> y, std::span<double> yp);
  // At the time that was set. An error names the first equation whose residual is not finite.
  Result<Unit> Residuals(std::span<const double> y, std::span<const double> yp, std::span<double> out);
  // dF/dy + factor dF/dy', in the order of residual_form().pattern().
  Result<Unit> ResidualJacobian(std::span<const double> y, std::span<const double> yp, double factor,
                                std::span<double> values);

  // Parameters that were set since the start take effect at this point. States keep their values where the
  // equations allow it, and everything else is computed anew. After an error nothing has changed.
  Result<Unit> ApplyParameters();

  // ---- derivatives of all that, at the time and states that were set (responses.h) ----
  std::size_t Size(ResponseOf of) const;
  std::size_t Size(ResponseTo to) const;
  std::vector<std::string> NamesOfInputs() const;
  std::vector<std::string> NamesOfParameters() const;
  // Dense. Between events; an error where a derivative does not exist.
  Result<linear::DenseMatrix> Jacobian(ResponseOf of, ResponseTo to);
  // out = J direction, and out = J^T weights. At one point, the first costs 0.2 to 2.1 times as much as
  // Derivatives(), the second 0.4 to 3 times; the first product there adds the factors.
  Result<Unit> DirectionalProduct(ResponseOf of, ResponseTo to, std::span<const double> direction,
                                  std::span<double> out);
  Result<Unit> AdjointProduct(ResponseOf of, ResponseTo to, std::span<const double> weights,
                              std::span<double> out);

  // ---- steps and events ----
  struct Step {
    bool has_new_states = false;  // states() has changed, perhaps its length too
  };
  // Call when the point that was set is the end of an accepted step.
  Result<Step> CompleteStep();
  // Chooses other states if they are better at the point that was set, the end of an accepted step.
  Result<Step> ImproveStates();
  // A step beyond this time would need a past that is not known yet. Infinite: nothing is delayed.
  double StepLimit() const;
  struct Event {
    bool ends = false;            // the model ends the run; termination() says why
    bool has_new_states = false;  // states() has changed, perhaps its length too
    bool has_new_values = false;  // the states, or the equations for their derivatives, have jumped
  };
  Result<Event> HandleEvent();
  const std::optional<Diagnostic>& termination() const;

  // Saves the state between events. Afterwards the instance continues exactly like one that is restored from
  // the state.
  Result<simulate::ModelState> Save();
  Result<Unit> Restore(const simulate::ModelState& state);

  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  struct PastStep {  // the last completed step
    double time = 0;
    std::vector<double> states, slopes;
  };
  Instance(std::shared_ptr<const Model> model, InstanceOptions options, Model::Variant variant);
  simulate::StartRequest Request(double time) const;
  Result<Unit> Begin(simulate::FoundStart found, double time);
  Result<Unit> Continue(const simulate::ModelState& state, std::vector<ParameterOverride> parameters);
  void TakeStates();
  ResidualForm& Form();
  ResidualForm::Point PointOf(std::span<const double> y, std::span<const double> yp);
  simulate::StepAccess LastStep();
  bool ReadInside(double t);
  Result<Unit> KeepPast();
  Result<Unit> Check();
  Result<Unit> CheckInputs(std::span<const InputValue> values);
  Result<Unit> MoveResponses(ResponseOf of, ResponseTo to);

  std::shared_ptr<const Model> model_;
  InstanceOptions options_;
  std::shared_ptr<const simulate::CompiledModel> compiled_;
  std::vector<ParameterOverride> parameters_;  // those that were set
  std::vector<std::optional<double>> inputs_;  // the inputs that were set
  struct Differentiated {                      // how often the equations of a choice differentiate each input
    const compile::PreparedModel* model = nullptr;
    std::vector<int> times = {};
  } differentiated_;
  simulate::FoundStart running_;
  std::optional<simulate::AssertionChecker> assertions_;
  double time_ = 0, next_instant_ = 0;
  std::vector<double> states_, slopes_;
  PastStep past_;
  bool is_read_ = false;                     // values() belong to the present time and states
  std::unique_ptr<ResidualForm> residuals_;  // of the present choice; null until it is asked for
  std::unique_ptr<Responses> responses_;
  bool is_differentiated_ = false;  // responses_ belong to the present point
  Diagnostics diagnostics_;
};

}  // namespace daedalus::model
