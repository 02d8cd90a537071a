// Tries another way if a run has failed or is not reliable.
//
// 1. The structure of the model is wrong: neither the equations as they stand nor their conversion
//    (causal/structure_conversion.h) could be started, or integrated to the end. Then the parts with a wrong
//    structure are replaced by their derivative arrays, and all others stay as they are
//    (rank_deficient_blocks.h). The run begins again, with whatever method suits it.
//
// 2. Otherwise the ranks of the derivative array of the whole model decide (array/array_analysis.h). The
//    array takes over if it determines the derivatives and
//
//   - its index or number of free values differs from what the structure promises, so that the structure is
//     wrong, or
//   - no initial values were found: the array has its own way to find them (simulate/array_start.h).
//
// The run then begins again with the method `ucp`. Its states are coordinates of the solution manifold and
// not those of the failed run. In both cases D0561 reports it. If the structure is right, a failure of the
// equations (a solution that ends) remains a failure.
//
// 3. The causal form is not reliable (execute/sensitivity_watch.h), and the user has not asked for it. Then
//    the run begins again in the residual form, and D0513 reports it. If that fails, the causal form runs to
//    its end, and both are reported.
//
// 4. A run in the causal form ends where its equations are singular (a parallelogram whose bars are in line,
//    where two solutions cross). It is tried in the residual form, too, whose steps may pass such a point.
//    D0513 reports this together with the failure.
//
// 5. The other way round: a run in the residual form that `auto` has chosen stops, because its corrector does
// not
//    converge or its error test fails whatever the step size. It is tried in the causal form, which solves
//    small blocks instead of one large system: ideal diodes with tiny leakages. D0513 reports this, too.
//
// If the other way fails, too, the results of the first run stay. There is one exception: the first run has
// hardly begun, and the run with derivative arrays has got further. Then the latter and its failure are
// reported.
#pragma once

#include <functional>
#include <optional>

#include "daedalus/run/observer.h"
#include "daedalus/run/run_options.h"
#include "daedalus/run/run_report.h"

namespace daedalus::run {

// True if a model of that size could ever need another way. No copy is kept of much larger models.
bool MayNeedFallback(std::size_t num_unknowns);

struct FallbackModel {
  // The equations as they were flattened; nullopt if they are not kept.
  std::function<std::optional<System>()> equations;
  // Makes one attempt with these options.
  std::function<RunReport(const RunOptions&, const Audience&, Diagnostics&)> run;
  // The same for other equations.
  std::function<RunReport(System, const RunOptions&, const Audience&, Diagnostics&)> run_repaired;
};

// Runs the model, and once more if one of the cases above holds. If an attempt is given up for another one,
// observers learn this from the Begin() of the latter.
RunReport RunWithFallback(const RunOptions& options, const FallbackModel& model, const Audience& audience,
                          Diagnostics& diagnostics);

}  // namespace daedalus::run
