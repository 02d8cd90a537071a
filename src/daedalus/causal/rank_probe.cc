#include "daedalus/causal/rank_probe.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "daedalus/structure/block_triangular_form.h"

namespace daedalus::causal {
namespace {

constexpr std::size_t kLargestBlock = 300;
constexpr double kCancels = 1e-10;  // of the sum of the sizes of its terms

// A third to four thirds, of either sign.
double Distance(std::mt19937& numbers) {
  const double unit = static_cast<double>(numbers()) / 4294967296.0;
  const double size = 0.3 + unit;
  return numbers() % 2 == 0 ? size : -size;
}

// Rows that are independent where the run begins stay, and others are combined with them: a combination of two rows that vanish there would say nothing.
void PreferPivots(const RowDependences& at_guess, std::vector<std::uint32_t>& ranks) {
  for (std::uint32_t& rank : ranks) rank *= 2;
  for (const std::uint32_t row : at_guess.pivot_rows) ++ranks[row];
}

}  // namespace

RankProbe::RankProbe(System& system, const PivotPoint& guess)
    : system_(system), guess_(guess), gradients_(system.graph) {}

RankProbe::Values RankProbe::MakeGuess() const {
  const std::size_t n = system_.variables.size();
  const auto padded = [n](std::span<const double> known) {
    std::vector<double> out(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(std::min(n, known.size())));
    out.resize(n, 0.0);
    return out;
  };
  return {guess_.time, padded(guess_.values), padded(guess_.slopes)};
}

void RankProbe::MakePoints(std::size_t num_points) {
  if (points_.empty()) points_.push_back(MakeGuess());
  if (num_points <= points_.size()) return;
  const std::size_t num_distances = 1 + 2 * system_.variables.size();
  std::mt19937 numbers(20);  // the same points in every run
  numbers.discard(2 * num_distances);
  while (points_.size() < kPoints) {
    Values values = points_.front();
    values.time += std::abs(Distance(numbers));
    for (std::size_t v = 0; v < values.variables.size(); ++v) {
      const double nominal = v < guess_.nominal.size() ? guess_.nominal[v] : 1;
      values.variables[v] += nominal * Distance(numbers);
      values.slopes[v] += nominal * Distance(numbers);
    }
    points_.push_back(std::move(values));
  }
}

expr::Point RankProbe::Point(std::size_t number) const {
  const Values& values = points_[number];
  return {values.time, values.variables, values.slopes, guess_.parameters, guess_.held};
}

bool RankProbe::FillMatrix(const Offsets& offsets, std::span<const structure::RowId> rows, std::size_t point) {
  MakePoints(point + 1);
  gradients_.SetPoint(Point(point));
  matrix_.Clear();
  matrix_.starts.reserve(rows.size() + 1);
  matrix_.entries.reserve(4 * rows.size());
  for (const structure::RowId row : rows) {
    const expr::WantedLeaves wanted{columns_, static_cast<std::int32_t>(offsets.c[row])};
    const auto gradient = gradients_.Of(system_.equations[EquationOf(row)].residual, wanted);
    if (!gradient) return false;
    if (point == 0 && offsets.c[row] > 0 && !HasTightDerivative(offsets, row))
      at_guess_.do_constraints_hold = at_guess_.do_constraints_hold && HoldsExactly(*gradient, point);
    for (const expr::PartialValue& partial : *gradient) {
      // What cancels but for rounding is no entry, and NaN is none either.
      if (!(std::abs(partial.value) > kCancels * partial.size) || !std::isfinite(partial.value)) return false;
      matrix_.entries.emplace_back(columns_[partial.leaf.variable.index()].number, partial.value);
    }
    matrix_.EndRow();
  }
  return true;
}

bool RankProbe::HoldsExactly(std::span<const expr::PartialValue> gradient, std::size_t point) const {
  double largest = 0;
  for (const expr::PartialValue& partial : gradient) {
    const std::size_t v = partial.leaf.variable.index();
    const double nominal = v < guess_.nominal.size() ? guess_.nominal[v] : 1;
    largest = std::max(largest, TermSize(partial.value, points_[point].variables[v], nominal));
  }
  return std::abs(gradients_.value()) <= kHoldsExactly * largest;
}

void RankProbe::MarkColumns(const Offsets& offsets, std::span<const structure::RowId> rows) {
  columns_.resize(system_.variables.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const structure::ColumnId column = offsets.matching.column_of_row[rows[i]];
    columns_[VariableOf(column).index()] = {static_cast<std::int32_t>(offsets.d[column]), i};
  }
}

void RankProbe::ForgetColumns(const Offsets& offsets, std::span<const structure::RowId> rows) {
  for (const structure::RowId row : rows) columns_[VariableOf(offsets.matching.column_of_row[row]).index()] = {};
}

std::optional<std::size_t> RankProbe::FindRegularPoint(const Offsets& offsets,
                                                       std::span<const structure::RowId> rows,
                                                       std::size_t num_points) {
  MarkColumns(offsets, rows);
  std::optional<std::size_t> found;
  for (std::size_t p = 0; p < num_points && !found; ++p) {
    if (FillMatrix(offsets, rows, p) && regularity_.IsBeyondDoubt(matrix_)) found = p;
  }
  ForgetColumns(offsets, rows);
  return found;
}

HighestBlock RankProbe::BlockOf(const Offsets& offsets, std::span<const structure::RowId> rows) {
  HighestBlock out;
  for (const structure::RowId row : rows) {
    out.equations.push_back(EquationOf(row));
    out.variables.push_back(VariableOf(offsets.matching.column_of_row[row]));
    out.differentiations.push_back(offsets.c[row]);
  }
  MarkColumns(offsets, rows);
  out.entries.assign(out.size() * out.size(), ExprId());
  for (std::size_t r = 0; r < out.size(); ++r) {
    for (const auto& [leaf, partial] :
         symbols_->differentiator.Gradient(system_.equations[out.equations[r]].residual)) {
      const auto& [highest, column] = columns_[leaf.variable.index()];
      if (leaf.order == highest - static_cast<std::int32_t>(out.differentiations[r]))
        out.entries[r * out.size() + column] = partial;
    }
  }
  ForgetColumns(offsets, rows);
  return out;
}

std::vector<double> RankProbe::ValuesOf(const HighestBlock& block, std::size_t point) {
  const expr::Point at = Point(point);
  symbols_->evaluator.SetPoint(at);
  std::vector<double> values;
  values.reserve(block.entries.size());
  for (const ExprId entry : block.entries) {
    values.push_back(entry.IsValid() ? symbols_->evaluator.Value(entry) : 0.0);
    if (!std::isfinite(values.back())) return {};
  }
  return values;
}

std::vector<std::uint32_t> RankProbe::RanksOf(const HighestBlock& block) {
  std::vector<std::uint32_t> out;
  for (std::size_t r = 0; r < block.size(); ++r) {
    bool is_linear = true;
    for (std::size_t c = 0; c < block.size() && is_linear; ++c) {
      const ExprId entry = block.At(r, c);
      if (!entry.IsValid()) continue;
      for (const expr::VariableLeaf& leaf : symbols_->leaves.Collect(system_.graph, entry).variables)
        is_linear = is_linear && std::ranges::count(block.variables, leaf.variable) == 0;
    }
    out.push_back(2 * block.differentiations[r] + (is_linear ? 1 : 0));
  }
  return out;
}

bool RankProbe::HasHeldValues(const HighestBlock& block, const RowDependences& dependences) {
  const auto has = [&](std::size_t row) {
    for (std::size_t c = 0; c < block.size(); ++c) {
      const ExprId entry = block.At(row, c);
      if (entry.IsValid() && !symbols_->leaves.Collect(system_.graph, entry).held.empty()) return true;
    }
    return false;
  };
  return std::ranges::any_of(dependences.dependent, [&](const DependentRow& dependent) {
    return has(dependent.row) || std::ranges::any_of(dependent.others, has);
  });
}

std::optional<DependentBlock> RankProbe::LookCloser(const Offsets& offsets,
                                                    std::span<const structure::RowId> rows,
                                                    std::size_t num_points) {
  MakePoints(kPoints);
  if (!symbols_) symbols_.emplace(expr::Differentiator(system_.graph), expr::Evaluator(system_.graph), expr::LeafCollector());
  HighestBlock block = BlockOf(offsets, rows);
  std::vector<std::uint32_t> ranks = RanksOf(block);
  std::optional<RowDependences> best;
  std::size_t best_point = 0;
  for (std::size_t p = 0; p < num_points && !(best && best->dependent.empty()); ++p) {
    const std::vector<double> values = ValuesOf(block, p);
    if (values.empty()) continue;
    RowDependences found = FindDependentRows(values, ranks);
    if (p == 0) PreferPivots(found, ranks);
    // Of equal ones the later: the guess may hide rows that depend on each other elsewhere behind a zero.
    if (best && found.dependent.size() > best->dependent.size()) continue;
    best = std::move(found);
    best_point = p;
  }
  if (!best || best->dependent.empty() || HasHeldValues(block, *best)) return std::nullopt;
  return DependentBlock{std::move(block), std::move(*best), best_point};
}

std::vector<DependentBlock> RankProbe::Run(const Offsets& offsets, std::size_t num_points) {
  std::vector<DependentBlock> out;
  at_guess_ = {true, true};
  const structure::Blocks blocks = structure::BlockTriangularForm(offsets.tight, offsets.matching);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() < 2 || blocks[b].size() > kLargestBlock) {
      const auto is_differentiated = [&](structure::RowId row) { return offsets.c[row] > 0; };
      if (std::ranges::any_of(blocks[b], is_differentiated)) at_guess_.do_constraints_hold = false;  // nobody has looked
      continue;
    }
    const auto point = FindRegularPoint(offsets, blocks[b], num_points);
    at_guess_.is_regular = at_guess_.is_regular && point == 0u;
    if (point) continue;
    if (auto found = LookCloser(offsets, blocks[b], num_points)) out.push_back(std::move(*found));
  }
  return out;
}

}  // namespace daedalus::causal
