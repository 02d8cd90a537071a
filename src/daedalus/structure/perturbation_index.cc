#include "daedalus/structure/perturbation_index.h"

#include <algorithm>
#include <utility>

namespace daedalus::structure {
namespace {

// The entries of a column: who listens to this variable, and how much is lost on the way.
struct Listener {
  std::uint32_t variable;  // the one that the equation is given to
  std::uint32_t slack;
};

struct Listeners {
  std::vector<std::uint32_t> starts;  // per variable, and the end
  std::vector<Listener> all;
};

Listeners ListenersOf(const SignatureMatrix& sigma, const SigmaResult& offsets) {
  const Incidence& a = sigma.incidence;
  Listeners out{std::vector<std::uint32_t>(a.num_columns + 1, 0), std::vector<Listener>(a.columns.size())};
  for (const std::uint32_t column : a.columns) ++out.starts[column + 1];
  for (std::uint32_t j = 0; j < a.num_columns; ++j) out.starts[j + 1] += out.starts[j];
  std::vector<std::uint32_t> next(out.starts.begin(), out.starts.end() - 1);
  for (std::uint32_t row = 0; row < a.num_rows(); ++row) {
    for (std::uint32_t k = a.row_starts[row]; k < a.row_starts[row + 1]; ++k) {
      const std::uint32_t l = a.columns[k];
      const std::uint32_t slack = offsets.d[l] - offsets.c[row] - static_cast<std::uint32_t>(sigma.orders[k]);
      out.all[next[l]++] = {offsets.variable_of_equation[row], slack};
    }
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> PerturbationIndices(const SignatureMatrix& sigma, const SigmaResult& offsets) {
  const std::uint32_t n = sigma.incidence.num_columns;
  std::vector<std::uint32_t> index(n, 1);
  if (std::ranges::all_of(offsets.c, [](std::uint32_t c) { return c == 0; })) return index;

  std::vector<std::uint32_t> reach(n), risen;  // P of (2)
  std::vector<char> listed(n, 0);
  for (std::uint32_t row = 0; row < offsets.c.size(); ++row) {
    const std::uint32_t j = offsets.variable_of_equation[row];
    reach[j] = offsets.c[row];
    if (reach[j] > 0 && !std::exchange(listed[j], 1)) risen.push_back(j);
  }
  const Listeners listeners = ListenersOf(sigma, offsets);
  while (!risen.empty()) {
    const std::uint32_t l = risen.back();
    risen.pop_back();
    listed[l] = 0;
    for (std::uint32_t k = listeners.starts[l]; k < listeners.starts[l + 1]; ++k) {
      const auto [j, slack] = listeners.all[k];
      if (reach[l] <= slack || reach[l] - slack <= reach[j]) continue;
      reach[j] = reach[l] - slack;
      if (!std::exchange(listed[j], 1)) risen.push_back(j);
    }
  }
  for (std::uint32_t j = 0; j < n; ++j) index[j] = 1 + std::max(reach[j], offsets.d[j]) - offsets.d[j];
  return index;
}

}  // namespace daedalus::structure
