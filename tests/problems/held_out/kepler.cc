// Two bodies on an orbit of eccentricity 0.9: problem D5 of DETEST (T. E. Hull, W. H. Enright, B. M. Fellen,
// A. E. Sedgwick, SIAM J. Numer. Anal. 9, 1972), three turns and a bit, to t = 20.
//
// In closed form up to Kepler's equation E - e sin E = t: x = cos E - e, y = sqrt(1 - e^2) sin E.
#include <cmath>

#include "problems/held_out/explicit_ode.h"
#include "problems/held_out/held_out.h"

namespace daedalus::problems {
namespace {

constexpr double kEccentricity = 0.9;

struct Right {
  template <class T, class Y, class R>
  void operator()(const T&, const Y* y, R* f) const {
    using std::sqrt;
    const Y square = y[0] * y[0] + y[1] * y[1];
    const Y pull = 1.0 / (square * sqrt(square));
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -y[0] * pull;
    f[3] = -y[1] * pull;
  }
};

std::vector<double> StateAt(double t) {
  const double e = kEccentricity, root = std::sqrt(1 - e * e);
  double anomaly = t;
  for (int i = 0; i < 100; ++i)
    anomaly -= (anomaly - e * std::sin(anomaly) - t) / (1 - e * std::cos(anomaly));
  const double rate = 1 / (1 - e * std::cos(anomaly));
  return {std::cos(anomaly) - e, root * std::sin(anomaly), -std::sin(anomaly) * rate,
          root * std::cos(anomaly) * rate};
}

}  // namespace

IvpProblem Kepler() {
  IvpProblem p = MakeOde<4>("kepler", Right(), StateAt(0), 20);
  p.reference = StateAt(20);
  p.is_stiff = false;
  return p;
}

}  // namespace daedalus::problems
