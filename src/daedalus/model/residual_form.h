// The equations of one choice of states as residuals, F(t, y, y', u, p) = 0, where nothing is solved for:
// what a solver of differential-algebraic equations asks for.
//
// y are all variables of the choice, with dummy derivatives among them, so the index is at most 1. Only
// differential unknowns have a derivative in F.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "daedalus/model/compile/compiled_choice.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/system.h"

namespace daedalus::model {

class ResidualForm {
 public:
  explicit ResidualForm(const compile::CompiledChoice& choice);

  const compile::CompiledChoice& choice() const { return choice_; }
  std::size_t num_unknowns() const { return choice_.model().system->variables.size(); }
  std::vector<std::string> NamesOfUnknowns() const;
  const std::vector<char>& is_differential() const { return choice_.model().incidence.is_differential; }
  // Rows are equations, columns unknowns.
  const linear::SparsePattern& pattern() const { return jacobian_.pattern(); }

  struct Point {
    double time = 0;
    std::span<const double> y, yp, parameters, held;
  };
  void Evaluate(const Point& point, std::span<double> out);
  // dF/dy + factor dF/dy', in the order of pattern().
  void EvaluateJacobian(const Point& point, double factor, std::span<double> values);
  // The equation of a residual, to name it.
  const Equation& EquationOf(std::size_t row) const;
  const System& system() const { return *choice_.model().system; }

 private:
  const compile::CompiledChoice& choice_;
  codegen::Kernel residual_;
  codegen::JacobianKernel jacobian_;
};

}  // namespace daedalus::model
