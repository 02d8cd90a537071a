// What an event does with the states of a run. While an event settles, several modes may be tried. Each is
// entered with the values at the beginning of the round, and former states may jump at the transition.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/model/simulate/chosen_states.h"

namespace daedalus::simulate {

class EventRounds {
 public:
  explicit EventRounds(ChosenStates& states) : states_(states) {}

  // The functions of StateChanges with these names.
  void BeginEvent();
  void EndRound();
  bool SolveAt(double t);
  bool SetState(VariableId v, double value);
  Result<Unit> Restart(double t);
  std::optional<Diagnostic> Abandon();
  std::optional<Diagnostic> TakeReason() { return std::exchange(why_, std::nullopt); }
  std::span<const compile::Jump> jumps() const { return jumps_; }
  std::span<const double> impulses() const { return impulses_; }

 private:
  void KeepValues();
  // If something has jumped in this round: back to its beginning.
  void TakeBackJumps();
  bool SolveInKnownModes(double t);
  bool Enters(const Mode& mode) const;
  bool Jumps(Mode& mode, double t);
  Diagnostic ExplainImpulse(double t) const;

  ChosenStates& states_;
  ChosenStates::Place event_, round_;              // where the event began, and where its round began
  std::vector<double> round_values_, round_held_;  // empty if no mode can be entered
  bool has_jumped_ = false;                        // since the round began
  compile::Jump jump_;
  std::vector<compile::Jump> jumps_;
  std::vector<double> impulses_;
  std::optional<Diagnostic> why_;  // why a mode could not be entered
};

}  // namespace daedalus::simulate
