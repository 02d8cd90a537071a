#include "daedalus/model/hybrid/sort_equations.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/matching.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::hybrid {
namespace {

using expr::Op;

// A side that is m, -m or not m.
struct Alone {
  HeldId leaf;
  enum class Form { kPlain, kNegative, kNot } form = Form::kPlain;
};

std::optional<Alone> ReadAlone(const expr::Graph& g, ExprId e) {
  if (g.op(e) == Op::kHeld) return Alone{g.held(e)};
  if (g.op(e) == Op::kNot && g.op(g.operand(e, 0)) == Op::kHeld)
    return Alone{g.held(g.operand(e, 0)), Alone::Form::kNot};
  const auto [coefficient, factors] = expr::SplitCoefficient(g, e);
  if (coefficient == -1 && factors.size() == 1 && g.op(factors[0]) == Op::kHeld)
    return Alone{g.held(factors[0]), Alone::Form::kNegative};
  return std::nullopt;
}

ExprId Undo(expr::Graph& g, Alone::Form form, ExprId value) {
  switch (form) {
    case Alone::Form::kNot:
      return expr::Not(g, value);
    case Alone::Form::kNegative:
      return expr::Negate(g, value);
    case Alone::Form::kPlain:
      break;
  }
  return value;
}

class Sorter {
 public:
  explicit Sorter(System& system) : system_(system), hybrid_(system.hybrid) {}

  Result<std::vector<DiscreteAssignment>> Run() {
    structure::Incidence candidates;
    candidates.num_columns = static_cast<std::uint32_t>(hybrid_.discretes.size());
    std::vector<structure::ColumnId> columns;
    for (const DiscreteEquation& equation : hybrid_.equations) {
      columns.clear();
      for (const ExprId side : {equation.left, equation.right}) {
        if (const auto alone = ReadAlone(system_.graph, side); alone && IsDiscrete(alone->leaf))
          columns.emplace_back(hybrid_.held[alone->leaf].of);
      }
      candidates.AddRow(columns);
    }
    const structure::Matching matching = structure::MaximumMatching(candidates);
    auto errors = Explain(matching);
    if (!errors.empty()) return Failure{std::move(errors)};
    return InOrder(matching);
  }

 private:
  bool IsDiscrete(HeldId leaf) const { return hybrid_.held[leaf].kind == Held::Kind::kDiscrete; }

  std::vector<Diagnostic> Explain(const structure::Matching& matching) const {
    std::vector<Diagnostic> errors;
    for (const DiscreteId d : IdRange<DiscreteId>(hybrid_.discretes.size())) {
      if (matching.row_of_column[structure::ColumnId(d.index())].IsValid()) continue;
      const DiscreteVariable& variable = hybrid_.discretes[d];
      errors.push_back(Error(Code::kStructurallySingular, system_.declarations[variable.declaration].span,
                             "no equation determines the discrete variable `{}`",
                             system_.names.Text(variable.name))
                           .Hint("give it an equation, with the variable alone on one side"));
    }
    for (const structure::RowId row : IdRange<structure::RowId>(hybrid_.equations.size())) {
      if (matching.column_of_row[row].IsValid()) continue;
      const DiscreteEquation& equation = hybrid_.equations[row.index()];
      errors.push_back(Error(Code::kStructurallySingular, SpanOf(system_, equation.origin),
                             "there is no discrete variable left that this equation could determine")
                           .Note(fmt::format("flattened: {} = {}", ExpressionText(system_, equation.left),
                                             ExpressionText(system_, equation.right))));
    }
    return errors;
  }

  DiscreteAssignment AssignmentOf(const DiscreteEquation& equation, structure::ColumnId column) {
    for (const auto& [side, other] :
         {std::pair(equation.left, equation.right), std::pair(equation.right, equation.left)}) {
      const auto alone = ReadAlone(system_.graph, side);
      if (!alone || !IsDiscrete(alone->leaf) || hybrid_.held[alone->leaf].of != column.value) continue;
      return {DiscreteId(column.index()), Undo(system_.graph, alone->form, other), equation.origin, 0};
    }
    CheckFailed("candidate", "a matched variable stands alone on one side");
  }

  // The other discrete variables that an expression needs, also through relations.
  void AddNeeds(ExprId e, std::vector<structure::ColumnId>& columns) {
    const std::vector<HeldId> held = leaves_.Collect(system_.graph, e).held;
    for (const HeldId h : held) {
      const Held& what = hybrid_.held[h];
      if (what.kind == Held::Kind::kDiscrete) columns.emplace_back(what.of);
      if (what.kind == Held::Kind::kRelation) {
        AddNeeds(hybrid_.relations[RelationId(what.of)].left, columns);
        AddNeeds(hybrid_.relations[RelationId(what.of)].right, columns);
      }
    }
  }

