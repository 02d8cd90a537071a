#include "daedalus/model/compile/redundant_constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "daedalus/model/compile/shortest_step.h"
#include "daedalus/programs/causal/combined_row.h"
#include "daedalus/programs/causal/kept_equation.h"
#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/rank_probe.h"
#include "daedalus/programs/causal/sparse_regularity.h"
#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/dulmage_mendelsohn.h"
#include "daedalus/structure/matching.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/gradient_values.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {
namespace {

constexpr std::size_t kMostConstraints = 20'000;  // with common unknowns
constexpr std::size_t kMostRepeated = 400;        // each is tested by solving the others
constexpr double kHolds = 1e-10;                  // relative to the largest terms of a row
// during the run, relative to the terms (causal/kept_equation.h)
constexpr double kStillHolds = 2e-5;

using Vector = Eigen::VectorXd;

// A A' of rows that are scaled to length 1: regular if they are independent.
causal::SparseRows ProductOfRows(causal::SparseRows a, std::size_t num_columns) {
  constexpr std::uint32_t kNone = ~0u;
  struct Link {
    std::uint32_t row, next;
    double value;
  };
  std::vector<std::uint32_t> heads(num_columns, kNone);  // the rows of a column are a linked list
  std::vector<Link> links;
  links.reserve(a.entries.size());
  for (std::uint32_t r = 0; r < a.num_rows(); ++r) {
    double squares = 0;
    for (const auto& entry : a.Row(r)) squares += entry.value * entry.value;
    for (auto& entry : a.Row(r)) {
      entry.value /= std::sqrt(squares);
      links.push_back({r, heads[entry.column], entry.value});
      heads[entry.column] = static_cast<std::uint32_t>(links.size() - 1);
    }
  }
  causal::SparseRows out;
  std::vector<double> sums(a.num_rows(), 0.0);
  std::vector<std::uint32_t> met;
  for (std::size_t r = 0; r < a.num_rows(); ++r) {
    met.clear();
    for (const auto& entry : a.Row(r)) {
      for (std::uint32_t i = heads[entry.column]; i != kNone; i = links[i].next) {
        if (sums[links[i].row] == 0) met.push_back(links[i].row);
        sums[links[i].row] += entry.value * links[i].value;
      }
    }
    for (const std::uint32_t other : met) {
      if (sums[other] != 0) out.entries.push_back({other, sums[other]});
      sums[other] = 0;
    }
    out.EndRow();
  }
  return out;
}

// Differentiated equations without derivatives.
std::vector<EquationId> DifferentiatedConstraints(const System& system, const causal::Offsets& offsets) {
  std::vector<EquationId> out;
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    if (offsets.c[causal::RowOf(e)] > 0 && !causal::HasTightDerivative(offsets, causal::RowOf(e)))
      out.push_back(e);
  }
  return out;
}

// Constraints, and points where they hold.
class Constraints {
 public:
  // Takes those of these equations that contain no derivatives and no held values.
  Constraints(System& system, std::span<const EquationId> equations, const causal::PivotPoint& guess)
      : guess_(guess),
        values_(guess.values.begin(), guess.values.end()),
        zeros_(system.variables.size(), 0.0),
        column_of_(system.variables.size(), -1),
        differentiator_(system.graph),
        evaluator_(system.graph),
        gradients_(system.graph) {
    values_.resize(system.variables.size(), 0.0);
    expr::LeafCollector leaves;
    for (const EquationId e : equations) {
      const ExprId residual = system.equations[e].residual;
      const auto& found = leaves.Collect(system.graph, residual);
      const auto is_derivative = [](const expr::VariableLeaf& leaf) { return leaf.order > 0; };
      if (!found.held.empty() || std::ranges::any_of(found.variables, is_derivative)) continue;
      for (const expr::VariableLeaf& leaf : found.variables) {
        std::int32_t& column = column_of_[leaf.variable.index()];
        if (column >= 0) continue;
        column = static_cast<std::int32_t>(variables_.size());
        variables_.push_back(leaf.variable);
      }
      rows_.push_back({e, residual});
    }
    AssignHelpers(system);
    MakeGroups(system);
  }

