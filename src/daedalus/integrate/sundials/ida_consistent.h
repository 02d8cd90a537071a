// Consistent initial values of an index-1 problem, given its differential unknowns (IDACalcIC, [Hin05]
// sec. 2.1): keeps y_d, finds y_d' and the algebraic y_a with F(t0, y, y') = 0 by a damped Newton iteration.
//
// IDA stops when the error of y is small against its tolerance, which leaves an error of that size divided by
// a thousandth of t1 - t0 in y'. We therefore go on with the last Jacobian for as long as that halves the
// residual.
//
// y and yp hold guesses on entry. Unknowns with is_differential = 0 are y_a. After a failure y and yp are
// unchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/integrate/dae_problem.h"

namespace daedalus::integrate {

enum class ConsistentStatus {
  kConsistent,
  kNotConverged,      // `row` has the largest residual
  kSingularJacobian,  // `row` and `unknown` are without a pivot: not of index 1 there, or an unknown is
                      // wrongly classed
  kResidualFailed,    // `row` is not finite at the start, or no nearer point was found that is
  kBadInput,
  kFatal,
};
std::string_view StatusName(ConsistentStatus status);

struct ConsistentOutcome {
  ConsistentStatus status = ConsistentStatus::kConsistent;
  std::optional<std::int32_t> row = {};
  std::optional<std::int32_t> unknown = {};
  std::int64_t newton_iterations = 0;
  std::int64_t residual_evaluations = 0;
  double residual_norm = 0;  // largest |F_i|, each in units of its row of the Jacobian times the tolerance
  std::string reason = {};
  std::string solver_message = {};

  bool ok() const { return status == ConsistentStatus::kConsistent; }
};

// t1 > t0 is the first output point: it scales the iteration (y' moves by y / (t1 - t0)) and is not stepped
// to.
ConsistentOutcome CalculateConsistent(const DaeProblem& problem, const Tolerances& tolerances, double t0,
                                      double t1, std::span<double> y, std::span<double> yp);

}  // namespace daedalus::integrate
