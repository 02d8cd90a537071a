// Is the structural analysis right? The numerical rank of the matrix of the highest derivatives.
//
// Pantelides and the Sigma-method count entries, and assume that a matrix with a full transversal is regular.
// It is not if equations share more than their unknowns: der(a) + der(b) = f and der(a) + der(b) = g have two
// derivatives, two equations and one state. Then the promised states, index and initial conditions are wrong
// (Reissig, Martinson, Barton, SIAM J. Sci. Comput. 21 (2000) 1987-1990; Pryce, BIT 41 (2001) 364-394,
// sec. 5: success is checked by this very matrix).
//
// By Griewank's lemma the entries are partial derivatives of the given equations (choice_matrix.h), so no
// equation has to be differentiated. Ranks are computed block by block, for blocks of two and more rows and
// for single rows whose unknown has a factor. There are three points: the guess, and two random ones near it,
// a third to four thirds of a nominal value away. The largest rank counts, for a single point may be singular
// by chance. Far points suffer from exponentials. A point with an entry that is not finite is skipped.
// Entries with held values (system/hybrid.h) make no dependence: other modes have other numbers.
//
// Values from other equations must satisfy these: n1 = cos(th) and n2 = sin(th) make a matrix singular that
// is regular for other n1 and n2. So for each block the points are first moved to where the equations before
// it hold (helper_values.h). If that makes rows dependent, they must be dependent at five further points as
// well, one to four nominal values away: n2 = sqrt(1 - n1^2) is not always sin(th).
//
// Steps, for each block. (1) Its entries at a point as numbers (expr/gradient_values.h), and a sparse
// elimination that shows whether they are certainly regular (sparse_regularity.h). That nearly always
// suffices. An entry that nearly vanishes where other equations hold is a reason for doubt. (2) If there is
// doubt at all points, or if functions are called, the entries are built as expressions, and dependences are
// sought (dependent_rows.h).
//
// On the way this finds out whether all constraints hold at the guess, which saves the search for redundant
// ones (compile/redundant_constraints.h).
//
// Cost: (1) is linear in the size of the equations. (2) is the cube of the size of each block, and for blocks
// of more than 300 rows that of a sparse elimination. A large block that fills up is not judged (unjudged).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/causal/dependent_rows.h"
#include "daedalus/programs/causal/helper_values.h"
#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/pivot_selector.h"
#include "daedalus/programs/causal/sparse_regularity.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/gradient_values.h"

namespace daedalus::causal {

// Facts at the guess that are certain; false if they are not, or were not examined.
struct AtGuess {
  bool is_regular = false;  // each block
  bool do_constraints_hold =
      false;                   // each equation that is differentiated and has no derivative, to kHoldsExactly
  bool has_idle_rows = false;  // redundant rows, because of other equations or everywhere, even if single
                               // numbers suggest otherwise
};

// Limit of the residual of an equation that holds exactly, as a part of its largest term.
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
  struct Entry {
    std::uint32_t column = 0;
    ExprId value;
  };
  std::vector<std::uint32_t> starts{0};  // of the rows; size: number of rows + 1
  std::vector<Entry> entries;
  std::uint32_t number = 0;        // in the order of execution
  bool takes_from_others = false;  // quantities that equations of other blocks determine

  std::size_t size() const { return equations.size(); }
  std::span<const Entry> Row(std::size_t row) const {
    return std::span(entries).subspan(starts[row], starts[row + 1] - starts[row]);
  }
  // Invalid where there is none.
  ExprId At(std::size_t row, std::size_t column) const {
    const auto found = std::ranges::find(Row(row), column, &Entry::column);
    return found == Row(row).end() ? ExprId() : found->value;
  }
};

struct DependentBlock {
  HighestBlock block;
  RowDependences dependences;       // at `point`
  std::size_t point = 0;            // that of the largest rank, a random one where they are equal
  std::vector<PointValues> points;  // number 0 is the guess
  std::vector<std::optional<SparseRows>>
      values;  // of the matrix there, in the order of its entries; nothing where some are not finite
  // Equations of other blocks that make the rows dependent, and the equations that these need in turn. Both
  // lists are empty if the rows are dependent without them.
  std::vector<EquationId> helpers = {}, behind_helpers = {};
};

class RankProbe {
 public:
  // Builds partial derivatives in the graph of the system. The graph and the data of the guess must outlive
  // this object.
  RankProbe(System& system, const PivotPoint& guess);

  std::vector<DependentBlock> Run(const Offsets& offsets) { return Run(offsets, kPoints); }
  // Runs at the first points only; with num_points = 1 at the guess only.
  std::vector<DependentBlock> Run(const Offsets& offsets, std::size_t num_points);