  std::size_t size() const { return rows_.size(); }
  std::size_t LargestGroup() const {
    std::size_t out = 0;
    for (const Group& group : groups_) out = std::max(out, group.rows.size());
    return out;
  }
  bool Contains(EquationId e) const {
    return std::ranges::any_of(rows_, [&](const Row& row) { return row.equation == e; });
  }
  const std::vector<double>& values() const { return values_; }
  const std::vector<VariableId>& variables() const { return variables_; }
  void SetValues(std::vector<double> values) { values_ = std::move(values); }
  void SetTime(double time) { guess_.time = time; }

  // Step (1): moves to a point where all constraints hold, except the one that is given.
  bool Solve(EquationId but = {}) {
    constexpr int kMostSteps = 50;
    Evaluate(but);
    for (int step = 0; step < kMostSteps && residual_.allFinite() && IsJacobianFinite(); ++step) {
      if (Holds(causal::kHoldsExactly)) return true;
      if (!Move(ShortestStepOfAll(), but)) break;
    }
    return Holds(kHolds);
  }

  // True if none clearly depends on the others in the highest derivatives of its block, at the point where
  // they were last solved. Then the rank of the whole block is not needed: dependences that involve other
  // equations are ignored here.
  bool AreSurelyIndependent(const causal::Offsets& offsets) const {
    structure::PerRow<std::uint32_t> block_of(offsets.tight.num_rows(), 0);
    const structure::Blocks blocks = structure::BlockTriangularForm(offsets.tight, offsets.matching);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      for (const structure::RowId row : blocks[b]) block_of[row] = b;
    }
    causal::SparseRows tight;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const structure::RowId row = causal::RowOf(rows_[i].equation);
      for (const causal::SparseRows::Entry& entry : jacobian_.Row(i)) {
        const structure::ColumnId column = causal::ColumnOf(variables_[entry.column]);
        const bool is_highest = offsets.d[column] == offsets.c[row];
        if (is_highest && block_of[offsets.matching.row_of_column[column]] == block_of[row])
          tight.entries.push_back(entry);
      }
      tight.EndRow();
    }
    return causal::SparseRegularity().IsBeyondDoubt(ProductOfRows(tight, variables_.size()));
  }

  // Moves a little further: a hundredth of a unit along each unknown, in changing directions.
  void Stray() {
    for (std::size_t j = 0; j < variables_.size(); ++j)
      values_[variables_[j].index()] +=
          0.01 * Nominal(variables_[j]) * (1 + 0.1 * static_cast<double>(j % 7)) * (j % 3 == 1 ? -1 : 1);
  }

  bool HoldsHere(EquationId e) {
    Evaluate({});
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].equation == e) return HoldsAt(static_cast<Eigen::Index>(i), 1e-8);
    }
    return false;
  }

 private:
  struct Row {
    EquationId equation;
    ExprId residual;
    std::vector<expr::PartialDerivative> gradient = {};  // of rows that call functions
  };

  struct Group {
    std::vector<std::size_t> rows, columns;  // of variables_
  };

  // A variable with a simple assignment and without a start value is guessed by its assignment. Variables
  // that depend on such variables need another round.
  void AssignHelpers(const System& system) {
    constexpr int kRounds = 4;
    const expr::Graph& g = system.graph;
    for (int round = 0; round < kRounds; ++round) {
      evaluator_.SetPoint({guess_.time, values_, zeros_, guess_.parameters, guess_.held});
      for (const Row& row : rows_) {
        const Equation& equation = system.equations[row.equation];
        const bool is_assignment = equation.left.IsValid() && g.op(equation.left) == expr::Op::kVariable;
        if (!is_assignment || system.variables[g.variable(equation.left)].start.IsValid()) continue;
        const double value = evaluator_.Value(equation.right);
        if (std::isfinite(value)) values_[g.variable(equation.left).index()] = value;
      }
    }
  }

  // Groups of rows without common unknowns move independently.
  void MakeGroups(const System& system) {
    std::vector<std::size_t> parent(variables_.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t v) {
      while (parent[v] != v) v = parent[v] = parent[parent[v]];
      return v;
    };
    expr::LeafCollector leaves;
    std::vector<std::size_t> first(rows_.size());  // an unknown of each row
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      bool has_one = false;
      for (const expr::VariableLeaf& leaf : leaves.Collect(system.graph, rows_[i].residual).variables) {
        const std::size_t v = root(static_cast<std::size_t>(column_of_[leaf.variable.index()]));
        if (has_one) {
          parent[v] = root(first[i]);
        } else {
          first[i] = v;
        }
        has_one = true;
      }
      if (!has_one) first[i] = variables_.size();
    }
    std::map<std::size_t, std::size_t> group_of;  // for each root
    const auto group = [&](std::size_t v) -> Group& {
      const auto [found, is_new] = group_of.try_emplace(v, groups_.size());
      if (is_new) groups_.emplace_back();
      return groups_[found->second];
    };
    for (std::size_t i = 0; i < rows_.size(); ++i)
      group(first[i] < variables_.size() ? root(first[i]) : first[i]).rows.push_back(i);
    place_in_group_.resize(variables_.size());
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      Group& its = group(root(v));
      place_in_group_[v] = static_cast<std::uint32_t>(its.columns.size());
      its.columns.push_back(v);
    }
  }

  double Nominal(VariableId v) const {
    return v.index() < guess_.nominal.size() ? guess_.nominal[v.index()] : 1;
  }

  // Columns are in units of the unknowns.
  void Evaluate(EquationId but) {
    const expr::Point point{guess_.time, values_, zeros_, guess_.parameters, guess_.held};
    evaluator_.SetPoint(point);
    gradients_.SetPoint(point);
    const auto rows = static_cast<Eigen::Index>(rows_.size());
    residual_ = Vector::Zero(rows);
    units_ = Vector::Ones(rows);
    jacobian_.Clear();
    for (Eigen::Index i = 0; i < rows; ++i) {
      if (rows_[static_cast<std::size_t>(i)].equation != but) EvaluateRow(i);
      jacobian_.EndRow();
    }
  }

  void EvaluateRow(Eigen::Index i) {
    Row& row = rows_[static_cast<std::size_t>(i)];
    double largest = 0;
    const auto enter = [&](VariableId v, double partial) {
      const double entry = partial * Nominal(v);
      jacobian_.entries.push_back({static_cast<std::uint32_t>(column_of_[v.index()]), entry});
      largest = std::max(largest, causal::TermSize(partial, values_[v.index()], Nominal(v)));
    };
    if (const auto gradient = gradients_.Of(row.residual)) {
      residual_[i] = gradients_.value();
      for (const expr::PartialValue& partial : *gradient) enter(partial.leaf.variable, partial.value);
    } else {
      if (row.gradient.empty()) row.gradient = differentiator_.Gradient(row.residual);
      residual_[i] = evaluator_.Value(row.residual);
      for (const auto& [leaf, partial] : row.gradient) enter(leaf.variable, evaluator_.Value(partial));
    }
    if (largest > 0) units_[i] = largest;
  }

  bool IsJacobianFinite() const {
    return std::ranges::all_of(jacobian_.entries,
                               [](const auto& entry) { return std::isfinite(entry.value); });
  }
  bool HoldsAt(Eigen::Index i, double tolerance) const {
    return std::abs(residual_[i]) <= tolerance * units_[i];
  }
  bool Holds(double tolerance) const {
    for (Eigen::Index i = 0; i < residual_.size(); ++i) {
      if (!HoldsAt(i, tolerance)) return false;
    }
    return true;
  }

  // The step of all linearised constraints, in units of their rows.
  Vector ShortestStepOfAll() const {
    Vector out = Vector::Zero(static_cast<Eigen::Index>(variables_.size()));
    for (const Group& group : groups_) {
      causal::SparseRows rows;
      Vector right(static_cast<Eigen::Index>(group.rows.size()));
      for (std::size_t i = 0; i < group.rows.size(); ++i) {
        const std::size_t row = group.rows[i];
        const double unit = units_[static_cast<Eigen::Index>(row)];
        for (const auto& [column, value] : jacobian_.Row(row))
          rows.entries.push_back({place_in_group_[column], value / unit});
        rows.EndRow();
        right[static_cast<Eigen::Index>(i)] = residual_[static_cast<Eigen::Index>(row)] / unit;
      }
      const Vector of_group = ShortestStep(rows, group.columns.size(), right);
      for (std::size_t j = 0; j < group.columns.size(); ++j)
        out[static_cast<Eigen::Index>(group.columns[j])] = of_group[static_cast<Eigen::Index>(j)];
    }
    return out;
  }

  bool Move(const Vector& change, EquationId but) {
    const std::vector<double> from = values_;
    const double before = units_.cwiseInverse().cwiseProduct(residual_).norm();
    for (double part = 1; part > 1e-4; part /= 2) {
      for (std::size_t j = 0; j < variables_.size(); ++j) {
        const VariableId v = variables_[j];
        values_[v.index()] = from[v.index()] + part * change[static_cast<Eigen::Index>(j)] * Nominal(v);
      }
      Evaluate(but);
      if (residual_.allFinite() && units_.cwiseInverse().cwiseProduct(residual_).norm() < before) return true;
    }
    values_ = from;
    Evaluate(but);
    return false;
  }

  causal::PivotPoint guess_;
  std::vector<double> values_, zeros_;
  std::vector<std::int32_t> column_of_;  // for each variable; -1: none
  expr::Differentiator differentiator_;
  expr::Evaluator evaluator_;
  expr::GradientValues gradients_;
  std::vector<Row> rows_;
  std::vector<VariableId> variables_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> place_in_group_;  // for each unknown
  Vector residual_, units_;
  causal::SparseRows jacobian_;  // its columns are those of variables_
};

