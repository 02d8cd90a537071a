// The formulas of the multistep methods in the form that the Nordsieck array (nordsieck.h) needs, computed
// from what defines them. One step of order k is
//
//   a_n = A a_{n-1} + l d   ([Gea70] eq. 16), (1)
//
// A the Pascal triangle. A step may add multiples of the polynomial l(s) = sum_q l_q s^q, which is zero at
// the values and slopes that the formula keeps from the past. s counts steps from t_n, and d estimates
// h^(k+1) y^(k+1):
//
//   BDF             l(s) = (1 + s)(1 + s/2)...(1 + s/k): keeps y at t_{n-1}..t_{n-k}. (2)
//   Adams-Moulton   l'(s) = (1 + s)...(1 + s/(k-1)), l(-1) = 0: keeps y' at t_{n-1}..t_{n-k+1} and y at
//                   t_{n-1}. (3)
//
// From (1) and d = (y_n - prediction) / l_0, the corrector's slope is y' = prediction' + l_1 / (l_0 h) (y -
// prediction).
//
// The error of one step is taken to be C_k d with the error constant of the formula scaled so that its
// weights of y' add up to 1 ([HNW93] III.2.13): C_k = 1/(k+1) for BDF, as in Gear's program, and C_k =
// |integral of s (s+1)...(s+k-1) / k! over [-1, 0]| for Adams-Moulton. (4)
//
// [Gea70] Gear, SLAC-PUB-723 (1970). [Gea71] Gear, Numerical Initial Value Problems in ODEs, 1971, sec. 9.
// [HNW93] Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace daedalus::integrate {

inline constexpr int kHighestBdfOrder = 6;     // of 7 and more none is stable
inline constexpr int kHighestAdamsOrder = 12;  // beyond, little is gained in double precision

// Coefficients of s^0, s^1, ...
using Polynomial = std::array<double, kHighestAdamsOrder + 2>;

// The polynomial with the value values[i] at s = -i, i = 0, 1, ...
Polynomial ThroughPast(std::span<const double> values);
// The primitive that is zero at s = 0.
Polynomial Primitive(const Polynomial& p);

struct Formula {
  Polynomial l = {};
  double error_constant = 0;  // C_k
  // The polynomial of degree k that is zero at the values and slopes that a change to order k - 1 keeps: y_n,
  // y_n' and the more recent ones of the formula. Its last coefficient is 1.
  Polynomial kept_below = {};
};

Formula BdfFormula(int order);
Formula AdamsMoultonFormula(int order);

// How the unknowns of one problem are treated.
enum class UnknownKind : std::uint8_t {
  kDifferential,
  kAlgebraic,  // only its values are known: always by (2), which extrapolates them
  kLinear,     // not predicted at all: l(s) = 1
};

struct FormulaOfKind {
  std::array<Formula, 3> formulas;

  const Formula& of(UnknownKind kind) const { return formulas[static_cast<std::size_t>(kind)]; }
};

// The given formula for the differential unknowns, and of the same order for the others.
FormulaOfKind WithOtherKinds(const Formula& differential, int order);

}  // namespace daedalus::integrate
