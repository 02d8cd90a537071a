#include "daedalus/language/semantics/events/finish_events.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "daedalus/language/semantics/flat_equations.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

// ---- reinit ----

// Variables that are merged by equations a = b and a = -b.
class EqualVariables {
 public:
  explicit EqualVariables(const System& system) : parent_(system.variables.size()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (const Equation& equation : system.equations) {
      const VariableId a = VariableIn(system.graph, equation.left),
                       b = VariableIn(system.graph, equation.right);
      if (a.IsValid() && b.IsValid()) parent_[Find(a.value)] = Find(b.value);
    }
  }
  std::uint32_t Find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

 private:
  static VariableId VariableIn(const expr::Graph& g, ExprId e) {
    const expr::ScaledTerm term = expr::SplitCoefficient(g, e);
    if (term.factors.size() != 1 || std::abs(term.coefficient) != 1.0) return {};
    const ExprId leaf = term.factors[0];
    return g.op(leaf) == Op::kVariable && g.derivative_order(leaf) == 0 ? g.variable(leaf) : VariableId();
  }

  std::vector<std::uint32_t> parent_;
};

std::vector<char> FindDifferentiated(Context& c) {
  std::vector<char> out(c.system.variables.size(), 0);
  for (const Equation& equation : c.system.equations) {
    for (const expr::VariableLeaf& leaf : c.leaves.Collect(c.system.graph, equation.residual).variables) {
      if (leaf.order > 0) out[leaf.variable.index()] = 1;
    }
  }
  return out;
}

// ---- What is used ----

class UsedEvents {
 public:
  explicit UsedEvents(System& system)
      : system_(system), hybrid_(system.hybrid), is_used_(hybrid_.held.size(), 0) {
    for (std::size_t i = 0; i < hybrid_.equations.size(); ++i) {
      const DiscreteId left = DiscreteIn(system_, hybrid_.equations[i].left);
      if (left.IsValid() && hybrid_.discretes[left].is_internal) equation_of_[left] = i;
    }
    VisitRoots([&](ExprId e) { Use(e); });
    while (!pending_.empty()) {
      const HeldId held = pending_.back();
      pending_.pop_back();
      Follow(hybrid_.held[held]);
    }
  }

  bool IsUsed(HeldId held) const { return is_used_[held.index()] != 0; }
  bool AreAllUsed() const { return std::find(is_used_.begin(), is_used_.end(), 0) == is_used_.end(); }
  bool IsDefinitionOfUnused(const DiscreteEquation& equation) const {
    const DiscreteId left = DiscreteIn(system_, equation.left);
    return left.IsValid() && !IsUsed(hybrid_.discretes[left].value);
  }

 private:
  template <class Visit>
  void VisitRoots(Visit visit) {
    for (const auto* list : {&system_.equations, &system_.initial_equations}) {
      for (const Equation& equation : *list)
        visit(equation.left), visit(equation.right), visit(equation.residual);
    }
    for (Assertion& assertion : system_.assertions) VisitExpressions(assertion, visit);
    for (const DiscreteEquation& equation : hybrid_.equations) {
      const DiscreteId left = DiscreteIn(system_, equation.left);
      if (left.IsValid() && hybrid_.discretes[left].is_internal) continue;
      visit(equation.left), visit(equation.right);
    }
    for (const DiscreteEquation& equation : hybrid_.initial_equations)
      visit(equation.left), visit(equation.right);
    for (const Reinit& reinit : hybrid_.reinits)
      visit(reinit.active), visit(reinit.variable), visit(reinit.value);
    for (const Termination& termination : hybrid_.terminations) VisitExpressions(termination, visit);
    for (Effect& effect : hybrid_.effects) VisitExpressions(effect, visit);
    for (const DiscreteVariable& variable : hybrid_.discretes) {
      if (!variable.is_internal) Mark(variable.value), Mark(variable.pre);
    }
  }

