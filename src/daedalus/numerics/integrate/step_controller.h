// How large the next step should be, from the errors of the last ones: one component for every method.
//
// Let e_n be the error of step n in units of the tolerance, h_n its size, and e_n proportional to h_n^k. All
// controllers are digital filters of the form ([Sod03] eq. 18)
//
//   h_{n+1} / h_n = (1/e_n)^(b1/k) (1/e_{n-1})^(b2/k) (1/e_{n-2})^(b3/k) (h_n/h_{n-1})^(-a2)
//   (h_{n-1}/h_{n-2})^(-a3)   (1)
//
//   kElementary   b = 1               every error answered at once: rough steps
//   kPi           b = 0.7, -0.4       [HW96] IV.2: for explicit methods whose steps are bounded by stability
//   kPredictive   b = 2, -1; a2 = -1  [Gus94]: follows a trend of log e; never more than the elementary one
//   kH211b        b = a2 = 1/4        [Sod03] b = 4: smooth steps
//   kH312         b = 1/8, 1/4, 1/8; a2 = 3/8, a3 = 1/8   [Sod03] H312b, b = 8: smoother still
//
// A safety factor multiplies the tolerance, and the ratio r is bounded: smoothly, by 1 + atan(r - 1) for the
// two filters ([SW06]), by hard limits for the others. A rejected step is repeated with the elementary
// answer, and is not part of the past: (1) knows accepted steps only, so a trend is not lost.
//
// [Gus94] Gustafsson, ACM TOMS 20 (1994) 496. [HW96] Hairer & Wanner, Solving Ordinary Differential Equations
// II. [Sod03] Soderlind, ACM TOMS 29 (2003) 1. [SW06] Soderlind & Wang, J. Comput. Appl. Math. 185 (2006)
// 225.
#pragma once

#include <optional>
#include <string_view>

namespace daedalus::integrate {

enum class ControllerKind { kElementary, kPi, kPredictive, kH211b, kH312 };

std::string_view ControllerName(ControllerKind kind);
std::optional<ControllerKind> FindController(std::string_view name);

struct ControllerLimits {
  double safety = 0.9;  // of the ratio, so the aimed-at error is safety^k
  double least = 0.2;   // h_{n+1} / h_n after an accepted step
  double most = 8;
  double after_failure = 0.1;  // the least after a rejected one
};

class StepController {
 public:
  explicit StepController(ControllerKind kind, ControllerLimits limits = {}) : kind_(kind), limits_(limits) {}

  // The ratio of the next step to this accepted one of size h and error e, which behaves like h^k.
  double AfterSuccess(double h, double e, double k);
  // The ratio for the repetition of a step that was rejected because of its error e > 1; less than 1.
  double AfterFailure(double e, double k) const;
  // Forgets the past: after an event, a change of order, a failure of another kind.
  void Reset() { num_known_ = 0; }

 private:
  struct Past {
    double h = 1;
    double log_e = 0;
  };

  // The logarithm of (1).
  double LogRatio(const Past& now, double k) const;

  ControllerKind kind_;
  ControllerLimits limits_;
  Past past_[2];  // the last accepted step, and the one before
  int num_known_ = 0;
};

}  // namespace daedalus::integrate
