// Where the solution of a segment ends: the messages, and a watch for runs that make no progress any more.
#pragma once

#include <functional>
#include <optional>

#include "daedalus/model/simulate/creeping.h"
#include "daedalus/model/simulate/forms/segment_equations.h"
#include "daedalus/programs/execute/ode_model.h"

namespace daedalus::simulate {

class SolutionEnd {
 public:
  explicit SolutionEnd(const SegmentEquations& equations) : equations_(equations) {}

  // The segment begins with these values, for the first time. Messages compare with them.
  void Begin(const initialize::InitialValues& values);

  // Relates a failure to the last point: a finite escape, or an impasse.
  void Describe(const execute::EvaluationPoint& last, Diagnostic& message) const;
  // The first of the two alone. True if there is one.
  bool DescribeEscape(const execute::EvaluationPoint& last, Diagnostic& message) const;
  Diagnostic ExplainLoop(const execute::OdeModel::Failure& failure) const;
  // A point of the whole system. The results end at `end`, if there are any.
  Diagnostic ExplainNotFinite(execute::EvaluationPoint point, std::optional<double> end) const;

  // After a step that ends at t: an error if steps hardly make progress and the equations have become
  // singular since the start.
  std::optional<Diagnostic> FindImpasse(double t,
                                        const std::function<execute::EvaluationPoint()>& last_point);

 private:
  execute::EvaluationPoint FirstPoint(const execute::EvaluationPoint& last) const;
  std::optional<Diagnostic> FindImpasseAt(const execute::EvaluationPoint& last, bool is_stuck) const;

  const SegmentEquations& equations_;
  initialize::InitialValues first_values_;  // empty in large models
  Creeping creeping_;
};

}  // namespace daedalus::simulate