  void Use(ExprId e) {
    for (const HeldId held : leaves_.Collect(system_.graph, e).held) Mark(held);
  }
  void Mark(HeldId held) {
    if (is_used_[held.index()] != 0) return;
    is_used_[held.index()] = 1;
    pending_.push_back(held);
  }
  void Follow(const Held& held) {
    switch (held.kind) {
      case Held::Kind::kDiscrete:
      case Held::Kind::kPre: {
        const DiscreteId id(held.of);
        Mark(hybrid_.discretes[id].value), Mark(hybrid_.discretes[id].pre);
        if (const auto at = equation_of_.find(id); at != equation_of_.end())
          Use(hybrid_.equations[at->second].right);
        return;
      }
      case Held::Kind::kPreValue:
        return Use(held.expression);
      case Held::Kind::kRelation:
        return Use(hybrid_.relations[RelationId(held.of)].left),
               Use(hybrid_.relations[RelationId(held.of)].right);
      case Held::Kind::kDelayed:
        return Use(hybrid_.delays[held.of].expression), Use(hybrid_.delays[held.of].delay);
      case Held::Kind::kRecalled:
        return UseRecall(hybrid_.recalls[held.of]);
      case Held::Kind::kSample:
        return Use(hybrid_.samples[SampleId(held.of)].start),
               Use(hybrid_.samples[SampleId(held.of)].interval);
      default:
        return;
    }
  }

  // The whole recall, with the record that it reads.
  void UseRecall(const Recall& recall) {
    for (const HeldId leaf : recall.cubic) Mark(leaf);
    for (const HeldId leaf : {recall.at, recall.low, recall.high}) Mark(leaf);
    for (const RelationId r : {recall.above, recall.below}) Mark(hybrid_.relations[r].value);
    const Record& record = hybrid_.records[recall.record];
    for (const ExprId e :
         {record.top, record.top_value, record.bottom, record.bottom_value, record.is_rising}) {
      if (e.IsValid()) Use(e);
    }
  }

  System& system_;
  Hybrid& hybrid_;
  std::vector<char> is_used_;
  std::vector<HeldId> pending_;
  std::map<DiscreteId, std::size_t> equation_of_;  // of internal variables
  expr::LeafCollector leaves_;
};

// A Hybrid with the used parts, and the map from old leaves to new ones.
class Renumbering {
 public:
  Renumbering(System& system, const UsedEvents& used) {
    Hybrid& old = system.hybrid;
    std::vector<expr::Replacement> replacements;
    new_.records = old.records;
    for (const HeldId from : IdRange<HeldId>(old.held.size())) {
      if (!used.IsUsed(from)) continue;
      const HeldId to = AddTo(old, old.held[from], from);
      if (to != from) replacements.push_back({system.graph.Held(from), system.graph.Held(to)});
    }
    std::erase_if(old.equations, [&](const DiscreteEquation& e) { return used.IsDefinitionOfUnused(e); });
    new_.equations = std::move(old.equations);
    new_.initial_equations = std::move(old.initial_equations);
    new_.reinits = std::move(old.reinits);
    new_.terminations = std::move(old.terminations);
    new_.effects = std::move(old.effects);
    for (Effect& effect : new_.effects) {
      // Nothing else uses the work arrays of a function in another language.
      std::erase_if(effect.results, [&](const Effect::Result& r) { return !of_results_.contains(r.leaf); });
      for (Effect::Result& result : effect.results) result.leaf = of_results_.at(result.leaf);
    }
    system.hybrid = std::move(new_);
    if (!replacements.empty()) RewriteExpressions(system, replacements);
  }

  // Elements keep their order, so the first one tells where all are.
  void Renumber(InstanceTree& tree) const {
    for (std::size_t i = 0; i < tree.symbols.size(); ++i) {
      DiscreteId& first = tree.symbols[i].first_discrete;
      if (!first.IsValid()) continue;
      const auto place = places_.find(first);
      first = place == places_.end() ? DiscreteId() : place->second;
    }
  }

