// A line of n cells, der(u[i]) = (u[i-1] - 2 u[i] + u[i+1])*k - c[i]*u[i]^3, the ends held by zero. Interior
// cells have one shape, the two ends another.
#pragma once

#include <vector>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::codegen {

struct ChainModel {
  expr::Graph graph;
  std::vector<expr::ExprId> residuals;

  // With `distinct_constants` the coefficient of the cubic term is another number in each cell.
  explicit ChainModel(std::size_t n, bool distinct_constants = false) {
    expr::Graph& g = graph;
    const auto u = [&](std::size_t i) { return g.Variable(expr::VariableId(i)); };
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<expr::ExprId> terms = {Product(g, g.Constant(-2), u(i))};
      if (i > 0) terms.push_back(u(i - 1));
      if (i + 1 < n) terms.push_back(u(i + 1));
      const expr::ExprId flow = Product(g, g.Parameter(expr::ParameterId(0)), Sum(g, terms));
      const double c = distinct_constants ? 2.5 + static_cast<double>(i) : 2.5;
      const expr::ExprId loss = Product(g, g.Constant(c), Power(g, u(i), 3));
      residuals.push_back(Difference(g, g.Variable(expr::VariableId(i), 1), Difference(g, flow, loss)));
    }
  }
};

}  // namespace daedalus::codegen
