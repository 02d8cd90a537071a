#include "daedalus/programs/causal/relaxation.h"

#include <algorithm>
#include <unordered_map>

#include "daedalus/structure/matching.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::causal {
namespace {

using expr::Op;

// sum of coefficient * unknown, then the constant part on the other side.
struct Row {
  struct Entry {
    std::uint32_t column;
    ExprId value;
  };
  std::vector<Entry> entries;
  ExprId side;
};

class Relaxation {
 public:
  Relaxation(System& system, const EquationList& equations, const Program& program, const Block& block,
             VariableId first_auxiliary)
      : equations_(equations),
        graph_(system.graph),
        assignments_(program.AssignmentsOf(block)),
        tearing_(program.TearingOf(block)),
        residuals_(program.ResidualsOf(block)),
        next_auxiliary_(first_auxiliary),
        differentiator_(system.graph),
        below_(assignments_.size()) {
    for (const Assignment& a : assignments_) AddUnknown(a.unknown);
    for (const Quantity& u : tearing_) AddUnknown(u);
  }

  std::optional<RelaxedBlock> Run() {
    std::vector<expr::Replacement> to_zero;
    for (const auto& [leaf, column] : column_of_) to_zero.push_back({leaf, graph_.Constant(0.0)});
    expr::Substitution substitution(graph_, to_zero);
    for (std::uint32_t i = 0; i < assignments_.size(); ++i) {
      AddInner(i, RowOf(assignments_[i].equation, substitution));
    }
    for (const EquationId e : residuals_) AddResidual(RowOf(e, substitution));
    if (!ArrangeDiagonal()) return std::nullopt;
    GuardInner();
    Eliminate();
    SubstituteBack();
    for (const Assignment& a : assignments_) out_.steps.push_back({a.unknown, a.value});
    return std::move(out_);
  }

 private:
  void AddUnknown(Quantity u) {
    const ExprId leaf = LeafOf(graph_, u);
    column_of_.emplace(leaf, static_cast<std::uint32_t>(column_of_.size()));
  }

  Row RowOf(EquationId equation, expr::Substitution& substitution) {
    const ExprId residual = equations_[equation].residual;
    Row row;
    for (const expr::PartialDerivative& d : differentiator_.Gradient(residual)) {
      const auto found = column_of_.find(d.leaf.id);
      if (found != column_of_.end()) row.entries.push_back({found->second, d.value});
    }
    std::sort(row.entries.begin(), row.entries.end(),
              [](const auto& a, const auto& b) { return a.column < b.column; });
    row.side = expr::Negate(graph_, substitution.Apply(residual));
    return row;
  }

  // An auxiliary for what is worth a name.
  ExprId Named(ExprId e) {
    if (IsLeaf(graph_.op(e))) return e;
    const expr::ScaledTerm term = expr::SplitCoefficient(graph_, e);
    if (term.factors.size() == 1 && IsLeaf(graph_.op(term.factors[0]))) return e;
    out_.steps.push_back({{next_auxiliary_, false}, e});
    const ExprId name = graph_.Variable(next_auxiliary_);
    next_auxiliary_ = VariableId(next_auxiliary_.index() + 1);
    ++out_.num_auxiliaries;
    return name;
  }
  ExprId Abs(ExprId e) { return expr::Unary(graph_, Op::kAbs, e); }
  bool IsZero(ExprId e) const { return graph_.IsConstant(e, 0.0); }

  // A row after elimination of the inner unknowns before it: per tearing variable, then the constant part;
  // each as the terms of a sum.
  void Reduce(const Row& row, std::uint32_t end) {
    terms_.assign(tearing_.size() + 1, {});
    const auto subtract = [&](std::size_t to, ExprId factor, ExprId value) {
      if (!IsZero(value)) terms_[to].push_back(expr::Negate(graph_, expr::Product(graph_, factor, value)));
    };
    if (!IsZero(row.side)) terms_.back().push_back(row.side);
    for (const auto& [column, value] : row.entries) {
      if (column >= assignments_.size()) {
        terms_[column - assignments_.size()].push_back(value);
      } else if (column < end) {
        for (const auto& [t, g] : inner_[column].entries) subtract(t, value, g);
        subtract(tearing_.size(), value, inner_[column].side);
        below_[column].push_back(Abs(value));
      }
    }
  }

  // Step 1: x_i = side - entries . z
  void AddInner(std::uint32_t i, const Row& row) {
    const auto pivot = std::find_if(row.entries.begin(), row.entries.end(),
                                    [i](const Row::Entry& e) { return e.column == i; });
    DAEDALUS_CHECK(pivot != row.entries.end(), "an assignment has its pivot");
    Reduce(row, i);
    Row reduced;
    const auto divided = [&](std::size_t t) {
      return Named(expr::Quotient(graph_, expr::Sum(graph_, terms_[t]), pivot->value));
    };
    for (std::uint32_t t = 0; t < tearing_.size(); ++t) {
      if (terms_[t].empty()) continue;
      if (const ExprId value = divided(t); !IsZero(value)) reduced.entries.push_back({t, value});
    }
    reduced.side = divided(tearing_.size());
    inner_.push_back(std::move(reduced));
    pivots_.push_back(pivot->value);
  }

