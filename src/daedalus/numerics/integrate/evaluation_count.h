// The evaluations since Initialize(). The evaluator counts from its creation.
#pragma once

#include <cstdint>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

class EvaluationCount {
 public:
  // Those so far do not count.
  void Begin(const Evaluator& evaluator) {
    residuals_before_ = evaluator.residual_evaluations();
    jacobians_before_ = evaluator.jacobian_evaluations();
  }
  // Those of another integrator, which worked for this one, count too.
  void Include(const Statistics& work) {
    residuals_before_ -= work.residual_evaluations;
    jacobians_before_ -= work.jacobian_evaluations;
  }
  void Write(const Evaluator& evaluator, Statistics& statistics) const {
    statistics.residual_evaluations = evaluator.residual_evaluations() - residuals_before_;
    statistics.jacobian_evaluations = evaluator.jacobian_evaluations() - jacobians_before_;
  }

 private:
  std::int64_t residuals_before_ = 0;
  std::int64_t jacobians_before_ = 0;
};

}  // namespace daedalus::integrate
