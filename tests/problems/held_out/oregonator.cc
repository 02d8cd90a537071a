// The Belousov-Zhabotinskii reaction as three species (R. J. Field, R. M. Noyes, J. Chem. Phys. 60, 1974;
// constants of E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, sec. IV.10;
// end values also in [MM08]): sudden changes over six powers of ten.
#include "problems/held_out/explicit_ode.h"
#include "problems/held_out/held_out.h"

namespace daedalus::problems {
namespace {

struct Right {
  template <class T, class Y, class R>
  void operator()(const T&, const Y* y, R* f) const {
    f[0] = 77.27 * (y[1] + y[0] * (1.0 - 8.375e-6 * y[0] - y[1]));
    f[1] = (y[2] - (1.0 + y[0]) * y[1]) / 77.27;
    f[2] = 0.161 * (y[0] - y[2]);
  }
};

}  // namespace

IvpProblem Oregonator() {
  IvpProblem p = MakeOde<3>("oregonator", Right(), {1, 2, 3}, 360);
  p.reference = {1.000814870319, 1228.17852155, 132.0554942845};
  p.absolute_scale = {1e-3};
  return p;
}

}  // namespace daedalus::problems
