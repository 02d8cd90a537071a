// Derivatives of what an Instance evaluates by what it is given: Jacobians, and their products with vectors
// from either side. They are exact wherever the graph knows the derivative (execute/linear_response.h).
//
// Rules:
//
//   - The derivatives hold between events. Discrete variables and values of the past (`delay`) keep their
//     values, and so do relations.
//   - Parameters are the Reals that may be set from outside without a new compilation. A parameter that
//     follows from one of them by its binding changes with it, unless it was set itself. States do not
//     change with parameters.
//   - Inputs are all inputs of the model, in the order of its text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/parameter_slopes.h"
#include "daedalus/model/relation_slopes.h"
#include "daedalus/model/simulate/state_changes.h"
#include "daedalus/numerics/linear/dense_matrix.h"
#include "daedalus/programs/execute/linear_response.h"

namespace daedalus::model {

enum class ResponseOf : std::uint8_t {
  kDerivatives,  // of the states
  kValues,       // Instance::Values(): the quantities of the model, then what is held
  kResiduals,    // of the equations of the causal form, where nothing is solved for
  kIndicators,
};
enum class ResponseTo : std::uint8_t { kStates, kInputs, kParameters };

class Responses {
 public:
  // The given model without changes of parameters; it outlives this object.
  explicit Responses(const compile::GivenModel& given);

  // The point that was read last, in the causal form. `is_set`: per parameter, whether it was set from
  // outside.
  void MoveTo(double t, simulate::StateChanges& states, std::span<const char> is_set);
  // After MoveTo, for what asks for more. `slopes`: hybrid::EventIteration::RootSlopes.
  bool NeedsInfluences(ResponseOf of, ResponseTo to) const;
  bool NeedsIndicators(ResponseOf of) const;
  void AddInfluences();
  void AddIndicators(simulate::StateChanges& states, std::span<const double> slopes);

  std::size_t Size(ResponseOf of) const;
  std::size_t Size(ResponseTo to) const;
  std::span<const ParameterId> parameters() const { return parameters_; }

  // out = J direction; out = J^T weights. An error where the derivative does not exist at the point.
  Result<Unit> Forward(ResponseOf of, ResponseTo to, std::span<const double> direction,
                       std::span<double> out);
  Result<Unit> Backward(ResponseOf of, ResponseTo to, std::span<const double> weights, std::span<double> out);
  Result<linear::DenseMatrix> Jacobian(ResponseOf of, ResponseTo to);

  // Functions without a known derivative, for which differences stand: as warnings.
  std::vector<Diagnostic> FindApproximated() const;

 private:
  // What is given, and the values of the model, as changes or as sensitivities.
  struct Parts {
    std::vector<double> states, parameters, held, quantities;
    void Clear();
  };
  execute::LinearResponse::GivenSums Sums(ResponseTo to);
  void ReadQuantities(std::span<double> out) const;
  void AddWeights(std::span<const double> quantities);
  Result<Unit> CheckFinite(std::span<const double> values) const;

  const compile::GivenModel& given_;
  std::vector<HeldId> inputs_;
  std::vector<ParameterId> parameters_;
  ParameterSlopes parameter_slopes_;
  std::optional<RelationSlopes> relation_slopes_;  // once it was asked for
  bool has_indicators_ = false;                    // they are those of the point
  // Of the point.
  const compile::CompiledChoice* choice_ = nullptr;
  std::unique_ptr<execute::LinearResponse> response_;
  execute::Workspace point_;
  std::vector<char> is_set_;
  execute::VariableChanges variables_;  // work array, as the next one
  Parts parts_;
};

}  // namespace daedalus::model