  // Step 2.
  void AddResidual(const Row& row) {
    Reduce(row, static_cast<std::uint32_t>(assignments_.size()));
    std::vector<ExprId> values, magnitudes;
    for (std::vector<ExprId>& terms : terms_) {
      values.push_back(Named(expr::Sum(graph_, terms)));
      for (ExprId& term : terms) term = Abs(term);
      magnitudes.push_back(expr::Sum(graph_, terms));
    }
    matrix_.push_back(std::move(values));
    magnitudes_.push_back(std::move(magnitudes));
  }

  // The rows of S in the order of the columns they are matched to.
  bool ArrangeDiagonal() {
    structure::Incidence pattern;
    pattern.num_columns = static_cast<std::uint32_t>(tearing_.size());
    std::vector<structure::ColumnId> columns;
    for (const auto& row : matrix_) {
      columns.clear();
      for (std::size_t t = 0; t < tearing_.size(); ++t) {
        if (!IsZero(row[t])) columns.emplace_back(t);
      }
      pattern.AddRow(columns);
    }
    const structure::Matching matching = structure::MaximumMatching(pattern);
    if (!matching.IsPerfect()) return false;
    auto matrix = std::move(matrix_), magnitudes = std::move(magnitudes_);
    matrix_.clear();
    magnitudes_.clear();
    for (const structure::RowId row : matching.row_of_column) {
      matrix_.push_back(std::move(matrix[row.index()]));
      magnitudes_.push_back(std::move(magnitudes[row.index()]));
    }
    return true;
  }

  // The pivots of the inner rows were chosen such that they are not zero. One that varies in time may still
  // become too small to divide by without losing digits; a guard detects that.
  void GuardInner() {
    for (std::size_t i = 0; i < pivots_.size(); ++i) {
      if (expr::VariabilityOf(graph_, pivots_[i]) != expr::Variability::kContinuous) continue;
      out_.guards.push_back({pivots_[i], expr::Sum(graph_, below_[i])});
    }
  }

  // Step 3.
  void Eliminate() {
    const std::size_t k = tearing_.size();
    for (std::size_t p = 0; p < k; ++p) {
      std::vector<ExprId> scale{magnitudes_[p][p]};
      for (std::size_t r = p + 1; r < k; ++r) {
        if (IsZero(matrix_[r][p])) continue;
        scale.push_back(Abs(matrix_[r][p]));
        const ExprId multiplier = Named(expr::Quotient(graph_, matrix_[r][p], matrix_[p][p]));
        for (std::size_t t = p + 1; t <= k; ++t) {
          if (IsZero(matrix_[p][t])) continue;
          const ExprId product = expr::Product(graph_, multiplier, matrix_[p][t]);
          matrix_[r][t] = Named(expr::Difference(graph_, matrix_[r][t], product));
          if (r == t) magnitudes_[r][t] = expr::Sum(graph_, magnitudes_[r][t], Abs(product));
        }
      }
      out_.guards.push_back({matrix_[p][p], expr::Sum(graph_, scale)});
    }
  }

  // Step 4.
  void SubstituteBack() {
    const std::size_t k = tearing_.size();
    for (std::size_t p = k; p-- > 0;) {
      std::vector<ExprId> terms{matrix_[p][k]};
      for (std::size_t t = p + 1; t < k; ++t) {
        if (IsZero(matrix_[p][t])) continue;
        const ExprId z = LeafOf(graph_, tearing_[t]);
        terms.push_back(expr::Negate(graph_, expr::Product(graph_, matrix_[p][t], z)));
      }
      const ExprId value = expr::Quotient(graph_, expr::Sum(graph_, terms), matrix_[p][p]);
      out_.steps.push_back({tearing_[p], value});
    }
  }

  const EquationList& equations_;
  expr::Graph& graph_;
  const std::span<const Assignment> assignments_;
  const std::span<const Quantity> tearing_;
  const std::span<const EquationId> residuals_;
  VariableId next_auxiliary_;
  RelaxedBlock out_;

  std::unordered_map<ExprId, std::uint32_t> column_of_;
  expr::Differentiator differentiator_;
  std::vector<Row> inner_;                  // g and h
  std::vector<ExprId> pivots_;              // of the inner rows
  std::vector<std::vector<ExprId>> below_;  // for each pivot, |entries| of its column, to compare it with
  std::vector<std::vector<ExprId>> terms_;  // scratch of Reduce
  // S, with s in the last column, and the sums of absolute values that its entries were made of.
  std::vector<std::vector<ExprId>> matrix_, magnitudes_;
};

}  // namespace

std::optional<RelaxedBlock> Relax(System& system, const EquationList& equations, const Program& program,
                                  const Block& block, VariableId first_auxiliary) {
  return Relaxation(system, equations, program, block, first_auxiliary).Run();
}

}  // namespace daedalus::causal
