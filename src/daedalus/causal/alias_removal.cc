#include "daedalus/causal/alias_removal.h"

#include <algorithm>
#include <utility>

#include "daedalus/causal/alias_choice.h"
#include "daedalus/causal/alias_classes.h"
#include "daedalus/causal/alias_conflicts.h"
#include "daedalus/causal/alias_forest.h"
#include "daedalus/causal/merge_attributes.h"
#include "daedalus/expr/build.h"
#include "daedalus/expr/substitute.h"
#include "daedalus/expr/traverse.h"

namespace daedalus::causal {
namespace {

// Steps 4 and 5, on a system whose classes are known.
class Remover {
 public:
  Remover(System& system, const AliasStatements& statements, const Fates& fates,
          const IdVector<VariableId, char>& differentiated, std::vector<Alias> earlier)
      : system_(system),
        statements_(statements),
        fates_(fates),
        differentiated_(differentiated),
        new_ids_(system.variables.size()),
        aliases_(std::move(earlier)) {}

  void MergeAttributes(Diagnostics& warnings, Diagnostics& errors) {
    AttributeMerger merger(system_, warnings);
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      const Fate& fate = fates_[v];
      if (fate.kind == Fate::Kind::kAlias) merger.Merge(fate.kept, v, fate.sign);
      if (fate.kind == Fate::Kind::kConstant) {
        merger.MergeConstant(v, ValueOf(fate), statements_[fate.constant].equation);
      }
    }
    errors.Append(merger.TakeErrors());
  }

  void Rewrite(Diagnostics& errors) {
    NumberVariables();
    expr::Substitution substitution(system_.graph, Replacements());
    IdVector<EquationId, char> is_dropped(system_.equations.size(), 0);
    for (const Fate& fate : fates_) {
      if (fate.kind != Fate::Kind::kStays) is_dropped[statements_[fate.because].equation] = 1;
    }
    std::vector<EmptiedEquation> emptied;
    for (const EquationId id : IdRange<EquationId>(system_.equations.size())) {
      if (is_dropped[id]) continue;
      const Equation& equation = system_.equations[id];
      const std::vector<VariableId> removed = RemovedIn(equation);
      const ExprId residual = substitution.Apply(equation.residual);
      if (removed.empty() || HasUnknown(residual)) {
        RewriteEquation(system_.equations[id], removed, substitution);
      } else {
        emptied.push_back({id, residual, StatementsOf(removed)});
      }
    }
    ReportEmptied(system_, statements_, emptied, errors);
    if (errors.HasErrors()) return;
    for (Equation& e : system_.initial_equations) RewriteEquation(e, RemovedIn(e), substitution);
    for (Invariant& i : system_.invariants) RewriteEquation(i.equation, RemovedIn(i.equation), substitution);
    for (Assertion& a : system_.assertions)
      VisitExpressions(a, [&](ExprId& e) { e = substitution.Apply(e); });
    VisitExpressions(system_.hybrid, [&](ExprId& e) { e = substitution.Apply(e); });
    Compact(is_dropped);
  }

  std::vector<Alias> TakeAliases() { return std::move(aliases_); }

 private:
  bool Stays(VariableId v) const { return fates_[v].kind == Fate::Kind::kStays; }

  // In the terms of the given system, of which it needs parameters only.
  ExprId ValueOf(const Fate& fate) {
    const ExprId value = statements_[fate.constant].value;
    if (!value.IsValid()) return system_.graph.Constant(0.0);
    return fate.sign > 0 ? value : expr::Negate(system_.graph, value);
  }

  // New ids of those that stay; of those that go, the place among the aliases.
  void NumberVariables() {
    std::size_t num_kept = 0, num_removed = aliases_.size();
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      new_ids_[v] = VariableId(Stays(v) ? num_kept++ : num_removed++);
    }
  }

