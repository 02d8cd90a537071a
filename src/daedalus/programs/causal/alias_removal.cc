#include "daedalus/programs/causal/alias_removal.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daedalus/programs/causal/alias_choice.h"
#include "daedalus/programs/causal/alias_classes.h"
#include "daedalus/programs/causal/alias_conflicts.h"
#include "daedalus/programs/causal/alias_forest.h"
#include "daedalus/programs/causal/merge_attributes.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/expr/traverse.h"

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

  // Rewrites the equations only, and returns those without unknowns. If there are any, the system is
  // unusable.
  std::vector<EmptiedEquation> RewriteEquations() {
    NumberVariables();
    substitution_.emplace(system_.graph, Replacements());
    is_dropped_ = IdVector<EquationId, char>(system_.equations.size(), 0);
    for (const Fate& fate : fates_) {
      if (fate.kind != Fate::Kind::kStays) is_dropped_[statements_[fate.because].equation] = 1;
    }
    std::vector<EmptiedEquation> emptied;
    for (const EquationId id : IdRange<EquationId>(system_.equations.size())) {
      if (is_dropped_[id]) continue;
      const Equation& equation = system_.equations[id];
      const std::vector<VariableId> removed = RemovedIn(equation);
      const ExprId residual = substitution_->Apply(equation.residual);
      if (removed.empty() || HasUnknown(residual)) {
        RewriteEquation(system_.equations[id], removed);
      } else {
        emptied.push_back({id, residual, StatementsOf(removed)});
      }
    }
    return emptied;
  }

  // Everything else.
  void RewriteRest() {
    for (Equation& e : system_.initial_equations) RewriteEquation(e, RemovedIn(e));
    for (Invariant& i : system_.invariants) RewriteEquation(i.equation, RemovedIn(i.equation));
    for (Assertion& a : system_.assertions)
      VisitExpressions(a, [&](ExprId& e) { e = substitution_->Apply(e); });
    VisitExpressions(system_.hybrid, [&](ExprId& e) { e = substitution_->Apply(e); });
    Compact();
  }

  std::vector<Alias> TakeAliases() { return std::move(aliases_); }

 private:
  bool Stays(VariableId v) const { return fates_[v].kind == Fate::Kind::kStays; }

  // The value in the terms of the given system; it contains parameters only.
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

  void RewriteEquation(Equation& equation, std::span<const VariableId> removed) {
    for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
      if (e->IsValid()) *e = substitution_->Apply(*e);
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

  void Compact() {
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
      if (!is_dropped_[id]) equations.Add(std::move(system_.equations[id]));
    }
    system_.variables = std::move(variables);
    system_.equations = std::move(equations);
  }

  // A variable that an earlier removal kept may be removed now.
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
  std::optional<expr::Substitution> substitution_;
  IdVector<EquationId, char> is_dropped_;
  expr::Traversal traversal_;
};

AliasStatements Without(const AliasStatements& statements, const IdVector<EquationId, char>& is_kept) {
  AliasStatements out;
  for (const AliasStatement& s : statements) {
    if (!is_kept[s.equation]) out.Add(s);
  }
  return out;
}

// Steps 2 to 5. Repeated statements stay equations, and everything starts again without them.
class Removal {
 public:
  Removal(System system, std::vector<Alias> earlier, Diagnostics& warnings)
      : out_{std::move(system), std::move(earlier)},
        warnings_(warnings),
        is_kept_(out_.system.equations.size(), 0),
        statements_(FindAliasStatements(out_.system)),
        differentiated_(FindDifferentiated(out_.system)) {}

  Result<AliasRemoval> Run(Repetitions repetitions) {
    constexpr int kMostRounds = 4;
    for (int round = 0; repetitions == Repetitions::kKeep && round < kMostRounds; ++round) {
      if (auto done = Attempt(true)) return *std::move(done);
    }
    return *Attempt(false);
  }

 private:
  // nullopt if further equations must be kept.
  std::optional<Result<AliasRemoval>> Attempt(bool may_keep) {
    if (statements_.empty()) return std::move(out_);
    System& system = out_.system;
    const AliasClasses classes = GroupAliases(system, statements_);
    AliasForest forest(system.variables.size(), statements_, classes.links);
    const Fates fates = ChooseKept(system, statements_, classes, differentiated_, forest);
    if (may_keep && Keep(FindRepetitions(system, statements_, forest, classes.refused))) return std::nullopt;
    Diagnostics errors;
    ReportRefused(system, statements_, forest, classes.refused, errors);
    Remover remover(system, statements_, fates, differentiated_, out_.aliases);
    if (!errors.HasErrors()) {
      IdVector<EquationId, Equation> given;
      if (may_keep) given = system.equations;
      const std::vector<EmptiedEquation> emptied = remover.RewriteEquations();
      if (!emptied.empty() && may_keep) {
        system.equations = std::move(given);
        if (Keep(FindRepetitions(system, statements_, emptied))) return std::nullopt;
      }
      ReportEmptied(system, statements_, emptied, errors);
    }
    remover.MergeAttributes(warnings_, errors);
    if (errors.HasErrors()) return Failure{errors.Take()};
    remover.RewriteRest();
    out_.aliases = remover.TakeAliases();
    return std::move(out_);
  }

  bool Keep(std::vector<Repetition> repetitions) {
    for (Repetition& repetition : repetitions) {
      for (const EquationId e : repetition.equations) is_kept_[e] = 1;
      out_.repeated.push_back(std::move(repetition.error));
    }
    if (repetitions.empty()) return false;
    statements_ = Without(statements_, is_kept_);
    return true;
  }

  AliasRemoval out_;
  Diagnostics& warnings_;
  IdVector<EquationId, char> is_kept_;
  AliasStatements statements_;
  IdVector<VariableId, char> differentiated_;
};

}  // namespace

Result<AliasRemoval> RemoveAliases(System given, Diagnostics& diagnostics, std::vector<Alias> earlier,
                                   Repetitions repetitions) {
  return Removal(std::move(given), std::move(earlier), diagnostics).Run(repetitions);
}

}  // namespace daedalus::causal
