// Robertson's chemical kinetics with the conservation law as third equation, index 1: rates from 0.04 to 3e7,
// time to 1e11.
#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {

IvpProblem Robertson() {
  IvpProblem p{.name = "robertson", .y0 = {1, 0, 0}, .yp0 = {-0.04, 0.04, 0}, .t_end = 1e11};
  p.dae.size = 3;
  p.dae.is_differential = {1, 1, 0};
  p.dae.constant_mass = true;
  p.dae.residual = [](double, auto y, auto yp, auto r) {
    const double exchange = 0.04 * y[0] - 1e4 * y[1] * y[2];
    r[0] = yp[0] + exchange;
    r[1] = yp[1] - exchange + 3e7 * y[1] * y[1];
    r[2] = y[0] + y[1] + y[2] - 1;
    return EvalOutcome::kOk;
  };
  p.dae.jacobian = [](double, auto y, auto, auto dy, auto dyp) {
    FullMatrix(dyp, 3).SetDiagonal({1, 1, 0});
    FullMatrix a(dy, 3);
    a(0, 0) = 0.04;
    a(0, 1) = -1e4 * y[2];
    a(0, 2) = -1e4 * y[1];
    a(1, 0) = -0.04;
    a(1, 1) = 1e4 * y[2] + 6e7 * y[1];
    a(1, 2) = 1e4 * y[1];
    a(2, 0) = a(2, 1) = a(2, 2) = 1;
    return EvalOutcome::kOk;
  };
  p.dae.time_derivative = NoTimeDerivative;
  p.reference = {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050};
  p.absolute_scale = {1e-6};  // y2 ends at 8e-14
  return p;
}

}  // namespace daedalus::problems
