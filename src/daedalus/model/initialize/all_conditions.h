// The initial problem with all conditions at once, including those that were left out as too many. It is
// solved by sparse least squares (nonlinear/least_squares.h), as the last resort of a start. If it has no
// solution, its residuals explain why.
//
// Structure decides which of too many conditions are kept. If the kept ones are numerically dependent, the
// others are needed after all. Then either all hold together, or the residuals show which do not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/initialize/initial_problem.h"

namespace daedalus::initialize {

struct Contradiction {
  std::vector<InitialRow> rows;  // start values that are assumed are rows of kind kFixed too
  std::vector<double>
      violations;            // of each, where they come nearest to holding together: sides differ by so much
  std::size_t furthest = 0;  // the row that is furthest from holding, in its unit
  double size = 0;           // by how much its sides would differ if all others held
  std::vector<double> y, yp;
};

struct AllConditionsOutcome {
  bool ok = false;
  std::vector<double> y, yp;
  std::int64_t iterations = 0;
  std::optional<Contradiction> why = {};
  std::vector<VariableId> given_up = {};  // assumed start values that had to change
};

constexpr std::size_t kMostUnknownsAtOnce = 20000;

// The limit of unknowns: beyond it, the call fails without a reason.
AllConditionsOutcome SolveAllConditions(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, double start_time);

// "no values satisfy these together", with the equations, how far they are from it, and the start values to
// look at first (D0566).
Diagnostic DescribeContradiction(const System& system, double start_time, const Contradiction& why);

}  // namespace daedalus::initialize
