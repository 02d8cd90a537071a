// Finds consistent values of a segment at the start (initialize/initial_values.h), respecting preferences of
// the user (initialize/start_preferences.h).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "daedalus/model/initialize/initial_plan.h"
#include "daedalus/model/initialize/initial_program.h"
#include "daedalus/model/simulate/forms/integrator_view.h"

namespace daedalus::simulate {

class StartSearch {
 public:
  StartSearch(const SegmentEquations& equations, IntegratorView& view) : equations_(equations), view_(view) {}

  // The conditions that hold at the start, besides the equations. If the equations differ at the start
  // (hybrid::SystemAtStart), these are meant.
  Result<initialize::InitialPlan> Plan();
  // Consistent values at the start by a plan, from the start values.
  Result<initialize::InitialValues> Find(const initialize::InitialPlan& plan);
  // The same with free relations (hybrid/free_system.h): guesses their values at the start. nullopt if no
  // values are found.
  std::optional<initialize::InitialValues> FindFreeValues() const;

 private:
  Result<initialize::InitialPlan> PlanWithout(std::vector<VariableId> ignored);
  Result<initialize::InitialValues> FindByPlan(const initialize::InitialPlan& plan, bool is_trial);
  Result<initialize::InitialValues> RunStartProgram(const initialize::InitialPlan& plan);
  std::vector<VariableId> VaguePreferences(const initialize::InitialPlan& plan,
                                           const initialize::InitialValues& values) const;
  const initialize::InitialProgram& StartProgram(const initialize::InitialPlan& plan);
  const System& SystemOfStart() const { return at_start_ ? at_start_->system : equations_.system(); }

  const SegmentEquations& equations_;
  IntegratorView& view_;
  // Equations that differ at the start, and what depends on them.
  struct AtStart {
    System system;
    causal::SystemIncidence incidence;
  };
  std::unique_ptr<const AtStart> at_start_;
  // if the shared one does not hold for these parameters, or these equations
  std::optional<initialize::InitialProgram> own_start_;
};

}  // namespace daedalus::simulate
