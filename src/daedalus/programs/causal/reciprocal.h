// Equations in which an unknown u is in one denominator and nowhere else,
//
//   n / (f u + r) + s = 0,      n, f, r, s free of u
//
// such as R = 1/G for G: they are solved by u = (-n/s - r) / f, where a Newton iteration would not leave the
// start value 0. That holds as long as n is not zero, which the caller has to know: with n = 0 the equation
// does not determine u.
#pragma once

#include <optional>

#include "daedalus/programs/causal/affine.h"

namespace daedalus::causal {

struct Reciprocal {
  ExprId numerator;               // n
  AffineForm::Parts denominator;  // f, r
  ExprId rest;                    // s
};

// nullopt if the expression does not have that form.
std::optional<Reciprocal> SplitReciprocal(expr::Graph& g, AffineForm& affine, ExprId e, ExprId leaf);

ExprId SolveReciprocal(expr::Graph& g, const Reciprocal& parts);

}  // namespace daedalus::causal
