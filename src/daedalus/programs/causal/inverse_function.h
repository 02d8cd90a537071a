// Equations in which an unknown u is in one argument of one call and nowhere else, of a function whose author
// gives its inverse,
//
//   a f(.., p u + q, ..) + b = 0,      a, b, p, q and the other arguments free of u:
//
// they are solved by u = (f_inv(-b/a, ..) - q) / p (Modelica 3.6, section 12.8), where a Newton iteration
// would be needed. The caller has to know that a and p are not zero. That f_inv is the inverse is the
// author's word.
#pragma once

#include <optional>

#include "daedalus/programs/causal/affine.h"

namespace daedalus::causal {

struct InvertibleCall {
  ExprId coefficient;        // a
  ExprId rest;               // b
  ExprId call;               // f(..)
  std::size_t argument = 0;  // in which the unknown stands
  AffineForm::Parts inside;  // p, q
};

// nullopt if the expression does not have that form, or the inverse is unknown.
std::optional<InvertibleCall> FindInvertibleCall(expr::Graph& g, AffineForm& affine, ExprId e, ExprId leaf);

ExprId SolveByInverse(expr::Graph& g, const InvertibleCall& parts);

}  // namespace daedalus::causal
