// Chooses dummy derivatives by numerical pivoting at one point (see choice_matrix.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/causal/choice_matrix.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::causal {

// The point at which states are chosen: the start values, or where a run has come to.
struct PivotPoint {
  double time = 0;
  std::span<const double> values;  // per variable of the given system
  std::span<const double> parameters;
  std::span<const double> slopes = {};   // per variable; empty: not known, zero
  std::span<const double> nominal = {};  // per variable; empty: 1
  std::span<const double> held = {};     // between events (system/hybrid.h)
};

class PivotSelector final : public structure::DummySelector {
 public:
  // `incidence`: of all rows, for the choice by structure where the numbers tell nothing.
  PivotSelector(System& system, const DerivativeColumns& columns, const structure::Incidence& incidence,
                expr::Differentiator& differentiator, const PivotPoint& point);

  std::optional<std::vector<structure::ColumnId>> Choose(const structure::DummyChoice& choice) override;

 private:
  // The values of a matrix in units of the nominal values; empty if a value is not finite.
  std::vector<double> Values(const ChoiceMatrix& matrix);

  System& system_;
  const DerivativeColumns& columns_;
  const structure::Incidence& incidence_;
  expr::Differentiator& differentiator_;
  PivotPoint point_;
  std::vector<double> zero_slopes_;
  expr::Evaluator evaluator_;
};

}  // namespace daedalus::causal
