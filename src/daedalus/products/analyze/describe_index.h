// `daedalus analyze --numerical`: the ranks of derivative arrays of a model at its initial point
// (compile/numerical_index.h), and the disagreements with its structure.
//
//   CartesianPendulum at time = 0
//   differential index  3
//   free values         2 of 5 variables
//   structure           index 3, 2 free values: agrees
//   order  rows  rank  constraints  consistent  1-full  constant  full rows  smallest pivot kept, ...
//       0     5     4            1         yes      no       yes        yes  0.58                 0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "daedalus/model/compile/numerical_index.h"

namespace daedalus::analyze {

std::string RenderNumericalIndex(const compile::NumericalIndex& found);
nlohmann::ordered_json NumericalIndexJson(const compile::NumericalIndex& found);

}  // namespace daedalus::analyze
