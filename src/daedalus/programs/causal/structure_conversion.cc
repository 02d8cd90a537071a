#include "daedalus/programs/causal/structure_conversion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/causal/cancelled_leaves.h"
#include "daedalus/programs/causal/combined_row.h"
#include "daedalus/programs/causal/higher_derivatives.h"
#include "daedalus/programs/causal/kept_equation.h"
#include "daedalus/programs/causal/multipliers.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/quantity.h"

namespace daedalus::causal {
namespace {

struct Replaced {
  Conversion conversion;
  ExprId residual;
  // Used by augmentations: new unknowns, numbered after the last variable, and an equation for each, copied
  // from one of the others.
  std::vector<std::string> names = {};
  std::vector<ExprId> copies = {};
  // Values that equations of other blocks determine at the guess.
  std::vector<std::pair<VariableId, double>> guesses = {};
};

// As many columns of a block as there are rows, in which they are independent at the point.
std::vector<std::size_t> PivotColumns(const SparseRows& values, std::span<const std::size_t> rows) {
  Eigen::MatrixXd part = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()),
                                               static_cast<Eigen::Index>(values.num_rows()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& entry : values.Row(rows[i]))
      part(static_cast<Eigen::Index>(i), entry.column) = entry.value;
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(part);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back(static_cast<std::size_t>(qr.colsPermutation().indices()[static_cast<Eigen::Index>(i)]));
  return out;
}

// A replaced equation must still hold, to this part of its terms.
struct Promise {
  Equation equation;
  double nearly;
};
constexpr std::size_t kMostCopies = 300;  // of equations in an augmentation
constexpr double kNearlyWithCopies = 1e-4;
// This is wide because multipliers may become small before others are chosen, and tolerances may be loose: it
// must only detect a lost equation.
constexpr double kNearlyCombined = 1e-2;

class Converter {
 public:
  Converter(System& system, const PivotPoint& guess) : system_(system), guess_(guess) {}

  ConversionReport Run(const Offsets& given) {
    report_.promised_states = report_.free_states = given.degrees_of_freedom;
    for (auto better = Round(given); better; better = Round(*better))
      report_.free_states = better->degrees_of_freedom;
    const auto is_constant = [](const Conversion& conversion) { return conversion.is_constant; };
    if (std::ranges::all_of(report_.conversions, is_constant)) report_.before = nullptr;
    AddPromises();
    report_.at_guess.has_idle_rows = has_idle_rows_;
    std::ranges::sort(report_.parameters);
    report_.parameters.erase(std::ranges::unique(report_.parameters).begin(), report_.parameters.end());
    return std::move(report_);
  }

 private:
  // The offsets of better equations, if there are some.
  std::optional<Offsets> Round(const Offsets& offsets) {
    RankProbe probe(system_, guess_);
    const std::vector<DependentBlock> blocks = probe.Run(offsets);
    for (const EquationId e : probe.unjudged()) TellUnjudged(e);
    report_.dependent_while_held = probe.dependent_while_held();
    report_.at_guess = report_.conversions.empty() ? probe.at_guess() : AtGuess();
    if (blocks.empty()) return std::nullopt;
    std::vector<Replaced> replaced;
    std::optional<Replaced> augmented;
    for (const DependentBlock& found : blocks) {
      for (const DependentRow& dependent : found.dependences.dependent) {
        if (let_alone_.contains(found.block.equations[dependent.row])) continue;
        const auto combination = CombinationOf(system_, probe, found, dependent);
        if (combination && !HasHighest(offsets, found.block, dependent.row, combination->multipliers)) {
          if (auto row = Combine(probe, offsets, found, dependent, *combination))
            replaced.push_back(std::move(*row));
        } else if (!augmented) {
          augmented = Augment(offsets, found, dependent);
        }
      }
    }
    if (replaced.empty() && !augmented) return std::nullopt;
    if (!report_.before) report_.before = std::make_shared<const System>(system_);
    if (replaced.empty()) return TryAugmented(offsets, *augmented);
    const System before = system_;
    if (auto better = Try(offsets, replaced)) return better;
    for (const Replaced& row : replaced) {
      if (replaced.size() > 1) {
        system_ = before;
        if (auto better = Try(offsets, {row})) return better;
      }
      let_alone_.insert(row.conversion.equation);
    }
    system_ = before;
    return std::nullopt;
  }

  std::optional<Offsets> TryAugmented(const Offsets& offsets, const Replaced& augmented) {
    const System before = system_;
    if (auto better = Try(offsets, {augmented})) return better;
    system_ = before;
    return LetAlone(augmented.conversion);
  }

