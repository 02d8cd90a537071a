#include "daedalus/programs/array/taylor_array.h"

#include <algorithm>

#include "daedalus/system/expr/differentiate.h"

namespace daedalus::array {
namespace {

struct Partial {
  std::size_t equation;
  expr::PartialDerivative derivative;
  bool is_constant;  // along every curve: then (1) has the term r = j only
};

std::vector<Partial> PartialsOf(System& system, std::span<const ExprId> residuals) {
  std::vector<Partial> out;
  expr::Differentiator differentiator(system.graph);
  expr::LeafCollector leaves;
  for (std::size_t e = 0; e < residuals.size(); ++e) {
    for (const expr::PartialDerivative& derivative : differentiator.Gradient(residuals[e])) {
      const expr::Leaves& inside = leaves.Collect(system.graph, derivative.value);
      out.push_back({e, derivative, inside.variables.empty() && !inside.has_time});
    }
  }
  return out;
}

// j!/r!
double RisingProduct(int r, int j) {
  double product = 1.0;
  for (int i = r + 1; i <= j; ++i) product *= i;
  return product;
}

std::int32_t FindEntry(const linear::SparsePattern& pattern, const linear::Entry& entry) {
  const auto column = pattern.Column(entry.col);
  return pattern.column_starts[static_cast<std::size_t>(entry.col)] +
         static_cast<std::int32_t>(std::ranges::lower_bound(column, entry.row) - column.begin());
}

}  // namespace

std::optional<TaylorArray> TaylorArray::Make(System& system, std::span<const ExprId> residuals,
                                             std::size_t num_extra, int order) {
  const std::vector<Partial> partials = PartialsOf(system, residuals);
  std::vector<ExprId> expressions(residuals.begin(), residuals.end());
  for (const Partial& partial : partials) expressions.push_back(partial.derivative.value);
  auto tape = TaylorTape::Record(system.graph, expressions);
  if (!tape) return std::nullopt;
  TaylorArray out(*std::move(tape));
  out.order_ = order;
  out.num_extra_ = num_extra;
  out.num_equations_ = residuals.size() - num_extra;

  const std::size_t n = system.variables.size(), m = out.num_equations_;
  std::vector<linear::Entry> entries;
  for (std::size_t p = 0; p < partials.size(); ++p) {
    const Partial& partial = partials[p];
    const bool is_extra = partial.equation >= m;
    for (int j = 0; j <= (is_extra ? 0 : order); ++j) {
      for (int r = partial.is_constant ? j : 0; r <= j; ++r) {
        const std::size_t row = is_extra ? static_cast<std::size_t>(order) * m + partial.equation
                                         : static_cast<std::size_t>(j) * m + partial.equation;
        const std::size_t col = static_cast<std::size_t>(r + partial.derivative.leaf.order) * n +
                                partial.derivative.leaf.variable.index();
        entries.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)});
        out.terms_.push_back({0, static_cast<std::uint32_t>(residuals.size() + p),
                              static_cast<std::uint32_t>(j - r), RisingProduct(r, j)});
      }
    }
  }
  const std::size_t num_rows = (static_cast<std::size_t>(order) + 1) * m + num_extra;
  const std::size_t num_unknowns = (static_cast<std::size_t>(order) + 2) * n;
  out.pattern_ = linear::PatternFromEntries(static_cast<std::int32_t>(num_rows),
                                            static_cast<std::int32_t>(num_unknowns), entries);
  for (std::size_t i = 0; i < entries.size(); ++i) out.terms_[i].entry = FindEntry(out.pattern_, entries[i]);
  return out;
}

void TaylorArray::Residual(const TaylorPoint& point, std::span<double> r) {
  tape_.Evaluate(order_, point);
  for (std::size_t e = 0; e < num_equations_; ++e) {
    const auto series = tape_.Series(e);
    double factorial = 1.0;
    for (std::size_t j = 0; j < series.size(); ++j) {
      r[j * num_equations_ + e] = factorial * series[j];
      factorial *= static_cast<double>(j + 1);
    }
  }
  const std::size_t end = (static_cast<std::size_t>(order_) + 1) * num_equations_;
  for (std::size_t i = 0; i < num_extra_; ++i) r[end + i] = tape_.Series(num_equations_ + i)[0];
}

void TaylorArray::Jacobian(const TaylorPoint& point, std::span<double> values) {
  tape_.Evaluate(order_, point);
  std::ranges::fill(values, 0.0);
  for (const Term& term : terms_)
    values[static_cast<std::size_t>(term.entry)] +=
        term.factor * tape_.Series(term.partial)[term.coefficient];
}

}  // namespace daedalus::array
