// Tells whether an explicit method takes small steps for the sake of stability: [HW96] IV.2, "automatic
// stiffness detection".
//
// Two stages at the same time give an estimate of the largest eigenvalue at no cost,
//
//   |lambda| ~ |f(t, u) - f(t, v)| / |u - v|. (1)
//
// Where stability bounds the steps, h |lambda| stays near the boundary of the stability domain (3.3 on the
// negative real axis for dopri5, 6.1 for dop853). So: stiff, when h |lambda| was beyond the boundary in 15
// steps that were not interrupted by 6 others in a row.
//
// [HW96] Hairer & Wanner, Solving Ordinary Differential Equations II, 1996.
#pragma once

namespace daedalus::integrate {

inline constexpr double kBoundaryOfDopri5 = 3.25, kBoundaryOfDop853 = 6.1;

class StiffnessDetector {
 public:
  static constexpr int kStiffSteps = 15;
  static constexpr int kHarmlessSteps = 6;

  // The boundary of the method, or a little inside of it.
  explicit StiffnessDetector(double boundary) : boundary_(boundary) {}
  double boundary() const { return boundary_; }

  // Whether the problem looks stiff after this step.
  bool Note(double h_lambda) {
    if (h_lambda > boundary_) {
      harmless_ = 0;
      return ++stiff_ >= kStiffSteps;
    }
    if (++harmless_ >= kHarmlessSteps) stiff_ = 0;
    return false;
  }
  void Reset() { stiff_ = harmless_ = 0; }

 private:
  double boundary_;
  int stiff_ = 0;
  int harmless_ = 0;  // in a row
};

}  // namespace daedalus::integrate
