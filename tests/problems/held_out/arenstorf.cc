// A satellite between earth and moon on a closed orbit of four loops (R. F. Arenstorf 1963; start and period
// in Hairer, Norsett & Wanner I, sec. II.0): it ends where it began. An error after the close start near the
// moon grows a thousand times and more.
#include <cmath>

#include "problems/held_out/explicit_ode.h"
#include "problems/held_out/held_out.h"

namespace daedalus::problems {
namespace {

constexpr double kMoon = 0.012277471, kEarth = 1 - kMoon;

struct Right {
  template <class T, class Y, class R>
  void operator()(const T&, const Y* y, R* f) const {
    using std::sqrt;
    const Y to_earth = y[0] + kMoon, to_moon = y[0] - kEarth;
    const Y earth_square = to_earth * to_earth + y[1] * y[1], moon_square = to_moon * to_moon + y[1] * y[1];
    const Y earth_pull = kEarth / (earth_square * sqrt(earth_square));
    const Y moon_pull = kMoon / (moon_square * sqrt(moon_square));
    f[0] = y[2];
    f[1] = y[3];
    f[2] = y[0] + 2.0 * y[3] - earth_pull * to_earth - moon_pull * to_moon;
    f[3] = y[1] - 2.0 * y[2] - earth_pull * y[1] - moon_pull * y[1];
  }
};

}  // namespace

IvpProblem Arenstorf() {
  IvpProblem p = MakeOde<4>("arenstorf", Right(), {0.994, 0, 0, -2.00158510637908252240537862224},
                            17.0652165601579625588917206249);
  p.reference = p.y0;
  p.is_stiff = false;
  return p;
}

}  // namespace daedalus::problems