  std::vector<expr::Replacement> Replacements() {
    expr::Graph& g = system_.graph;
    std::vector<expr::Replacement> out;
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      const Fate& fate = fates_[v];
      const VariableId target = new_ids_[fate.kind == Fate::Kind::kAlias ? fate.kept : v];
      if (Stays(v) && target == v) continue;
      for (const int order : {0, 1}) {
        if (order == 1 && !differentiated_[v]) continue;
        ExprId value;
        if (fate.kind == Fate::Kind::kConstant) {
          value = order == 0 ? ValueOf(fate) : g.Constant(0.0);
        } else {
          value = g.Variable(target, order);
          if (fate.sign < 0) value = expr::Negate(g, value);
        }
        out.push_back({g.Variable(v, order), value});
      }
    }
    return out;
  }

  void RewriteEquation(Equation& equation, std::span<const VariableId> removed,
                       expr::Substitution& substitution) {
    for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
      if (e->IsValid()) *e = substitution.Apply(*e);
    }
    for (const VariableId v : removed) {
      equation.history =
          system_.histories.Append(equation.history, {Operation::Kind::kSubstituted, new_ids_[v].value});
    }
  }

  std::vector<AliasStatementId> StatementsOf(std::span<const VariableId> removed) const {
    std::vector<AliasStatementId> out;
    for (const VariableId v : removed) {
      const Fate& fate = fates_[v];
      out.push_back(fate.because);
      if (fate.constant.IsValid()) out.push_back(fate.constant);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  std::vector<VariableId> RemovedIn(const Equation& equation) {
    std::vector<VariableId> out;
    traversal_.Restart();
    for (const ExprId root : {equation.left, equation.right, equation.residual}) {
      if (!root.IsValid()) continue;
      for (const ExprId e : traversal_.Continue(system_.graph, root)) {
        if (system_.graph.op(e) != expr::Op::kVariable) continue;
        if (const VariableId v = system_.graph.variable(e); !Stays(v)) out.push_back(v);
      }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  bool HasUnknown(ExprId e) {
    const auto parts = traversal_.Visit(system_.graph, e);
    return std::any_of(parts.begin(), parts.end(),
                       [&](ExprId part) { return system_.graph.op(part) == expr::Op::kVariable; });
  }

  void Compact(const IdVector<EquationId, char>& is_dropped) {
    for (Alias& alias : aliases_) Update(alias);
    IdVector<VariableId, Variable> variables;
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      if (Stays(v)) {
        variables.Add(std::move(system_.variables[v]));
      } else {
        aliases_.push_back(MakeAlias(v));
      }
    }
    IdVector<EquationId, Equation> equations;
    for (const EquationId id : IdRange<EquationId>(system_.equations.size())) {
      if (!is_dropped[id]) equations.Add(std::move(system_.equations[id]));
    }
    system_.variables = std::move(variables);
    system_.equations = std::move(equations);
  }

  // What an earlier removal kept may go now.
  void Update(Alias& alias) {
    if (!alias.kept.IsValid()) return;
    Fate fate = fates_[alias.kept];
    fate.sign *= alias.sign;
    alias.sign = 1;
    if (fate.kind == Fate::Kind::kConstant) {
      alias.value = ValueOf(fate);
      alias.kept = {};
    } else {
      alias.sign = fate.sign;
      alias.kept = new_ids_[fate.kind == Fate::Kind::kAlias ? fate.kept : alias.kept];
    }
  }

  Alias MakeAlias(VariableId v) {
    const Fate& fate = fates_[v];
    Alias alias;
    alias.removed = std::move(system_.variables[v]);
    alias.origin = system_.equations[statements_[fate.because].equation].origin;
    if (fate.kind == Fate::Kind::kAlias) {
      alias.kept = new_ids_[fate.kept];
      alias.sign = fate.sign;
    } else {
      alias.value = ValueOf(fate);
    }
    return alias;
  }

  System& system_;
  const AliasStatements& statements_;
  const Fates& fates_;
  const IdVector<VariableId, char>& differentiated_;
  IdVector<VariableId, VariableId> new_ids_;
  std::vector<Alias> aliases_;
  expr::Traversal traversal_;
};

}  // namespace

Result<AliasRemoval> RemoveAliases(System given, Diagnostics& diagnostics, std::vector<Alias> earlier) {
  AliasRemoval out{std::move(given), std::move(earlier)};
  System& system = out.system;
  const AliasStatements statements = FindAliasStatements(system);
  if (statements.empty()) return out;
  const AliasClasses classes = GroupAliases(system, statements);
  AliasForest forest(system.variables.size(), statements, classes.links);
  const IdVector<VariableId, char> differentiated = FindDifferentiated(system);
  const Fates fates = ChooseKept(system, statements, classes, differentiated, forest);
  Diagnostics errors;
  ReportRefused(system, statements, forest, classes.refused, errors);
  Remover remover(system, statements, fates, differentiated, std::move(out.aliases));
  remover.MergeAttributes(diagnostics, errors);
  if (!errors.HasErrors()) remover.Rewrite(errors);
  if (errors.HasErrors()) return Failure{errors.Take()};
  out.aliases = remover.TakeAliases();
  return out;
}

}  // namespace daedalus::causal
