// How the indicators of state relations change with what their sides contain: quantities of the model,
// parameters, and held values.
//
//   d indicator_k = s_k (d right_k - d left_k),    s_k = 1, -1, or 0 where the relation makes no event
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/programs/codegen/model_kernels.h"

namespace daedalus::model {

class RelationSlopes {
 public:
  // Of a model with events.
  explicit RelationSlopes(const compile::GivenModel& given);

  std::size_t size() const { return slopes_.size(); }
  // Quantities of the given model and the derivatives of its variables; `slopes`: the s_k.
  void MoveTo(const codegen::KernelInputs& point, std::span<const double> slopes);

  // Changes, or sensitivities on the way back: per quantity, parameter and held leaf.
  struct Parts {
    std::span<double> quantities, parameters, held;
  };
  void Forward(const Parts& changes, std::span<double> out);
  // Adds to the sums.
  void Backward(std::span<const double> weights, const Parts& sums);

  const std::vector<std::string>& approximated() const { return by_variables_.approximated(); }

 private:
  // The sides of all relations, left and right in turn.
  codegen::JacobianKernel by_variables_, influences_;
  struct Place {
    std::size_t variable = 0, quantity = 0;
  };
  std::vector<Place> values_, derivatives_;  // which quantities sides may contain
  std::vector<double> slopes_;
  std::vector<double> by_y_, by_yp_, by_parameter_, by_held_;  // the entries of the four matrices
  std::vector<double> y_, yp_, sides_;                         // work arrays
};

}  // namespace daedalus::model