  // Facts of the last run.
  const AtGuess& at_guess() const { return at_guess_; }
  // The first equations of blocks whose elimination would take too long.
  const std::vector<EquationId>& unjudged() const { return unjudged_; }
  // Equations that depend on each other with the present held values; with other values they may not.
  const std::vector<EquationId>& dependent_while_held() const { return dependent_while_held_; }

  expr::Point PointOf(const PointValues& values) const;
  // In the last run: true if an expression is zero at all points where the equations of other blocks hold.
  bool VanishesWhereOthersHold(const DependentBlock& found, ExprId e);

 private:
  static constexpr std::size_t kPoints = 3, kFarPoints = 5;
  using Rows = std::span<const structure::RowId>;
  // A block of the current run.
  struct Look {
    const Offsets& offsets;
    Rows rows;
    std::uint32_t number;
  };
  struct RegularPoint {
    std::size_t number;
    bool is_moved;
  };
  // Makes this number of points.
  void MakePoints(std::size_t num_points);
  void AddPoints(std::size_t num_points, std::uint32_t seed, double distance);
  PointValues MakeGuess() const;
  // Marks the variables of a block, or takes the marks away.
  void MarkColumns(const Offsets& offsets, Rows rows);
  void ForgetColumns(const Offsets& offsets, Rows rows);
  // (1) One of the first points where the block is certainly regular.
  std::optional<RegularPoint> FindRegularPoint(const Look& look, std::size_t num_points);
  std::optional<RegularPoint> SeeIfRegular(const Look& look, std::size_t point);
  // Computes the numbers of a block at a point, in matrix_, and the variables that they depend on, in
  // influences_. Returns false if some are uncertain.
  bool FillMatrix(const Look& look, const PointValues& at);
  // For the equation whose gradient was taken last.
  bool HoldsExactly(std::span<const expr::PartialValue> gradient, const PointValues& at) const;
  // A point, moved to where the equations hold from which a block takes values.
  const PointValues& Satisfied(std::size_t point, std::span<const expr::VariableLeaf> wanted,
                               std::uint32_t block);
  PointValues Aside(PointValues at, std::span<const expr::VariableLeaf> taken) const;
  // The leaves that other blocks determine.
  std::vector<expr::VariableLeaf> DeterminedOf(std::span<const expr::VariableLeaf> leaves,
                                               std::uint32_t block);
  // (2)
  std::optional<DependentBlock> LookCloser(const Look& look, std::size_t num_points);
  HighestBlock BlockOf(const Look& look);
  // The numbers of its matrix there, as DependentBlock has them.
  std::optional<SparseRows> ValuesOf(const HighestBlock& block, const PointValues& at);
  // The variables in the entries of some rows that other blocks determine, ascending.
  std::vector<expr::VariableLeaf> TakenBy(const HighestBlock& block, std::span<const std::uint32_t> rows);
  bool IsRegularAt(const HighestBlock& block, const PointValues& at, std::span<const std::uint32_t> ranks);
  std::optional<DependentBlock> FindDependences(HighestBlock block, std::vector<PointValues> points);
  bool AreHelpersToBlame(const DependentBlock& found, std::size_t num_points);
  void NameHelpers(DependentBlock& found);
  // True for an expression that is only rounding.
  bool IsRounding(ExprId e, double value, const PointValues& at);
  // Sorted by differentiations. Among equal ones, those whose entries are free of the block's variables come
  // first, and stay. A second copy of a nonlinear equation may have another solution than the first
  // (structure_conversion.h).
  std::vector<std::uint32_t> RanksOf(const HighestBlock& block);
  bool HasHeldValues(const HighestBlock& block, const RowDependences& dependences);
  // True if the row is single and the factor of its unknown depends on other variables.
  bool MayVanish(const Look& look);

  System& system_;
  PivotPoint guess_;
  std::vector<PointValues> points_;  // as they were drawn
  // Data of the current run: its blocks, and the values of quantities in them that other blocks determine.
  const Offsets* offsets_ = nullptr;
  structure::Blocks blocks_;
  std::optional<HelperValues> helpers_;
  std::vector<HelperValues::Moved> moved_points_;  // in the order of points_
  struct Symbols {
    expr::Differentiator differentiator;
    expr::Evaluator evaluator;
    expr::LeafCollector leaves;
  };
  std::optional<Symbols> symbols_;  // once a block had to be looked at closer
  expr::GradientValues gradients_;
  std::vector<expr::VariableLeaf> influences_;
  SparseRegularity regularity_;
  SparseRows matrix_;
  AtGuess at_guess_;
  std::vector<EquationId> unjudged_, dependent_while_held_;
  std::vector<expr::WantedLeaves::Column> columns_;  // per variable: its column in the block at hand, or none
};

}  // namespace daedalus::causal
