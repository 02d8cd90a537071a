// The modes of a running model: which equations hold now (compile/mode_conditions.h), compiled when a mode is
// first entered, and what becomes of the states on the way (compile/jump_system.h). No mode is looked at
// before it is needed: n switches have 2^n of them. Where equations were combined because their structure
// lied (causal/structure_conversion.h), they may have to be combined otherwise on the way; the whole model is
// then another one with the same variables.
//
// Most conditions change nothing that matters: a mode with as many degrees of freedom as the model as a whole
// is run with the model's own structure, whose loops and pivots are made for all values of the conditions.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "daedalus/codegen/kernel.h"
#include "daedalus/compile/jump_system.h"
#include "daedalus/simulate/combination_watch.h"
#include "daedalus/simulate/compiled_model.h"

namespace daedalus::simulate {

struct Mode {
  std::shared_ptr<const CompiledModel> model;
  std::shared_ptr<const compile::GivenModel> numbers;
  std::unique_ptr<const compile::JumpSystem> jump;  // made when it is first asked for
  std::vector<HeldId> in_constraints;               // where one of them changes, the states may have to jump
  std::unique_ptr<CombinationWatch>
      combinations;  // null: none of its equations may have to be combined otherwise
};

class Modes {
 public:
  // `numbers`: the model with the parameters of an instance.
  Modes(std::shared_ptr<const CompiledModel> model, std::shared_ptr<const compile::GivenModel> numbers);

  // The whole model, which is the only one where nothing changes the structure.
  Mode& usual() { return *usual_; }
  // Whether no event can change the structure, nor what constraints say.
  bool is_only_usual() const { return key_.empty() && usual_->in_constraints.empty(); }
  // With these values held, and sliding along these surfaces (hybrid/surface.h). Null where the mode has no
  // solution; why() then says so. Where equations have no unknown left in the mode, they may repeat others
  // (two brakes that hold one shaft): then it is the whole model, whose loops take the nearest of many
  // solutions and tell, and why() is for the case that they find none.
  Mode* Find(std::span<const double> held, std::span<const char> slides);
  const std::optional<Diagnostic>& why() const { return why_; }
  // The equations were not solved here: whether, with what is held, some of them depend on each other, so
  // that there are more modes than were known.
  bool FindMore(const causal::PivotPoint& here);
  // The whole model with its equations combined as it is best here. Null where that is no other than the
  // usual one, or cannot be had.
  Mode* CombineAnew(const causal::PivotPoint& here);
  // It is the whole model from now on.
  void MakeUsual(Mode& combined) { usual_ = &combined; }
  // With a structure of their own, that were entered so far.
  std::size_t num_own() const { return num_own_; }

  // What jumps at the entry to a mode.
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
      conditioned_;  // the usual one, with all conditions that are known to decide
  codegen::Kernel conditions_;
  std::vector<double> numbers_;  // of the conditions
  std::vector<char> key_;        // the conditions, then whether the model slides, per surface
  std::map<std::vector<char>, Known> known_;
  std::map<std::vector<std::string>, Mode*>
      combined_;  // the whole model, by what its equations were combined to
  std::vector<std::unique_ptr<Mode>> all_;
  std::size_t num_own_ = 0;
  std::optional<Diagnostic> why_;
  std::set<std::vector<double>> looked_at_;  // what was held when more modes were looked for
};

}  // namespace daedalus::simulate
