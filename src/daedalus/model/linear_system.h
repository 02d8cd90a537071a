// A model near a point, as a linear system with names.
//
//   dx/dt = A x + B u        the states x of the causal form, at any index
//   y = C x + D u
//
// or, as descriptor form, the equations as they stand, before index reduction:
//
//   E dx/dt = A x + B u      x are all variables, but for aliases
//   y = C x + D u
//
// All values are deviations from the point. The matrices are exact (responses.h).
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/instance.h"
#include "daedalus/numerics/linear/dense_matrix.h"

namespace daedalus::model {

// A name, and its value at the point.
struct NamedValue {
  std::string name;
  double value = 0;
};

struct LinearSystem {
  std::string model;
  double time = 0;
  std::vector<NamedValue> states, inputs, outputs;
  std::vector<std::string> equations;  // as texts, of a descriptor form
  std::optional<linear::DenseMatrix> E;
  linear::DenseMatrix A, B, C, D;
  std::vector<std::complex<double>> poles;  // of the causal form, which are the finite ones of either
};

struct LinearizeOptions {
  std::optional<std::vector<std::string>> inputs, outputs;  // in this order; else those of the model
  bool descriptor = false;
};

// At the point of the instance. Errors: a name that is none of the model, an input that index reduction
// differentiates (but for the descriptor form), a derivative that does not exist.
Result<LinearSystem> Linearize(Instance& instance, const ModelDescription& description,
                               const LinearizeOptions& options);

}  // namespace daedalus::model
