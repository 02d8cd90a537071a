// The equations as they stand near a point, before index reduction and without aliases:
//
//   F(t, z, dz/dt, u) = 0      E = dF/d(dz/dt),  A = -dF/dz,  B = -dF/du,  so that  E dz/dt = A z + B u
//
// z are all variables. Parameters that are found at the start are constant, and left out with the equations
// that keep them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/instance.h"
#include "daedalus/numerics/linear/dense_matrix.h"

namespace daedalus::model {

struct DescriptorForm {
  std::vector<VariableId> variables;    // of the given system
  std::vector<EquationId> equations;    // the equations of the rows
  linear::DenseMatrix E, A, B;          // B: by all inputs of the model
  std::vector<std::int32_t> column_of;  // per quantity of the given model; -1: it is no variable of the form
};

// At the point of the instance.
Result<DescriptorForm> FindDescriptorForm(Instance& instance);

}  // namespace daedalus::model
