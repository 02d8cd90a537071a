// The weather in three variables (E. N. Lorenz, J. Atmos. Sci. 20, 1963), to t = 5: an error of the start has
// grown a hundred times then.
#include "problems/held_out/explicit_ode.h"
#include "problems/held_out/held_out.h"

namespace daedalus::problems {
namespace {

struct Right {
  template <class T, class Y, class R>
  void operator()(const T&, const Y* y, R* f) const {
    f[0] = 10.0 * (y[1] - y[0]);
    f[1] = y[0] * (28.0 - y[2]) - y[1];
    f[2] = y[0] * y[1] - 8.0 / 3.0 * y[2];
  }
};

}  // namespace

IvpProblem Lorenz() {
  IvpProblem p = MakeOde<3>("lorenz", Right(), {1, 1, 1}, 5);
  p.reference = {-6.512113699419599047, -6.9740427884170761341, 23.924129572103370351};
  p.is_stiff = false;
  return p;
}

}  // namespace daedalus::problems
