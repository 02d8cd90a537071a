// Which leaves does an expression depend on, and how?
//
// Linearity is judged by structure: sums of linear terms, products with one linear factor, quotients with a
// linear numerator, an `if` with linear branches and a condition without the leaves. x*x - x*x + x is
// simplified to x when it is built; but sin(x)^2 + cos(x)^2 counts as nonlinear. "Linear" includes a constant
// part (affine).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

bool DependsOn(const Graph& g, ExprId e, ExprId leaf);
bool DependsOnAny(const Graph& g, ExprId e, std::span<const ExprId> leaves);

// Jointly: no product of two of the leaves either.
bool IsLinear(const Graph& g, ExprId e, std::span<const ExprId> leaves);

// c, free of the leaf, with e = c * leaf + (free of the leaf). The constant 0 if the leaf does not appear;
// nullopt if e is not linear in it.
std::optional<ExprId> LinearCoefficient(Graph& g, ExprId e, ExprId leaf);

// e = coefficients . leaves + rest
struct LinearForm {
  std::vector<ExprId> coefficients;
  ExprId rest;
};
std::optional<LinearForm> SplitLinear(Graph& g, ExprId e, std::span<const ExprId> leaves);

// From what the value can change.
enum class Variability : unsigned char { kConstant, kParameter, kContinuous };

Variability VariabilityOf(const Graph& g, ExprId e);
// Of every expression of the graph, by id, in one loop.
std::vector<Variability> AllVariabilities(const Graph& g);

}  // namespace daedalus::expr
