// The named test problems: one place that serves tests, benches and docs.
//
// Each is an initial value problem F(t, y, y') = 0 with exact Jacobian, consistent start and, where someone
// has computed one, a reference solution at the end. Most come from the Test Set for IVP Solvers [MM08] (F.
// Mazzia, C. Magherini, University of Bari, release 2.4, 2008); equations, constants, start, origin of the
// reference and traps stand in ../shared/data/ivp-testset/NAME.md. Tables too long for code, and all
// published references, are read from there (test_data.h); where that folder is missing, `reference` is empty
// and the problems that need a table for their start are not made.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/integrate/dae_problem.h"

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
  std::vector<double> reference = {};        // at t_end; empty: none is known, or the data folder is missing
  // Unknowns of which only |y| < 1 matters: absolute tolerance = relative tolerance times this, per unknown
  // or one for all.
  std::vector<double> absolute_scale = {1};
  // Some algebraic unknowns are derivatives in disguise (index above 1), which the error test should leave
  // out (IntegratorOptions::suppress_algebraic).
  bool suppress_algebraic = false;
  double tightest = 1e-10;  // the smallest relative tolerance that makes sense
};

// Absolute tolerances belonging to a relative one.
integrate::Tolerances TolerancesFor(const IvpProblem& problem, double relative);

// Correct digits: -log10 of the largest relative error of y over the compared unknowns with a reference other
// than zero; the others count with their error divided by their absolute scale. At most 16; -inf if y is not
// finite, NaN without a reference.
double CorrectDigits(const IvpProblem& problem, std::span<const double> y);

// All names that MakeIvpProblem knows, in the order in which they should be listed.
std::span<const std::string_view> IvpProblemNames();

// Nothing for an unknown name, and for a problem whose start needs the missing data folder.
std::optional<IvpProblem> MakeIvpProblem(std::string_view name);

}  // namespace daedalus::problems
