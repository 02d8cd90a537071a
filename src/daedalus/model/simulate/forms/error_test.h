// How accurate the steps of a segment must be: the sizes of variables, and the share of the tolerance that a
// step may use (undamped_errors.h).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/model/simulate/forms/integrator_view.h"
#include "daedalus/model/simulate/forms/segment_equations.h"
#include "daedalus/numerics/integrate/own/own_methods.h"

namespace daedalus::simulate {

class ErrorTest {
 public:
  explicit ErrorTest(const SegmentEquations& equations) : equations_(equations) {}
  ErrorTest(const ErrorTest&) = delete;
  ErrorTest& operator=(const ErrorTest&) = delete;

  // The sizes of all variables (variable_sizes.h) of a run that begins with these values.
  void FindSizes(const initialize::InitialValues& values);
  std::span<const double> sizes() const { return sizes_; }
  // Of all variables, by their sizes.
  integrate::Tolerances Tolerances() const;
  // Of the quantities; 0 for those that are not in the error test of this view.
  std::vector<double> AbsoluteTolerances(const IntegratorView& view) const;

  // Reduces the tolerances if nothing damps errors, or if they are too loose for algebraic equations that the
  // method iterates. `reasons` mention it. The result refers to this object.
  integrate::Tolerances HeldToAShare(integrate::Tolerances tolerances, const integrate::MethodInfo& method,
                                     const IntegratorView& view, std::vector<std::string>& reasons);
  // The expected number of steps of the run; 0: not known yet. If nothing damps errors, each step gets an
  // accordingly smaller part of the tolerance.
  void ExpectSteps(const integrate::MethodInfo& method, double num_steps);
  // A warning: a method of low order is not held to a share although nothing damps errors.
  std::optional<Diagnostic> FindAddedErrors(const integrate::MethodInfo& method) const;

 private:
  bool DoAddUp(const integrate::MethodInfo& method) const;

  const SegmentEquations& equations_;
  std::vector<double> sizes_;
  double share_of_step_ = 1;  // the part of the tolerance that a step may use
  double share_in_run_ = 1;   // a further factor if many steps are expected
};

}  // namespace daedalus::simulate
