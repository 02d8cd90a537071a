#include "daedalus/programs/causal/choice_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::causal {
namespace {

constexpr double kThreshold = 0.6;     // of the best pivot: then the order counts more than the size
constexpr double kNegligible = 1e-10;  // of the largest entry: no pivot at all

// A pivot smaller by this factor is preferred if it keeps a variable with that preference a state.
double PreferenceFactor(StateSelect preference, StateSelect of_other) {
  if (preference <= of_other) return 1;
  return preference == StateSelect::kAlways ? 1e8 : 1e3;
}

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Pivot {
  Eigen::Index row = 0;
  double size = 0;
};

// The largest entry of each of these columns among the rows from `first` on. Row by row, as the matrix lies
// in memory.
void FindPivots(const RowMajor& a, Eigen::Index first, std::span<const std::uint32_t> columns,
                std::vector<Pivot>& pivots) {
  for (const std::uint32_t c : columns) pivots[c] = {first, 0};
  for (Eigen::Index r = first; r < a.rows(); ++r) {
    for (const std::uint32_t c : columns) {
      const double size = std::abs(a(r, static_cast<Eigen::Index>(c)));
      if (size > pivots[c].size) pivots[c] = {r, size};
    }
  }
}

// Takes the weakest preference with a usable pivot, and the first column whose pivot is not much smaller than
// the best one of that preference.
std::size_t Prefer(const std::vector<Pivot>& pivots, std::span<const StateSelect> preferences, double best) {
  for (int level = 0; level <= static_cast<int>(StateSelect::kAlways); ++level) {
    const auto preference = static_cast<StateSelect>(level);
    double best_here = 0;
    double demanded = 0;
    for (std::size_t c = 0; c < pivots.size(); ++c) {
      if (preferences[c] == preference) best_here = std::max(best_here, pivots[c].size);
      if (preferences[c] > preference)
        demanded = std::max(demanded, pivots[c].size / PreferenceFactor(preferences[c], preference));
    }
    if (best_here == 0 || best_here < demanded || best_here < kNegligible * best) continue;
    for (std::size_t c = 0; c < pivots.size(); ++c) {
      if (preferences[c] == preference && pivots[c].size >= kThreshold * best_here) return c;
    }
  }
  return static_cast<std::size_t>(
      std::max_element(pivots.begin(), pivots.end(), [](auto& a, auto& b) { return a.size < b.size; }) -
      pivots.begin());
}

// Returns the columns whose entries have changed, or have other places now. Constraints of mechanisms have
// few entries in a row: of a chain of 64 bodies, a thousand columns, some twenty change in a step.
std::vector<std::uint32_t> Eliminate(RowMajor& a, Eigen::Index step, Eigen::Index column,
                                     Eigen::Index pivot_row, const std::vector<char>& used) {
  std::vector<std::uint32_t> touched;
  for (std::uint32_t c = 0; c < used.size(); ++c) {
    const auto at = static_cast<Eigen::Index>(c);
    if (!used[c] && (a(step, at) != 0 || a(pivot_row, at) != 0)) touched.push_back(c);
  }
  a.row(step).swap(a.row(pivot_row));
  for (Eigen::Index r = step + 1; r < a.rows(); ++r) {
    const double factor = a(r, column) / a(step, column);
    if (factor != 0) a.row(r) -= factor * a.row(step);
  }
  return touched;
}

// [B N] becomes [1 B^-1 N] in place, by Gauss-Jordan elimination with partial pivoting: row k is then that of
// chosen column k. Returns false if B is singular.
bool EliminateChosen(const ChoiceMatrix& matrix, std::span<double> a) {
  const std::size_t rows = matrix.rows, columns = matrix.columns;
  const auto entry = [&](std::size_t r, std::size_t c) -> double& { return a[r * columns + c]; };
  for (std::size_t k = 0; k < rows; ++k) {
    const std::size_t column = matrix.chosen[k];
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < rows; ++r) {
      if (std::abs(entry(r, column)) > std::abs(entry(pivot, column))) pivot = r;
    }
    if (pivot != k) std::swap_ranges(&entry(k, 0), &entry(k, 0) + columns, &entry(pivot, 0));
    const double value = entry(k, column);
    if (value == 0) return false;
    for (std::size_t c = 0; c < columns; ++c) entry(k, c) /= value;
    for (std::size_t r = 0; r < rows; ++r) {
      const double factor = entry(r, column);
      if (r == k || factor == 0) continue;
      for (std::size_t c = 0; c < columns; ++c) entry(r, c) -= factor * entry(k, c);
    }
  }
  return true;
}

}  // namespace

