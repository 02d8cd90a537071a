// How everything that a Program computes responds to small changes of what is given: states, parameters, and
// what is held between events, inputs among it.
//
// With the states x, the computed unknowns w (derivatives of states and algebraic variables), parameters p
// and held values h, the equations of the causal form are F(t, w, x, p, h) = 0. Where dF/dw is regular,
//
//   dw = -F_w^-1 (F_x dx + F_p dp + F_h dh)                                                       (1)
//
// is the exact change, and for weights v of the unknowns the exact sensitivities of v^T w are
//
//   -F_x^T m, -F_p^T m, -F_h^T m    with  F_w^T m = v.                                            (2)
//
// All four matrices come from the graph and are sparse. The Program says in which order F_w is block
// triangular (linear/block_triangular.h), and a point costs one factorization of its blocks; (1) and (2) then
// are one pass over the entries. What derivatives need comes first in that order, so that output variables,
// which may have no derivative at all (the square root of zero), neither cost nor spoil anything there.
//
// What nobody can differentiate is said by approximated(): functions of other languages, by differences.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/numerics/linear/block_triangular.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

// How far the Program is followed.
enum class ResponsePart : std::uint8_t { kDerivatives, kAll };

// By variable: of the variable itself, and of its derivative.
struct VariableChanges {
  std::vector<double> y, yp;
};

class LinearResponse {
 public:
  // `jacobian` is that of the equations of `system` by variables and derivatives.
  LinearResponse(const System& system, const causal::SystemIncidence& incidence,
                 const causal::Program& program, codegen::JacobianKernel jacobian);

  // Takes the point that a Program has completed, and factors. What follows is of this point.
  void MoveTo(const Workspace& point);
  // By parameters and held values, too. `influences`: the Jacobian by them (codegen::JacobianLeaves).
  void MoveInfluencesTo(const Workspace& point, codegen::JacobianKernel influences);
  bool has_influences() const { return has_influences_; }

  // Changes of what is given; empty: it does not change. States are in the order of their variables.
  struct Given {
    std::span<const double> states, parameters, held;
  };
  // (1).
  void Forward(const Given& changes, ResponsePart part, VariableChanges& out);
  // (1) for the derivatives of the states alone, which costs less.
  void ForwardToDerivatives(const Given& changes, std::span<double> out);
  // (2). Overwrites the weights, and adds to the sums that are not empty.
  struct GivenSums {
    std::span<double> states, parameters, held;
  };
  void Backward(VariableChanges& weights, ResponsePart part, const GivenSums& sums);

  // The changes of the residuals of the equations, with all unknowns kept, are
  //   F_x dx + F_p dp + F_h dh;    the second function is the transpose.
  std::size_t num_equations() const { return rows_.size(); }
  void ResidualsForward(const Given& changes, std::span<double> out) const;
  void ResidualsBackward(std::span<const double> weights, const GivenSums& sums) const;

  // Equations and unknowns of the first block that is singular here, or has a factor that is not finite.
  struct Singular {
    std::vector<EquationId> equations;
    std::vector<Quantity> unknowns;
  };
  std::optional<Singular> FindSingular() const;
  std::span<const VariableId> states() const { return states_; }

 private:
  std::size_t NumBlocks(ResponsePart part) const;

  codegen::JacobianKernel jacobian_;
  std::optional<codegen::JacobianKernel> influences_;
  std::vector<VariableId> states_;
  std::vector<std::size_t> derivative_places_;  // per state: where its derivative stands in the blocks' order
  std::vector<char> is_differential_;           // per variable
  std::size_t num_core_blocks_ = 0;             // those that derivatives need
  // Where an entry of F_w comes from: dF/dy, or else dF/dy'.
  struct Source {
    bool is_derivative = false;
    std::size_t index = 0;
  };
  std::vector<Source> sources_;
  std::optional<linear::BlockTriangularSolver> solver_;
  std::vector<double> dy_, dyp_, unknowns_;
  std::vector<double> by_parameters_, by_held_;
  bool has_influences_ = false;
  std::vector<double> rows_;  // work array, per equation
};

}  // namespace daedalus::execute
