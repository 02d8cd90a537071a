#include "ivp/ode_form.h"

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::bench {

bool IsExplicitOde(const problems::IvpProblem& problem) {
  const integrate::DaeProblem& dae = problem.dae;
  if (!dae.constant_mass) return false;
  const linear::SparsePattern pattern =
      dae.pattern.cols > 0 ? dae.pattern : linear::DensePattern(dae.size, dae.size);
  std::vector<double> dy(pattern.num_nonzeros()), dyp(dy.size());
  if (dae.jacobian(0, problem.y0, problem.yp0, dy, dyp) != integrate::EvalOutcome::kOk) return false;
  std::int32_t ones = 0;
  for (std::int32_t column = 0; column < pattern.cols; ++column) {
    for (std::int32_t k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      if (dyp[k] == 0) continue;
      if (dyp[k] != 1 || pattern.row_indices[k] != column) return false;
      ++ones;
    }
  }
  return ones == dae.size;
}

}  // namespace daedalus::bench