  std::vector<DiscreteAssignment> InOrder(const structure::Matching& matching) {
    std::vector<DiscreteAssignment> all;
    structure::Incidence needs;
    needs.num_columns = static_cast<std::uint32_t>(hybrid_.discretes.size());
    std::vector<structure::ColumnId> columns;
    for (const structure::RowId row : IdRange<structure::RowId>(hybrid_.equations.size())) {
      const structure::ColumnId column = matching.column_of_row[row];
      all.push_back(AssignmentOf(hybrid_.equations[row.index()], column));
      columns.assign(1, column);
      AddNeeds(all.back().value, columns);
      needs.AddRow(columns);
    }
    const structure::Blocks blocks = structure::BlockTriangularForm(needs, matching);
    structure::PerColumn<std::uint32_t> level_of(hybrid_.discretes.size(), 0);
    structure::PerColumn<char> is_done(hybrid_.discretes.size(), 0);
    std::vector<DiscreteAssignment> out;
    for (const structure::RowId row : blocks.rows) {
      std::uint32_t level = 0;
      for (const structure::ColumnId column : needs.Row(row)) {
        if (is_done[column]) level = std::max(level, level_of[column] + 1);
      }
      all[row.index()].level = level;
      level_of[matching.column_of_row[row]] = level;
      is_done[matching.column_of_row[row]] = 1;
      out.push_back(all[row.index()]);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.level < b.level; });
    return out;
  }

  System& system_;
  const Hybrid& hybrid_;
  expr::LeafCollector leaves_;
};

// The variables that the equations of the start determine. Equations with one candidate choose first; those
// with two take the one that is left.
class InitialReader {
 public:
  InitialReader(System& system, std::span<const DiscreteAssignment> sorted)
      : system_(system),
        passed_on_(system.hybrid.discretes.size()),
        is_given_(system.hybrid.discretes.size(), 0) {
    for (const DiscreteAssignment& assignment : sorted) {
      const auto alone = ReadAlone(system.graph, assignment.value);
      if (alone && alone->form == Alone::Form::kPlain) passed_on_[assignment.target.index()] = alone->leaf;
    }
  }

  Result<std::vector<InitialAssignment>> Run() {
    std::vector<Diagnostic> errors;
    for (const std::size_t num_candidates : {1, 2}) {
      for (const DiscreteEquation& equation : system_.hybrid.initial_equations) {
        const std::vector<Candidate> candidates = CandidatesOf(equation);
        const bool is_last = num_candidates == 2;
        if (is_last ? candidates.size() == 1 : candidates.size() != 1) continue;
        if (Choose(candidates)) continue;
        errors.push_back(
            Error(Code::kStructurallySingular, SpanOf(system_, equation.origin),
                  "there is no discrete variable left that this initial equation could determine"));
      }
    }
    if (!errors.empty()) return Failure{std::move(errors)};
    return std::move(out_);
  }

 private:
  struct Candidate {
    DiscreteId target;
    Alone::Form form;
    ExprId other;
  };

  std::vector<Candidate> CandidatesOf(const DiscreteEquation& equation) const {
    std::vector<Candidate> out;
    for (const auto& [side, other] :
         {std::pair(equation.left, equation.right), std::pair(equation.right, equation.left)}) {
      const auto alone = ReadAlone(system_.graph, side);
      if (!alone) continue;
      const auto target = TargetOf(alone->leaf);
      if (target) out.push_back({*target, alone->form, other});
    }
    return out;
  }

  std::optional<DiscreteId> TargetOf(HeldId leaf) const {
    // At most as many steps as variables: two variables that pass their values to each other end nowhere.
    for (std::size_t i = 0; i <= passed_on_.size(); ++i) {
      const Held& what = system_.hybrid.held[leaf];
      if (what.kind == Held::Kind::kPre) return DiscreteId(what.of);
      if (what.kind != Held::Kind::kDiscrete) return std::nullopt;
      const HeldId next = passed_on_[what.of];
      const bool goes_on = next.IsValid() && (system_.hybrid.held[next].kind == Held::Kind::kPre ||
                                              system_.hybrid.held[next].kind == Held::Kind::kDiscrete);
      if (!goes_on) return DiscreteId(what.of);
      leaf = next;
    }
    return std::nullopt;
  }

  bool Choose(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      if (std::exchange(is_given_[candidate.target.index()], 1) != 0) continue;
      out_.push_back({candidate.target, Undo(system_.graph, candidate.form, candidate.other)});
      return true;
    }
    return false;
  }

  System& system_;
  std::vector<HeldId> passed_on_;  // for each variable: the leaf that it equals, if any
  std::vector<char> is_given_;
  std::vector<InitialAssignment> out_;
};

}  // namespace

Result<std::vector<DiscreteAssignment>> SortDiscreteEquations(System& system) {
  return Sorter(system).Run();
}

Result<std::vector<InitialAssignment>> ReadInitialDiscreteEquations(
    System& system, std::span<const DiscreteAssignment> sorted) {
  return InitialReader(system, sorted).Run();
}

}  // namespace daedalus::hybrid
