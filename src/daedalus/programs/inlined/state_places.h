// Which unknowns of a problem are states of an inlined step, and which are not. The unknowns are the states
// alone (the causal form), or all variables (unreduced equations).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/programs/inlined/places.h"
#include "daedalus/programs/inlined/step_program.h"

namespace daedalus::inlined {

class StatePlaces {
 public:
  // `unknowns`: the variable of the given system that each unknown is. `states` is in ascending order.
  StatePlaces(std::vector<VariableId> unknowns, const std::vector<VariableId>& states);

  const std::vector<VariableId>& unknowns() const { return unknowns_; }
  std::size_t num_states() const { return unknown_of_.size(); }
  // The unknown that each state is.
  std::span<const std::size_t> unknown_of() const { return unknown_of_; }
  // The unknowns that are not states.
  std::span<const std::size_t> algebraic() const { return algebraic_; }
  // True if the unknowns are the states, in this order.
  bool has_same_order() const { return has_same_order_; }

  void ReadStates(std::span<const double> of_unknowns, std::span<double> of_states) const;
  void WriteStates(std::span<const double> of_states, std::span<double> of_unknowns) const;
  // The end of the step that the program has run last. Slopes of algebraic unknowns are 0. Slopes are left
  // alone if the program does not compute them.
  void ReadPoint(const StepProgram& program, std::span<double> y, std::span<double> yp) const;

 private:
  std::vector<VariableId> unknowns_;
  Places among_variables_;
  std::vector<std::size_t> unknown_of_;
  std::vector<std::size_t> algebraic_;
  bool has_same_order_;
};

}  // namespace daedalus::inlined