struct Redundant {
  EquationId constraint;
  std::vector<EquationId> others;
  VariableId undetermined;   // without the constraint
  bool is_repeated = false;  // it is a combination of the others everywhere
};

// Step (2).
struct Dependences {
  std::vector<Redundant> suspects;     // what is undetermined without them is not known yet
  std::vector<VariableId> candidates;  // for the undetermined variable: unknowns without a pivot
  std::size_t num_rows = 0;            // so many rows depend on others, in all
};

// If a constraint says nothing at all, the unknown that it seemed to determine is not in its block. It is an
// algebraic unknown whose equation is then matched in another way.
void AddUnknownsBehind(const causal::HighestBlock& block, const causal::Offsets& offsets,
                       std::vector<VariableId>& out) {
  constexpr std::size_t kMostCandidates = 20;
  for (const VariableId v : IdRange<VariableId>(offsets.d.size())) {
    const bool is_algebraic = offsets.d[causal::ColumnOf(v)] == 0;
    if (out.size() < kMostCandidates && is_algebraic && std::ranges::count(block.variables, v) == 0)
      out.push_back(v);
  }
}

// Constraints of velocities contain derivatives, and many constraints with common unknowns take too long to
// solve. In these cases the equations themselves are compared instead of their values at points.
bool RepeatsOthers(System& system, causal::RankProbe& probe, const causal::Offsets& offsets,
                   const causal::DependentBlock& found, const causal::DependentRow& dependent) {
  if (found.block.differentiations[dependent.row] == 0) return false;
  const auto combination = causal::CombinationOf(system, probe, found, dependent);
  return combination && combination->rows[0] == dependent.row &&
         system.graph.IsConstant(causal::CombinedRow(system, offsets, found.block, *combination), 0);
}

