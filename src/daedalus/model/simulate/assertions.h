// Checks the assertions of a model and the bounds of its variables at every output point. A variable that
// leaves its bounds by more than the tolerance gives a warning. Each variable is reported once.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/bounds.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class AssertionChecker {
 public:
  // `tolerance` is that of the run. A bound may be exceeded by this part of its size, or of 1 if it is
  // smaller. `held` has the values that stay constant between events.
  AssertionChecker(const System& system, std::span<const double> parameters, double tolerance = 1e-6,
                   std::span<const double> held = {});

  // The values that are held between events are in another place from now on.
  void UseHeld(std::span<const double> held) { held_ = held; }

  // The violations at this point that were not reported before: warnings and errors.
  std::vector<Diagnostic> Check(double t, std::span<const double> y, std::span<const double> yp);
  // Checks only the assertions in when-clauses. They are true or false in a round of an event, and at no
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
  std::vector<char> is_of_round_;  // contains pre values
  bool has_rounds_ = false;
  std::vector<BoundedVariable> bounded_;  // those not reported yet, with bounds widened by the tolerance
};

}  // namespace daedalus::simulate
