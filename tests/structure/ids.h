// Rows and columns by their numbers, and back: tests write the numbers of a drawing.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

using Numbers = std::vector<std::uint32_t>;

inline std::vector<RowId> Rows(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}
inline std::vector<ColumnId> Columns(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

// Of any list of ids, for comparison: numbers are printed where a test fails.
template <class Ids>
Numbers NumbersOf(const Ids& ids) {
  Numbers numbers;
  for (const auto id : ids) numbers.push_back(id.value);
  return numbers;
}

inline std::vector<Entry> Entries(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  std::vector<Entry> entries;
  for (const auto& [row, column] : pairs) entries.push_back({RowId(row), ColumnId(column)});
  return entries;
}

}  // namespace daedalus::structure