 private:
  HeldId AddTo(const Hybrid& old, const Held& held, HeldId from) {
    if (const auto known = of_recalls_.find(from); known != of_recalls_.end()) return known->second;
    switch (held.kind) {
      case Held::Kind::kDiscrete: {
        const DiscreteId id = AddDiscrete(new_, old.discretes[DiscreteId(held.of)]);
        places_[DiscreteId(held.of)] = id;
        return new_.discretes[id].value;
      }
      case Held::Kind::kPre:  // its variable was handled before
        return new_.discretes[places_.at(DiscreteId(held.of))].pre;
      case Held::Kind::kPreValue:
        return AddPreValue(new_, held.expression);
      case Held::Kind::kRelation:
        return new_.relations[AddRelation(new_, old.relations[RelationId(held.of)])].value;
      case Held::Kind::kSample:
        return new_.samples[AddSample(new_, old.samples[SampleId(held.of)])].value;
      case Held::Kind::kDelayed:
        return AddDelay(new_, old.delays[held.of]);
      case Held::Kind::kRecalled:
        MoveRecall(old, old.recalls[held.of]);
        return of_recalls_.at(from);
      case Held::Kind::kResult:
        return of_results_[from] = new_.held.Add(held);
      case Held::Kind::kInput:  // inputs are freed later
        break;
      case Held::Kind::kInitial:
        return InitialLeaf(new_);
      case Held::Kind::kTerminal:
        return TerminalLeaf(new_);
    }
    return from;
  }

  // With its leaves and relations; the first leaf is already there. Sides of relations are rewritten with
  // everything else.
  void MoveRecall(const Hybrid& old, Recall recall) {
    const auto number = static_cast<std::uint32_t>(new_.recalls.size());
    const auto move = [&](HeldId& leaf) {
      const HeldId to = new_.held.Add({Held::Kind::kRecalled, number, {}});
      of_recalls_[std::exchange(leaf, to)] = to;
    };
    for (HeldId& leaf : recall.cubic) move(leaf);
    for (HeldId* leaf : {&recall.at, &recall.low, &recall.high}) move(*leaf);
    for (RelationId* r : {&recall.above, &recall.below}) {
      const Relation& relation = old.relations[*r];
      *r = AddRelation(new_, relation);
      of_recalls_[relation.value] = new_.relations[*r].value;
    }
    new_.recalls.push_back(recall);
  }

  Hybrid new_;
  std::map<DiscreteId, DiscreteId> places_;
  std::map<HeldId, HeldId> of_recalls_;  // their leaves, old and new
  std::map<HeldId, HeldId> of_results_;
};

}  // namespace

void RewriteExpressions(System& system, std::span<const expr::Replacement> replacements) {
  expr::Substitution substitution(system.graph, replacements);
  const auto rewrite = [&](ExprId& e) { e = substitution.Apply(e); };
  for (auto* list : {&system.equations, &system.initial_equations}) {
    for (Equation& equation : *list)
      rewrite(equation.left), rewrite(equation.right), rewrite(equation.residual);
  }
  for (Assertion& assertion : system.assertions) VisitExpressions(assertion, rewrite);
  VisitExpressions(system.hybrid, rewrite);
}

void CheckReinits(Context& c) {
  const System& system = c.system;
  if (system.hybrid.reinits.empty()) return;
  EqualVariables equal(system);
  const std::vector<char> is_differentiated = FindDifferentiated(c);
  std::vector<char> has_state(system.variables.size(), 0);
  for (std::uint32_t v = 0; v < is_differentiated.size(); ++v) {
    if (is_differentiated[v] != 0) has_state[equal.Find(v)] = 1;
  }
  for (const Reinit& reinit : system.hybrid.reinits) {
    const VariableId variable = system.graph.variable(reinit.variable);
    if (has_state[equal.Find(variable.value)] != 0) continue;
    c.reporter.Report(Error(Code::kBadEquation, SpanOf(system, reinit.origin),
                            "`{}` is not a state, so `reinit` cannot set it", NameOf(system, variable))
                          .With(system.declarations[system.variables[variable].declaration].span,
                                "no equation contains its derivative"));
  }
}

void RemoveUnusedEvents(Context& context) {
  if (context.system.hybrid.empty()) return;
  const UsedEvents used(context.system);
  if (used.AreAllUsed()) return;
  const Renumbering renumbering(context.system, used);
  renumbering.Renumber(context.tree);
}

}  // namespace daedalus::semantics
