// Runge-Kutta methods as plain data: their Butcher tableaus.
//
// A step from x_n at t_n to x_{n+1} at t_n + h has s stages with values X_i and slopes X_i',
//
//   X_i = x_n + h sum_j a_ij X_j',   x_{n+1} = x_n + h sum_j b_j X_j',   F(t_n + c_i h, X_i, X_i') = 0,
//
// and a second solution with the weights b_hat, where there is one, for the error estimate.
//
//   [CK06]  Cellier & Kofman, Continuous System Simulation, ch. 8.
//   [HNW93] Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, sec. II.1 and II.5.
//   [HW96]  Hairer & Wanner, Solving Ordinary Differential Equations II, sec. IV.5 and IV.6.
//
// Rational entries are quotients, rounded once. The Radau methods beyond the textbooks' tables are computed
// (radau_collocation.h).
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace daedalus::integrate::theory {

struct Tableau {
  std::string name = {};
  int order = 0;
  int stage_order = 0;         // the largest q with C(q), see order_conditions.h
  int embedded_order = 0;      // of b_hat
  int lowest_order = 0;        // of b_lowest
  std::vector<double> a = {};  // row by row
  std::vector<double> b = {};
  std::vector<double> c = {};
  std::vector<double> b_hat = {};     // empty if none
  std::vector<double> b_lowest = {};  // a third solution, see DampedEstimate; empty if none
  std::string_view source = {};       // where it stands

  int num_stages() const { return static_cast<int>(b.size()); }
  double A(int i, int j) const { return a[static_cast<std::size_t>(i * num_stages() + j)]; }
  // The estimate of the error is proportional to this power of h.
  int error_power() const {
    return b_lowest.empty() ? embedded_order + 1 : 2 * (embedded_order + 1) - (lowest_order + 1);
  }
};

// The error of a method with two embedded solutions, whose differences from its own are e ~ h^6 and `rough` ~
// h^4. It is nearly e times |e / rough|, which is ~ h^8 as an estimate for order 8 should be, and never more
// than e ([HNW93] II.10, eq. (10.17)).
inline double DampedEstimate(double e, double rough) {
  const double size = std::sqrt(e * e + 0.01 * rough * rough);
  return size == 0 ? 0 : e * std::abs(e) / size;  // NaN stays NaN
}

Tableau ForwardEulerTableau();
Tableau RungeKutta4Tableau();     // the classical one
Tableau DormandPrince5Tableau();  // with the embedded solution of order 4
Tableau DormandPrince8Tableau();  // with embedded solutions of order 5 and 3
Tableau BackwardEulerTableau();
Tableau TrapezoidTableau();
// Half a step of forward Euler and then half a step of backward Euler, x_{n+1/2} = x_n + h/2 x_n' and
// x_{n+1} = x_{n+1/2} + h/2 x_{n+1}': the middle value is eliminated, which leaves the trapezoidal rule.
Tableau BackinterpolationTableau();
Tableau LobattoIIIC4Tableau();  // three stages
Tableau Sdirk4Tableau();        // HW-SDIRK(3)4, with the embedded solution of order 3
// Gauss, of order 2 s with s = 2 or 3 stages: symmetric, and conserving quadratic invariants.
Tableau GaussTableau(int num_stages);
// Radau IIA of order 2 s - 1 with s stages, 1 <= s <= 9: s = 1 is backward Euler, 2 and 3 stand in [CK06]
// sec. 8.3, the others are computed.
Tableau RadauIIATableau(int num_stages);

}  // namespace daedalus::integrate::theory