  std::optional<Offsets> Try(const Offsets& offsets, const std::vector<Replaced>& replaced) {
    if (replaced.empty()) return std::nullopt;
    HigherDerivatives derivatives = derivatives_;
    for (const Replaced& row : replaced) {
      AddCopies(row, derivatives);
    }
    std::vector<Promise> kept;
    std::vector<std::vector<ExprId>> rivals_of;
    for (const Replaced& row : replaced) {
      const ExprId residual = derivatives.WithoutThem(system_, row.residual);
      Equation& equation = system_.equations[row.conversion.equation];
      if (!row.copies.empty()) {
        kept.push_back({equation, kNearlyWithCopies});
      } else if (!row.conversion.is_constant || row.conversion.depends_on_others) {
        kept.push_back({equation, kNearlyCombined});
        // During the run any of them may become the replaced one.
        for (const EquationId other : row.conversion.others)
          kept.push_back({system_.equations[other], kNearlyCombined});
      }
      std::vector<ExprId>& rivals = rivals_of.emplace_back(row.conversion.rivals);
      for (ExprId& multiplier : rivals) multiplier = derivatives.WithoutThem(system_, multiplier);
      equation.left = equation.residual = residual;
      equation.right = system_.graph.Constant(0);
      equation.history = system_.histories.Append(
          equation.history, {Operation::Kind::kCombined, row.conversion.equation.value});
    }
    auto after = OffsetsOf(IncidenceOf(system_));
    if (!after || after->degrees_of_freedom >= offsets.degrees_of_freedom) return std::nullopt;
    derivatives_ = std::move(derivatives);
    promises_.insert(promises_.end(), kept.begin(), kept.end());
    for (std::size_t i = 0; i < replaced.size(); ++i) {
      Conversion& conversion = report_.conversions.emplace_back(replaced[i].conversion);
      conversion.after = EquationText(system_, conversion.equation);
      for (const auto& [variable, value] : replaced[i].guesses)
        system_.variables[variable].start = system_.graph.Constant(value);
      conversion.rivals = std::move(rivals_of[i]);
    }
    return after;
  }

  // An equation that is written with copies of unknowns is equivalent to the original only while each copy
  // equals its unknown. If equations have several solutions, that is not certain. A combined equation is
  // equivalent while its multiplier does not vanish. So each replaced equation is watched (kept_equation.h),
  // if its derivatives are still available.
  void AddPromises() {
    std::set<std::pair<VariableId, int>> known;
    const auto derivatives = [this](const Equation& equation) {
      std::vector<std::pair<VariableId, int>> out;
      for (const expr::VariableLeaf& leaf : expr::CollectLeaves(system_.graph, equation.residual).variables)
        if (leaf.order > 0) out.emplace_back(leaf.variable, leaf.order);
      return out;
    };
    if (promises_.empty()) return;
    for (const Equation& equation : system_.equations) {
      const auto found = derivatives(equation);
      known.insert(found.begin(), found.end());
    }
    for (const Promise& promise : promises_) {
      if (std::ranges::all_of(derivatives(promise.equation),
                              [&](const auto& d) { return known.contains(d); }))
        system_.assertions.push_back(StillHolds(system_, promise.equation, promise.nearly,
                                                "the equation was replaced by a combination with others, and "
                                                "the solution no longer satisfies it"));
    }
  }

  // The unknowns and the second copies of equations of an augmentation.
  void AddCopies(const Replaced& row, HigherDerivatives& derivatives) {
    for (const std::string& name : row.names) {
      Declaration declaration;
      declaration.span = SpanOf(system_, system_.equations[row.conversion.equation]);
      Variable variable;
      variable.name = system_.names.Add(name);
      variable.declaration = system_.declarations.Add(std::move(declaration));
      system_.variables.Add(std::move(variable));
    }
    for (std::size_t i = 0; i < row.copies.size(); ++i) {
      const Equation& other = system_.equations[row.conversion.others[i]];
      const ExprId residual = derivatives.WithoutThem(system_, row.copies[i]);
      Equation copy{residual, system_.graph.Constant(0), residual, other.origin, other.history};
      system_.equations.Add(std::move(copy));
    }
  }

