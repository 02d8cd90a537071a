// Chooses dummy derivatives by numerical pivoting at one point (see index_reduction.h).
#pragma once

#include <optional>
#include <vector>

#include "daedalus/causal/derivative_columns.h"
#include "daedalus/causal/index_reduction.h"
#include "daedalus/expr/evaluate.h"
#include "daedalus/structure/dummy_derivatives.h"

namespace daedalus::causal {

class PivotSelector final : public structure::DummySelector {
 public:
  // `incidence`: of all rows, for the choice by structure where the numbers tell nothing.
  PivotSelector(System& system, const DerivativeColumns& columns, const structure::Incidence& incidence,
                const PivotPoint& point);

  std::optional<std::vector<std::uint32_t>> Choose(const structure::DummyChoice& choice) override;

 private:
  // Row-major, a row an equation, a column a candidate; empty where some value is not finite.
  std::vector<double> Matrix(const structure::DummyChoice& choice);

  System& system_;
  const DerivativeColumns& columns_;
  const structure::Incidence& incidence_;
  PivotPoint point_;
  std::vector<double> slopes_;  // of the variables at the start: not known, zero
  expr::Differentiator differentiator_;
  expr::Evaluator evaluator_;
};

// The first `rows` columns, in their order, that Gaussian elimination with threshold pivoting finds
// independent; nothing where the rank is lower. `a` is row-major.
std::optional<std::vector<std::uint32_t>> IndependentColumns(std::vector<double> a, std::size_t rows,
                                                             std::size_t columns);

}  // namespace daedalus::causal
