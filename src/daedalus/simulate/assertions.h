// The assertions of a model and the bounds of its variables, checked at every output point. A variable that
// leaves its bounds by more than the tolerance is a warning; each is told once.
#pragma once

#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/expr/evaluate.h"
#include "daedalus/system/bounds.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class AssertionChecker {
 public:
  // `tolerance` of the run: a bound is a bound up to this part of it, or of the size of 1.
  // `held` are the values between events, which stay where they are.
  AssertionChecker(const System& system, std::span<const double> parameters, double tolerance = 1e-6,
                   std::span<const double> held = {});

  // The values between events stand somewhere else from now on.
  void UseHeld(std::span<const double> held) { held_ = held; }

  // The violations at this point that were not reported before: warnings and errors.
  std::vector<Diagnostic> Check(double t, std::span<const double> y, std::span<const double> yp);
  // The same of those alone that stand in when-clauses: true or false in a round of an event, and not at any
  // point of the results.
  std::vector<Diagnostic> CheckRound(double t, std::span<const double> y, std::span<const double> yp);
  bool has_rounds() const { return has_rounds_; }

 private:
  void CheckBounds(double t, std::span<const double> y, std::vector<Diagnostic>& out);

  const System& system_;
  std::span<const double> parameters_, held_;
  expr::Evaluator evaluator_;
  std::vector<Diagnostic> CheckAssertions(double t, bool of_rounds);

  std::vector<char> reported_;
  std::vector<char> is_of_round_;  // has pre values in it
  bool has_rounds_ = false;
  std::vector<BoundedVariable> bounded_;  // those not reported yet, their bounds widened by the tolerance
};

}  // namespace daedalus::simulate