Dependences FindDependences(System& system, const causal::Offsets& offsets, const Constraints& constraints,
                            const causal::PivotPoint& point, bool may_be_solved) {
  Dependences out;
  causal::RankProbe probe(system, point);
  const auto is_constraint = [&](EquationId e) { return constraints.Contains(e); };
  for (const causal::DependentBlock& found : probe.Run(offsets, 1)) {
    const causal::HighestBlock& block = found.block;
    std::vector<char> is_pivot(block.size(), 0);
    for (const std::uint32_t column : found.dependences.pivot_columns) is_pivot[column] = 1;
    for (std::size_t c = 0; c < block.size(); ++c) {
      const bool is_algebraic = offsets.d[causal::ColumnOf(block.variables[c])] == 0;
      if (!is_pivot[c] && is_algebraic) out.candidates.push_back(block.variables[c]);
    }
    if (!found.helpers.empty()) AddUnknownsBehind(block, offsets, out.candidates);
    out.num_rows += found.dependences.dependent.size();
    for (const causal::DependentRow& dependent : found.dependences.dependent) {
      Redundant suspect{block.equations[dependent.row], {}, {}};
      for (const std::uint32_t row : dependent.others) suspect.others.push_back(block.equations[row]);
      const bool are_constraints =
          is_constraint(suspect.constraint) && std::ranges::all_of(suspect.others, is_constraint);
      suspect.is_repeated =
          !(are_constraints && may_be_solved) && RepeatsOthers(system, probe, offsets, found, dependent);
      if (!(are_constraints && may_be_solved) && !suspect.is_repeated) continue;
      std::ranges::copy_if(found.helpers, std::back_inserter(suspect.others), is_constraint);
      out.suspects.push_back(std::move(suspect));
    }
  }
  return out;
}

