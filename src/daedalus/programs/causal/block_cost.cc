#include "daedalus/programs/causal/block_cost.h"

#include <limits>
#include <vector>

namespace daedalus::causal {

BlockShape ShapeOf(const structure::TearingProblem& problem, const structure::TornBlock& torn,
                   bool is_linear) {
  BlockShape shape;
  shape.size = problem.appears.num_columns;
  shape.entries = problem.appears.columns.size();
  shape.tearing = torn.tearing.size();
  shape.is_linear = is_linear;
  structure::PerColumn<char> is_torn(shape.size, 0);
  for (const structure::ColumnId column : torn.tearing) is_torn[column] = 1;
  for (const structure::ColumnId column : problem.appears.columns) shape.inner_entries += !is_torn[column];
  shape.inner_entries -= torn.assignments.size();
  return shape;
}

BlockCosts EstimateCosts(const BlockShape& shape, const BlockCostOptions& options) {
  const auto n = static_cast<double>(shape.size), z = static_cast<double>(shape.entries);
  const auto k = static_cast<double>(shape.tearing), a = static_cast<double>(shape.inner_entries);
  const double evaluation = 2 * z;
  BlockCosts costs;
  costs.relaxation = 2 * a * (k + 1) + k * k * k / 3 + k * k + evaluation;
  if (!shape.is_linear || costs.relaxation > options.max_relaxation) {
    costs.relaxation = std::numeric_limits<double>::infinity();
  }
  costs.torn = evaluation * (k + 2) + 2.0 / 3 * k * k * k + 2 * k * k + options.call;
  if (shape.is_linear) {
    costs.relaxation += options.writing * n * n;
    costs.torn += options.writing * n * n;
  }
  costs.dense = evaluation + 2.0 / 3 * n * n * n + 2 * n * n + options.call;
  costs.sparse = evaluation + options.sparse_entry * (z + n) + options.call;
  return costs;
}

BlockMethod CheapestMethod(const BlockShape& shape, const BlockCostOptions& options) {
  const BlockCosts costs = EstimateCosts(shape, options);
  BlockMethod best = BlockMethod::kRelaxation;
  double least = costs.relaxation;
  const auto offer = [&](BlockMethod method, double cost) {
    if (cost < least) {
      best = method;
      least = cost;
    }
  };
  offer(BlockMethod::kTorn, costs.torn);
  offer(BlockMethod::kDense, costs.dense);
  offer(BlockMethod::kSparse, costs.sparse);
  return best;
}

}  // namespace daedalus::causal
