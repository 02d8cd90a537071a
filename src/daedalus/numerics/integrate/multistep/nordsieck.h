// The past of a multistep method as one polynomial, by its scaled derivatives at the present time
// ([Nor62], [Gea70] eq. 16):
//
//   row q = h^q y^(q) / q!,   q = 0..k,   so that   y(t_n + s h) = sum_q row_q s^q. (1)
//
// In this form, three operations suffice. A change of step multiplies the rows (Rescale). Multiplication by
// the Pascal triangle expands the polynomial about the next point (Predict). A step ends by adding a multiple
// of one fixed vector, the formula's l (Correct).
//
// [Nor62] Nordsieck, Math. Comp. 16 (1962) 22. [Gea70] Gear, SLAC-PUB-723 (1970).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/multistep/formulas.h"

namespace daedalus::integrate {

struct NordsieckArray {
  NordsieckArray(std::int32_t num_unknowns, int highest_order);

  std::span<double> row(int q) { return std::span(values).subspan(q * size, size); }
  std::span<const double> row(int q) const { return std::span(values).subspan(q * size, size); }

  std::size_t size;
  int max_order;
  std::vector<double> values;  // rows 0..max_order, one after the other
};

// to = from, rows 0..order only; both of the same shape.
void CopyRows(const NordsieckArray& from, int order, NordsieckArray& to);

// Row q times ratio^q: the same polynomial (1) in steps of ratio h.
void Rescale(NordsieckArray& array, int order, double ratio);

// The same polynomial (1) seen from t_n + h: row q becomes sum_j (j over q) row j, by k (k + 1) / 2 additions
// per unknown.
void Predict(NordsieckArray& array, int order);

// y and y' of (1) at t_n + s h.
void Evaluate(const NordsieckArray& array, int order, double s, double h, std::span<double> y,
              std::span<double> yp);

// From degree k to k + 1. `difference` estimates h^(k+1) y^(k+1).
void RaiseOrder(NordsieckArray& array, int order, std::span<const double> difference);

// Row q += l_q times the difference, with l of each unknown's kind: the end of a step.
void Correct(NordsieckArray& array, int order, std::span<const UnknownKind> kinds,
             const FormulaOfKind& formula, std::span<const double> difference);

// From degree k to k - 1, by subtracting that multiple of Formula::kept_below that removes the last row: the
// values and slopes at which it is zero stay as they are.
void LowerOrder(NordsieckArray& array, int order, std::span<const UnknownKind> kinds,
                const FormulaOfKind& formula);

// Sets the coefficients of (1) for one unknown.
void SetUnknown(NordsieckArray& array, int order, std::size_t unknown, const Polynomial& coefficients);

}  // namespace daedalus::integrate
