#include "daedalus/programs/causal/build_program.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "daedalus/programs/causal/inverse_function.h"
#include "daedalus/programs/causal/reciprocal.h"
#include "daedalus/programs/causal/tearing_growth.h"
#include "daedalus/structure/tearing_exact.h"
#include "daedalus/structure/tearing_greedy.h"
#include "daedalus/structure/tearing_heuristic.h"
#include "daedalus/structure/tearing_sparse.h"

namespace daedalus::causal {
namespace {

using structure::ColumnId;
using structure::HeuristicBreadth;
using structure::kUnsafe;
using structure::RowId;
using structure::TearingProblem;
using structure::TornBlock;

TornBlock Tear(const TearingProblem& problem, TearingAlgorithm algorithm) {
  std::optional<TornBlock> torn;
  switch (algorithm) {
    case TearingAlgorithm::kGreedy:
      break;
    case TearingAlgorithm::kHeuristic:
      torn = TearByHeuristic(problem, {.breadth = HeuristicBreadth::kBusiestUnknowns});
      break;
    case TearingAlgorithm::kWideHeuristic:
      torn = TearByHeuristic(problem, {.breadth = HeuristicBreadth::kAllUnknowns});
      break;
    case TearingAlgorithm::kExact:
      if (problem.appears.num_columns <= structure::kMaxExactTearing) torn = TearExactly(problem);
      break;
    case TearingAlgorithm::kNone:
      torn = TearAll(problem.appears.num_columns);
      break;
  }
  return torn ? std::move(*torn) : TearBlock(problem);
}

// A loop is not solved by substitution, and relaxed only where it is linear.
BlockMethod Possible(BlockMethod method, bool is_linear) {
  const bool is_possible =
      method == BlockMethod::kRelaxation ? is_linear : method != BlockMethod::kSubstitution;
  return is_possible ? method : BlockMethod::kTorn;
}

class ProgramBuilder {
 public:
  ProgramBuilder(System& system, const SquareProblem& problem, const structure::Matching& matching,
                 const PivotContext& pivots, const ProgramOptions& options)
      : system_(system),
        equations_(*problem.equations),
        unknowns_(problem.unknowns),
        appears_(problem.incidence),
        matching_(matching),
        options_(options),
        blocks_(BlockTriangularForm(appears_, matching)),
        affine_(system.graph),
        pivots_(system, pivots),
        knowledge_(pivots.parameters),
        place_of_column_(appears_.num_columns, 0) {}

  Program Build() && {
    program_.equations.reserve(blocks_.rows.size());
    program_.unknowns.reserve(blocks_.rows.size());
    program_.assignments.reserve(blocks_.rows.size());
    program_.blocks.reserve(blocks_.size());
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      for (const RowId row : blocks_[b]) {
        program_.equations.push_back(EquationOf(row));
        program_.unknowns.push_back(UnknownOf(matching_.column_of_row[row]));
      }
      if (blocks_[b].size() == 1) {
        AddSingle(blocks_.starts[b]);
      } else {
        AddLoop(blocks_.starts[b], blocks_[b]);
      }
    }
    program_.decided_by_sign = ListOf(pivots_.decided_by_sign());
    std::ranges::sort(decided_alone_);
    std::vector<ParameterId> all;
    std::ranges::set_union(program_.decided_by_sign, decided_alone_, std::back_inserter(all));
    program_.decided_by_sign = std::move(all);
    program_.decided_by_size = ListOf(pivots_.decided_by_size());
    return std::move(program_);
  }

 private:
  static std::vector<ParameterId> ListOf(const std::vector<char>& decided) {
    std::vector<ParameterId> out;
    for (const ParameterId p : IdRange<ParameterId>(decided.size())) {
      if (decided[p.index()]) out.push_back(p);
    }
    return out;
  }

  const Quantity& UnknownOf(ColumnId column) const { return unknowns_[column]; }

  // A block whose ranges begin where the program ends.
  Block NewBlock(std::uint32_t first_row) const {
    const auto end = [](const auto& all) { return static_cast<std::uint32_t>(all.size()); };
    Block block;
    block.rows = {first_row, end(program_.equations)};
    block.assignments = {end(program_.assignments), end(program_.assignments)};
    block.tearing = {end(program_.tearing), end(program_.tearing)};
    return block;
  }
  void FinishBlock(Block block) {
    block.assignments.end = static_cast<std::uint32_t>(program_.assignments.size());
    block.tearing.end = static_cast<std::uint32_t>(program_.tearing.size());
    program_.blocks.push_back(block);
  }
  void AddTearing(Quantity unknown, EquationId residual) {
    program_.tearing.push_back(unknown);
    program_.residuals.push_back(residual);
  }

