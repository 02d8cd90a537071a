// The modes of a running model: which equations hold now (compile/mode_conditions.h), and how the states
// change at the transition (compile/jump_system.h). A mode is compiled when it is first entered, and no mode
// is examined before it is needed: n switches have 2^n of them. Where equations were combined because their
// structure was wrong (causal/structure_conversion.h), they may have to be combined in another way during the
// run. The whole model is then another one with the same variables.
//
// Most conditions change nothing that matters: a mode with as many degrees of freedom as the whole model runs
// with the model's own structure, whose loops and pivots serve all values of the conditions.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "daedalus/model/compile/jump_system.h"
#include "daedalus/model/simulate/combination_watch.h"
#include "daedalus/model/simulate/compiled_model.h"
#include "daedalus/programs/codegen/kernel.h"

namespace daedalus::simulate {

struct Mode {
  std::shared_ptr<const CompiledModel> model;
  std::shared_ptr<const compile::GivenModel> numbers;
  std::unique_ptr<const compile::JumpSystem> jump;  // made when it is first needed
  std::vector<HeldId> in_constraints;               // if one of them changes, the states may have to jump
  std::unique_ptr<CombinationWatch>
      combinations;  // null: its equations never have to be combined in another way
};

class Modes {
 public:
  // `numbers` is the model with the parameters of an instance.
  Modes(std::shared_ptr<const CompiledModel> model, std::shared_ptr<const compile::GivenModel> numbers);

  // The whole model. It is the only mode if nothing changes the structure.
  Mode& usual() { return *usual_; }
  // True if no event can change the structure or the constraints.
  bool is_only_usual() const { return key_.empty() && usual_->in_constraints.empty(); }
  // The mode with these held values, sliding along these surfaces (hybrid/surface.h). Null if the mode has no
  // solution; why() gives the reason. If some equations of the mode have no unknown left, they may repeat
  // others (two brakes that hold one shaft). Then the result is the whole model: its loops take the nearest
  // of many solutions and report it. why() then explains the case that they find none.
  Mode* Find(std::span<const double> held, std::span<const char> slides);
  const std::optional<Diagnostic>& why() const { return why_; }
  // Call if the equations were not solved here. True if some of them depend on each other with these held
  // values, so that there are more modes than were known.
  bool FindMore(const causal::PivotPoint& here);
  // The whole model with the best combination of its equations here. Null if that is the usual combination,
  // or if there is none.
  Mode* CombineAnew(const causal::PivotPoint& here);
  // Uses this mode as the whole model from now on.
  void MakeUsual(Mode& combined) { usual_ = &combined; }
  // How many modes with a structure of their own have been entered.
  std::size_t num_own() const { return num_own_; }

  // What jumps when a mode is entered.
  Result<compile::Jump> Enter(Mode& mode, double t, const compile::ReadQuantity& before,
                              const compile::ReadQuantity& size, std::span<const double> held,
                              double tolerance);

 private:
  struct Known {
    bool is_usual = false;
    Mode* own = nullptr;
    std::optional<Diagnostic> why;
  };
  Known Read(std::span<const char> values);

  void Begin();

  Mode* usual_;
  std::shared_ptr<const compile::GivenModel>
      conditioned_;  // the usual mode, with all conditions that are known to decide
  codegen::Kernel conditions_;
  std::vector<double> numbers_;  // values of the conditions
  std::vector<char> key_;        // the conditions, then for each surface whether the model slides along it
  std::map<std::vector<char>, Known> known_;
  std::map<std::vector<std::string>, Mode*>
      combined_;  // the whole model, by the combination of its equations
  std::vector<std::unique_ptr<Mode>> all_;
  std::size_t num_own_ = 0;
  std::optional<Diagnostic> why_;
  std::set<std::vector<double>> looked_at_;  // the held values at which more modes were searched for
};

}  // namespace daedalus::simulate
