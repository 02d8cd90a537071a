// The panels of a step, on which changes of sign are looked for: steps 1 to 3 of roots.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/bracket.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/root_event.h"
#include "daedalus/numerics/integrate/root_sides.h"
#include "daedalus/numerics/integrate/root_values.h"

namespace daedalus::integrate {

class RootPanels {
 public:
  RootPanels(const DaeProblem& problem, const RootOptions& options);

  // The values of the functions where the next panel begins.
  std::span<double> start() { return left_.g; }
  // They are those at t, with which everything begins anew.
  void Start(double t);

  // What a scan looks at, and where it writes what it finds.
  struct Scene {
    const Integrator& integrator;
    RootValues& values;
    RootSides& sides;
    std::vector<FoundRoot>& found;
  };
  // All panels from where the last one ended up to t1. False where a function has no value.
  bool Scan(const Scene& scene, double t1);

 private:
  struct Sample {
    double t = 0;
    std::vector<double> g;
  };

  void Place(double t0, double t1, bool with_departures);
  bool ScanPanel(const Scene& scene);
  bool ScanWithoutChange(const Scene& scene, std::int32_t function, double slope_before);
  bool AddChange(const Scene& scene, std::int32_t function, const Bracket& bracket);

  RootOptions options_;
  std::vector<double> scale_;         // the largest |g| since the start
  std::vector<double> slope_before_;  // of side * g at the right end of the last panel
  std::vector<double> ends_;
  Sample left_, right_;                            // the ends of the current panel
  std::vector<double> after_left_, before_right_;  // g a little inside of them
  double inset_ = 0;                               // how much
};

}  // namespace daedalus::integrate
