#include "daedalus/structure/sigma_method.h"

#include <algorithm>
#include <optional>

#include "daedalus/structure/highest_value_transversal.h"

namespace daedalus::structure {
namespace {

// (2), (3)
void SmallestOffsets(const SignatureMatrix& sigma, const Transversal& transversal, SigmaResult* result) {
  const Incidence& a = sigma.incidence;
  std::vector<std::int64_t> c(a.num_rows(), 0), d(a.num_columns, 0);
  std::vector<std::uint32_t> row_of_column(a.num_columns);
  std::vector<std::uint32_t> risen(a.num_rows());
  std::vector<char> listed(a.num_rows(), 1);
  for (std::uint32_t row = 0; row < a.num_rows(); ++row) {
    row_of_column[transversal.column_of_row[row]] = row;
    risen[row] = row;
  }
  std::vector<std::uint32_t> next;
  while (!risen.empty()) {
    next.clear();
    for (const std::uint32_t row : risen) {
      listed[row] = 0;
      for (std::uint32_t k = a.row_starts[row]; k < a.row_starts[row + 1]; ++k) {
        const std::uint32_t column = a.columns[k];
        d[column] = std::max(d[column], sigma.orders[k] + c[row]);
        const std::uint32_t owner = row_of_column[column];
        const std::int64_t needed = d[column] - sigma.orders[transversal.entry_of_row[owner]];
        if (needed <= c[owner]) continue;
        c[owner] = needed;
        if (!listed[owner]) {
          listed[owner] = 1;
          next.push_back(owner);
        }
      }
    }
    risen.swap(next);
  }
  result->c.assign(c.begin(), c.end());
  result->d.assign(d.begin(), d.end());
}

}  // namespace

void SignatureMatrix::AddEquation(std::span<const Term> terms) {
  std::vector<Term> sorted(terms.begin(), terms.end());
  std::sort(sorted.begin(), sorted.end(), [](const Term& a, const Term& b) {
    return a.variable != b.variable ? a.variable < b.variable : a.order > b.order;
  });
  const auto same = [](const Term& a, const Term& b) { return a.variable == b.variable; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
  std::vector<std::uint32_t> columns;
  for (const Term& term : sorted) {
    columns.push_back(term.variable);
    orders.push_back(term.order);
  }
  incidence.AddRow(columns);
}

SignatureMatrix SignatureOf(const Incidence& incidence, const DerivativeMap& variables) {
  const DerivativeChains chains = ChainsOf(variables);
  SignatureMatrix sigma;
  sigma.incidence.num_columns = static_cast<std::uint32_t>(chains.root.size());
  std::vector<SignatureMatrix::Term> terms;
  for (std::uint32_t row = 0; row < incidence.num_rows(); ++row) {
    terms.clear();
    for (const std::uint32_t v : incidence.Row(row)) {
      terms.push_back({chains.chain[v], static_cast<std::int32_t>(chains.order[v])});
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
