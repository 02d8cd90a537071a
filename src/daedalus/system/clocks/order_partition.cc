#include "daedalus/system/clocks/order_partition.h"

#include <algorithm>
#include <array>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/matching.h"
#include "daedalus/system/clocks/partition_columns.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/print_system.h"

namespace daedalus::clocks {
namespace {

using expr::Op;
using structure::ColumnId;
using structure::RowId;

class Orderer {
 public:
  Orderer(System& system, std::span<const DiscreteId> unknowns, std::span<const PartitionEquation> equations)
      : system_(system), unknowns_(unknowns), equations_(equations), numbers_(unknowns) {
    solved_.resize(equations.size());
  }

  Result<OrderedPartition> Run() {
    const structure::Matching matching = FindMatching();
    if (!matching.IsPerfect()) return Failure{Explain(matching)};
    const structure::Incidence all = Incidence([](RowId, ColumnId) { return true; });
    Write(matching, structure::BlockTriangularForm(all, matching));
    return std::move(out_);
  }

  SolvedEquations Solve() {
    const structure::Matching matching = FindMatching();
    SolvedEquations out;
    for (const RowId row : IdRange<RowId>(equations_.size())) {
      const ColumnId column = matching.column_of_row[row];
      out.unknown_of.push_back(column.IsValid() ? column.index() : kNoUnknown);
      out.values.push_back(column.IsValid() ? SolutionOf(row, column) : ExprId());
    }
    return out;
  }

 private:
  structure::Matching FindMatching() {
    for (const PartitionEquation& equation : equations_)
      columns_.push_back(numbers_.In(system_, equation.left, equation.right));
    structure::Matching matching = Match(&Orderer::SolveDirectly);
    // A search for factors costs more, and few models need it.
    if (!matching.IsPerfect()) matching = Match(&Orderer::SolveLinearly);
    // A loop can only determine Reals.
    const auto is_candidate = [&](RowId row, ColumnId column) {
      return IsReal(unknowns_[column.index()]) || SolutionOf(row, column).IsValid();
    };
    if (!matching.IsPerfect()) matching = structure::MaximumMatching(Incidence(is_candidate));
    return matching;
  }

  struct Solved {
    ColumnId column;
    ExprId value;
  };

  bool IsReal(DiscreteId d) const {
    return system_.declarations[system_.hybrid.discretes[d].declaration].type == ValueType::kReal;
  }
  ExprId LeafOf(ColumnId column) {
    return system_.graph.Held(system_.hybrid.discretes[unknowns_[column.index()]].value);
  }

  template <class IsWanted>
  structure::Incidence Incidence(IsWanted is_wanted) const {
    structure::Incidence out;
    out.num_columns = static_cast<std::uint32_t>(unknowns_.size());
    std::vector<ColumnId> columns;
    for (const RowId row : IdRange<RowId>(equations_.size())) {
      columns.clear();
      for (const ColumnId column : columns_[row.index()]) {
        if (is_wanted(row, column)) columns.push_back(column);
      }
      out.AddRow(columns);
    }
    return out;
  }

  structure::Matching Match(ExprId (Orderer::*solve)(const PartitionEquation&, ColumnId)) {
    for (const RowId row : IdRange<RowId>(equations_.size())) {
      for (const ColumnId column : columns_[row.index()]) {
        if (SolutionOf(row, column).IsValid()) continue;
        const ExprId value = (this->*solve)(equations_[row.index()], column);
        if (value.IsValid()) solved_[row.index()].push_back({column, value});
      }
    }
    return structure::MaximumMatching(
        Incidence([&](RowId row, ColumnId column) { return SolutionOf(row, column).IsValid(); }));
  }

  bool Contains(ExprId e, ExprId leaf) {
    const std::vector<HeldId>& held = leaves_.Collect(system_.graph, e).held;
    return std::binary_search(held.begin(), held.end(), system_.graph.held(leaf));
  }

  // The other side of an equation with the unknown alone on one side, as v, -v or not v. Invalid if there is
  // none.
  ExprId SolveDirectly(const PartitionEquation& equation, ColumnId column) {
    expr::Graph& g = system_.graph;
    const ExprId leaf = LeafOf(column);
    for (const auto& [side, other] :
         {std::pair(equation.left, equation.right), std::pair(equation.right, equation.left)}) {
      const bool is_alone = side == leaf, is_negative = side == expr::Negate(g, leaf),
                 is_opposite = side == expr::Not(g, leaf);
      if ((!is_alone && !is_negative && !is_opposite) || Contains(other, leaf)) continue;
      return is_alone ? other : is_negative ? expr::Negate(g, other) : expr::Not(g, other);
    }
    return {};
  }

