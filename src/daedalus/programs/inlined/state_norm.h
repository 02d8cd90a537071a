// The norm of the error test over the unknowns of a problem, for vectors of its states. Algebraic unknowns
// follow from the states, and have no error of their own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/programs/inlined/state_places.h"

namespace daedalus::inlined {

class StateNorm {
 public:
  // Both must live longer.
  StateNorm(const integrate::ErrorNorm& norm, const StatePlaces& places);

  // In units of the tolerance, for a step of size h.
  double SizeOf(std::span<const double> error, double h);
  // The unknown that contributes most to the size computed last.
  std::int32_t Worst(double h) const;
  // The unknown that contributes most to an error.
  std::int32_t WorstOf(std::span<const double> error, double h);
  // By state: with these weights sqrt(1/n sum (v_i w_i)^2) over the states is the size of an error v.
  std::span<const double> Weights(double h);

 private:
  const integrate::ErrorNorm& norm_;
  const StatePlaces& places_;
  bool are_states_;  // all unknowns are, in this order, and tested alike
  std::vector<double> of_unknowns_, weights_;
};

}  // namespace daedalus::inlined
