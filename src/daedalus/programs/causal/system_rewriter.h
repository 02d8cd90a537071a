// Removes variables from a System: expressions replace them, and the ids of the others become dense again.
//
// Everything is rewritten once and in place. First come the expressions that replace the removed variables,
// in an order in which each needs only those before it; then equations, initial equations and assertions. The
// variables that stay keep their order, and so do the equations.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/system/expr/rewrite.h"
#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

class SystemRewriter {
 public:
  // An equation gets one Operation kSubstituted for each variable that is replaced in it. Its detail is
  // `first_place` plus the place of the variable among the removed ones.
  SystemRewriter(System& system, const IdVector<VariableId, char>& is_removed, std::uint32_t first_place);

  // The id in the rewritten system; invalid: removed.
  VariableId NewIdOf(VariableId v) const { return is_removed_[v] ? VariableId() : places_[v]; }

  // The expression that replaces a removed variable, in the terms of the given system. All removed variables
  // in it must have been replaced, and no expression that contains v rewritten. Returns it in the terms of
  // the new one.
  ExprId Replace(VariableId v, ExprId value);

  // Call after all replacements. Returns, for the equations that stay, their former ids.
  std::vector<EquationId> Finish(const IdVector<EquationId, char>& is_dropped);

 private:
  ExprId Rewritten(ExprId e);
  ExprId RewrittenLeaf(ExprId leaf);
  void Rewrite(Equation& equation);
  void NoteRemoved(Equation& equation);

  System& system_;
  const IdVector<VariableId, char>& is_removed_;
  IdVector<VariableId, VariableId> places_;  // among those that stay, or among those that go
  std::uint32_t first_place_;
  IdVector<VariableId, ExprId> values_;
  expr::Rewriting rewriting_;
  expr::Traversal reading_;
  std::vector<std::uint32_t> removed_;  // of the equation at hand
};

}  // namespace daedalus::causal
