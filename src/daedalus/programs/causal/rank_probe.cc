#include "daedalus/programs/causal/rank_probe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "daedalus/structure/block_triangular_form.h"

namespace daedalus::causal {
namespace {

constexpr double kCancels = 1e-10;        // of the sum of the sizes of its terms
constexpr double kAllButVanished = 1e-9;  // of what an entry was before other equations held
constexpr double kUnitsOfRounding = 64;

// A third to four thirds, of either sign.
double Distance(std::mt19937& numbers) {
  const double unit = static_cast<double>(numbers()) / 4294967296.0;
  const double size = 0.3 + unit;
  return numbers() % 2 == 0 ? size : -size;
}

// Rows that are independent where the run begins stay, and others are combined with them: a combination of
// two rows that vanish there would be empty.
void PreferPivots(const RowDependences& at_guess, std::vector<std::uint32_t>& ranks) {
  for (std::uint32_t& rank : ranks) rank *= 2;
  for (const std::uint32_t row : at_guess.pivot_rows) ++ranks[row];
}

double ValueAt(const PointValues& values, const expr::VariableLeaf& leaf) {
  return (leaf.order == 0 ? values.variables : values.slopes)[leaf.variable.index()];
}

bool HasVanished(const SparseRows& before, const SparseRows& after) {
  if (before.starts != after.starts) return true;
  for (std::size_t i = 0; i < before.entries.size(); ++i) {
    if (before.entries[i].column != after.entries[i].column) return true;
    if (std::abs(after.entries[i].value) <= kAllButVanished * std::abs(before.entries[i].value)) return true;
  }
  return false;
}

// True if a variable has a factor that is not a number, in a term of a sum.
bool HasFactor(const expr::Graph& g, ExprId sum, VariableId v) {
  const auto is_it = [&](ExprId e) { return g.op(e) == expr::Op::kVariable && g.variable(e) == v; };
  const auto has = [&](ExprId term) {
    if (g.op(term) != expr::Op::kMul) return false;
    const auto factors = g.operands(term);
    return (factors.size() > 2 || !g.IsConstant(factors[0])) && std::ranges::any_of(factors, is_it);
  };
  if (g.op(sum) != expr::Op::kAdd) return has(sum);
  return std::ranges::any_of(g.operands(sum), has);
}

}  // namespace

RankProbe::RankProbe(System& system, const PivotPoint& guess)
    : system_(system), guess_(guess), gradients_(system.graph) {}

PointValues RankProbe::MakeGuess() const {
  const std::size_t n = system_.variables.size();
  const auto padded = [n](std::span<const double> known) {
    std::vector<double> out(known.begin(),
                            known.begin() + static_cast<std::ptrdiff_t>(std::min(n, known.size())));
    out.resize(n, 0.0);
    return out;
  };
  return {guess_.time, padded(guess_.values), padded(guess_.slopes)};
}

void RankProbe::AddPoints(std::size_t num_points, std::uint32_t seed, double distance) {
  const std::size_t num_distances = 1 + 2 * system_.variables.size();
  std::mt19937 numbers(seed);  // the same points in every run
  numbers.discard(2 * num_distances);
  for (std::size_t i = 0; i < num_points; ++i) {
    PointValues values = points_.front();
    values.time += std::abs(distance * Distance(numbers));
    for (std::size_t v = 0; v < values.variables.size(); ++v) {
      const double nominal = distance * (v < guess_.nominal.size() ? guess_.nominal[v] : 1);
      values.variables[v] += nominal * Distance(numbers);
      values.slopes[v] += nominal * Distance(numbers);
    }
    points_.push_back(std::move(values));
  }
}

void RankProbe::MakePoints(std::size_t num_points) {
  constexpr std::uint32_t kSeed = 20, kFarSeed = 21;
  constexpr double kFar = 3;
  if (points_.empty()) points_.push_back(MakeGuess());
  if (num_points > 1 && points_.size() == 1) AddPoints(kPoints - 1, kSeed, 1);
  if (num_points > kPoints && points_.size() == kPoints) AddPoints(kFarPoints, kFarSeed, kFar);
}

expr::Point RankProbe::PointOf(const PointValues& values) const {
  return {values.time, values.variables, values.slopes, guess_.parameters, guess_.held};
}

std::vector<expr::VariableLeaf> RankProbe::DeterminedOf(std::span<const expr::VariableLeaf> leaves,
                                                        std::uint32_t block) {
  std::vector<expr::VariableLeaf> out;
  if (leaves.empty()) return out;
  if (!helpers_) helpers_.emplace(system_, *offsets_, blocks_, guess_.parameters);
  std::ranges::copy_if(leaves, std::back_inserter(out),
                       [&](const expr::VariableLeaf& leaf) { return helpers_->IsDetermined(leaf, block); });
  return out;
}

const PointValues& RankProbe::Satisfied(std::size_t point, std::span<const expr::VariableLeaf> wanted,
                                        std::uint32_t block) {
  while (moved_points_.size() <= point)
    moved_points_.push_back(helpers_->Begin(points_[moved_points_.size()]));
  helpers_->Satisfy(wanted, block, moved_points_[point]);
  return moved_points_[point].values;
}

bool RankProbe::FillMatrix(const Look& look, const PointValues& at) {
  gradients_.SetPoint(PointOf(at));
  influences_.clear();
  matrix_.Clear();
  matrix_.starts.reserve(look.rows.size() + 1);
  matrix_.entries.reserve(4 * look.rows.size());
  const bool is_guess = &at == &points_.front();
  for (const structure::RowId row : look.rows) {
    const expr::WantedLeaves wanted{columns_, static_cast<std::int32_t>(look.offsets.c[row])};
    const auto gradient = gradients_.Of(system_.equations[EquationOf(row)].residual, wanted);
    if (!gradient) return false;
    if (gradients_.HasOthers()) gradients_.CollectInfluences(influences_);
    if (is_guess && look.offsets.c[row] > 0 && !HasTightDerivative(look.offsets, row))
      at_guess_.do_constraints_hold = at_guess_.do_constraints_hold && HoldsExactly(*gradient, at);
    for (const expr::PartialValue& partial : *gradient) {
      // Skips entries that cancel to rounding, and NaN.
      if (!(std::abs(partial.value) > kCancels * partial.size) || !std::isfinite(partial.value)) return false;
      matrix_.entries.emplace_back(columns_[partial.leaf.variable.index()].number, partial.value);
    }
    matrix_.EndRow();
  }
  return true;
}

bool RankProbe::HoldsExactly(std::span<const expr::PartialValue> gradient, const PointValues& at) const {
  double largest = 0;
  for (const expr::PartialValue& partial : gradient) {
    const std::size_t v = partial.leaf.variable.index();
    const double nominal = v < guess_.nominal.size() ? guess_.nominal[v] : 1;
    largest = std::max(largest, TermSize(partial.value, at.variables[v], nominal));
  }
  return std::abs(gradients_.value()) <= kHoldsExactly * largest;
}

void RankProbe::MarkColumns(const Offsets& offsets, Rows rows) {
  columns_.resize(system_.variables.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const structure::ColumnId column = offsets.matching.column_of_row[rows[i]];
    columns_[VariableOf(column).index()] = {static_cast<std::int32_t>(offsets.d[column]), i};
  }
}

void RankProbe::ForgetColumns(const Offsets& offsets, Rows rows) {
  for (const structure::RowId row : rows)
    columns_[VariableOf(offsets.matching.column_of_row[row]).index()] = {};
}

std::optional<RankProbe::RegularPoint> RankProbe::SeeIfRegular(const Look& look, std::size_t point) {
  MakePoints(point + 1);
  if (!FillMatrix(look, points_[point])) return std::nullopt;
  const std::vector<expr::VariableLeaf> taken = DeterminedOf(influences_, look.number);
  if (taken.empty())
    return regularity_.IsBeyondDoubt(matrix_) ? std::optional(RegularPoint{point, false}) : std::nullopt;
  const PointValues& moved = Satisfied(point, taken, look.number);
  const auto differs = [&](const expr::VariableLeaf& leaf) {
    return ValueAt(moved, leaf) != ValueAt(points_[point], leaf);
  };
  const bool is_moved = std::ranges::any_of(taken, differs);
  if (!is_moved && !FillMatrix(look, Aside(points_[point], taken))) return std::nullopt;
  const SparseRows elsewhere = matrix_;
  if (!FillMatrix(look, moved) || HasVanished(elsewhere, matrix_) || !regularity_.IsBeyondDoubt(matrix_))
    return std::nullopt;
  return RegularPoint{point, is_moved};
}

// Moves a point to where values from other equations do not satisfy these.
PointValues RankProbe::Aside(PointValues at, std::span<const expr::VariableLeaf> taken) const {
  double share = 0.3;
  for (const expr::VariableLeaf& leaf : taken) {
    const std::size_t v = leaf.variable.index();
    (leaf.order == 0 ? at.variables : at.slopes)[v] +=
        share * (v < guess_.nominal.size() ? guess_.nominal[v] : 1);
    share = share > 1 ? 0.3 : 1.1 * share;
  }
  return at;
}

std::optional<RankProbe::RegularPoint> RankProbe::FindRegularPoint(const Look& look, std::size_t num_points) {
  MarkColumns(look.offsets, look.rows);
  std::optional<RegularPoint> found;
  for (std::size_t p = 0; p < num_points && !found; ++p) found = SeeIfRegular(look, p);
  ForgetColumns(look.offsets, look.rows);
  return found;
}

HighestBlock RankProbe::BlockOf(const Look& look) {
  const auto& [offsets, rows, number] = look;
  HighestBlock out;
  out.number = number;
  for (const structure::RowId row : rows) {
    out.equations.push_back(EquationOf(row));
    out.variables.push_back(VariableOf(offsets.matching.column_of_row[row]));
    out.differentiations.push_back(offsets.c[row]);
  }
  MarkColumns(offsets, rows);
  for (std::size_t r = 0; r < out.size(); ++r) {
    for (const auto& [leaf, partial] :
         symbols_->differentiator.Gradient(system_.equations[out.equations[r]].residual)) {
      const auto& [highest, column] = columns_[leaf.variable.index()];
      if (leaf.order == highest - static_cast<std::int32_t>(out.differentiations[r]))
        out.entries.push_back({column, partial});
    }
    out.starts.push_back(static_cast<std::uint32_t>(out.entries.size()));
  }
  ForgetColumns(offsets, rows);
  return out;
}

bool RankProbe::IsRounding(ExprId e, double value, const PointValues& at) {
  gradients_.SetPoint(PointOf(at));
  const auto gradient = gradients_.Of(e);
  if (!gradient) return false;
  double size = 0;
  for (const expr::PartialValue& partial : *gradient) {
    if (partial.leaf.order <= 1) size += partial.size * std::abs(ValueAt(at, partial.leaf));
  }
  return std::abs(value) <= kUnitsOfRounding * std::numeric_limits<double>::epsilon() * size;
}

std::optional<SparseRows> RankProbe::ValuesOf(const HighestBlock& block, const PointValues& at) {
  const expr::Point point = PointOf(at);
  symbols_->evaluator.SetPoint(point);
  SparseRows out;
  out.starts = block.starts;
  out.entries.reserve(block.entries.size());
  for (const HighestBlock::Entry& entry : block.entries) {
    double value = symbols_->evaluator.Value(entry.value);
    if (!std::isfinite(value)) return std::nullopt;
    if (block.takes_from_others && IsRounding(entry.value, value, at)) value = 0;
    out.entries.push_back({entry.column, value});
  }
  return out;
}

bool RankProbe::VanishesWhereOthersHold(const DependentBlock& found, ExprId e) {
  const std::vector<expr::VariableLeaf> leaves = symbols_->leaves.Collect(system_.graph, e).variables;
  if (std::ranges::any_of(leaves, [](const expr::VariableLeaf& leaf) { return leaf.order > 1; }))
    return false;
  const std::vector<expr::VariableLeaf> taken = DeterminedOf(leaves, found.block.number);
  for (std::size_t p = 0; p < kPoints; ++p) {
    const PointValues& at = taken.empty() ? points_[p] : Satisfied(p, taken, found.block.number);
    const double value = expr::Evaluate(system_.graph, e, PointOf(at));
    if (std::isfinite(value) && !IsRounding(e, value, at)) return false;
  }
  return true;
}

std::vector<std::uint32_t> RankProbe::RanksOf(const HighestBlock& block) {
  std::vector<std::uint32_t> out;
  std::vector<char> is_of_block(system_.variables.size(), 0);
  for (const VariableId v : block.variables) is_of_block[v.index()] = 1;
  const auto is_free = [&](const HighestBlock::Entry& entry) {
    const auto& leaves = symbols_->leaves.Collect(system_.graph, entry.value).variables;
    return std::ranges::none_of(
        leaves, [&](const expr::VariableLeaf& leaf) { return is_of_block[leaf.variable.index()] != 0; });
  };
  for (std::size_t r = 0; r < block.size(); ++r) {
    const bool is_linear = std::ranges::all_of(block.Row(r), is_free);
    out.push_back(2 * block.differentiations[r] + (is_linear ? 1 : 0));
  }
  return out;
}

bool RankProbe::HasHeldValues(const HighestBlock& block, const RowDependences& dependences) {
  const auto has = [&](std::size_t row) {
    return std::ranges::any_of(block.Row(row), [&](const HighestBlock::Entry& entry) {
      return !symbols_->leaves.Collect(system_.graph, entry.value).held.empty();
    });
  };
  return std::ranges::any_of(dependences.dependent, [&](const DependentRow& dependent) {
    return has(dependent.row) || std::ranges::any_of(dependent.others, has);
  });
}

std::vector<expr::VariableLeaf> RankProbe::TakenBy(const HighestBlock& block,
                                                   std::span<const std::uint32_t> rows) {
  std::vector<expr::VariableLeaf> out;
  for (const std::uint32_t row : rows) {
    for (const HighestBlock::Entry& entry : block.Row(row)) {
      const auto taken =
          DeterminedOf(symbols_->leaves.Collect(system_.graph, entry.value).variables, block.number);
      out.insert(out.end(), taken.begin(), taken.end());
    }
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

// A random point comes first. Many factors may vanish at the guess (flows of zero): many rows would be
// dependent there, and all of these dependences would be computed in vain.
bool RankProbe::IsRegularAt(const HighestBlock& block, const PointValues& at,
                            std::span<const std::uint32_t> ranks) {
  const auto values = ValuesOf(block, at);
  const auto found = values ? FindDependentRows(*values, ranks) : std::nullopt;
  return found && found->dependent.empty();
}

std::optional<DependentBlock> RankProbe::FindDependences(HighestBlock block,
                                                         std::vector<PointValues> points) {
  std::vector<std::uint32_t> ranks = RanksOf(block);
  if (points.size() > 1 && IsRegularAt(block, points[1], ranks)) return std::nullopt;
  std::optional<RowDependences> best;
  std::size_t best_point = 0;
  std::vector<std::optional<SparseRows>> values;
  for (std::size_t p = 0; p < points.size() && !(best && best->dependent.empty()); ++p) {
    values.push_back(ValuesOf(block, points[p]));
    if (!values.back()) continue;
    auto found = FindDependentRows(*values.back(), ranks);
    if (!found) {
      unjudged_.push_back(block.equations[0]);
      return std::nullopt;
    }
    if (p == 0) PreferPivots(*found, ranks);
    // Of equal ranks the later point counts: a zero at the guess may hide rows that depend on each other
    // elsewhere. A far point counts only if its rank is larger.
    const std::size_t most = best ? best->dependent.size() - (p < kPoints ? 0 : 1) : block.size();
    if (found->dependent.size() > most) continue;
    best = *std::move(found);
    best_point = p;
  }
  if (!best || best->dependent.empty()) return std::nullopt;
  if (HasHeldValues(block, *best)) {
    for (const DependentRow& dependent : best->dependent) {
      dependent_while_held_.push_back(block.equations[dependent.row]);
      for (const std::uint32_t other : dependent.others)
        dependent_while_held_.push_back(block.equations[other]);
    }
    return std::nullopt;
  }
  return DependentBlock{std::move(block), std::move(*best), best_point, std::move(points), std::move(values)};
}

// True if fewer rows are dependent where the equations of other blocks do not hold.
bool RankProbe::AreHelpersToBlame(const DependentBlock& found, std::size_t num_points) {
  const std::vector<std::uint32_t> ranks = RanksOf(found.block);
  for (std::size_t p = 0; p < num_points; ++p) {
    const auto values = ValuesOf(found.block, points_[p]);
    const auto free = values ? FindDependentRows(*values, ranks) : std::nullopt;
    if (free && free->dependent.size() < found.dependences.dependent.size()) return true;
  }
  return false;
}

void RankProbe::NameHelpers(DependentBlock& found) {
  std::vector<std::uint32_t> rows;
  for (const DependentRow& dependent : found.dependences.dependent) {
    rows.push_back(dependent.row);
    rows.insert(rows.end(), dependent.others.begin(), dependent.others.end());
  }
  const std::vector<expr::VariableLeaf> taken = TakenBy(found.block, rows);
  found.behind_helpers = helpers_->EquationsFor(taken, found.block.number);
  for (const expr::VariableLeaf& leaf : taken) {
    const EquationId equation = EquationOf(offsets_->matching.row_of_column[ColumnOf(leaf.variable)]);
    if (std::ranges::binary_search(found.behind_helpers, equation)) found.helpers.push_back(equation);
  }
  std::ranges::sort(found.helpers);
  found.helpers.erase(std::ranges::unique(found.helpers).begin(), found.helpers.end());
}

std::optional<DependentBlock> RankProbe::LookCloser(const Look& look, std::size_t num_points) {
  MakePoints(kPoints);
  if (!symbols_)
    symbols_.emplace(expr::Differentiator(system_.graph), expr::Evaluator(system_.graph),
                     expr::LeafCollector());
  HighestBlock block = BlockOf(look);
  std::vector<std::uint32_t> rows(block.size());
  std::iota(rows.begin(), rows.end(), 0u);
  const std::vector<expr::VariableLeaf> taken = TakenBy(block, rows);
  block.takes_from_others = !taken.empty();
  std::vector<PointValues> points;
  const auto add_points = [&](std::size_t end) {
    MakePoints(end);
    while (points.size() < end)
      points.push_back(taken.empty() ? points_[points.size()] : Satisfied(points.size(), taken, look.number));
  };
  add_points(num_points);
  auto found = FindDependences(block, points);
  if (!found || taken.empty() || !AreHelpersToBlame(*found, kPoints)) return found;
  if (num_points == kPoints) {
    add_points(kPoints + kFarPoints);
    found = FindDependences(std::move(block), std::move(points));
  }
  if (found) NameHelpers(*found);
  return found;
}

bool RankProbe::MayVanish(const Look& look) {
  const structure::RowId row = look.rows[0];
  const VariableId unknown = VariableOf(look.offsets.matching.column_of_row[row]);
  if (!HasFactor(system_.graph, system_.equations[EquationOf(row)].residual, unknown)) return false;
  MakePoints(1);
  MarkColumns(look.offsets, look.rows);
  FillMatrix(look, points_.front());
  ForgetColumns(look.offsets, look.rows);
  return !DeterminedOf(influences_, look.number).empty();
}

std::vector<DependentBlock> RankProbe::Run(const Offsets& offsets, std::size_t num_points) {
  std::vector<DependentBlock> out;
  at_guess_ = {true, true};
  helpers_.reset();
  moved_points_.clear();
  unjudged_.clear();
  dependent_while_held_.clear();
  offsets_ = &offsets;
  blocks_ = structure::BlockTriangularForm(offsets.tight, offsets.matching);
  for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
    const Look look{offsets, blocks_[b], b};
    const bool is_single = look.rows.size() < 2;
    if (is_single) {
      if (offsets.c[look.rows[0]] > 0) at_guess_.do_constraints_hold = false;  // not examined
      if (!MayVanish(look)) continue;
    }
    const auto point = FindRegularPoint(look, num_points);
    if (!is_single)
      at_guess_.is_regular = at_guess_.is_regular && point && point->number == 0 && !point->is_moved;
    if (point) continue;
    if (auto found = LookCloser(look, num_points)) {
      if (!is_single || !found->helpers.empty()) out.push_back(std::move(*found));
    }
  }
  return out;
}

}  // namespace daedalus::causal
