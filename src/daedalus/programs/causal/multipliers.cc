#include "daedalus/programs/causal/multipliers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/system/expr/build.h"

namespace daedalus::causal {
namespace {

constexpr std::size_t kMostSymbolicRows = 12;
constexpr double kVanished = 1e-10;        // of the sum of the terms
constexpr double kWorthOfConstants = 1e6;  // a constant pivot may be smaller by this than another one

// Does the sum of multiplier times row vanish in every column?
bool Vanishes(const SparseRows& values, const std::vector<std::size_t>& rows,
              const std::vector<double>& multipliers) {
  std::vector<SparseRows::Entry> terms;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& entry : values.Row(rows[i]))
      terms.push_back({entry.column, multipliers[i] * entry.value});
  }
  std::ranges::stable_sort(terms, {}, &SparseRows::Entry::column);
  for (std::size_t i = 0; i < terms.size();) {
    double sum = 0, size = 0;
    for (const std::uint32_t column = terms[i].column; i < terms.size() && terms[i].column == column; ++i) {
      sum += terms[i].value;
      size += std::abs(terms[i].value);
    }
    if (!(std::abs(sum) <= kVanished * size)) return false;
  }
  return true;
}

// Solves A u = b of expressions for u, in place, led by numbers: the order of pivots is found on the way.
class SymbolicElimination {
 public:
  SymbolicElimination(expr::Graph& graph, std::size_t rows, std::size_t unknowns)
      : graph_(graph),
        rows_(rows),
        n_(unknowns),
        symbols_(rows * (unknowns + 1)),
        numbers_(rows * (unknowns + 1)) {}

  void Set(std::size_t row, std::size_t column, ExprId symbol, double number) {
    symbols_[Place(row, column)] = symbol;
    numbers_[Place(row, column)] = number;
  }

  // More rows than unknowns are allowed, they depend on the others; empty where the rank is too low.
  std::vector<ExprId> Solve() {
    std::vector<char> row_used(rows_, 0), column_used(n_, 0);
    for (std::size_t step = 0; step < n_; ++step) {
      const auto pivot = Best(row_used, column_used);
      if (!pivot) return {};
      row_used[pivot->first] = column_used[pivot->second] = 1;
      pivots_.push_back(*pivot);
      for (std::size_t r = 0; r < rows_; ++r) {
        if (!row_used[r]) Eliminate(r, *pivot, column_used);
      }
    }
    std::vector<ExprId> out(n_);
    for (std::size_t i = n_; i-- > 0;) {
      const auto& [row, column] = pivots_[i];
      ExprId sum = symbols_[Place(row, n_)];
      for (std::size_t k = i + 1; k < n_; ++k) {
        const std::size_t c = pivots_[k].second;
        sum = expr::Difference(graph_, sum, expr::Product(graph_, symbols_[Place(row, c)], out[c]));
      }
      out[column] = expr::Quotient(graph_, sum, symbols_[Place(row, column)]);
    }
    return out;
  }

 private:
  using Pivot = std::pair<std::size_t, std::size_t>;
  std::size_t Place(std::size_t row, std::size_t column) const { return row * (n_ + 1) + column; }

  std::optional<Pivot> Best(const std::vector<char>& row_used, const std::vector<char>& column_used) const {
    std::optional<Pivot> best;
    double size = 0;
    for (std::size_t r = 0; r < rows_; ++r) {
      for (std::size_t c = 0; c < n_ && !row_used[r]; ++c) {
        if (column_used[c]) continue;
        double here = std::abs(numbers_[Place(r, c)]);
        if (here < 1e-9) continue;  // rounding, or too near to zero to divide by
        if (graph_.IsConstant(symbols_[Place(r, c)])) here *= kWorthOfConstants;
        if (here <= size) continue;
        size = here;
        best = {r, c};
      }
    }
    return best;
  }

  void Eliminate(std::size_t r, const Pivot& pivot, const std::vector<char>& column_used) {
    const ExprId entry = symbols_[Place(r, pivot.second)];
    if (graph_.IsConstant(entry, 0)) return;
    const ExprId factor = expr::Quotient(graph_, entry, symbols_[Place(pivot.first, pivot.second)]);
    const double number = numbers_[Place(r, pivot.second)] / numbers_[Place(pivot.first, pivot.second)];
    for (std::size_t c = 0; c <= n_; ++c) {
      if (c < n_ && column_used[c]) continue;
      const std::size_t from = Place(pivot.first, c), to = Place(r, c);
      symbols_[to] = expr::Difference(graph_, symbols_[to], expr::Product(graph_, factor, symbols_[from]));
      numbers_[to] -= number * numbers_[from];
    }
  }

  expr::Graph& graph_;
  std::size_t rows_, n_;
  std::vector<ExprId> symbols_;
  std::vector<double> numbers_;
  std::vector<Pivot> pivots_;
};

