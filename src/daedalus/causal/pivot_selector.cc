#include "daedalus/causal/pivot_selector.h"

#include <algorithm>
#include <cmath>

namespace daedalus::causal {
namespace {

constexpr double kThreshold = 0.3;           // of the best pivot: then the ranking counts more than the size
constexpr double kNegligible = 1e-10;        // of the largest entry: no pivot at all
constexpr std::size_t kLargest = 4'000'000;  // entries; larger choices are left to structure

struct Pivot {
  std::size_t row = 0;
  double size = 0;
};

Pivot LargestIn(const std::vector<double>& a, std::size_t from, std::size_t rows, std::size_t columns,
                std::size_t column) {
  Pivot best;
  for (std::size_t r = from; r < rows; ++r) {
    const double size = std::abs(a[r * columns + column]);
    if (size > best.size) best = {r, size};
  }
  return best;
}

void Eliminate(std::vector<double>& a, std::size_t step, std::size_t rows, std::size_t columns,
               std::size_t column, std::size_t pivot_row) {
  std::swap_ranges(a.begin() + static_cast<std::ptrdiff_t>(step * columns),
                   a.begin() + static_cast<std::ptrdiff_t>((step + 1) * columns),
                   a.begin() + static_cast<std::ptrdiff_t>(pivot_row * columns));
  for (std::size_t r = step + 1; r < rows; ++r) {
    const double factor = a[r * columns + column] / a[step * columns + column];
    if (factor == 0) continue;
    for (std::size_t c = 0; c < columns; ++c) a[r * columns + c] -= factor * a[step * columns + c];
  }
}

}  // namespace

std::optional<std::vector<std::uint32_t>> IndependentColumns(std::vector<double> a, std::size_t rows,
                                                             std::size_t columns) {
  double largest = 0;
  for (const double value : a) largest = std::max(largest, std::abs(value));
  std::vector<std::uint32_t> chosen;
  std::vector<char> used(columns, 0);
  for (std::size_t step = 0; step < rows; ++step) {
    std::vector<Pivot> pivots(columns);
    double best = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      if (!used[c]) pivots[c] = LargestIn(a, step, rows, columns, c);
      best = std::max(best, pivots[c].size);
    }
    if (!(best > kNegligible * largest)) return std::nullopt;
    const auto first = std::find_if(pivots.begin(), pivots.end(),
                                    [&](const Pivot& p) { return p.size >= kThreshold * best; });
    const auto column = static_cast<std::size_t>(first - pivots.begin());
    used[column] = 1;
    chosen.push_back(static_cast<std::uint32_t>(column));
    Eliminate(a, step, rows, columns, column, first->row);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

PivotSelector::PivotSelector(System& system, const DerivativeColumns& columns,
                             const structure::Incidence& incidence, const PivotPoint& point)
    : system_(system),
      columns_(columns),
      incidence_(incidence),
      point_(point),
      slopes_(system.variables.size(), 0.0),
      differentiator_(system.graph),
      evaluator_(system.graph) {}

std::vector<double> PivotSelector::Matrix(const structure::DummyChoice& choice) {
  std::vector<double> a;
  if (choice.equations.size() * choice.candidates.size() > kLargest) return a;
  for (const std::uint32_t e : choice.equations) {
    const DerivativeColumns::Row& row = columns_.rows()[e];
    const ExprId given = system_.equations[row.given].residual;
    for (const std::uint32_t c : choice.candidates) {
      const DerivativeColumns::Column& column = columns_.columns()[c];
      const int order = column.order - static_cast<int>(row.times);
      double value = 0;
      if (order >= 0) {
        const ExprId partial = differentiator_.Partial(given, system_.graph.Variable(column.variable, order));
        value = evaluator_.Evaluate(partial, {point_.time, point_.start, slopes_, point_.parameters});
      }
      if (!std::isfinite(value)) return {};
      a.push_back(value);
    }
  }
  return a;
}

std::optional<std::vector<std::uint32_t>> PivotSelector::Choose(const structure::DummyChoice& choice) {
  std::vector<double> a = Matrix(choice);
  if (!a.empty()) {
    if (const auto chosen =
            IndependentColumns(std::move(a), choice.equations.size(), choice.candidates.size())) {
      std::vector<std::uint32_t> out;
      for (const std::uint32_t i : *chosen) out.push_back(choice.candidates[i]);
      return out;
    }
  }
  return structure::ChooseByStructure(incidence_, choice);
}

}  // namespace daedalus::causal
