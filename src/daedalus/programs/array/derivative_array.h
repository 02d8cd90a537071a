// The derivative array of F(t, x, x') = 0 to order k: the equations together with their first k total
// derivatives,
//
//   G(z, x, t) = ( F, dF/dt, ..., d^k F/dt^k ) = 0,     z = (x', x'', ..., x^(k+1))     (1)
//
// (Campbell (2); Campbell & Gear 1995). It shows what structure cannot: its ranks at a point are the
// differential index, the constraints, hidden ones included, and the number of free initial values
// (array_analysis.h); and it can be solved for x' as it stands (array_solver.h).
//
// There are two ways to total derivatives. *Symbolic*: they are taken in the expression graph, each
// sub-expression once (expr/differentiate.h). Then the leaf x_i^(j) is renamed to the variable j n + i, so
// that the array is an ordinary list of residuals over (k + 2) n variables: kernels and sparse Jacobians are
// those of codegen/, interpreted or assembled like every other. *By power series* (taylor_array.h), which
// cost less from some order on (decision 031).
//
// Unknowns are numbered by order of differentiation, then by variable: 0 .. n-1 is x, n .. 2n-1 is x', and so
// on. Row j m + e is the j-th derivative of equation e. What is held between events is constant here.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/programs/array/taylor_array.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/system.h"

namespace daedalus::array {

// Which rows stand below (1).
enum class ExtraRows {
  kNone,
  kInitialEquations,  // as they are, not differentiated: for a point to start from
};

enum class Differentiation {
  kSymbolic,
  kSeries,
};

// The values that G does not solve for.
struct ArrayInputs {
  double time = 0;
  std::span<const double> parameters = {};
  std::span<const double> held = {};
};

class DerivativeArray {
 public:
  DerivativeArray(const System& system, int order, ExtraRows extra = ExtraRows::kNone);
  // Always symbolic if functions are called.
  DerivativeArray(const System& system, int order, ExtraRows extra, Differentiation wanted);

  int order() const { return order_; }
  std::size_t num_variables() const { return num_variables_; }
  std::size_t num_equations() const { return num_equations_; }  // of F
  std::size_t num_rows() const { return num_rows_; }
  std::size_t num_unknowns() const { return (static_cast<std::size_t>(order_) + 2) * num_variables_; }
  const linear::SparsePattern& pattern() const {
    return series_ ? series_->pattern() : kernels_->jacobian.dy_pattern();
  }
  Differentiation differentiation() const {
    return series_ ? Differentiation::kSeries : Differentiation::kSymbolic;
  }
  // The number of expressions that were built for it, as a measure of its size.
  std::size_t num_expressions() const { return num_expressions_; }

  // r[i] is row i at the unknowns (x, z). False where a value is not finite.
  bool Residual(const ArrayInputs& inputs, std::span<const double> unknowns, std::span<double> r);
  // One value for each entry of pattern(). False where one is not finite.
  bool Jacobian(const ArrayInputs& inputs, std::span<const double> unknowns, std::span<double> values);

  std::vector<codegen::Kernel*> kernels() {
    return kernels_ ? kernels_->all() : std::vector<codegen::Kernel*>();
  }

 private:
  void BuildSymbolic(System& own, std::span<const ExprId> below);
  TaylorPoint At(const ArrayInputs& inputs, std::span<const double> unknowns) const {
    return {inputs.time, inputs.parameters, inputs.held, unknowns, num_variables_};
  }

  int order_;
  std::size_t num_variables_, num_equations_, num_rows_ = 0, num_expressions_ = 0;
  std::unique_ptr<codegen::ModelKernels> kernels_;  // symbolic
  std::optional<TaylorArray> series_;
};

}  // namespace daedalus::array
