// DASPK and RADAU5 as R's package deSolve has them, run by Rscript (desolve.R) on the same compiled problems.
// With results on the way both step to each of them: deSolve does not use their dense output.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ivp/work_precision.h"

namespace daedalus::bench {

// Why there is no deSolve here, or nothing.
std::string FindDesolveError();

struct DesolveOptions {
  double min_seconds = 0.05;  // of all repetitions of a run
  double max_seconds = 10;    // after a longer run no tighter tolerance is tried
  int intervals = 1;          // results at so many equal intervals; 1: the end alone
};

std::vector<Run> MeasureDesolve(const std::string& problem, std::span<const double> tolerances,
                                const DesolveOptions& options);

}  // namespace daedalus::bench
