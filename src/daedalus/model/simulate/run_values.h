// The values of a run that were read last: the quantities of the model, then the held values of its events.
//
// All choices of states share these quantities, so they carry the run from one choice to the next.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/model/simulate/segment.h"
#include "daedalus/programs/codegen/kernel.h"

namespace daedalus::simulate {

class RunValues {
 public:
  explicit RunValues(std::shared_ptr<const compile::GivenModel> numbers);
  // The held values of the events follow the quantities from now on.
  void Hold(std::span<const double> held);
  // Call if states may change: finds the derivatives among the quantities.
  void FindPlaces();

  std::span<const Quantity> quantities() const { return quantities_; }
  std::span<const double> held() const { return held_; }
  // The quantities alone, to be changed, and with the held values.
  std::span<double> of_quantities() { return {values_.data(), quantities_.size()}; }
  std::span<const double> of_quantities() const { return {values_.data(), quantities_.size()}; }
  std::span<const double> of_variables() const { return {values_.data(), slopes_.size()}; }
  std::span<const double> all() const { return values_; }

  // Copies the present held values behind the quantities.
  void CopyHeld();
  // Sets the value of a quantity; a quantity that does not exist is an error of the program.
  void Set(const Quantity& quantity, double value);
  // The value of a quantity among `values`; nullopt if the model has no such quantity.
  std::optional<double> ValueOf(std::span<const double> values, const Quantity& quantity) const;

  // The first derivatives among the quantities, for each given variable: computed now, or last.
  std::span<const double> Slopes();
  std::span<const double> slopes() const { return slopes_; }
  void SlopesOf(std::span<const double> quantities, std::vector<double>& slopes) const;

  // A point at which pivots are chosen, with the slopes computed last.
  causal::PivotPoint PointAt(double t, std::span<const double> nominal) const;
  // What kernels of the given equations read, with slopes of these values.
  codegen::KernelInputs InputsAt(double t);

  // Quantities whose derivatives are quantities too.
  std::span<const std::size_t> smooth() const { return smooth_; }
  // The same with their derivatives, to lead loops (Segment::LeadThrough).
  std::vector<Segment::LedQuantity> FindLed() const;
  // True if values of a segment are these ones, within `jump` of their sizes, at the time of these values.
  bool Agrees(const Segment& segment, const initialize::InitialValues& values, double jump) const;

  // Sets all values aside, and brings them back.
  std::vector<double> Save() const { return values_; }
  void Restore(const std::vector<double>& saved);

 private:
  std::shared_ptr<const compile::GivenModel> numbers_;
  std::vector<Quantity> quantities_;
  std::vector<double> values_;
  std::span<const double> held_;                                // of the events; empty: there are none
  std::vector<double> slopes_;                                  // for each given variable
  std::map<std::pair<VariableId, int>, std::size_t> place_of_;  // of derivatives among the quantities
  std::vector<std::size_t> smooth_;
};

}  // namespace daedalus::simulate
