// About how long expressions take that are evaluated together: the operations that are counted once for all
// of them, and the calls of functions by what was measured. Only ratios matter: they divide the measured
// time of a block among its equations.
#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::run {

class OperationEstimate {
 public:
  // `seconds`: of a call of the function. The graph outlives this object.
  OperationEstimate(const expr::Graph& graph, std::function<double(const expr::Function&)> seconds)
      : graph_(graph), seconds_(std::move(seconds)), is_counted_(graph.size()) {}

  // Seconds of the operations that this expression adds to those before.
  double Add(expr::ExprId expression);

 private:
  double OfOperation(expr::ExprId id);

  const expr::Graph& graph_;
  std::function<double(const expr::Function&)> seconds_;
  std::vector<char> is_counted_;
  std::set<std::pair<expr::FunctionId, std::vector<expr::ExprId>>> calls_;
};

}  // namespace daedalus::run
