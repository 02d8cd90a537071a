#include "daedalus/numerics/integrate/theory/tableau.h"

#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/numerics/integrate/theory/radau_collocation.h"

namespace daedalus::integrate::theory {
namespace {

Tableau RadauIIA3() {
  return {.name = "Radau IIA (3)",
          .order = 3,
          .stage_order = 2,
          .a = {5.0 / 12, -1.0 / 12,  //
                3.0 / 4, 1.0 / 4},
          .b = {3.0 / 4, 1.0 / 4},
          .c = {1.0 / 3, 1},
          .source = "Cellier & Kofman (2006), sec. 8.3"};
}

Tableau RadauIIA5() {
  const double r = std::sqrt(6.0);
  return {.name = "Radau IIA (5)",
          .order = 5,
          .stage_order = 3,
          .a = {(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225,  //
                (296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225,  //
                (16 - r) / 36, (16 + r) / 36, 1.0 / 9},
          .b = {(16 - r) / 36, (16 + r) / 36, 1.0 / 9},
          .c = {(4 - r) / 10, (4 + r) / 10, 1},
          .source = "Cellier & Kofman (2006), sec. 8.3"};
}

}  // namespace

Tableau ForwardEulerTableau() {
  return {.name = "forward Euler",
          .order = 1,
          .stage_order = 1,
          .a = {0},
          .b = {1},
          .c = {0},
          .source = "Hairer, Norsett & Wanner (1993), sec. II.1"};
}

Tableau RungeKutta4Tableau() {
  return {.name = "classical Runge-Kutta",
          .order = 4,
          .stage_order = 1,
          .a = {0, 0, 0, 0,        //
                1.0 / 2, 0, 0, 0,  //
                0, 1.0 / 2, 0, 0,  //
                0, 0, 1, 0},
          .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
          .c = {0, 1.0 / 2, 1.0 / 2, 1},
          .source = "Hairer, Norsett & Wanner (1993), Table II.1.2"};
}

Tableau DormandPrince5Tableau() {
  return {
      .name = "Dormand-Prince 5(4)",
      .order = 5,
      .stage_order = 1,
      .embedded_order = 4,
      .a = {0,
            0,
            0,
            0,
            0,
            0,
            0,  //
            1.0 / 5,
            0,
            0,
            0,
            0,
            0,
            0,  //
            3.0 / 40,
            9.0 / 40,
            0,
            0,
            0,
            0,
            0,  //
            44.0 / 45,
            -56.0 / 15,
            32.0 / 9,
            0,
            0,
            0,
            0,  //
            19372.0 / 6561,
            -25360.0 / 2187,
            64448.0 / 6561,
            -212.0 / 729,
            0,
            0,
            0,  //
            9017.0 / 3168,
            -355.0 / 33,
            46732.0 / 5247,
            49.0 / 176,
            -5103.0 / 18656,
            0,
            0,  //
            35.0 / 384,
            0,
            500.0 / 1113,
            125.0 / 192,
            -2187.0 / 6784,
            11.0 / 84,
            0},
      .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
      .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
      .b_hat = {5179.0 / 57600, 0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40},
      .source = "Hairer, Norsett & Wanner (1993), Table II.5.2"};
}

Tableau BackwardEulerTableau() {
  return {.name = "backward Euler",
          .order = 1,
          .stage_order = 1,
          .a = {1},
          .b = {1},
          .c = {1},
          .source = "Cellier & Kofman (2006), (8.80)"};
}

Tableau TrapezoidTableau() {
  return {.name = "trapezoidal rule",
          .order = 2,
          .stage_order = 2,
          .a = {0, 0,  //
                1.0 / 2, 1.0 / 2},
          .b = {1.0 / 2, 1.0 / 2},
          .c = {0, 1},
          .source = "Cellier & Kofman (2006), (8.132)"};
}

Tableau BackinterpolationTableau() {
  Tableau out = TrapezoidTableau();
  out.name = "BI2";
  out.source = "Cellier & Kofman (2006), sec. 8.10";
  return out;
}

Tableau LobattoIIIC4Tableau() {
  return {.name = "Lobatto IIIC (4)",
          .order = 4,
          .stage_order = 2,
          .a = {1.0 / 6, -1.0 / 3, 1.0 / 6,    //
                1.0 / 6, 5.0 / 12, -1.0 / 12,  //
                1.0 / 6, 2.0 / 3, 1.0 / 6},
          .b = {1.0 / 6, 2.0 / 3, 1.0 / 6},
          .c = {0, 1.0 / 2, 1},
          .source = "Cellier & Kofman (2006), sec. 8.3"};
}

Tableau Sdirk4Tableau() {
  return {.name = "HW-SDIRK(3)4",
          .order = 4,
          .stage_order = 1,
          .embedded_order = 3,
          .a = {1.0 / 4,
                0,
                0,
                0,
                0,  //
                1.0 / 2,
                1.0 / 4,
                0,
                0,
                0,  //
                17.0 / 50,
                -1.0 / 25,
                1.0 / 4,
                0,
                0,  //
                371.0 / 1360,
                -137.0 / 2720,
                15.0 / 544,
                1.0 / 4,
                0,  //
                25.0 / 24,
                -49.0 / 48,
                125.0 / 16,
                -85.0 / 12,
                1.0 / 4},
          .b = {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4},
          .c = {1.0 / 4, 3.0 / 4, 11.0 / 20, 1.0 / 2, 1},
          .b_hat = {59.0 / 48, -17.0 / 96, 225.0 / 32, -85.0 / 12, 0},
          .source = "Hairer & Wanner (1996), Table IV.6.5; Cellier & Kofman (2006), [P8.1]"};
}

Tableau GaussTableau(int num_stages) {
  DAEDALUS_CHECK(num_stages == 2 || num_stages == 3, "a Gauss method has 2 or 3 stages here");
  const double r = std::sqrt(num_stages == 2 ? 3.0 : 15.0);
  if (num_stages == 2) {
    return {.name = "Gauss (4)",
            .order = 4,
            .stage_order = 2,
            .a = {1.0 / 4, (3 - 2 * r) / 12,  //
                  (3 + 2 * r) / 12, 1.0 / 4},
            .b = {1.0 / 2, 1.0 / 2},
            .c = {(3 - r) / 6, (3 + r) / 6},
            .source = "Hairer & Wanner (1996), Table IV.5.1"};
  }
  return {.name = "Gauss (6)",
          .order = 6,
          .stage_order = 3,
          .a = {5.0 / 36, (10 - 3 * r) / 45, (25 - 6 * r) / 180,  //
                (10 + 3 * r) / 72, 2.0 / 9, (10 - 3 * r) / 72,    //
                (25 + 6 * r) / 180, (10 + 3 * r) / 45, 5.0 / 36},
          .b = {5.0 / 18, 4.0 / 9, 5.0 / 18},
          .c = {(5 - r) / 10, 1.0 / 2, (5 + r) / 10},
          .source = "Hairer & Wanner (1996), Table IV.5.2"};
}

Tableau RadauIIATableau(int num_stages) {
  DAEDALUS_CHECK(num_stages >= 1 && num_stages <= 9, "a Radau IIA method has 1 to 9 stages here");
  if (num_stages == 1) return BackwardEulerTableau();
  if (num_stages == 2) return RadauIIA3();
  if (num_stages == 3) return RadauIIA5();
  RadauCollocation nodes = CollocateAtRadauNodes(num_stages);
  return {.name = "Radau IIA (" + std::to_string(2 * num_stages - 1) + ")",
          .order = 2 * num_stages - 1,
          .stage_order = num_stages,
          .a = std::move(nodes.a),
          .b = std::move(nodes.b),
          .c = std::move(nodes.c),
          .source = "Hairer & Wanner (1996), sec. IV.5"};
}

}  // namespace daedalus::integrate::theory
