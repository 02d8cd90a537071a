#include "daedalus/model/hybrid/free_system.h"

#include <vector>

#include "daedalus/model/hybrid/sort_equations.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/rewrite.h"

namespace daedalus::hybrid {
namespace {

class Writer {
 public:
  explicit Writer(System& system)
      : system_(system), definitions_(system.hybrid.held.size()), rewriting_(system.graph) {}

  void PutInitial() {
    const HeldId initial = system_.hybrid.initial;
    if (initial.IsValid()) definitions_[initial.index()] = system_.graph.Constant(1);
  }

  void PutConditions() {
    auto sorted = SortDiscreteEquations(system_);
    if (!sorted) return;
    for (const DiscreteAssignment& assignment : *sorted) {
      const std::vector<HeldId> needed = leaves_.Collect(system_.graph, assignment.value).held;
      for (const HeldId h : needed) DefineRelation(h);
      definitions_[system_.hybrid.discretes[assignment.target].value.index()] = Rewritten(assignment.value);
    }
    for (const Relation& relation : system_.hybrid.relations) DefineRelation(relation.value);
  }

  void RewriteEquations() {
    for (auto* equations : {&system_.equations, &system_.initial_equations}) {
      for (Equation& equation : *equations) {
        for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
          if (e->IsValid()) *e = Rewritten(*e);
        }
      }
    }
  }

 private:
  // Its sides may contain discrete variables, which come before it in the order.
  void DefineRelation(HeldId h) {
    const Held& held = system_.hybrid.held[h];
    ExprId& definition = definitions_[h.index()];
    if (held.kind != Held::Kind::kRelation || definition.IsValid()) return;
    const Relation relation = system_.hybrid.relations[RelationId(held.of)];
    const ExprId left = Rewritten(relation.left), right = Rewritten(relation.right);
    definition = relation.or_equal ? expr::LessEqual(system_.graph, left, right)
                                   : expr::Less(system_.graph, left, right);
  }

  ExprId Rewritten(ExprId root) {
    const expr::Graph& g = system_.graph;
    return rewriting_.Apply(root, [&](ExprId e) {
      return g.op(e) == expr::Op::kHeld ? definitions_[g.held(e).index()] : ExprId();
    });
  }

  System& system_;
  std::vector<ExprId> definitions_;  // by held leaf
  expr::Rewriting rewriting_;
  expr::LeafCollector leaves_;
};

}  // namespace

System FreeSystem(System system) {
  Writer writer(system);
  writer.PutInitial();
  writer.PutConditions();
  writer.RewriteEquations();
  return system;
}

std::optional<System> SystemAtStart(const System& system) {
  if (!system.hybrid.initial.IsValid()) return std::nullopt;
  expr::Traversal traversal;
  bool is_there = false;
  for (const Equation& equation : system.equations) {
    for (const ExprId e : traversal.Continue(system.graph, equation.residual))
      is_there = is_there ||
                 (system.graph.op(e) == expr::Op::kHeld && system.graph.held(e) == system.hybrid.initial);
  }
  if (!is_there) return std::nullopt;
  System out = system;
  Writer writer(out);
  writer.PutInitial();
  writer.RewriteEquations();
  return out;
}

}  // namespace daedalus::hybrid
