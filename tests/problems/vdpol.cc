// Van der Pol's oscillator with mu = 1000: slow motion, sudden jumps.
#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {
namespace {
constexpr double kMu = 1000;
}

IvpProblem VanDerPol() {
  IvpProblem p{.name = "vdpol", .y0 = {2, 0}, .yp0 = {0, -2}, .t_end = 2000};
  p.dae.size = 2;
  p.dae.constant_mass = true;
  p.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] - kMu * (1 - y[0] * y[0]) * y[1] + y[0];
    return EvalOutcome::kOk;
  };
  p.dae.jacobian = [](double, auto y, auto, auto dy, auto dyp) {
    FullMatrix(dyp, 2).SetDiagonal({1, 1});
    FullMatrix a(dy, 2);
    a(0, 1) = -1;
    a(1, 0) = 2 * kMu * y[0] * y[1] + 1;
    a(1, 1) = -kMu * (1 - y[0] * y[0]);
    return EvalOutcome::kOk;
  };
  p.dae.time_derivative = NoTimeDerivative;
  p.reference = {0.1706167732170469e1, -0.8928097010248125e-3};
  p.absolute_scale = {1e-3};
  return p;
}

}  // namespace daedalus::problems