  // Step 2.
  void AddSingle(std::uint32_t row) {
    const EquationId equation = program_.equations[row];
    const Quantity unknown = program_.unknowns[row];
    const ExprId leaf = LeafOf(system_.graph, unknown);
    Block block = NewBlock(row);
    if (const auto written = affine_.SolvedAsWritten(equations_[equation], leaf)) {
      program_.assignments.push_back({equation, unknown, *written});
      return FinishBlock(block);
    }
    const auto parts = affine_.Split(equations_[equation].residual, leaf);
    if (parts && (pivots_.IsSafe(parts->factor) || IsSafeAlone(parts->factor))) {
      program_.assignments.push_back({equation, unknown, SolveAffine(system_.graph, *parts)});
    } else if (const auto inverse = Inverse(equations_[equation].residual, leaf);
               !parts && inverse.IsValid()) {
      program_.assignments.push_back({equation, unknown, inverse});
    } else {
      block.kind = parts ? BlockKind::kLinear : BlockKind::kNonlinear;
      block.method = Possible(options_.loop_method.value_or(BlockMethod::kTorn), parts.has_value());
      AddTearing(unknown, equation);
    }
    FinishBlock(block);
  }

  // A factor that may be arbitrarily small but not zero. If there is no other way, equations are divided by
  // it (Cellier & Kofman (8.89)).
  bool IsSafeAlone(ExprId factor) {
    if (knowledge_.vanishing.empty()) return false;
    if (!signs_alone_) signs_alone_.emplace(system_, ParameterKnowledge{knowledge_.values, {}});
    if (!signs_alone_->Of(factor).IsNonzero()) return false;
    for (const ParameterId p : leaf_collector_.Collect(system_.graph, factor).parameters) {
      if (!std::ranges::count(decided_alone_, p)) decided_alone_.push_back(p);
    }
    return true;
  }

  // The solution for an unknown that is in one denominator only, or in an argument for which a function has
  // an inverse. Invalid if it is not certain to be a solution.
  ExprId Inverse(ExprId residual, ExprId leaf) {
    const auto call = FindInvertibleCall(system_.graph, affine_, residual, leaf);
    if (call && pivots_.IsSafe(call->coefficient) && pivots_.IsSafe(call->inside.factor))
      return SolveByInverse(system_.graph, *call);
    const auto parts = SplitReciprocal(system_.graph, affine_, residual, leaf);
    if (!parts || !pivots_.IsSafe(parts->numerator) || !pivots_.IsSafe(parts->denominator.factor)) return {};
    return SolveReciprocal(system_.graph, *parts);
  }

  // The pivot must be safe.
  void AddInner(EquationId equation, Quantity unknown) {
    const ExprId leaf = LeafOf(system_.graph, unknown);
    const auto written = affine_.SolvedAsWritten(equations_[equation], leaf);
    if (written) return program_.assignments.push_back({equation, unknown, *written});
    const auto parts = affine_.Split(equations_[equation].residual, leaf);
    DAEDALUS_CHECK(parts.has_value(), "a safe pivot is linear");
    program_.assignments.push_back({equation, unknown, SolveAffine(system_.graph, *parts)});
  }

  // Steps 3 and 4.
  void AddLoop(std::uint32_t first_row, std::span<const RowId> rows) {
    Block block = NewBlock(first_row);
    block.kind = DescribeLoop(first_row, rows) ? BlockKind::kLinear : BlockKind::kNonlinear;
    TornBlock torn = LimitGrowth(problem_, factors_, Tear(problem_, options_.tearing), options_.max_growth);
    block.method = MethodOf(block, torn);
    if (block.method == BlockMethod::kSparse && options_.condenses) {
      torn = LimitGrowth(problem_, factors_, structure::TearSparsely(problem_), options_.max_growth);
    } else if (block.method == BlockMethod::kDense || block.method == BlockMethod::kSparse) {
      torn = TearAll(problem_.appears.num_columns);
    }
    // The rows and columns of the torn block are places in the loop.
    const auto equation = [&](RowId place) { return EquationOf(rows[place.index()]); };
    const auto unknown = [&](ColumnId place) { return UnknownOf(columns_[place.index()]); };
    for (const auto& [row, column] : torn.assignments) {
      AddInner(equation(row), unknown(column));
    }
    for (std::size_t i = 0; i < torn.tearing.size(); ++i) {
      AddTearing(unknown(torn.tearing[i]), equation(torn.residuals[i]));
    }
    FinishBlock(block);
  }

