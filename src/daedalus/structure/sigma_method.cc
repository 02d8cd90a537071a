#include "daedalus/structure/sigma_method.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daedalus/structure/highest_value_transversal.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

// (2), (3)
void SmallestOffsets(const SignatureMatrix& sigma, const Transversal& transversal, SigmaResult* result) {
  const Incidence& a = sigma.incidence;
  // All data of a variable that a risen equation reads, together: in a large random graph each access is a
  // cache miss.
  struct Variable {
    std::int64_t d = 0;
    RowId equation = {};     // the one assigned to it
    std::int32_t order = 0;  // there
  };
  PerColumn<Variable> variables;
  variables.reserve(a.num_columns);
  for (const std::int32_t highest : HighestValues(a, sigma.orders)) variables.Add({.d = highest});
  PerRow<std::int64_t> c(a.num_rows(), 0);
  std::vector<RowId> risen, next;
  PerRow<char> listed(a.num_rows(), 0);
  const auto raise = [&](RowId row, std::int64_t offset) {
    c[row] = offset;
    if (!std::exchange(listed[row], 1)) next.push_back(row);
  };
  for (const RowId row : a.Rows()) {
    Variable& variable = variables[transversal.column_of_row[row]];
    variable.equation = row;
    variable.order = sigma.orders[transversal.entry_of_row[row]];
    if (variable.d > variable.order) raise(row, variable.d - variable.order);
  }
  while (!next.empty()) {
    risen.swap(next);
    next.clear();
    for (const RowId row : risen) {
      listed[row] = 0;
      for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
        Variable& variable = variables[a.columns[k]];
        if (sigma.orders[k] + c[row] <= variable.d) continue;
        variable.d = sigma.orders[k] + c[row];
        if (variable.equation != row) raise(variable.equation, variable.d - variable.order);
      }
    }
  }
  for (const std::int64_t offset : c) result->c.Add(static_cast<std::uint32_t>(offset));
  for (const Variable& variable : variables) result->d.Add(static_cast<std::uint32_t>(variable.d));
}

}  // namespace

void SignatureMatrix::AddEquation(std::span<const Term> terms) {
  std::vector<Term> sorted(terms.begin(), terms.end());
  std::sort(sorted.begin(), sorted.end(), [](const Term& a, const Term& b) {
    return a.variable != b.variable ? a.variable < b.variable : a.order > b.order;
  });
  const auto same = [](const Term& a, const Term& b) { return a.variable == b.variable; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
  std::vector<ColumnId> columns;
  for (const Term& term : sorted) {
    columns.push_back(term.variable);
    orders.push_back(term.order);
  }
  incidence.AddRow(columns);
}

SignatureMatrix SignatureOf(const Incidence& incidence, const VariableDerivatives& variables) {
  const auto chains = ChainsOf(variables);
  SignatureMatrix sigma;
  sigma.incidence.num_columns = static_cast<std::uint32_t>(chains.root.size());
  std::vector<SignatureMatrix::Term> terms;
  for (const RowId row : incidence.Rows()) {
    terms.clear();
    for (const ColumnId v : incidence.Row(row)) {
      terms.push_back({ColumnId(chains.chain[v]), static_cast<std::int32_t>(chains.order[v])});
    }
    sigma.AddEquation(terms);
  }
  return sigma;
}

Expected<SigmaResult, Singularity> AnalyzeSignature(const SignatureMatrix& sigma,
                                                    const SingularityOptions& options) {
  // (1)
  const std::optional<Transversal> transversal = HighestValueTransversal(sigma.incidence, sigma.orders);
  if (!transversal) return Failure{ExplainSingularity(sigma.incidence, options)};

  SigmaResult result;
  result.variable_of_equation = transversal->column_of_row;
  SmallestOffsets(sigma, *transversal, &result);
  for (const std::uint32_t c : result.c) result.structural_index = std::max(result.structural_index, c);
  if (std::find(result.d.begin(), result.d.end(), 0u) != result.d.end()) ++result.structural_index;
  result.degrees_of_freedom = static_cast<std::uint32_t>(transversal->value);
  return result;
}

}  // namespace daedalus::structure