ChoiceMatrix MatrixOf(const structure::DummyChoice& choice, System& system, const DerivativeColumns& columns,
                      expr::Differentiator& differentiator) {
  ChoiceMatrix out;
  out.rows = choice.equations.size();
  out.columns = choice.candidates.size();
  out.entries.assign(out.rows * out.columns, system.graph.Constant(0));
  std::map<std::pair<VariableId, int>, std::size_t> place;
  for (std::size_t i = 0; i < out.columns; ++i) {
    const auto& [variable, order] = columns.columns()[choice.candidates[i]];
    place[{variable, order}] = i;
    out.variables.push_back(variable);
    out.preferences.push_back(system.declarations[system.variables[variable].declaration].state_select);
  }
  for (std::size_t r = 0; r < out.rows; ++r) {
    const DerivativeColumns::Row& row = columns.rows()[choice.equations[r]];
    const ExprId given = system.equations[row.given].residual;
    for (const auto& [leaf, partial] : differentiator.Gradient(given)) {
      const auto found = place.find({leaf.variable, leaf.order + static_cast<int>(row.times)});
      if (found != place.end()) out.entries[r * out.columns + found->second] = partial;
    }
  }
  for (const structure::ColumnId c : choice.chosen) {
    const auto found = std::find(choice.candidates.begin(), choice.candidates.end(), c);
    out.chosen.push_back(static_cast<std::uint32_t>(found - choice.candidates.begin()));
  }
  return out;
}

std::optional<std::vector<std::uint32_t>> IndependentColumns(std::vector<double> values, std::size_t rows,
                                                             std::span<const StateSelect> preferences) {
  const auto columns = preferences.size();
  RowMajor a = Eigen::Map<RowMajor>(values.data(), static_cast<Eigen::Index>(rows),
                                    static_cast<Eigen::Index>(columns));
  const double largest = a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff();
  std::vector<std::uint32_t> chosen, changed(columns);
  std::iota(changed.begin(), changed.end(), 0u);
  std::vector<char> used(columns, 0);
  std::vector<Pivot> pivots(columns);
  for (std::size_t step = 0; step < rows; ++step) {
    const auto first = static_cast<Eigen::Index>(step);
    FindPivots(a, first, changed, pivots);
    double best = 0;
    for (const Pivot& pivot : pivots) best = std::max(best, pivot.size);
    if (!(best > kNegligible * largest)) return std::nullopt;
    const std::size_t column = Prefer(pivots, preferences, best);
    const Eigen::Index row = pivots[column].row;
    used[column] = 1;
    pivots[column] = {};
    chosen.push_back(static_cast<std::uint32_t>(column));
    changed = Eliminate(a, first, static_cast<Eigen::Index>(column), row, used);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

double ExchangeGain(std::span<const double> values, const ChoiceMatrix& matrix) {
  if (matrix.chosen.empty()) return 0;
  // Small matrices, the usual case, are examined after every step, so they avoid the heap.
  std::array<double, 64> few;
  std::vector<double> many(values.size() > few.size() ? values.size() : 0);
  const std::span<double> a = many.empty() ? std::span<double>(few).first(values.size()) : std::span(many);
  std::ranges::copy(values, a.begin());
  const bool is_regular = EliminateChosen(matrix, a);
  double gain = 0;
  for (std::size_t c = 0; c < matrix.columns; ++c) {
    if (std::ranges::find(matrix.chosen, c) != matrix.chosen.end()) continue;
    for (std::size_t k = 0; k < matrix.chosen.size(); ++k) {
      const double size = std::abs(a[k * matrix.columns + c]);
      if (!is_regular || !std::isfinite(size)) return std::numeric_limits<double>::infinity();
      gain = std::max(gain,
                      size / PreferenceFactor(matrix.preferences[c], matrix.preferences[matrix.chosen[k]]));
    }
  }
  return gain;
}

}  // namespace daedalus::causal
