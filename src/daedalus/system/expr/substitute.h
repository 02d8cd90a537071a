// Replacing leaves by expressions, simplifying again on the way up.
#pragma once

#include <span>
#include <unordered_map>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/expr/rewrite.h"

namespace daedalus::expr {

struct Replacement {
  ExprId leaf;
  ExprId value;
};

// All replacements happen at once: the replacing expressions are not searched again.
ExprId Substitute(Graph& g, ExprId e, std::span<const Replacement> replacements);

// The same for many expressions: each sub-expression is rebuilt once.
class Substitution {
 public:
  Substitution(Graph& g, std::span<const Replacement> replacements);
  ExprId Apply(ExprId e);

 private:
  Graph& graph_;
  Rewriting rewriting_;
  std::unordered_map<ExprId, ExprId> replacements_;
};

}  // namespace daedalus::expr
