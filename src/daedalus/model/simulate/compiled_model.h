// A compiled model: what is analysed and compiled once, for all runs and all instances (instance.h).
//
// To its users it is constant, and several threads may ask it at once. Inside it is a cache: a choice of
// states is compiled under a lock when it is first needed, and never changes afterwards.
//
// Which parameter values does it depend on? Values that decided about pivots are recorded
// (causal::Program::decided_by_sign, decided_by_size). If a choice does not hold for the values of an
// instance, it is compiled again for these. The choice of states itself depends on numbers, and is made for
// each instance. All other parameters may change freely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "daedalus/model/compile/compiled_choice.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/model/simulate/state_monitor.h"
#include "daedalus/system/parameters.h"

namespace daedalus::simulate {

class CompiledModel : public std::enable_shared_from_this<CompiledModel> {
 public:
  // For runs with this form and method. If there are no states to choose, everything is compiled here.
  CompiledModel(compile::GivenModel given, ModelForm form, std::string method);

  const compile::GivenModel& given() const { return given_; }
  // The given model with these values of parameters, for one instance. It lives as long as this object, or as
  // long as the returned pointer.
  Result<std::shared_ptr<const compile::GivenModel>> WithValues(std::span<const ParameterValue> values) const;
  Result<std::shared_ptr<const compile::GivenModel>> WithOverrides(
      std::span<const ParameterOverride> overrides) const;
  // A number that identifies the given equations (fingerprint.h).
  std::uint64_t fingerprint() const { return fingerprint_; }
  ModelForm form() const { return form_; }
  const std::string& method() const { return method_; }
  // True if neither a form nor a method was asked for.
  bool may_choose_form() const { return form_ == ModelForm::kAuto && method_ == "auto"; }

  struct Choice {
    std::vector<structure::ColumnId> dummies;  // identifies the choice
    std::shared_ptr<const compile::CompiledChoice> compiled;
    std::shared_ptr<const StateMonitor> monitor;  // null: there is nothing to choose
  };
  // `numbers` is the given model with the parameters of an instance (compile::WithParameters).
  Result<Choice> AsGiven(const compile::GivenModel& numbers) const;
  // `must_be_causal`: compiles the causal form even if the runs have another form (pass_crossing.cc).
  Result<Choice> ChooseStates(const compile::GivenModel& numbers, const causal::PivotPoint& point,
                              bool must_be_causal = false) const;
  // Compiles a choice that was made before, perhaps in another process. `dummies` identifies it
  // (Choice::dummies). An error if the model has no such choice.
  Result<Choice> ChooseAgain(const compile::GivenModel& numbers,
                             const std::vector<structure::ColumnId>& dummies) const;
  // For initial values of models whose constraints are not kept by dummy derivatives. This choice has dummy
  // derivatives (GivenModel::for_start).
  Result<Choice> ChooseForStart(const compile::GivenModel& numbers, double time) const;

  // How many choices have been compiled so far.
  std::size_t num_compiled() const;

 private:
  bool WantsOde(const compile::PreparedModel& model) const;
  const Choice* Find(const std::vector<structure::ColumnId>& dummies, bool for_start,
                     const std::vector<double>& parameters, bool must_be_causal = false) const;
  Result<Choice> CompileSelection(const compile::GivenModel& numbers,
                                  const structure::StateSelection& selection, bool must_be_causal) const;
  const Choice& Keep(Choice choice, bool for_start, bool is_form_forced = false) const;

  struct Entry {
    Choice choice;
    bool for_start = false;
    bool is_form_forced = false;  // compiled in the causal form although runs have another one
  };

  compile::GivenModel given_;
  std::uint64_t fingerprint_;
  ModelForm form_;
  std::string method_;
  mutable std::mutex mutex_;  // guards the members below and the reduction of the given model
  mutable std::deque<Entry> entries_;
  mutable std::size_t num_compiled_ = 0;
};

}  // namespace daedalus::simulate
