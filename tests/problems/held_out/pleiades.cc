// Seven stars of masses 1 to 7 in a plane, which nearly collide several times (Hairer, Norsett & Wanner I,
// sec. II.10; end values also in [MM08]).
#include <cmath>

#include "problems/held_out/explicit_ode.h"
#include "problems/held_out/held_out.h"

namespace daedalus::problems {
namespace {

constexpr int kStars = 7;

// Unknowns: all x, all y, all velocities in x, all in y.
struct Right {
  template <class T, class Y, class R>
  void operator()(const T&, const Y* state, R* f) const {
    using std::sqrt;
    const Y *x = state, *y = state + kStars;
    for (int i = 0; i < 2 * kStars; ++i) {
      f[i] = state[2 * kStars + i];
      f[2 * kStars + i] = R(0);
    }
    for (int i = 0; i < kStars; ++i) {
      for (int j = 0; j < i; ++j) {
        const Y dx = x[j] - x[i], dy = y[j] - y[i];
        const Y square = dx * dx + dy * dy;
        const Y pull = 1.0 / (square * sqrt(square));
        f[2 * kStars + i] += (j + 1.0) * pull * dx;
        f[3 * kStars + i] += (j + 1.0) * pull * dy;
        f[2 * kStars + j] -= (i + 1.0) * pull * dx;
        f[3 * kStars + j] -= (i + 1.0) * pull * dy;
      }
    }
  }
};

}  // namespace

IvpProblem Pleiades() {
  IvpProblem p = MakeOde<7>(
      "pleiades", Right(),
      {3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0}, 3);
  p.reference = {
      0.37061391439705129008,  3.2372840920572330928,   -3.2225590324183233471, 0.65970914557753083592,
      0.3425581707156579789,   1.562172101400631016,    -0.7003092922212495384, -3.9434375855173920555,
      -3.271380973972549928,   5.225081843456544193,    -2.5906124349774695108, 1.1982136933922746375,
      -0.24296823449358234092, 1.0914492404289797477,   3.4170038063143147521,  1.3545845016255012215,
      -2.5900655978107754197,  2.0250537347142411065,   -1.1558151001604490935, -0.80729881702230217259,
      0.59523963542087187728,  -3.7412449612340084713,  0.37734596857506290368, 0.93868588695510788921,
      0.36679222272005698667,  -0.34740463538084943686, 2.3449154481809369231,  -1.9470204342632919007};
  p.is_stiff = false;
  return p;
}

}  // namespace daedalus::problems
