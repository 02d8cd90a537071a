#include "daedalus/model/initialize/explain_plan.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/dulmage_mendelsohn.h"

namespace daedalus::initialize {
namespace {

using causal::SystemIncidence;
using structure::ColumnId;
using structure::RowId;
using RowKind = InitialRow::Kind;

constexpr std::size_t kMaxConflicts = 1000;

std::vector<Diagnostic> FindForeignDerivatives(const System& system, const SystemIncidence& equations,
                                               const SystemIncidence& initial) {
  std::vector<Diagnostic> out;
  for (const RowId e : initial.derivatives.Rows()) {
    for (const ColumnId v : initial.derivatives.Row(e)) {
      if (equations.is_differential[v.index()]) continue;
      out.push_back(Error(Code::kInitialUnderdetermined,
                          SpanOf(system, system.initial_equations[causal::EquationOf(e)]),
                          "`der({})` is in an initial equation, but in no equation of the model",
                          NameOf(system, causal::VariableOf(v))));
    }
  }
  return out;
}

// The rows and columns that alternating paths reach from an excess row: all of them determine its variables.
std::vector<Conflict> FindConflicts(const InitialStructure& initial) {
  std::vector<Conflict> out;
  structure::PerRow<char> seen_rows(initial.rows.size(), 0);
  structure::PerColumn<char> seen_columns(initial.incidence.num_columns, 0);
  for (const RowId start : initial.excess) {
    if (initial.KindOf(start) == RowKind::kStart || out.size() == kMaxConflicts) break;
    auto set = structure::AlternatingReach(initial.incidence, initial.matching.row_of_column, start,
                                           &seen_rows, &seen_columns);
    for (const RowId row : set.rows) seen_rows[row] = 0;
    for (const ColumnId column : set.columns) seen_columns[column] = 0;
    std::sort(set.rows.begin(), set.rows.end());
    Conflict conflict{initial.rows[start], {}, {}};
    for (const RowId row : set.rows) {
      if (row == start) continue;
      if (initial.KindOf(row) == RowKind::kEquation) {
        conflict.equations.push_back(initial.rows[row].equation);
      } else {
        conflict.others.push_back(initial.rows[row]);
      }
    }
    out.push_back(std::move(conflict));
  }
  return out;
}

// The variables `der(v)` that index reduction made, and the variables v.
struct MadeDerivatives {
  std::vector<char> is_made;  // per variable
  std::vector<char> has_one;  // per variable
};
MadeDerivatives FindMadeDerivatives(const System& system) {
  MadeDerivatives out{std::vector<char>(system.variables.size(), 0),
                      std::vector<char>(system.variables.size(), 0)};
  std::unordered_map<std::string, VariableId> by_name;
  for (const VariableId v : IdRange<VariableId>(system.variables.size()))
    by_name.emplace(NameOf(system, v), v);
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    const std::string name = NameOf(system, v);
    if (!name.starts_with("der(") || !name.ends_with(")")) continue;
    const auto of = by_name.find(name.substr(4, name.size() - 5));
    if (of == by_name.end()) continue;
    out.is_made[v.index()] = 1;
    out.has_one[of->second.index()] = 1;
  }
  return out;
}

class ImpliedSearch {
 public:
  ImpliedSearch(const System& system, const SystemIncidence& incidence, const InitialStructure& initial)
      : system_(system),
        incidence_(incidence),
        initial_(initial),
        made_(FindMadeDerivatives(system)),
        blocks_(structure::BlockTriangularForm(initial.incidence, initial.matching)),
        block_of_(initial.rows.size(), 0) {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      for (const RowId row : blocks_[b]) block_of_[row] = b;
    }
  }

  std::vector<ImpliedValues> Run() const {
    std::vector<std::size_t> place_of_block(blocks_.size(), 0);  // in `out`, plus 1
    std::vector<ImpliedValues> out;
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      const RowId row = RowOf(causal::ColumnOf(v));
      if (!IsWorthAMention(v) || initial_.rows[row].variable == v) continue;
      std::size_t& place = place_of_block[block_of_[row]];
      if (place == 0) {
        out.push_back({{}, RowsFor(block_of_[row])});
        place = out.size();
      }
      out[place - 1].variables.push_back(v);
    }
    return out;
  }

 private:
  bool IsWorthAMention(VariableId v) const {
    if (made_.is_made[v.index()] && !incidence_.is_differential[v.index()]) return false;
    return incidence_.is_differential[v.index()] || made_.has_one[v.index()] ||
           system_.variables[v].start.IsValid();
  }

  RowId RowOf(ColumnId column) const {
    const RowId row = initial_.matching.row_of_column[column];
    DAEDALUS_CHECK(row.IsValid(), "start values determine what conditions leave open");
    return row;
  }

  // The block, and what determines the derivatives in it that the user did not declare. Example: vy of a
  // pendulum follows from vy = der(y), which explains little, and from the derivative of the constraint.
  std::vector<InitialRow> RowsFor(std::uint32_t block) const {
    std::vector<std::uint32_t> blocks{block};
    std::vector<InitialRow> rows;
    for (std::size_t at = 0; at < blocks.size(); ++at) {
      for (const RowId row : blocks_[blocks[at]]) {
        rows.push_back(initial_.rows[row]);
        for (const ColumnId column : initial_.incidence.Row(row)) {
          if (blocks.size() == kMaxFollowed) break;
          if (column.index() >= made_.is_made.size() || !made_.is_made[column.index()]) continue;
          const RowId next = RowOf(column);
          if (initial_.rows[next].variable.IsValid()) continue;  // a start value
          if (std::find(blocks.begin(), blocks.end(), block_of_[next]) == blocks.end())
            blocks.push_back(block_of_[next]);
        }
      }
    }
    return rows;
  }

  static constexpr std::size_t kMaxFollowed = 4;

  const System& system_;
  const SystemIncidence& incidence_;
  const InitialStructure& initial_;
  MadeDerivatives made_;
  structure::Blocks blocks_;
  structure::PerRow<std::uint32_t> block_of_;
};

}  // namespace

Result<InitialConditions> ExplainInitialConditions(const System& system, const SystemIncidence& incidence,
                                                   std::span<const VariableId> ignored) {
  const SystemIncidence initial_incidence = causal::IncidenceOf(system, system.initial_equations);
  std::vector<Diagnostic> errors = FindForeignDerivatives(system, incidence, initial_incidence);
  if (!errors.empty()) return Failure{std::move(errors)};
  const InitialStructure initial = MatchInitialConditions(system, incidence, initial_incidence, ignored);
  InitialConditions out;
  out.num_free = incidence.num_differential();
  for (const RowId row : initial.incidence.Rows()) {
    if (!initial.matching.column_of_row[row].IsValid()) continue;
    if (initial.KindOf(row) == RowKind::kStart) {
      out.assumed.push_back(initial.rows[row].variable);
    } else if (initial.KindOf(row) != RowKind::kEquation) {
      out.chosen.push_back(initial.rows[row]);
    }
  }
  // A start value of a state that is in excess is simply not used.
  out.num_conflicts =
      static_cast<std::size_t>(std::count_if(initial.excess.begin(), initial.excess.end(), [&](RowId row) {
        return initial.KindOf(row) != RowKind::kStart;
      }));
  out.conflicts = FindConflicts(initial);
  if (out.conflicts.empty()) out.implied = ImpliedSearch(system, incidence, initial).Run();
  return out;
}

}  // namespace daedalus::initialize
