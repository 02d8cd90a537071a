#include "daedalus/programs/causal/offsets.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace daedalus::causal {

structure::SignatureMatrix SignatureOf(const SystemIncidence& incidence) {
  structure::SignatureMatrix out;
  out.incidence.num_columns = incidence.variables.num_columns;
  std::vector<structure::SignatureMatrix::Term> terms;
  for (const structure::RowId e : incidence.variables.Rows()) {
    terms.clear();
    for (const structure::ColumnId v : incidence.variables.Row(e)) terms.push_back({v, 0});
    for (const structure::ColumnId v : incidence.derivatives.Row(e)) terms.push_back({v, 1});
    out.AddEquation(terms);
  }
  return out;
}

namespace {

std::optional<Offsets> WithoutDifferentiation(const SystemIncidence& incidence) {
  Offsets out;
  out.tight = HighestDerivatives(incidence);
  out.matching = structure::MaximumMatching(out.tight);
  if (!out.matching.IsPerfect()) return std::nullopt;
  out.c.resize(incidence.variables.num_rows(), 0);
  for (const char is_differential : incidence.is_differential) out.d.Add(is_differential ? 1 : 0);
  out.degrees_of_freedom = static_cast<std::uint32_t>(incidence.num_differential());
  return out;
}

std::optional<Offsets> BySigmaMethod(const SystemIncidence& incidence) {
  const structure::SignatureMatrix signature = SignatureOf(incidence);
  auto sigma = structure::AnalyzeSignature(signature);
  if (!sigma) return std::nullopt;
  Offsets out;
  out.degrees_of_freedom = sigma->degrees_of_freedom;
  out.c = std::move(sigma->c);
  out.d = std::move(sigma->d);
  out.tight.num_columns = signature.incidence.num_columns;
  std::vector<structure::ColumnId> row;
  for (const structure::RowId e : signature.incidence.Rows()) {
    row.clear();
    for (std::uint32_t i = signature.incidence.Begin(e); i < signature.incidence.End(e); ++i) {
      const structure::ColumnId v = signature.incidence.columns[i];
      if (static_cast<std::int64_t>(out.d[v]) - out.c[e] == signature.orders[i]) row.push_back(v);
    }
    out.tight.AddRow(row);
  }
  out.matching.column_of_row = std::move(sigma->variable_of_equation);
  out.matching.row_of_column.resize(out.tight.num_columns);
  for (const structure::RowId e : out.tight.Rows())
    out.matching.row_of_column[out.matching.column_of_row[e]] = e;
  out.matching.size = out.tight.num_rows();
  return out;
}

}  // namespace

std::optional<Offsets> OffsetsOf(const SystemIncidence& incidence) {
  auto out = WithoutDifferentiation(incidence);
  return out ? std::move(out) : BySigmaMethod(incidence);
}

bool HasTightDerivative(const Offsets& offsets, structure::RowId row) {
  return std::ranges::any_of(offsets.tight.Row(row),
                             [&](structure::ColumnId column) { return offsets.d[column] > offsets.c[row]; });
}

std::uint32_t StructuralIndex(const Offsets& offsets) {
  std::uint32_t most = 0;
  for (const std::uint32_t times : offsets.c) most = std::max(most, times);
  const bool has_algebraic = std::ranges::count(offsets.d, 0u) > 0;
  return most + (has_algebraic ? 1 : 0);
}

}  // namespace daedalus::causal
