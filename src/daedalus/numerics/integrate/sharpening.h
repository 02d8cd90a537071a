// What dense output misses at one point of a step, and a share of it around that point.
//
// Let u be the dense output of a step from t_0 to t_1, and y* a better value at the time t* inside. Then
//
//   u(t) + hat(t) (y* - u(t*)), hat linear from 0 at t_0 to 1 at t* and on to 0 at t_1, (1)
//
// is y* at t*, leaves the ends of the step alone, and is nowhere farther than |y* - u(t*)| from u. For y' the
// same, by its own difference.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace daedalus::integrate {

class Sharpening {
 public:
  // The differences of (1) for begin < peak < end.
  void Set(double begin, double peak, double end, std::vector<double> y, std::vector<double> yp) {
    begin_ = begin;
    peak_ = peak;
    end_ = end;
    y_ = std::move(y);
    yp_ = std::move(yp);
    is_set_ = true;
  }
  void Forget() { is_set_ = false; }

  void AddTo(double t, std::span<double> y, std::span<double> yp) const {
    if (!is_set_) return;
    const double hat = t <= peak_ ? (t - begin_) / (peak_ - begin_) : (end_ - t) / (end_ - peak_);
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] += hat * y_[i];
      yp[i] += hat * yp_[i];
    }
  }

 private:
  bool is_set_ = false;
  double begin_ = 0, peak_ = 0, end_ = 0;
  std::vector<double> y_, yp_;
};

}  // namespace daedalus::integrate
