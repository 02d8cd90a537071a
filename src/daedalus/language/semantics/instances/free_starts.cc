#include "daedalus/language/semantics/instances/free_starts.h"

#include <map>
#include <set>

#include "daedalus/language/semantics/emit.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::semantics {
namespace {

class FreeStarts {
 public:
  explicit FreeStarts(Context& context) : system_(context.system), leaves_(context.leaves) {}

  void Settle() {
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      const ExprId start = system_.variables[v].start;
      if (!start.IsValid() || !IsFree(start)) continue;
      if (defined_by_.empty()) FindDefinitions();
      if (system_.variables[v].fixed) AddInitialEquation(v, start);
      system_.variables[v].start = GuessOf(start);
    }
    for (const DiscreteId d : IdRange<DiscreteId>(system_.hybrid.discretes.size())) {
      const ExprId start = system_.hybrid.discretes[d].start;
      if (!start.IsValid() || !IsFree(start)) continue;
      if (defined_by_.empty()) FindDefinitions();
      AddInitialEquation(d, start);
      system_.hybrid.discretes[d].start = GuessOf(start);
    }
  }

 private:
  bool IsFree(ExprId e) {
    const expr::Leaves& leaves = leaves_.Collect(system_.graph, e);
    return !leaves.variables.empty() || !leaves.held.empty();
  }

  // A parameter with a value that depends on others is defined by its declaration.
  void FindDefinitions() {
    const expr::Graph& g = system_.graph;
    for (const Equation& equation : system_.equations)
      if (g.op(equation.left) == expr::Op::kVariable) defined_by_.try_emplace(equation.left, equation.right);
    for (const DiscreteEquation& equation : system_.hybrid.equations)
      defined_by_.try_emplace(equation.left, equation.right);
  }

  void AddInitialEquation(VariableId v, ExprId start) {
    Variable& variable = system_.variables[v];
    variable.fixed = false;
    system_.initial_equations.Add(MakeEquation(system_, system_.graph.Variable(v), start,
                                               system_.declarations[variable.declaration].span));
  }

  void AddInitialEquation(DiscreteId d, ExprId start) {
    DiscreteVariable& variable = system_.hybrid.discretes[d];
    variable.fixed = false;
    const Span span = system_.declarations[variable.declaration].span;
    system_.hybrid.initial_equations.push_back(
        {system_.graph.Held(variable.pre), start, system_.origins.Add({span, {}})});
  }

  ExprId GuessOf(ExprId e) {
    const expr::Leaves leaves = leaves_.Collect(system_.graph, e);
    std::vector<expr::Replacement> replacements;
    for (const expr::VariableLeaf& leaf : leaves.variables)
      replacements.push_back({leaf.id, GuessOfLeaf(leaf.id, system_.variables[leaf.variable].start)});
    for (const HeldId held : leaves.held) {
      const Held& of = system_.hybrid.held[held];
      const bool is_discrete = of.kind == Held::Kind::kDiscrete;
      const ExprId start = is_discrete ? system_.hybrid.discretes[DiscreteId(of.of)].start : ExprId();
      const ExprId leaf = system_.graph.Held(held);
      replacements.push_back({leaf, GuessOfLeaf(leaf, start)});
    }
    return expr::Substitute(system_.graph, e, replacements);
  }

  // Its start value, otherwise the value of its declaration, otherwise 0, as everywhere.
  ExprId GuessOfLeaf(ExprId leaf, ExprId start) {
    const auto definition = defined_by_.find(leaf);
    ExprId guess = start;
    if (!guess.IsValid() && definition != defined_by_.end()) guess = definition->second;
    if (!guess.IsValid() || !on_the_way_.insert(leaf).second) return system_.graph.Constant(0.0);
    guess = GuessOf(guess);
    on_the_way_.erase(leaf);
    return guess;
  }

  System& system_;
  expr::LeafCollector& leaves_;
  std::map<ExprId, ExprId> defined_by_;
  std::set<ExprId> on_the_way_;  // a circle of parameters that need each other ends with the guess 0
};

}  // namespace

void SettleFreeStarts(Context& context) {
  FreeStarts(context).Settle();
}

}  // namespace daedalus::semantics