// Two rows: cross-wise, so that nothing is divided by. The column is that of the largest entry at the guess,
// where the run begins, if both are there at all.
std::vector<ExprId> CrossMultipliers(System& system, const HighestBlock& block, const SparseRows& values,
                                     const std::optional<SparseRows>& at_guess,
                                     const std::vector<std::size_t>& rows) {
  std::optional<std::size_t> found;
  double size = -1;
  for (const auto& [c, value] : values.Row(rows[0])) {
    if (value == 0 || values.At(rows[1], c) == 0) continue;
    const double here =
        at_guess ? std::max(std::abs(at_guess->At(rows[0], c)), std::abs(at_guess->At(rows[1], c))) : 0;
    if (here <= size) continue;
    size = here;
    found = c;
  }
  if (!found) return {};
  const std::size_t best = *found;
  return {block.At(rows[1], best), expr::Negate(system.graph, block.At(rows[0], best))};
}

std::vector<ExprId> SymbolicMultipliers(System& system, const HighestBlock& block, const SparseRows& values,
                                        const std::optional<SparseRows>& at_guess,
                                        const std::vector<std::size_t>& rows) {
  if (rows.size() == 2) return CrossMultipliers(system, block, values, at_guess, rows);
  if (rows.size() > kMostSymbolicRows) return {};
  const std::size_t unknowns = rows.size() - 1, n = block.size();
  const auto symbol = [&](std::size_t row, std::size_t c) {
    const ExprId entry = block.At(row, c);
    return entry.IsValid() ? entry : system.graph.Constant(0);
  };
  // One equation for each column of the block: the sum over the other rows is minus the dependent one.
  SymbolicElimination elimination(system.graph, n, unknowns);
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t i = 0; i < unknowns; ++i)
      elimination.Set(c, i, symbol(rows[i + 1], c), values.At(rows[i + 1], c));
    elimination.Set(c, unknowns, expr::Negate(system.graph, symbol(rows[0], c)), -values.At(rows[0], c));
  }
  std::vector<ExprId> solved = elimination.Solve();
  if (solved.empty()) return {};
  solved.insert(solved.begin(), system.graph.Constant(1));
  return solved;
}

// The equation that is replaced must not have a multiplier that vanishes where the run begins.
void PutLargestFirst(const System& system, const HighestBlock& block, const expr::Point& guess,
                     Combination& out) {
  std::size_t best = 0;
  double size = -1;
  for (std::size_t i = 0; i < out.rows.size(); ++i) {
    if (block.differentiations[out.rows[i]] != block.differentiations[out.rows[0]]) continue;
    const double here = std::abs(expr::Evaluate(system.graph, out.multipliers[i], guess));
    if (!(here > size)) continue;
    size = here;
    best = i;
  }
  std::swap(out.rows[0], out.rows[best]);
  std::swap(out.multipliers[0], out.multipliers[best]);
}

// True if the highest derivatives cancel at all points where this can be evaluated, and there is such a
// point.
bool IsVerified(const System& system, RankProbe& probe, const DependentBlock& found,
                const Combination& combination) {
  bool is_verified = false;
  for (std::size_t p = 0; p < found.points.size(); ++p) {
    std::vector<double> numbers;
    for (const ExprId multiplier : combination.multipliers)
      numbers.push_back(expr::Evaluate(system.graph, multiplier, probe.PointOf(found.points[p])));
    const auto is_finite = [](double number) { return std::isfinite(number); };
    if (!found.values[p] || !std::ranges::all_of(numbers, is_finite)) continue;
    if (!Vanishes(*found.values[p], combination.rows, numbers)) return false;
    is_verified = true;
  }
  return is_verified;
}

// With expressions for multipliers, the first row is the one that the others are solved for.
std::optional<Combination> SolvedForFirst(System& system, RankProbe& probe, const DependentBlock& found,
                                          std::vector<std::size_t> rows) {
  const HighestBlock& block = found.block;
  Combination out{std::move(rows), {}, false};
  out.multipliers = SymbolicMultipliers(system, block, *found.values[found.point], found.values[0], out.rows);
  if (out.multipliers.empty() || !IsVerified(system, probe, found, out)) return std::nullopt;
  return out;
}

}  // namespace

std::optional<Combination> CombinationOf(System& system, RankProbe& probe, const DependentBlock& found,
                                         const DependentRow& dependent) {
  const HighestBlock& block = found.block;
  Combination constant;
  constant.rows.push_back(dependent.row);
  std::vector<double> numbers{1};
  for (std::size_t i = 0; i < dependent.others.size(); ++i) {
    constant.rows.push_back(dependent.others[i]);
    numbers.push_back(dependent.multipliers[i]);
  }
  constant.is_constant = std::ranges::all_of(found.values, [&](const std::optional<SparseRows>& values) {
    return !values || Vanishes(*values, constant.rows, numbers);
  });
  if (constant.is_constant) {
    for (const double number : numbers) constant.multipliers.push_back(system.graph.Constant(number));
    return constant;
  }
  auto out = SolvedForFirst(system, probe, found, constant.rows);
  if (!out) return std::nullopt;
  PutLargestFirst(system, block, probe.PointOf(found.points[0]), *out);
  // A row that has another multiplier than 1 was divided by something that may vanish before its own
  // multiplier does.
  if (out->rows.size() > 2 && out->rows[0] != dependent.row) {
    if (auto better = SolvedForFirst(system, probe, found, out->rows)) return better;
  }
  return out;
}

}  // namespace daedalus::causal