  // For multipliers that contain a highest derivative. The other equations determine as many highest
  // derivatives, the pivots. Once these are substituted, the dependent equation does not depend on the rest.
  // So the others are written a second time, with new unknowns `$(p)` for the pivots and a number for the
  // rest; the dependent equation uses these (T. Oki, "Improved structural methods for nonlinear
  // differential-algebraic equations via combinatorial relaxation", arXiv 1907.04511).
  std::optional<Replaced> Augment(const Offsets& offsets, const DependentBlock& found,
                                  const DependentRow& dependent) {
    const HighestBlock& block = found.block;
    const std::uint32_t c = block.differentiations[dependent.row];
    const std::vector<std::size_t> others(dependent.others.begin(), dependent.others.end());
    Replaced out;
    std::vector<std::size_t> rows{dependent.row};
    rows.insert(rows.end(), others.begin(), others.end());
    Describe(found, {rows, {}, false}, out.conversion);
    if (others.size() > kMostCopies) return LetAlone(out.conversion);
    const std::vector<std::size_t> pivots = PivotColumns(*found.values[found.point], others);
    std::vector<expr::Replacement> replacements;
    for (std::size_t column = 0; column < block.size(); ++column) {
      const VariableId v = block.variables[column];
      const auto order = static_cast<int>(offsets.d[ColumnOf(v)]) - static_cast<int>(c);
      if (order < 0) continue;
      const bool is_pivot = std::ranges::count(pivots, column) > 0;
      const double frozen = order == 0 && v.index() < guess_.values.size() ? guess_.values[v.index()] : 0;
      ExprId value = system_.graph.Constant(frozen);
      if (is_pivot) {
        value = system_.graph.Variable(VariableId(system_.variables.size() + out.names.size()));
        out.names.push_back(fmt::format("$({})", NameOf(system_, Quantity{v, order})));
      }
      replacements.push_back({system_.graph.Variable(v, order), value});
    }
    expr::Substitution substitution(system_.graph, replacements);
    for (const std::size_t row : others) {
      out.conversion.others.push_back(block.equations[row]);
      out.copies.push_back(substitution.Apply(RaisedRow(system_, block, row, c)));
    }
    out.residual = substitution.Apply(RaisedRow(system_, block, dependent.row, c));
    out.guesses = GuessesOf(offsets, found);
    if (out.names.size() != out.copies.size()) return LetAlone(out.conversion);
    return out;
  }

  std::nullopt_t LetAlone(const Conversion& conversion) {
    let_alone_.insert(conversion.equation);
    report_.warnings.push_back(CannotConvert(conversion));
    return std::nullopt;
  }

  std::optional<Replaced> Combine(RankProbe& probe, const Offsets& offsets, const DependentBlock& found,
                                  const DependentRow& dependent, const Combination& combination) {
    const HighestBlock& block = found.block;
    const std::uint32_t c = block.differentiations[dependent.row];
    Replaced out;
    for (std::size_t i = 0; i < combination.rows.size(); ++i) {
      const std::size_t row = combination.rows[i];
      if (i > 0) out.conversion.others.push_back(block.equations[row]);
      if (!combination.is_constant && block.differentiations[row] == c)
        out.conversion.rivals.push_back(combination.multipliers[i]);
    }
    std::vector<expr::Point> points;
    for (const PointValues& values : found.points) points.push_back(probe.PointOf(values));
    out.residual =
        WithoutCancelledLeaves(system_.graph, CombinedRow(system_, offsets, block, combination), points);
    const bool says_nothing = expr::CollectLeaves(system_.graph, out.residual).variables.empty() ||
                              (!found.helpers.empty() && probe.VanishesWhereOthersHold(found, out.residual));
    if (says_nothing) {
      const bool repeats_others = c > 0 && system_.graph.IsConstant(out.residual, 0);
      has_idle_rows_ = has_idle_rows_ || !found.helpers.empty() || repeats_others;
      let_alone_.insert(block.equations[dependent.row]);
      return std::nullopt;
    }
    Describe(found, combination, out.conversion);
    out.guesses = GuessesOf(offsets, found);
    return out;
  }

  // Helpers without a start value get their value at the guess: if one of them becomes a state, the run must
  // not begin elsewhere.
  std::vector<std::pair<VariableId, double>> GuessesOf(const Offsets& offsets,
                                                       const DependentBlock& found) const {
    std::vector<std::pair<VariableId, double>> out;
    for (const EquationId e : found.behind_helpers) {
      const structure::ColumnId column = offsets.matching.column_of_row[RowOf(e)];
      const VariableId v = VariableOf(column);
      const double value = found.points[0].variables[v.index()];
      if (offsets.d[column] == offsets.c[RowOf(e)] && !system_.variables[v].start.IsValid() &&
          std::isfinite(value))
        out.emplace_back(v, value);
    }
    return out;
  }

