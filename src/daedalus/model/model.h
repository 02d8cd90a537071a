// A model: what is known of it before any run, and the same for all runs.
//
//   auto model = model::Model::FromSystem(std::move(system));   // from text: driver/flatten_model.h
//   run::Simulation simulation(model, {.stop = 10});            // run/simulation.h
//
// What it promises:
//
//   - To its users it is constant. Any number of threads may share one.
//   - It compiles once. A run asks for a *variant* of the model: a form, a method, a way to treat
//     constraints. The first run that asks for a variant compiles it, later runs find it. Parameter values
//     are not part of a variant: runs with other values use the same code (simulate/compiled_model.h names
//     the exceptions).
//   - It keeps its equations as they were flattened, so that a failed run can be tried in another variant. A
//     very large model gives its equations to the first variant instead, since a copy would double its
//     memory. A request for another variant of such a model is then an error.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/description.h"
#include "daedalus/model/simulate/compiled_model.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/system/system.h"

namespace daedalus::model {

// How a model is compiled.
struct VariantOptions {
  compile::ConstraintOptions constraints = {};
  compile::AliasTreatment aliases = compile::AliasTreatment::kRemove;
  compile::SlidingTreatment sliding = compile::SlidingTreatment::kNone;
  causal::TearingAlgorithm tearing = causal::TearingAlgorithm::kGreedy;
  std::optional<causal::BlockMethod> loops = {};  // if not set, the cheapest way for each loop
  simulate::ModelForm form = simulate::ModelForm::kAuto;
  std::string method = "auto";

  bool operator==(const VariantOptions&) const = default;
};

class Model {
 public:
  static std::shared_ptr<const Model> FromSystem(System system);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const std::string& name() const { return name_; }
  const Experiment& experiment() const { return experiment_; }
  std::size_t num_equations() const {
    return num_equations_;
  }  // without those that keep parameters found at the start
  std::size_t num_unknowns() const { return num_unknowns_; }

  // True if the equations are kept after the first variant was compiled.
  bool keeps_equations() const;
  // A copy of the equations as they were flattened. nullopt if the model gave them to its first variant.
  std::optional<System> CopyEquations() const;

  // May the parameter be set from outside, to this value? An error if there is none of that name, if it is a
  // constant, or if the value is not finite.
  Result<Unit> CheckParameter(std::string_view name, double value) const;

  // Checks whether the input may have this value; an error if there is none of that name.
  Result<Unit> CheckInput(std::string_view name, double value) const;

  // The same model with a parameter `x.start` for the start value of each of these variables
  // (system/settable_starts.h). It is made once for the same names, and compiled like any model. An error if
  // there is no variable of a name, or if the model no longer has its equations.
  Result<std::shared_ptr<const Model>> WithSettableStarts(std::vector<std::string> variables) const;
  // True if there is a parameter of this name.
  bool HasParameter(std::string_view name) const;

  struct Variant {
    std::shared_ptr<const simulate::CompiledModel> compiled;
    std::vector<Diagnostic> warnings;  // of its compilation
  };
  // Compiles the variant, or returns it if it was compiled before. `warnings` of a variant are the same each
  // time.
  Result<Variant> Compile(const VariantOptions& options) const;
  // Describes the variant, with the states that are chosen at the start time of the experiment. The
  // description is made once.
  Result<std::shared_ptr<const ModelDescription>> Describe(const VariantOptions& options = {}) const;
  // How many choices of states have been compiled so far, in all variants. A change of numbers does not
  // increase it.
  std::size_t num_compiled() const;

 private:
  explicit Model(System system);
  Result<Variant> CompileNow(const VariantOptions& options) const;
  Diagnostic ExplainNoEquations() const;

  struct Compiled {
    VariantOptions options;
    Variant variant;
    std::shared_ptr<const ModelDescription> description;  // null: not made yet
  };
  // nullptr if the variant is not kept. The caller holds the mutex.
  Compiled* Find(const VariantOptions& options) const;
  std::string name_;
  Experiment experiment_;
  std::size_t num_equations_ = 0, num_unknowns_ = 0;
  mutable std::mutex mutex_;  // guards the members below
  mutable std::optional<System> system_;
  mutable std::vector<Compiled> variants_;
  struct WithStarts {
    std::vector<std::string> variables;
    std::shared_ptr<const Model> model;
  };
  mutable std::vector<WithStarts> with_starts_;
};

}  // namespace daedalus::model