  // Fills problem_, and returns true if the loop is linear in its unknowns. Columns keep the order of the
  // variables.
  bool DescribeLoop(std::uint32_t first_row, std::span<const RowId> rows) {
    columns_.clear();
    for (const RowId row : rows) columns_.push_back(matching_.column_of_row[row]);
    std::sort(columns_.begin(), columns_.end());
    for (std::uint32_t i = 0; i < columns_.size(); ++i) place_of_column_[columns_[i]] = first_row + i + 1;
    problem_.appears.num_columns = static_cast<std::uint32_t>(columns_.size());
    problem_.appears.row_starts.assign(1, 0);
    problem_.appears.columns.clear();
    problem_.costs.clear();
    problem_.costs_alone.clear();
    factors_.clear();
    bool is_linear = true;
    for (const RowId row : rows) {
      leaves_.clear();
      for (const ColumnId column : appears_.Row(row)) {
        // Columns of blocks before this one have lower places, those behind have none yet.
        if (place_of_column_[column] <= first_row) continue;
        problem_.appears.columns.emplace_back(place_of_column_[column] - first_row - 1);
        leaves_.push_back(LeafOf(system_.graph, UnknownOf(column)));
      }
      problem_.appears.row_starts.push_back(static_cast<std::uint32_t>(problem_.appears.columns.size()));
      const PivotCosts::Row& pivots = pivots_.OfRow(equations_[EquationOf(row)].residual, leaves_);
      is_linear = is_linear && pivots.is_linear;
      factors_.insert(factors_.end(), pivots.factors.begin(), pivots.factors.end());
      problem_.costs_alone.insert(problem_.costs_alone.end(), pivots.costs.begin(), pivots.costs.end());
      for (const structure::PivotCost cost : pivots.costs) {
        problem_.costs.push_back(cost > options_.max_pivot_cost ? kUnsafe : cost);
      }
    }
    if (!is_linear && !options_.guessed.empty()) KeepGuesses();
    return is_linear;
  }

  // No guessed variable is assigned in the loop.
  void KeepGuesses() {
    for (std::size_t k = 0; k < problem_.costs.size(); ++k) {
      const Quantity& unknown = UnknownOf(columns_[problem_.appears.columns[k].index()]);
      if (unknown.order == 0 && options_.guessed[unknown.variable.index()])
        problem_.costs[k] = problem_.costs_alone[k] = kUnsafe;
    }
  }

  BlockMethod MethodOf(const Block& block, const TornBlock& torn) const {
    const bool is_linear = block.kind == BlockKind::kLinear;
    if (options_.loop_method) return Possible(*options_.loop_method, is_linear);
    return CheapestMethod(ShapeOf(problem_, torn, is_linear), options_.costs);
  }

  System& system_;
  const EquationList& equations_;
  const structure::PerColumn<Quantity>& unknowns_;
  const structure::Incidence& appears_;
  const structure::Matching& matching_;
  const ProgramOptions& options_;
  const structure::Blocks blocks_;
  AffineForm affine_;
  PivotCosts pivots_;
  ParameterKnowledge knowledge_;
  std::optional<SignAnalysis> signs_alone_;  // with what vanishes taken for the number that it is
  std::vector<ParameterId> decided_alone_;
  expr::LeafCollector leaf_collector_;
  Program program_;

  // The tearing problem of the current loop.
  TearingProblem problem_;
  std::vector<double> factors_;    // aligned with its entries
  std::vector<ColumnId> columns_;  // of the system, ascending
  structure::PerColumn<std::uint32_t>
      place_of_column_;  // 1 + its place among the rows of all blocks; 0: not yet
  std::vector<ExprId> leaves_;
};

constexpr std::array<std::pair<TearingAlgorithm, std::string_view>, 5> kAlgorithmNames = {
    {{TearingAlgorithm::kGreedy, "greedy"},
     {TearingAlgorithm::kHeuristic, "7.4"},
     {TearingAlgorithm::kWideHeuristic, "8.9"},
     {TearingAlgorithm::kExact, "exact"},
     {TearingAlgorithm::kNone, "none"}}};

}  // namespace

std::string_view NameOf(TearingAlgorithm algorithm) {
  return kAlgorithmNames[static_cast<std::size_t>(algorithm)].second;
}

std::optional<TearingAlgorithm> TearingAlgorithmNamed(std::string_view name) {
  for (const auto& [algorithm, text] : kAlgorithmNames) {
    if (text == name) return algorithm;
  }
  return std::nullopt;
}

Program BuildProgram(System& system, const SquareProblem& problem, const structure::Matching& matching,
                     const PivotContext& pivots, const ProgramOptions& options) {
  DAEDALUS_CHECK(matching.IsPerfect(), "a program is built of a problem that can be solved");
  return ProgramBuilder(system, problem, matching, pivots, options).Build();
}

Program BuildProgram(System& system, const SystemIncidence& incidence, const structure::Matching& matching,
                     const PivotContext& pivots, const ProgramOptions& options) {
  return BuildProgram(system, CausalProblem(system, incidence), matching, pivots, options);
}

}  // namespace daedalus::causal
