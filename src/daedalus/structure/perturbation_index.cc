#include "daedalus/structure/perturbation_index.h"

#include <algorithm>
#include <utility>

namespace daedalus::structure {
namespace {

// The entries of a column: the equations that depend on this variable, and their slack.
struct Listener {
  ColumnId variable;  // the one that the equation is given to
  std::uint32_t slack;
};

struct Listeners {
  std::vector<std::uint32_t> starts;  // per variable, and the end
  std::vector<Listener> all;
};

Listeners ListenersOf(const SignatureMatrix& sigma, const SigmaResult& offsets) {
  const Incidence& a = sigma.incidence;
  Listeners out{std::vector<std::uint32_t>(a.num_columns + 1, 0), std::vector<Listener>(a.columns.size())};
  for (const ColumnId column : a.columns) ++out.starts[column.index() + 1];
  for (std::uint32_t j = 0; j < a.num_columns; ++j) out.starts[j + 1] += out.starts[j];
  std::vector<std::uint32_t> next(out.starts.begin(), out.starts.end() - 1);
  for (const RowId row : a.Rows()) {
    for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
      const ColumnId l = a.columns[k];
      const std::uint32_t slack = offsets.d[l] - offsets.c[row] - static_cast<std::uint32_t>(sigma.orders[k]);
      out.all[next[l.index()]++] = {offsets.variable_of_equation[row], slack};
    }
  }
  return out;
}

}  // namespace

PerColumn<std::uint32_t> PerturbationIndices(const SignatureMatrix& sigma, const SigmaResult& offsets) {
  const std::uint32_t n = sigma.incidence.num_columns;
  PerColumn<std::uint32_t> index(n, 1);
  if (std::ranges::all_of(offsets.c, [](std::uint32_t c) { return c == 0; })) return index;

  PerColumn<std::uint32_t> reach(n, 0);  // P of (2)
  std::vector<ColumnId> risen;
  PerColumn<char> listed(n, 0);
  for (const RowId row : sigma.incidence.Rows()) {
    const ColumnId j = offsets.variable_of_equation[row];
    reach[j] = offsets.c[row];
    if (reach[j] > 0 && !std::exchange(listed[j], 1)) risen.push_back(j);
  }
  const Listeners listeners = ListenersOf(sigma, offsets);
  while (!risen.empty()) {
    const ColumnId l = risen.back();
    risen.pop_back();
    listed[l] = 0;
    for (std::uint32_t k = listeners.starts[l.index()]; k < listeners.starts[l.index() + 1]; ++k) {
      const auto [j, slack] = listeners.all[k];
      if (reach[l] <= slack || reach[l] - slack <= reach[j]) continue;
      reach[j] = reach[l] - slack;
      if (!std::exchange(listed[j], 1)) risen.push_back(j);
    }
  }
  for (const ColumnId j : sigma.incidence.Columns())
    index[j] = 1 + std::max(reach[j], offsets.d[j]) - offsets.d[j];
  return index;
}

}  // namespace daedalus::structure
