// Watches a run for unreliable results, whoever runs the model:
//
//   assertions and bounds          simulate/assertions.h        at each point, and in the rounds of an event
//   sizes below the tolerance      simulate/variable_sizes.h    found at the end
//   growth from below it           simulate/growth_watch.h      found at the end
//   small arguments                simulate/small_arguments.h   found at the end
//
// The integrated states themselves watch their steps: branches, undetermined unknowns, values that violate
// equations. See StateChanges::FindWarnings.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/simulate/assertions.h"
#include "daedalus/model/simulate/growth_watch.h"
#include "daedalus/model/simulate/segment.h"
#include "daedalus/model/simulate/small_arguments.h"
#include "daedalus/model/simulate/state_changes.h"
#include "daedalus/model/simulate/variable_sizes.h"

namespace daedalus::run {

class SafetyNets {
 public:
  // `given` and `held` outlive this object.
  SafetyNets(const compile::GivenModel& given, std::span<const double> held, double tolerance);

  // The integrator of the first segment is ready: sizes are watched from now on.
  void BeginToWatch(const simulate::Segment& first);
  // The held values are in another place from now on.
  void UseHeld(std::span<const double> held) { assertions_.UseHeld(held); }
  // Observes a point of the results, before any observer sees it.
  void Observe(double t, std::span<const double> quantities);
  // After the observers have seen it: violations that were not reported before, warnings and errors.
  std::vector<Diagnostic> Check(double t, std::span<const double> quantities, std::span<const double> slopes);
  bool has_rounds() const { return assertions_.has_rounds(); }
  std::vector<Diagnostic> CheckRound(double t, std::span<const double> y, std::span<const double> yp);
  // After a step of the current segment, and at the start.
  void ObserveStep(simulate::Segment& segment);
  // At the end of a run: all warnings about the sizes of its variables.
  std::vector<Diagnostic> FindWarnings(std::span<const Quantity> quantities) const;

 private:
  void ReadStates(simulate::Segment& segment, double t, std::span<double> quantities);

  const System& system_;
  simulate::AssertionChecker assertions_;
  std::optional<simulate::LargestValues> largest_;
  std::optional<simulate::GrowthWatch> growth_;
  std::optional<simulate::SmallArguments> small_;
  std::vector<double> inside_y_, inside_yp_;  // work arrays
};

}  // namespace daedalus::run
