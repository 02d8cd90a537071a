#include "daedalus/numerics/integrate/multistep/nordsieck.h"

#include <algorithm>

namespace daedalus::integrate {

NordsieckArray::NordsieckArray(std::int32_t num_unknowns, int highest_order)
    : size(num_unknowns), max_order(highest_order), values(size * (highest_order + 1)) {}

void SetUnknown(NordsieckArray& array, int order, std::size_t unknown, const Polynomial& coefficients) {
  for (int q = 0; q <= order; ++q) array.row(q)[unknown] = coefficients[q];
}

void CopyRows(const NordsieckArray& from, int order, NordsieckArray& to) {
  std::copy_n(from.values.begin(), (order + 1) * from.size, to.values.begin());
}

void Rescale(NordsieckArray& array, int order, double ratio) {
  double factor = 1;
  for (int q = 1; q <= order; ++q) {
    factor *= ratio;
    for (double& value : array.row(q)) value *= factor;
  }
}

void Predict(NordsieckArray& array, int order) {
  for (int first = 0; first < order; ++first) {
    for (int q = order - 1; q >= first; --q) {
      const auto row = array.row(q);
      const auto next = array.row(q + 1);
      for (std::size_t i = 0; i < array.size; ++i) row[i] += next[i];
    }
  }
}

void Evaluate(const NordsieckArray& array, int order, double s, double h, std::span<double> y,
              std::span<double> yp) {
  for (std::size_t i = 0; i < array.size; ++i) {
    double value = array.row(order)[i];
    double slope = 0;
    for (int q = order - 1; q >= 0; --q) {
      slope = slope * s + value;
      value = value * s + array.row(q)[i];
    }
    y[i] = value;
    yp[i] = slope / h;
  }
}

void RaiseOrder(NordsieckArray& array, int order, std::span<const double> difference) {
  double factorial = 1;
  for (int q = 2; q <= order + 1; ++q) factorial *= q;
  const auto last = array.row(order + 1);
  for (std::size_t i = 0; i < array.size; ++i) last[i] = difference[i] / factorial;
}

void Correct(NordsieckArray& array, int order, std::span<const UnknownKind> kinds,
             const FormulaOfKind& formula, std::span<const double> difference) {
  for (int q = 0; q <= order; ++q) {
    const auto row = array.row(q);
    for (std::size_t i = 0; i < array.size; ++i) row[i] += formula.of(kinds[i]).l[q] * difference[i];
  }
}

void LowerOrder(NordsieckArray& array, int order, std::span<const UnknownKind> kinds,
                const FormulaOfKind& formula) {
  const auto last = array.row(order);
  for (int q = 0; q < order; ++q) {
    const auto row = array.row(q);
    for (std::size_t i = 0; i < array.size; ++i) row[i] -= formula.of(kinds[i]).kept_below[q] * last[i];
  }
  std::ranges::fill(last, 0.0);
}

}  // namespace daedalus::integrate
