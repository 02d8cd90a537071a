// Where the quantities of a model lie among the variables of a segment, and how to read and set them there.
// Variables that were eliminated are computed again.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/model/simulate/forms/segment_equations.h"

namespace daedalus::simulate {

class QuantityPlaces {
 public:
  explicit QuantityPlaces(const SegmentEquations& equations);

  // True if a quantity is a state here, so that an event can change it.
  bool IsState(std::size_t quantity) const;
  // Reads the quantities from values of all variables.
  void Read(double t, std::span<const double> y, std::span<const double> yp, std::span<double> out);
  // Reads only those that are states, from values of the `unknowns` of an integrator. The others are NaN.
  void ReadStates(std::span<const VariableId> unknowns, std::span<const double> y, std::span<double> out);
  // Puts in the quantities that are variables here.
  void Put(std::span<const double> quantities, initialize::InitialValues& values) const;
  // The same point for the whole system, before elimination.
  execute::EvaluationPoint WholePoint(double t, std::span<const double> quantities) const;
  // Computes eliminated variables; null if there are none.
  codegen::Kernel* recovery() { return recovery_ ? &*recovery_ : nullptr; }

 private:
  const SegmentEquations& equations_;
  const compile::PreparedModel& model_;
  std::optional<codegen::Kernel> recovery_;
  std::vector<double> recovered_;
  // quantity, unknown of the integrator; made when first needed
  std::vector<std::pair<std::size_t, std::size_t>> states_among_;
};

}  // namespace daedalus::simulate
