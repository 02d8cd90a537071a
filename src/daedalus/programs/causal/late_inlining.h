// Writes out calls of short functions (system/routine/straight_line.h): after index reduction, and before it
// where the derivatives of their authors hide dependences (author_derivatives.h).
//
// Functions whose inverse the author gives stay calls: the solution of a block may need the inverse.
#pragma once

#include <span>

#include "daedalus/system/expr/rewrite.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

class LateInlining {
 public:
  explicit LateInlining(expr::Graph& graph) : graph_(graph), rewriting_(graph) {}

  ExprId Apply(ExprId e);

 private:
  ExprId WrittenOut(ExprId e);  // invalid: e stays

  expr::Graph& graph_;
  expr::Rewriting rewriting_;
};

void WriteOutCalls(System& system);
// In these equations only. True if that changed one.
bool WriteOutCalls(System& system, std::span<const EquationId> equations);

}  // namespace daedalus::causal