  // Whether a multiplier has a highest derivative of the block.
  bool HasHighest(const Offsets& offsets, const HighestBlock& block, std::size_t row,
                  const std::vector<ExprId>& multipliers) const {
    const std::uint32_t c = block.differentiations[row];
    for (const ExprId multiplier : multipliers) {
      for (const expr::VariableLeaf& leaf : expr::CollectLeaves(system_.graph, multiplier).variables) {
        if (!std::ranges::count(block.variables, leaf.variable)) continue;
        if (leaf.order + std::int64_t{c} >= offsets.d[ColumnOf(leaf.variable)]) return true;
      }
    }
    return false;
  }

  void Describe(const DependentBlock& found, const Combination& combination, Conversion& out) {
    const HighestBlock& block = found.block;
    out.equation = block.equations[combination.rows[0]];
    out.is_constant = combination.is_constant;
    out.before = EquationText(system_, out.equation);
    out.depends_on_others = !found.helpers.empty();
    if (combination.rows.size() == 1) {
      out.reason = fmt::format("the factor of the highest derivative, for {}, vanishes{}", NamesIn(block),
                               HelpersOf(found));
    } else {
      out.reason = fmt::format("the highest derivatives of {} equations, for {}, depend on each other{}",
                               combination.rows.size(), NamesIn(block), HelpersOf(found));
    }
    for (const EquationId e : found.behind_helpers) AddParameters(system_.equations[e].residual);
    for (const std::size_t row : combination.rows) {
      for (const HighestBlock::Entry& entry : block.Row(row)) AddParameters(entry.value);
    }
  }

  void AddParameters(ExprId e) {
    const auto leaves = expr::CollectLeaves(system_.graph, e);
    report_.parameters.insert(report_.parameters.end(), leaves.parameters.begin(), leaves.parameters.end());
  }

  std::string HelpersOf(const DependentBlock& found) const {
    constexpr std::size_t kMostNamed = 4;
    std::string out;
    for (std::size_t i = 0; i < found.helpers.size() && i < kMostNamed; ++i)
      out += fmt::format("{}`{}`", i ? ", " : ", for ", EquationText(system_, found.helpers[i]));
    return found.helpers.size() > kMostNamed
               ? out + fmt::format(" and {} more", found.helpers.size() - kMostNamed)
               : out;
  }

  std::string NamesIn(const HighestBlock& block) const {
    constexpr std::size_t kMostNames = 4;
    std::string out;
    for (std::size_t i = 0; i < block.size() && i < kMostNames; ++i)
      out += fmt::format("{}`{}`", i ? ", " : "", NameOf(system_, block.variables[i]));
    return block.size() > kMostNames ? out + fmt::format(" and {} more", block.size() - kMostNames) : out;
  }

  void TellUnjudged(EquationId first_of_block) {
    if (!unjudged_.insert(first_of_block).second) return;
    Diagnostic note = Warning(Code::kRankDeficient, SpanOf(system_, system_.equations[first_of_block]),
                              "it is not known whether the highest derivatives of a large block of equations "
                              "depend on each other")
                          .Here("this one is in the block")
                          .Note("elimination of its matrix was given up, because the matrix fills up");
    note.severity = Severity::kNote;
    report_.warnings.push_back(std::move(note));
  }

  Diagnostic CannotConvert(const Conversion& conversion) const {
    return Warning(Code::kRankDeficient, SpanOf(system_, system_.equations[conversion.equation]),
                   "equations depend on each other, which their structure does not show")
        .Here("this one follows from others in its highest derivatives")
        .Note(conversion.reason)
        .Note("fewer start values are free than the structure suggests, and the index is higher")
        .Hint("write the equations so that each one determines its own unknown");
  }

  System& system_;
  PivotPoint guess_;
  HigherDerivatives derivatives_;
  std::set<EquationId> let_alone_, unjudged_;
  std::vector<Promise> promises_;
  bool has_idle_rows_ = false;
  ConversionReport report_;
};

}  // namespace

ConversionReport ConvertStructure(System& system, const Offsets& offsets, const PivotPoint& guess) {
  return Converter(system, guess).Run(offsets);
}

std::vector<Diagnostic> DescribeConversions(const System& system, const ConversionReport& report) {
  constexpr std::size_t kMostNamed = 5;
  if (report.conversions.empty()) return {};
  Diagnostic note;
  note.severity = Severity::kNote;
  note.code = Code::kStructureConverted;
  note.message = fmt::format(
      "{} equations were combined with others: {} states are free, where their structure suggests {}",
      report.conversions.size(), report.free_states, report.promised_states);
  for (std::size_t i = 0; i < report.conversions.size() && i < kMostNamed; ++i) {
    const Conversion& conversion = report.conversions[i];
    note.With(SpanOf(system, system.equations[conversion.equation]), conversion.reason);
  }
  return {std::move(note)};
}

}  // namespace daedalus::causal
