// A sequence of assignments as expressions over what was known before it.
//
// Every value is substituted into the ones behind it. In the graph this costs nothing but new nodes, since
// equal sub-expressions are shared there; compiled jointly (codegen::CompileJointly), each is computed once.
#pragma once

#include <unordered_map>

#include "daedalus/programs/causal/program.h"
#include "daedalus/system/expr/rewrite.h"
#include "daedalus/system/system.h"

namespace daedalus::execute {

class Inlining {
 public:
  explicit Inlining(System& system) : system_(system), rewriting_(system.graph) {}

  // unknown := value from here on; returns the value in terms of what was known at first.
  ExprId Assign(const Quantity& unknown, ExprId value);
  // An expression with all assignments so far in their places.
  ExprId Inlined(ExprId e);

 private:
  System& system_;
  expr::Rewriting rewriting_;
  std::unordered_map<ExprId, ExprId> values_;  // by leaf
};

}  // namespace daedalus::execute
