// Dense output of explicit Runge-Kutta methods, from what they keep of their last step: its start, for steps
// that are made twice their middle, and for methods with further stages what these add to a cubic
// (theory/dense_terms.h).
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace daedalus::integrate {

class ExplicitOutput {
 public:
  // The step at hand, from t0 to t1, and the values and residuals F(t1, y1, 0) = -y' at its end.
  struct End {
    double t0, t1;
    std::span<const double> y, r;
  };

  ExplicitOutput(std::size_t size, std::size_t num_higher)
      : y_old_(size), r_old_(size), y_middle_(size), r_middle_(size), higher_(num_higher, y_old_) {}

  // Takes the values, and leaves others in their place.
  void TakeStart(std::vector<double>& y, std::vector<double>& r) { y_old_.swap(y), r_old_.swap(r); }
  void TakeMiddle(std::vector<double>& y, std::vector<double>& r) {
    y_middle_.swap(y), r_middle_.swap(r);
    has_middle_ = true;
  }
  void HasNoMiddle() { has_middle_ = false; }
  // What is added to the cubic, to be written after each step.
  std::span<std::vector<double>> higher() { return higher_; }

  void Interpolate(double t, const End& end, std::span<double> y, std::span<double> yp) const;

 private:
  std::vector<double> y_old_, r_old_, y_middle_, r_middle_;
  std::vector<std::vector<double>> higher_;
  bool has_middle_ = false;
};

}  // namespace daedalus::integrate
