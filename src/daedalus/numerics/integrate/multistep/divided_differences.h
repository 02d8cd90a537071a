// The past of a BDF method as scaled divided differences phi_1 .. phi_6, bdf_coefficients.h (1); phi_0 is the
// present y, which the integrator owns.
//
// A step of size h turns them into those of the next point, with E = y_{n+1} - y_0:
//
//   phi_{k+1} <- E,   phi_j <- beta_j phi_j + (new) phi_{j+1},   j = k, .., 1.                  (1)
//
// Large systems are bound by memory, so all that is done to an unknown is done in one pass over the columns
// phi_j. Nothing is scaled in advance, so a rejected step need not be undone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/multistep/bdf_coefficients.h"

namespace daedalus::integrate {

// Norms of the differences at the new point, before they are made comparable by bdf_coefficients.h (6).
struct DifferenceNorms {
  double two_below = 0;  // phi_{k-1}
  double below = 0;      // phi_k
  double same = 0;       // phi_{k+1} = E
  double above = 0;      // phi_{k+2}
};

class DividedDifferences {
 public:
  explicit DividedDifferences(std::int32_t size);

  // A past that is a straight line of this slope, with points `span` apart. With the size of the first step
  // for it, E of that step is h^2 y'' in leading order, as in all later ones of order 1.
  void Start(std::span<const double> slope, double span);

  // A past that is the parabola of this slope with y'' = E / h^2, as the first step of size h has found it.
  void StartOnParabola(std::span<const double> slope, std::span<const double> correction, double h,
                       double span);

  // bdf_coefficients.h (2), (3). A reference for the reason in evaluator.h.
  void Predict(const BdfCoefficients& c, std::span<const double> now, std::span<double> y,
               const std::span<double>& yp) const;
  // (1); the norms are sqrt(1/n sum (v_i w_i)^2).
  DifferenceNorms Append(const BdfCoefficients& c, std::span<const double> correction,
                         const std::span<const double>& weights);
  // The norms that Append would give but for the highest, of a step that is not taken.
  DifferenceNorms Norms(const BdfCoefficients& c, std::span<const double> correction,
                        std::span<const double> weights) const;
  // The polynomial of this degree through `now` and the past, and its slope, `ago` before the present. After
  // a step of order k, degree k + 1 is there.
  void Interpolate(double ago, int degree, std::span<const double> now, std::span<double> y,
                   std::span<double> yp) const;

  const Spans& spans() const { return spans_; }

 private:
  double* Column(int j) { return columns_.data() + (j - 1) * size_; }
  const double* Column(int j) const { return columns_.data() + (j - 1) * size_; }

  std::size_t size_;
  std::vector<double> columns_;  // phi_1, phi_2, ..
  Spans spans_{};
};

}  // namespace daedalus::integrate
