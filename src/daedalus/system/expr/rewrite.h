// Rewrites expressions from the leaves upwards: a rule replaces some of them, and the expressions above are
// built anew and simplified. Each expression of the graph is rewritten once, however many roots share it.
#pragma once

#include <vector>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/graph.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::expr {

class Rewriting {
 public:
  explicit Rewriting(Graph& graph) : graph_(graph) {}

  // rule(e) replaces e and is not rewritten itself. An invalid id keeps e, with its operands rewritten. The
  // rule is called once for each expression, operands first, and may build expressions.
  template <class Rule>
  ExprId Apply(ExprId root, Rule rule) {
    if (rewritten_.size() < graph_.size()) rewritten_.resize(graph_.size());
    for (const ExprId e : traversal_.Continue(graph_, root)) {
      const ExprId replaced = rule(e);
      rewritten_[e.index()] = replaced.IsValid() ? replaced : WithNewOperands(e);
    }
    return rewritten_[root.index()];
  }
  // Starts with another rule. The memory is kept, so later calls cost no more than the expressions that they
  // rewrite.
  void Restart() { traversal_.Restart(); }

 private:
  ExprId WithNewOperands(ExprId e) {
    bool changed = false;
    operands_.clear();
    for (const ExprId operand : graph_.operands(e)) {
      operands_.push_back(rewritten_[operand.index()]);
      changed = changed || operands_.back() != operand;
    }
    return changed ? Rebuild(graph_, e, operands_) : e;
  }

  Graph& graph_;
  Traversal traversal_;
  std::vector<ExprId> rewritten_;  // by id of the given expression
  std::vector<ExprId> operands_;   // scratch
};

}  // namespace daedalus::expr
