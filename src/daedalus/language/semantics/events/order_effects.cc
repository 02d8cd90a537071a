#include "daedalus/language/semantics/events/order_effects.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "daedalus/language/semantics/flat_equations.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::semantics {
namespace {

// On which results of effects does a value depend in the same round of an event?
class ResultsBehind {
 public:
  explicit ResultsBehind(const System& system) : system_(system) {
    for (const DiscreteEquation& equation : system.hybrid.equations) {
      const DiscreteId left = DiscreteIn(system, equation.left), right = DiscreteIn(system, equation.right);
      if (left.IsValid()) {
        of_discretes_[left] = equation.right;
      } else if (right.IsValid()) {
        of_discretes_[right] = equation.left;
      }
    }
    // A continuous variable may depend on everything in continuous equations.
    Walk walk(system_);
    for (const Equation& equation : system.equations) Follow(walk, equation.residual);
    continuous_ = std::move(walk.results);
  }

  std::set<HeldId> Of(const Effect& effect) {
    Walk walk(system_);
    VisitExpressions(effect, [&](ExprId e) { Follow(walk, e); });
    if (walk.has_variables) walk.results.insert(continuous_.begin(), continuous_.end());
    return std::move(walk.results);
  }

 private:
  struct Walk {
    explicit Walk(const System& system) : seen(system.hybrid.held.size(), 0) {}

    std::set<HeldId> results;
    std::vector<char> seen;  // by leaf
    bool has_variables = false;
  };

  void Follow(Walk& walk, ExprId first) {
    std::vector<ExprId> pending = {first};
    while (!pending.empty()) {
      const ExprId e = pending.back();
      pending.pop_back();
      const expr::Leaves& leaves = leaves_.Collect(system_.graph, e);
      walk.has_variables = walk.has_variables || !leaves.variables.empty();
      for (const HeldId h : leaves.held) {
        if (std::exchange(walk.seen[h.index()], 1) != 0) continue;
        const Held& held = system_.hybrid.held[h];
        if (held.kind == Held::Kind::kResult) walk.results.insert(h);
        if (held.kind == Held::Kind::kRelation) {
          const Relation& relation = system_.hybrid.relations[RelationId(held.of)];
          pending.push_back(relation.left), pending.push_back(relation.right);
        }
        if (held.kind != Held::Kind::kDiscrete) continue;
        if (const auto at = of_discretes_.find(DiscreteId(held.of)); at != of_discretes_.end())
          pending.push_back(at->second);
      }
    }
  }

  const System& system_;
  std::map<DiscreteId, ExprId> of_discretes_;
  std::set<HeldId> continuous_;
  expr::LeafCollector leaves_;
};

}  // namespace

void OrderEffects(System& system) {
  std::vector<Effect>& effects = system.hybrid.effects;
  if (effects.size() < 2) return;
  ResultsBehind behind(system);
  std::vector<std::set<HeldId>> needs;
  for (const Effect& effect : effects) {
    needs.push_back(behind.Of(effect));
    for (const Effect::Result& own : effect.results) needs.back().erase(own.leaf);
  }
  std::set<HeldId> missing;  // results of effects that have no place yet
  for (const Effect& effect : effects) {
    for (const Effect::Result& result : effect.results) missing.insert(result.leaf);
  }
  std::vector<std::size_t> left(effects.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
  std::vector<Effect> ordered;
  while (!left.empty()) {
    const auto is_ready = [&](std::size_t i) {
      return std::ranges::none_of(needs[i], [&](HeldId h) { return missing.contains(h); });
    };
    auto next = std::ranges::find_if(left, is_ready);
    if (next == left.end()) next = left.begin();
    for (const Effect::Result& result : effects[*next].results) missing.erase(result.leaf);
    ordered.push_back(std::move(effects[*next]));
    left.erase(next);
  }
  effects = std::move(ordered);
}

}  // namespace daedalus::semantics
