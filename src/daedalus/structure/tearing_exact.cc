#include "daedalus/structure/tearing_exact.h"

#include <bit>
#include <vector>

#include "daedalus/base/check.h"

namespace daedalus::structure {
namespace {

using Bits = std::uint32_t;

struct RowBits {
  Bits appears = 0, safe = 0;
};

Bits Determined(const std::vector<RowBits>& rows, Bits known) {
  for (bool more = true; more;) {
    more = false;
    for (const RowBits& row : rows) {
      const Bits unknown = row.appears & ~known;
      if (std::has_single_bit(unknown) && (unknown & row.safe)) {
        known |= unknown;
        more = true;
      }
    }
  }
  return known;
}

struct Step {
  Bits known;          // determined by the tearing variables so far
  std::uint32_t next;  // the next column to try
};

// (2) True if `count` tearing variables suffice; they are the columns before `next` on the path.
bool Search(const std::vector<RowBits>& rows, std::uint32_t n, std::uint32_t count, std::vector<Step>* path) {
  const Bits all = (Bits{1} << n) - 1;
  path->assign(1, {Determined(rows, 0), 0});
  while (!path->empty()) {
    Step& step = path->back();
    if (step.known == all) return true;
    while (step.next < n && (step.known >> step.next & 1)) ++step.next;
    if (path->size() > count || step.next == n) {
      path->pop_back();
      continue;
    }
    const std::uint32_t column = step.next++;
    const Bits known = Determined(rows, step.known | Bits{1} << column);
    path->push_back({known, column + 1});
  }
  return false;
}

}  // namespace

TornBlock TearExactly(const TearingProblem& problem) {
  const Incidence& a = problem.appears;
  DAEDALUS_CHECK(a.num_columns <= kMaxExactTearing, "exhaustion is for small blocks");
  std::vector<RowBits> rows(a.num_rows());
  for (const RowId row : a.Rows()) {
    RowBits& bits = rows[row.index()];
    for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
      bits.appears |= Bits{1} << a.columns[k].value;
      if (problem.costs[k] != kUnsafe) bits.safe |= Bits{1} << a.columns[k].value;
    }
  }
  std::vector<Step> path;
  std::uint32_t count = 0;
  while (!Search(rows, a.num_columns, count, &path)) ++count;
  std::vector<ColumnId> tearing;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) tearing.push_back(ColumnId(path[i].next - 1));
  return CompleteTearing(problem, tearing);
}

}  // namespace daedalus::structure
