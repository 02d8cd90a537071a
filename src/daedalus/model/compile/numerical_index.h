// The index of a model at its initial point, from the ranks of its derivative arrays
// (array/array_analysis.h), beside the index that its structure promises.
//
// Ranks alone tell the index of a model whose equations hide or feign constraints: a leading matrix that is
// singular without having zeros, terms that cancel.
#pragma once

#include <optional>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/array/array_analysis.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

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

}  // namespace daedalus::compile
