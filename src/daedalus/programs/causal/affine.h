// Equations that are linear in an unknown u, f u + r = 0 with f and r free of u, and their solution.
//
// Linear is meant by structure, as in expr/linearity.h: sums, products with one factor that contains u,
// numerators, branches of `if`. One pass over the sub-expressions, operands first, finds f and r of each. The
// work arrays are kept, so that an equation costs its own size, not that of the graph: a model has 10^6 of
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

class AffineForm {
 public:
  explicit AffineForm(expr::Graph& graph) : graph_(graph) {}

  // True if e is linear in all the leaves together, without a product of two of them.
  bool IsLinear(ExprId e, std::span<const ExprId> leaves);

  // One pass over a long equation for all its leaves. It finds out whether a leaf of e is reached through
  // sums, products, quotients and branches only. If so, e is linear in this leaf exactly if the derivative is
  // free of it.
  void FollowLinearPaths(ExprId e);
  bool IsOnLinearPaths(ExprId leaf) const { return !is_off_path_[leaf.index()]; }
  bool IsFree(ExprId e, ExprId leaf);

  // e = factor * leaf + rest
  struct Parts {
    ExprId factor;
    ExprId rest;
  };
  // nullopt if e is not linear in the leaf.
  std::optional<Parts> Split(ExprId e, ExprId leaf);

  // The other side of an equation that is written as u = ..., if the leaf is not in it as well.
  std::optional<ExprId> SolvedAsWritten(const Equation& equation, ExprId leaf);

 private:
  enum class Dependence : unsigned char { kFree, kLinear, kNonlinear };
  static Dependence Judge(expr::Op op, std::span<const Dependence> operands);
  void FindDependence(std::span<const ExprId> order);
  Parts Combine(ExprId operation);
  Parts CombineSum(ExprId sum);
  Parts CombineScaled(ExprId operation);

  expr::Graph& graph_;
  expr::Traversal traversal_;
  std::vector<std::uint32_t> leaf_marks_;  // by id: the call that asks for this leaf
  std::uint32_t call_ = 0;
  std::vector<Dependence> dependence_;  // by id, as are the parts
  std::vector<Parts> parts_;
  std::vector<char> is_off_path_;        // by id
  std::vector<Dependence> of_operands_;  // scratch
  std::vector<ExprId> factors_, rests_;
};

// -rest / factor, without a division if none is needed.
ExprId SolveAffine(expr::Graph& g, const AffineForm::Parts& parts);

}  // namespace daedalus::causal
