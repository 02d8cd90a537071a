// How run time grows with the number of unknowns on sparse problems, ours against IDA with KLU.
#pragma once

#include <span>
#include <string_view>

#include "ivp/measure.h"

namespace daedalus::bench {

struct SparseGrowthOptions {
  int largest = 1'000'000;
  double relative = 1e-6;
  MeasureOptions measure = {};
};

// Prints a table for the heat equation and the RC ladder; false when ours grows faster than linearly
// (exponent above 1.2) or is slower than IDA with KLU at the largest size.
bool PrintSparseGrowth(std::span<const std::string_view> methods, const SparseGrowthOptions& options);

}  // namespace daedalus::bench
