#include "daedalus/run/input_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daedalus::run {
namespace {

template <class... Args>
auto Bad(fmt::format_string<Args...> text, Args&&... args) {
  return Fail(Error(Code::kBadInput, {}, "{}", fmt::format(text, std::forward<Args>(args)...)));
}

}  // namespace

Result<Unit> CheckTable(const InputTable& table) {
  const std::vector<double>& t = table.times;
  if (t.empty()) return Bad("{} has no points", table.source);
  if (table.columns.size() != table.names.size())
    return Bad("{} has {} names for {} columns", table.source, table.names.size(), table.columns.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!std::isfinite(t[i])) return Bad("{}: time number {} is {}", table.source, i + 1, t[i]);
    if (i > 0 && t[i] < t[i - 1])
      return Bad("{}: time goes back from {} to {}", table.source, t[i - 1], t[i]);
  }
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    const std::vector<double>& column = table.columns[k];
    if (column.size() != t.size())
      return Bad("{}: `{}` has {} values for {} times", table.source, table.names[k], column.size(),
                 t.size());
    const auto bad = std::ranges::find_if(column, [](double v) { return !std::isfinite(v); });
    if (bad != column.end())
      return Bad("{}: `{}` is {} at time = {}", table.source, table.names[k], *bad,
                 t[static_cast<std::size_t>(bad - column.begin())]);
  }
  return Unit{};
}

}  // namespace daedalus::run
