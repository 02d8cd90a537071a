// How do states change when a constraint begins to hold? Examples: two capacitors that are switched together,
// a rod that becomes taut.
//
// A system of higher index has offsets c, d (structure/sigma_method.h). Equation f_i is differentiated c_i
// times, and variable x_j occurs up to its derivative d_j. The derivatives of x_j up to the order d_j - 1
// must satisfy f_i, f_i', ..., f_i^(c_i - 1). If the values before the event do not, the derivatives of order
// d_j - 1 jump. Those of order d_j (the currents and forces, d_j = 0) are impulses at that instant.
// Everything of lower order stays. Let v- be a value before the event, and v+ after it:
//
//   c_i > 0:  f_i^(c_i - 1)(v+) = 0                                    the constraint holds afterwards    (1)
//   c_i = 0:  sum_j (df_i/dx_j^(d_j)) * [ v_j+ - v_j-, or the impulse ] = 0                               (2)
//
// (2) is f_i integrated over the instant, where finite terms vanish. It states what is conserved: charge or
// momentum. This is the leading part for h -> 0 of a step of the implicit Euler method across the event
// (Benveniste, Caillaud, Malandain, "The mathematical foundations of physical systems modeling languages",
// Annual Reviews in Control 50 (2020) 72-118). Its Jacobian is that of the reduced system, so it can be
// solved if the mode itself can.
//
// The equations give an answer only if three conditions hold. Impulses enter linearly. Their coefficients do
// not jump themselves (C(v)*der(v) = i does not say what is conserved, der(q) = i does). Values of lower
// order satisfy their constraints (a counterexample is a rod that is too long at the moment when it is
// fixed).
//
// Rows on which no jump depends and which cannot be used, as a power v*i, are left out with their unknowns.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::compile {

// Values before the event, or their usual sizes, of quantities of order d_j - 1 and below. nullopt: not
// known.
using ReadQuantity = std::function<std::optional<double>(const Quantity&)>;

struct Jump {
  struct Value {
    Quantity quantity;
    double before = 0, after = 0;
  };
  struct Impulse {
    VariableId variable;
    double size = 0;  // its integral over the instant
  };
  std::vector<Value> values;  // empty: the constraints already hold, and nothing jumps
  std::vector<Impulse> impulses;
};

class JumpSystem {
 public:
  // `given` is the system of the reduction, with its derivatives, or a copy: the former grows with each
  // choice of states.
  JumpSystem(const System& given, const causal::IndexReduction& reduction);

  // Needs the values before the event and the held values after it. `parameters` are the model's. An error if
  // the equations do not determine the jump.
  Result<Jump> Solve(double t, const ReadQuantity& before, const ReadQuantity& size,
                     std::span<const double> parameters, std::span<const double> held,
                     double tolerance) const;

 private:
  friend class JumpSystemMaker;  // make_jump_system.cc

  // An equation, differentiated until its unknowns are those that may jump, or less often.
  struct Constraint {
    ExprId residual;  // over parameters, which have the values before
    EquationId equation;
    bool can_jump = true;  // false: of lower order
    std::vector<std::pair<Quantity, ExprId>> gradient;
  };
  // Why an equation of kind (2) cannot be used: an impulse does not enter it linearly, or a coefficient would
  // jump.
  struct Doubt {
    EquationId equation;
    VariableId variable;
  };

  bool IsViolated(const Constraint& constraint, expr::Evaluator& evaluator, const ReadQuantity& size,
                  double tolerance) const;
  Result<std::vector<double>> WithValues(const ReadQuantity& before,
                                         std::span<const double> parameters) const;
  // True if a constraint is violated by the values before. An error if no jump can satisfy it.
  Result<bool> NeedsJump(double t, std::span<const double> values, std::span<const double> held,
                         const ReadQuantity& size, double tolerance) const;
  std::optional<Diagnostic> Obstacle(double t) const;
  // Finds the unknowns of (1) and (2).
  Result<std::vector<double>> SolveEquations(double t, const ReadQuantity& before,
                                             const std::vector<double>& values,
                                             std::span<const double> held) const;
  std::optional<Diagnostic> CoefficientThatJumps(double t, const Jump& jump, const ReadQuantity& size,
                                                 double tolerance) const;
  Jump Read(std::span<const double> found, const ReadQuantity& before, const ReadQuantity& size,
            double tolerance) const;

  System given_;   // used in messages
  System system_;  // variable j is the quantity of order d_j - 1 after the event, or the impulse
  std::vector<int> highest_;
  std::vector<Quantity> values_;  // the quantities whose values are the last parameters
  std::vector<Constraint> constraints_;
  std::optional<Doubt> obstacle_;
  std::vector<Doubt> coefficients_;
  std::vector<char> is_left_out_;  // for each variable
  std::optional<Diagnostic> singular_;
};

}  // namespace daedalus::compile
