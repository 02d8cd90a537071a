// The named test problems: one place that serves tests, benches and docs.
//
// Each is an initial value problem F(t, y, y') = 0 with exact Jacobian, consistent start and, where someone
// has computed one, a reference solution at the end. Most come from the Test Set for IVP Solvers [MM08] (F.
// Mazzia, C. Magherini, University of Bari, release 2.4, 2008), and so do their end values, where the file of
// a problem says nothing else. Where the published ones are weak it has better ones and says whence: `pump`
// (a closed form), `e5` (an invariant), `andrews` and `wheelset` (RADAU5 at 1e-12).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::problems {

using integrate::DaeProblem;
using integrate::EvalOutcome;

// Makes the state (t, y, y') consistent for what comes after t: called at every restart time and event.
using ConsistencyFunction = std::function<void(double t, std::span<double> y, std::span<double> yp)>;

struct IvpProblem {
  std::string name;
  DaeProblem dae = {};
  std::vector<double> y0 = {};
  std::vector<double> yp0 = {};
  double t_end = 0;
  std::vector<double> restarts = {};         // times inside (0, t_end) at which the equations have a kink
  ConsistencyFunction make_consistent = {};  // with restarts or roots only
  std::vector<std::int32_t> compared = {};   // unknowns compared with the reference; empty: all
  std::vector<double> reference = {};        // at t_end; empty: none is known
  // Unknowns of which only |y| < 1 matters: absolute tolerance = relative tolerance times this, per unknown
  // or one for all.
  std::vector<double> absolute_scale = {1};
  // Some algebraic unknowns are derivatives in disguise (index above 1), which the error test should leave
  // out (IntegratorOptions::suppress_algebraic).
  bool suppress_algebraic = false;
  double tightest = 1e-10;  // the smallest relative tolerance that makes sense
  bool is_stiff = true;     // else explicit methods are tried as well
};

// Absolute tolerances belonging to a relative one.
integrate::Tolerances TolerancesFor(const IvpProblem& problem, double relative);

// Correct digits: -log10 of the largest relative error of y over the compared unknowns with a reference other
// than zero; the others count with their error divided by their absolute scale. At most 16; -inf if y is not
// finite, NaN without a reference.
double CorrectDigits(const IvpProblem& problem, std::span<const double> y);

// All names that MakeIvpProblem knows, in the order in which they should be listed: those on which the
// constants of our integrators were tuned, and those that were held out (held_out/held_out.h).
std::span<const std::string_view> IvpProblemNames();
std::span<const std::string_view> HeldOutProblemNames();

// Nothing for an unknown name.
std::optional<IvpProblem> MakeIvpProblem(std::string_view name);

}  // namespace daedalus::problems