  ExprId SolveLinearly(const PartitionEquation& equation, ColumnId column) {
    if (!IsReal(unknowns_[column.index()])) return {};
    expr::Graph& g = system_.graph;
    const std::array<ExprId, 1> leaves = {LeafOf(column)};
    const auto form = expr::SplitLinear(g, expr::Difference(g, equation.left, equation.right), leaves);
    if (!form || !IsFixed(form->coefficients[0])) return {};
    return expr::Negate(g, expr::Quotient(g, form->rest, form->coefficients[0]));
  }

  // A factor that stays the same, and is not zero by its look.
  bool IsFixed(ExprId factor) const {
    if (system_.graph.IsConstant(factor)) return !system_.graph.IsConstant(factor, 0.0);
    return expr::VariabilityOf(system_.graph, factor) <= expr::Variability::kParameter;
  }

  std::vector<Diagnostic> Explain(const structure::Matching& matching) const {
    std::vector<Diagnostic> errors;
    for (const ColumnId column : IdRange<ColumnId>(unknowns_.size())) {
      if (matching.row_of_column[column].IsValid()) continue;
      const DiscreteVariable& variable = system_.hybrid.discretes[unknowns_[column.index()]];
      errors.push_back(Error(Code::kClockedEquations, system_.declarations[variable.declaration].span,
                             "no equation determines the clocked variable `{}`",
                             system_.names.Text(variable.name)));
    }
    for (const RowId row : IdRange<RowId>(equations_.size())) {
      if (matching.column_of_row[row].IsValid()) continue;
      errors.push_back(
          Error(Code::kClockedEquations, SpanOf(system_, equations_[row.index()].origin),
                "there is no clocked variable left that this equation could determine")
              .Note(fmt::format("flattened: {} = {}", ExpressionText(system_, equations_[row.index()].left),
                                ExpressionText(system_, equations_[row.index()].right))));
    }
    return errors;
  }

  ExprId SolutionOf(RowId row, ColumnId column) const {
    for (const Solved& solved : solved_[row.index()]) {
      if (solved.column == column) return solved.value;
    }
    return {};
  }

  template <class Rows>
  void NoteCycle(const structure::Matching& matching, const Rows& rows) {
    std::vector<DiscreteId> unknowns;
    for (const RowId row : rows) unknowns.push_back(unknowns_[matching.column_of_row[row].index()]);
    const bool has_others = std::ranges::any_of(unknowns, [&](DiscreteId d) { return !IsReal(d); });
    if (unknowns.size() > 1 && has_others) out_.cycles.push_back(std::move(unknowns));
  }

  void Write(const structure::Matching& matching, const structure::Blocks& blocks) {
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      ClockedLoop loop;
      NoteCycle(matching, blocks[b]);
      for (const RowId row : blocks[b]) {
        const ColumnId column = matching.column_of_row[row];
        const ExprId value = SolutionOf(row, column);
        const DiscreteId unknown = unknowns_[column.index()];
        if (value.IsValid() && (blocks[b].size() == 1 || !IsReal(unknown))) {
          out_.assignments.push_back({unknown, value, equations_[row.index()].origin});
        } else {
          loop.equations.push_back(equations_[row.index()]);
          loop.unknowns.push_back(unknown);
        }
      }
      if (!loop.unknowns.empty()) out_.loops.push_back(std::move(loop));
    }
  }

  System& system_;
  std::span<const DiscreteId> unknowns_;
  std::span<const PartitionEquation> equations_;
  PartitionColumns numbers_;
  std::vector<std::vector<ColumnId>> columns_;  // by equation: the unknowns in it
  std::vector<std::vector<Solved>> solved_;     // by equation: for which of them, and how
  expr::LeafCollector leaves_;
  OrderedPartition out_;
};

}  // namespace

Result<OrderedPartition> OrderPartition(System& system, std::span<const DiscreteId> unknowns,
                                        std::span<const PartitionEquation> equations) {
  return Orderer(system, unknowns, equations).Run();
}

SolvedEquations SolveEquations(System& system, std::span<const DiscreteId> unknowns,
                               std::span<const PartitionEquation> equations) {
  return Orderer(system, unknowns, equations).Solve();
}

}  // namespace daedalus::clocks
