// Has structure told the truth? The rank of the matrix of the highest derivatives, in numbers.
//
// Pantelides and the Sigma-method count entries, and believe that a matrix with a full transversal is regular. It is not where
// equations share more than their unknowns: der(a) + der(b) = f beside der(a) + der(b) = g has two derivatives, two equations
// and one state. Then the promised states, index and initial conditions are wrong (Reissig, Martinson, Barton, SIAM J. Sci.
// Comput. 21 (2000) 1987-1990; Pryce, BIT 41 (2001) 364-394, sec. 5: success is checked by this very matrix).
//
// By Griewank's lemma the entries are partial derivatives of the given equations (choice_matrix.h), so the question needs no
// differentiated equation. It is asked block by block, for blocks of two and more rows, at three points: the guess, and two
// random ones near it, a third to four thirds of a nominal value away. The largest rank counts, for a single point may be
// singular by chance, and far points are spoilt by exponentials; a point where some entry has no finite value is left out.
// Entries with held values (system/hybrid.h) make no dependence: other modes have other numbers.
//
// Steps, for each block. (1) Its entries at a point in numbers alone (expr/gradient_values.h), and a sparse elimination that finds out
// whether they are regular beyond doubt (sparse_regularity.h). Nearly always that is all. (2) Where there is doubt at all points, or where functions
// are called, the entries are made as expressions, and their dependences are looked for (dependent_rows.h).
//
// On the way it is seen whether all constraints hold at the guess, which spares whoever looks for redundant ones a search
// (compile/redundant_constraints.h).
//
// Cost: (1) is linear in the size of the equations, (2) is the cube of the size of each block. Blocks of more than 300 rows are trusted.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/causal/dependent_rows.h"
#include "daedalus/causal/offsets.h"
#include "daedalus/causal/pivot_selector.h"
#include "daedalus/causal/sparse_regularity.h"
#include "daedalus/expr/differentiate.h"
#include "daedalus/expr/gradient_values.h"

namespace daedalus::causal {

// What was found at the guess, beyond doubt; false where it was not found out.
struct AtGuess {
  bool is_regular = false;           // each block
  bool do_constraints_hold = false;  // each equation that is differentiated and has no derivative, to kHoldsExactly
};

// Of the largest term of an equation.
constexpr double kHoldsExactly = 1e-14;
// The size of a term: of what an unknown is in a linearised equation, at its value or at its nominal one.
inline double TermSize(double partial, double value, double nominal) {
  return std::abs(partial) * std::max(std::abs(nominal), std::abs(value));
}

// A block of the highest derivatives, its matrix as expressions.
struct HighestBlock {
  std::vector<EquationId> equations;
  std::vector<VariableId> variables;
  std::vector<std::uint32_t> differentiations;  // per equation
  std::vector<ExprId> entries;                  // row-major; invalid: zero

  std::size_t size() const { return equations.size(); }
  ExprId At(std::size_t row, std::size_t column) const { return entries[row * size() + column]; }
};

struct DependentBlock {
  HighestBlock block;
  RowDependences dependences;  // at `point`
  std::size_t point = 0;       // of the probe, that of the largest rank, a random one where they are equal
};

class RankProbe {
 public:
  // Builds partial derivatives in the graph of the system, which outlives this object, as what the guess points to does.
  RankProbe(System& system, const PivotPoint& guess);

  std::vector<DependentBlock> Run(const Offsets& offsets) { return Run(offsets, kPoints); }
  // At the first points only: 1 is the guess.
  std::vector<DependentBlock> Run(const Offsets& offsets, std::size_t num_points);

  // Of the last run.
  const AtGuess& at_guess() const { return at_guess_; }

  // The points: number 0 is the guess. Known once a block had to be looked at.
  static constexpr std::size_t kPoints = 3;
  expr::Point Point(std::size_t number) const;
  // The numbers of a block's matrix there; empty where some are not finite.
  std::vector<double> ValuesOf(const HighestBlock& block, std::size_t point);

 private:
  struct Values {
    double time = 0;
    std::vector<double> variables, slopes;
  };
  // As many of them as are asked for.
  void MakePoints(std::size_t num_points);
  Values MakeGuess() const;
  // Marks the variables of a block, or takes the marks away.
  void MarkColumns(const Offsets& offsets, std::span<const structure::RowId> rows);
  void ForgetColumns(const Offsets& offsets, std::span<const structure::RowId> rows);
  // (1) The number of one of the first points where the block is regular beyond doubt.
  std::optional<std::size_t> FindRegularPoint(const Offsets& offsets, std::span<const structure::RowId> rows,
                                              std::size_t num_points);
  // The numbers of a block there, in matrix_; false where some are not known for sure.
  bool FillMatrix(const Offsets& offsets, std::span<const structure::RowId> rows, std::size_t point);
  // Of the equation whose gradient was taken last.
  bool HoldsExactly(std::span<const expr::PartialValue> gradient, std::size_t point) const;
  // (2)
  std::optional<DependentBlock> LookCloser(const Offsets& offsets, std::span<const structure::RowId> rows,
                                           std::size_t num_points);
  HighestBlock BlockOf(const Offsets& offsets, std::span<const structure::RowId> rows);
  // By differentiations; of equal ones those whose entries are free of the block's variables come first, and stay: a second copy of an
  // equation that is not linear may have another solution than the first (structure_conversion.h).
  std::vector<std::uint32_t> RanksOf(const HighestBlock& block);
  bool HasHeldValues(const HighestBlock& block, const RowDependences& dependences);

  System& system_;
  PivotPoint guess_;
  std::vector<Values> points_;
  struct Symbols {
    expr::Differentiator differentiator;
    expr::Evaluator evaluator;
    expr::LeafCollector leaves;
  };
  std::optional<Symbols> symbols_;  // once a block had to be looked at closer
  expr::GradientValues gradients_;
  SparseRegularity regularity_;
  SparseRows matrix_;
  AtGuess at_guess_;
  std::vector<expr::WantedLeaves::Column> columns_;  // per variable: its column in the block at hand, or none
};

}  // namespace daedalus::causal
