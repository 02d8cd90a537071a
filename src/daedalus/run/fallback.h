// What becomes of a run that has failed, or is not to be trusted, though another way is left.
//
// Of a model whose structure has failed, neither the equations as they stand nor what they were converted to
// (causal/structure_conversion.h) could be started or integrated to the end. First the parts whose structure
// lies are written by their derivative arrays, and all others stay as they are (lying_blocks.h). The run then
// begins again, with whatever method suits it.
//
// Where that is not the way, the derivative array of the whole model is asked (array/array_analysis.h). It
// takes over if it determines the derivatives and
//
//   - the structure of the model promises another index or another number of free values than the ranks: it
//     lies, or
//   - no initial values were found: the array has a way of its own to them (simulate/array_start.h).
//
// The run then begins again with the method `ucp`: its states are coordinates of the solution manifold and
// not those of the run that failed. Either is told (D0561). A failure of equations whose structure tells the
// truth (a solution that ends) is left as it is.
//
// Where the causal form is not to be trusted (execute/sensitivity_watch.h), and nobody has asked for it, the
// run begins again in the residual form, which is told (D0513). Where that fails the causal form goes to its
// end, and says both.
//
// A run in the causal form that ends where its equations are singular (a parallelogram whose bars are in
// line, where two solutions cross) is tried in the residual form, too, whose steps may pass such a point.
// That is told (D0513), with the failure. What stays a failure leaves the results of the first run as they
// are; but where that one has hardly begun, and the one with parts written by their arrays has got on its
// way, the latter and what ended it are reported.
#pragma once

#include <functional>
#include <optional>

#include "daedalus/run/observer.h"
#include "daedalus/run/run_options.h"
#include "daedalus/run/run_report.h"

namespace daedalus::run {

// Whether a model of that many unknowns could ever need it: nobody keeps a copy of one that is much larger.
bool MayNeedFallback(std::size_t num_unknowns);

struct FallbackModel {
  // The equations as they were flattened; nullopt where they are not kept.
  std::function<std::optional<System>()> equations;
  // One attempt with these options.
  std::function<RunReport(const RunOptions&, const Audience&, Diagnostics&)> run;
  // The same for other equations.
  std::function<RunReport(System, const RunOptions&, const Audience&, Diagnostics&)> run_mended;
};

// Runs the model, and once more where the above holds. What observers hear of an attempt that is given up for
// another one ends with the Begin() of the latter.
RunReport RunWithFallback(const RunOptions& options, const FallbackModel& model, const Audience& audience,
                          Diagnostics& diagnostics);

}  // namespace daedalus::run
