// The past of a multistep method, and old(x) and h-bar of an inlined step from it
// (Cellier & Kofman (8.111); causal/inline_integration.h (2)),
//
//   x = old(x) + h-bar x',   old(x) = sum_i values_i x_{n-i} + sum_i slopes_i x'_{n-i},           (1)
//
// where t_n is the present and t_{n+1} the end of the step, for points of the past that may lie anywhere:
// with equal steps these are the coefficients of the textbooks, and a last step that is shorter, or a step
// size that is controlled, needs no special care.
//
//   BDF of order p             the polynomial through x_{n+1}, x_n, ..., x_{n+1-p} has the slope x' at
//                              t_{n+1}.
//   the same, with a fixed     x' - P' = alpha/h (x - P) at t_{n+1}, with the polynomial P through x_n, ...,
//   leading coefficient        x_{n-p} and alpha = 1 + 1/2 + ... + 1/p ([BCP96] sec. 5.2.3). With equal steps
//                              it is the same formula.
//   Adams-Moulton of order p   x - x_n is the integral of the polynomial through x'_{n+1}, x'_n, ...,
//                              x'_{n+2-p}.
//
// h-bar is small with h, and nothing is divided by it. With a fixed leading coefficient it is h/alpha, the
// same to the last bit while h and p stay, whatever the earlier steps were. So the matrices of linear loops
// stay too, and are not factored again. Equal steps use this; BDF with varying steps has another past
// (varied_bdf.h).
//
// [BCP96] Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic
// Equations.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/programs/inlined/methods.h"

namespace daedalus::inlined {

// The latest points, in order of age: 0 is the present.
class MultistepPast {
 public:
  // For an order up to kHighestOrder, and the error estimate of the next one.
  static constexpr std::size_t kMostPoints = kHighestOrder + 2;

  explicit MultistepPast(std::size_t num_states);

  void Clear() { size_ = 0; }
  // Replaces the present point.
  void Replace(std::span<const double> x, std::span<const double> slopes);
  void Append(double t, std::span<const double> x, std::span<const double> slopes);

  std::size_t size() const { return size_; }
  double time(std::size_t age) const { return At(age).time; }
  std::span<const double> values(std::size_t age) const { return At(age).values; }
  std::span<const double> slopes(std::size_t age) const { return At(age).slopes; }

 private:
  struct Point {
    double time = 0;
    std::vector<double> values, slopes;
  };
  const Point& At(std::size_t age) const { return points_[(latest_ + kMostPoints - age) % kMostPoints]; }

  std::array<Point, kMostPoints> points_;
  std::size_t latest_ = 0, size_ = 0;
};

// (1) of one order, by age.
struct MultistepCoefficients {
  double h_bar = 0;
  std::array<double, kHighestOrder + 1> values{}, slopes{};
};

// t is the end of the step. BDF of order p needs p points of the past, Adams-Moulton p - 1, and one.
MultistepCoefficients CoefficientsOf(Method method, int order, const MultistepPast& past, double t);

// With a fixed leading coefficient, from p + 1 points. h: as it was chosen, and not as a difference of times.
MultistepCoefficients FixedLeadingBdf(int order, const MultistepPast& past, double h);
// True if this many last steps had the size h, except for rounding.
bool AreEven(const MultistepPast& past, int count, double h);

// With steps of equal size h, of the orders 1 to `highest`.
std::vector<MultistepCoefficients> EqualStepCoefficients(Method method, int highest, double h);

// Of Adams-Moulton: whether the past is long enough for the error of a step of this order, and that error, of
// a step to t that has come to these slopes, by state: what the formula of the next order would have given
// more, with the same slopes.
bool KnowsAdamsError(int order, const MultistepPast& past);
void EstimateAdamsError(int order, const MultistepPast& past, double t, std::span<const double> slopes,
                        std::span<double> error);

}  // namespace daedalus::inlined