// Step (4).
Diagnostic LeaveOut(System& system, const Redundant& redundant) {
  Equation& equation = system.equations[redundant.constraint];
  Diagnostic out = Warning(Code::kRedundantConstraint, SpanOf(system, equation),
                           "a constraint follows from {} and was left out",
                           redundant.others.size() == 1 ? "another one"
                                                        : fmt::format("{} others", redundant.others.size()))
                       .Here("this one")
                       .Note(fmt::format("flattened: {}", EquationText(system, equation)))
                       .Note(fmt::format("without it nothing determines `{}`, which keeps its start value",
                                         NameOf(system, redundant.undetermined)));
  constexpr std::size_t kMostNamed = 4;
  std::vector<Span> named;  // equations of an array are at one place in the text
  for (const EquationId other : redundant.others) {
    const Span span = SpanOf(system, system.equations[other]);
    if (named.size() == kMostNamed || std::ranges::count(named, span) > 0) continue;
    named.push_back(span);
    out.With(span, "one of the others");
  }
  if (!redundant.is_repeated) {
    system.assertions.push_back(causal::StillHolds(
        system, equation, kStillHolds,
        "a constraint that was left out because it followed from others at the start no longer holds"));
  }
  expr::Graph& g = system.graph;
  const Variable& variable = system.variables[redundant.undetermined];
  equation.left = g.Variable(redundant.undetermined);
  equation.right = variable.start.IsValid() ? variable.start : g.Constant(0);
  equation.residual = expr::Difference(g, equation.left, equation.right);
  return out;
}

// True if fewer rows depend on others without the constraint.
bool Helps(const System& system, const Redundant& redundant, const Constraints& constraints,
           const causal::PivotPoint& point, bool may_be_solved, std::size_t num_rows) {
  System trial = system;
  LeaveOut(trial, redundant);
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(trial));
  return offsets && FindDependences(trial, *offsets, constraints, point, may_be_solved).num_rows < num_rows;
}

// Unknowns of the constraints without a start value get the point that was found as their guess. States are
// chosen there.
void GuessUnknowns(System& system, const std::vector<VariableId>& unknowns,
                   const std::vector<double>& values) {
  for (const VariableId v : unknowns) {
    Variable& variable = system.variables[v];
    if (!variable.start.IsValid()) variable.start = system.graph.Constant(values[v.index()]);
  }
}

// Steps (1) to (3): finds the first one.
std::optional<Redundant> FindRedundant(System& system, const causal::Offsets& offsets,
                                       const causal::PivotPoint& guess, const causal::AtGuess& at_guess) {
  Constraints constraints(system, DifferentiatedConstraints(system, offsets), guess);
  const bool may_be_solved = constraints.size() >= 2 && constraints.LargestGroup() <= kMostConstraints;
  if (!(may_be_solved && constraints.Solve()) && !at_guess.has_idle_rows) return std::nullopt;
  const std::vector<double> here = constraints.values();
  if (at_guess.is_regular && std::ranges::equal(here, guess.values)) return std::nullopt;
  causal::PivotPoint point = guess;
  point.values = here;
  if (!at_guess.has_idle_rows && constraints.AreSurelyIndependent(offsets)) return std::nullopt;
  Dependences found = FindDependences(system, offsets, constraints, point, may_be_solved);
  for (Redundant& suspect : found.suspects) {
    if (!suspect.is_repeated) {
      constraints.SetValues(here);
      constraints.Stray();
      if (!constraints.Solve(suspect.constraint) || !constraints.HoldsHere(suspect.constraint)) continue;
    }
    for (const VariableId candidate : found.candidates) {
      suspect.undetermined = candidate;
      if (!Helps(system, suspect, constraints, point, may_be_solved, found.num_rows)) continue;
      GuessUnknowns(system, constraints.variables(), here);
      return std::move(suspect);
    }
  }
  return std::nullopt;
}

