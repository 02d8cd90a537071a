// Where the last step of an inlined method began, and the point between if it was a pair of steps. The end of
// the step is the present point of the integrator.
#pragma once

#include <span>
#include <vector>

namespace daedalus::inlined {

struct StepEnds {
  explicit StepEnds(std::size_t num_unknowns)
      : begin_y(num_unknowns), begin_yp(num_unknowns), middle_y(num_unknowns), middle_yp(num_unknowns) {}

  std::vector<double> begin_y, begin_yp;
  double middle_time = 0;  // the time of the end: it was a single step
  std::vector<double> middle_y, middle_yp;

  // One end of a step.
  struct End {
    double time = 0;
    std::span<const double> y, yp;
  };
  struct Piece {
    End begin, end;
  };
  // The step of the pair that contains t.
  Piece At(double t, double begin_time, const End& present) const {
    const End begin{begin_time, begin_y, begin_yp}, middle{middle_time, middle_y, middle_yp};
    if (!(middle_time < present.time)) return {begin, present};
    return t >= middle_time ? Piece{middle, present} : Piece{begin, middle};
  }
};

}  // namespace daedalus::inlined
