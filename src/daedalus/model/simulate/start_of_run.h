// The start of a run: the first choice of states, a plan for the initial values, and values that are
// consistent for the states that the run begins with.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/chosen_states.h"

namespace daedalus::simulate {

class StartOfRun {
 public:
  explicit StartOfRun(ChosenStates& states) : states_(states) {}

  // Chooses the states at the start values. Call this once, before all other functions.
  Result<Unit> ChooseFirst();
  // Instead of ChooseFirst: continues a run with these quantities (StateChanges::ResumeAt). The caller then
  // solves for all that are not states.
  Result<Unit> Resume(double t, std::span<const double> quantities,
                      const std::optional<std::vector<structure::ColumnId>>& dummies);

  // The model of the initial problem: that of the current segment, unless its equations of higher index are
  // integrated as they stand. Then it is the same model with its index reduced, since only there do the
  // hidden constraints appear that initial values must satisfy.
  const compile::PreparedModel& model() const { return own_ ? own_->model() : states_.segment().model(); }
  Result<initialize::InitialPlan> Plan();
  // Consistent values for the current segment, by a plan for model(). If the held values lead to another
  // mode, that mode becomes current, and the values are for it.
  Result<initialize::InitialValues> Find(const initialize::InitialPlan& plan);

 private:
  Result<Unit> Prepare();
  Result<initialize::InitialValues> FindByStructure(const initialize::InitialPlan& plan);
  Result<Unit> EnterMode();
  // The same point with other states, if those are much better there.
  Result<initialize::InitialValues> WithGoodStates(Result<initialize::InitialValues> found);
  // Hands values on from the model for the start to the current segment.
  Result<initialize::InitialValues> HandOn(Result<initialize::InitialValues> found);
  // The same if the equations were not reduced: by the quantities of the model for the start.
  initialize::InitialValues AsQuantities(initialize::InitialValues found) const;
  bool IsSamePoint(const initialize::InitialValues& a, const initialize::InitialValues& b) const;

  ChosenStates& states_;
  std::unique_ptr<Segment> own_;           // null: the current segment
  std::shared_ptr<const Choice> planned_;  // the choice for which Plan was called
  bool by_array_ = false;                  // the derivative array integrates, and decides about the start
  bool only_by_array_ = false;             // there is no other way to initial values
};

}  // namespace daedalus::simulate