// True if it holds wherever the others hold, now and later.
bool FollowsFromOthers(Constraints& constraints, const std::vector<double>& here, EquationId suspect,
                       double start) {
  for (const double later : {0.0, 0.37, 1.1}) {
    constraints.SetTime(start + later);
    constraints.SetValues(here);
    constraints.Stray();
    if (!constraints.Solve(suspect) || !constraints.HoldsHere(suspect)) return false;
  }
  return true;
}

// Among constraints of which there are more than unknowns: the last one that follows from the others. nullopt
// if there are none, or if not all of these equations are constraints.
std::optional<Redundant> FindRepeated(System& system, const causal::PivotPoint& guess) {
  const causal::SystemIncidence found = causal::IncidenceOf(system);
  const structure::Incidence incidence = causal::AnyDerivative(found);
  const structure::DulmageMendelsohn parts =
      structure::DulmageMendelsohnDecomposition(incidence, structure::MaximumMatching(incidence));
  if (parts.over_rows.empty() || parts.over_rows.size() > kMostRepeated) return std::nullopt;
  std::vector<EquationId> equations;
  for (const structure::RowId row : parts.over_rows) equations.push_back(causal::EquationOf(row));
  const auto is_differential = [&](structure::ColumnId column) {
    return found.is_differential[causal::VariableOf(column).index()] != 0;
  };
  // Other equations that repeat each other are a mistake, and so is an unknown that occurs nowhere.
  if (std::ranges::none_of(parts.over_columns, is_differential) || parts.under_rows.empty())
    return std::nullopt;
  const auto undetermined =
      std::find_if_not(parts.under_columns.rbegin(), parts.under_columns.rend(), is_differential);
  if (undetermined == parts.under_columns.rend()) return std::nullopt;
  Constraints constraints(system, equations, guess);
  if (constraints.size() < equations.size() || !constraints.Solve()) return std::nullopt;
  const std::vector<double> here = constraints.values();
  for (std::size_t i = equations.size(); i-- > 0;) {
    if (!FollowsFromOthers(constraints, here, equations[i], guess.time)) continue;
    Redundant out{equations[i], {}, causal::VariableOf(*undetermined)};
    std::ranges::copy_if(equations, std::back_inserter(out.others),
                         [&](EquationId e) { return e != out.constraint; });
    GuessUnknowns(system, constraints.variables(), here);
    return out;
  }
  return std::nullopt;
}

bool IsStructurallySingular(const System& system) {
  const structure::Incidence incidence = causal::AnyDerivative(causal::IncidenceOf(system));
  return structure::MaximumMatching(incidence).size < system.equations.size();
}

}  // namespace

std::vector<Diagnostic> LeaveOutRepeatedConstraints(System& system, const causal::PivotPoint& guess) {
  System trial = system;
  std::vector<Diagnostic> out;
  for (auto repeated = FindRepeated(trial, guess); repeated; repeated = FindRepeated(trial, guess))
    out.push_back(LeaveOut(trial, *repeated));
  if (out.empty() || IsStructurallySingular(trial)) return {};
  system = std::move(trial);
  return out;
}

std::vector<Diagnostic> LeaveOutRedundantConstraints(System& system, const causal::Offsets& given,
                                                     const causal::PivotPoint& guess,
                                                     const causal::AtGuess& at_guess) {
  std::vector<Diagnostic> out;
  if (at_guess.is_regular && at_guess.do_constraints_hold) return out;
  auto redundant = FindRedundant(system, given, guess, at_guess);
  while (redundant) {
    out.push_back(LeaveOut(system, *redundant));
    const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system));
    redundant = offsets ? FindRedundant(system, *offsets, guess, {.has_idle_rows = at_guess.has_idle_rows})
                        : std::nullopt;
  }
  return out;
}

}  // namespace daedalus::compile
