// `daedalus analyze --numerical`: the ranks of derivative arrays of a model at its initial point
// (array/array_analysis.h), and the disagreements with its structure.
//
//   CartesianPendulum at time = 0
//   differential index  3
//   free values         2 of 5 variables
//   structure           index 3, 2 free values: agrees
//   order  rows  rank  constraints  consistent  1-full  constant  full rows  smallest pivot kept, ...
//       0     5     4            1         yes      no       yes        yes  0.58                 0
//
// Ranks alone tell the index of a model whose equations hide or feign constraints: a leading matrix that is
// singular without having zeros, terms that cancel.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "daedalus/array/array_analysis.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::analyze {

struct NumericalIndex {
  System system;  // without aliases: what the arrays are of
  double time = 0;
  array::ArrayAnalysis analysis;
  // The result of structural analysis; nullopt if it finds the equations singular.
  std::optional<int> structural_index;
  std::optional<std::uint32_t> structural_free;

  bool agrees() const {
    return analysis.index && structural_index == analysis.index && structural_free == analysis.num_free;
  }
};

// Fixed start values and initial equations hold at the point, other start values are guesses.
Result<NumericalIndex> FindNumericalIndex(System system, Diagnostics& diagnostics);

std::string RenderNumericalIndex(const NumericalIndex& found);
nlohmann::ordered_json NumericalIndexJson(const NumericalIndex& found);

}  // namespace daedalus::analyze
