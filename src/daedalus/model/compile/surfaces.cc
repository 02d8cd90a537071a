#include "daedalus/model/compile/surfaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "daedalus/model/hybrid/sort_equations.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {
namespace {

// Which equations use a held leaf, and how?
class LeafUses {
 public:
  LeafUses(const System& system, std::span<const hybrid::DiscreteAssignment> sorted)
      : system_(system),
        sorted_(sorted),
        is_continuous_(system.hybrid.held.size(), 0),
        users_(system.hybrid.held.size()),
        obstacles_(system.hybrid.held.size()) {
    for (const Equation& equation : system.equations) {
      for (const HeldId h : LeavesOf(equation.residual)) is_continuous_[h.index()] = 1;
      NotePre(equation.residual, equation.origin);
    }
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
      for (const HeldId h : LeavesOf(sorted[i].value)) users_[h.index()].push_back(i);
      NotePre(sorted[i].value, sorted[i].origin);
    }
    NoteOthers();
  }

  struct Reached {
    bool is_continuous = false;
    std::optional<SlidingObstacle> obstacle;
  };
  // Follows a relation through the Booleans that pass it on.
  Reached Follow(HeldId relation) const {
    Reached out;
    std::vector<HeldId> reached = {relation};
    std::set<HeldId> known = {relation};
    for (std::size_t i = 0; i < reached.size() && !out.obstacle; ++i) {
      const std::size_t h = reached[i].index();
      out.obstacle = obstacles_[h];
      out.is_continuous = out.is_continuous || is_continuous_[h];
      for (const std::uint32_t user : users_[h]) {
        const HeldId target = system_.hybrid.discretes[sorted_[user].target].value;
        if (known.insert(target).second) reached.push_back(target);
      }
    }
    return out;
  }

 private:
  const std::vector<HeldId>& LeavesOf(ExprId e) { return collector_.Collect(system_.graph, e).held; }

  void Note(HeldId leaf, OriginId origin, std::string why) {
    if (!obstacles_[leaf.index()]) obstacles_[leaf.index()] = {origin, std::move(why)};
  }

  // A remembered value is more than a name for a relation.
  void NotePre(ExprId e, OriginId origin) {
    for (const HeldId h : LeavesOf(e)) {
      const Held& held = system_.hybrid.held[h];
      if (held.kind != Held::Kind::kPre) continue;
      const DiscreteVariable& variable = system_.hybrid.discretes[DiscreteId(held.of)];
      Note(variable.value, origin,
           variable.is_internal ? "a when-clause or a rounding function acts when it changes"
                                : fmt::format("its change affects `{}`, which remembers its former value",
                                              system_.names.Text(variable.name)));
    }
  }

  void NoteUse(ExprId e, OriginId origin, const char* why) {
    if (!e.IsValid()) return;
    NotePre(e, origin);
    for (const HeldId h : LeavesOf(e)) Note(h, origin, why);
  }

  // Everything except equations that hold all the time. Assertions do not count, since they change nothing.
  void NoteOthers() {
    const Hybrid& hybrid = system_.hybrid;
    for (const Held& held : hybrid.held) NoteUse(held.expression, {}, "a value before events depends on it");
    for (const Relation& relation : hybrid.relations) {
      NoteUse(relation.left, relation.origin, "another relation depends on it");
      NoteUse(relation.right, relation.origin, "another relation depends on it");
    }
    for (const Reinit& reinit : hybrid.reinits) {
      NoteUse(reinit.active, reinit.origin, "a reinit depends on it");
      NoteUse(reinit.value, reinit.origin, "a reinit depends on it");
    }
    for (const Termination& end : hybrid.terminations)
      NoteUse(end.active, end.origin, "the end of the run depends on it");
    for (const Effect& effect : hybrid.effects)
      NoteUse(effect.active, effect.origin, "an action happens when it changes");
    for (const Delay& delay : hybrid.delays) NoteUse(delay.expression, delay.origin, "a delay depends on it");
    for (const Record& record : hybrid.records) {
      for (const ExprId e : {record.top, record.top_value, record.bottom, record.bottom_value,
                             record.is_rising, record.extent})
        NoteUse(e, record.origin, "a record of the past depends on it");
    }
    for (const Recall& recall : hybrid.recalls) {
      NoteUse(recall.place, recall.origin, "a value that is read from the past depends on it");
      for (const RelationId r : {recall.above, recall.below})
        Note(hybrid.relations[r].value, recall.origin, "it is part of a value that is read from the past");
    }
  }

  const System& system_;
  std::span<const hybrid::DiscreteAssignment> sorted_;
  expr::LeafCollector collector_;
  std::vector<char> is_continuous_;                // for each leaf: equations contain it
  std::vector<std::vector<std::uint32_t>> users_;  // for each leaf: discrete equations that contain it
  std::vector<std::optional<SlidingObstacle>> obstacles_;
};

// Relations between the same two sides, in either order.
std::vector<hybrid::Surface> GroupRelations(const System& system) {
  std::vector<hybrid::Surface> out;
  std::map<std::pair<ExprId, ExprId>, std::size_t> known;
  expr::LeafCollector collector;
  for (const RelationId id : IdRange<RelationId>(system.hybrid.relations.size())) {
    const auto& [left, right] =
        std::pair(system.hybrid.relations[id].left, system.hybrid.relations[id].right);
    const bool varies = !collector.Collect(system.graph, left).variables.empty() ||
                        !collector.Collect(system.graph, right).variables.empty();
    if (!varies) continue;
    const auto [place, is_new] = known.emplace(std::minmax(left, right), out.size());
    if (is_new)
      out.push_back({.left = left, .right = right, .sides = {}, .share = {}, .below = {}, .above = {}});
    hybrid::Surface& surface = out[place->second];
    surface.sides.push_back({id, surface.left != left});
  }
  return out;
}

bool CanSlide(const System& system, const LeafUses& uses, const hybrid::Surface& surface) {
  bool is_continuous = false;
  for (const hybrid::Surface::Side& side : surface.sides) {
    const LeafUses::Reached reached = uses.Follow(system.hybrid.relations[side.relation].value);
    if (reached.obstacle) return false;
    is_continuous = is_continuous || reached.is_continuous;
  }
  return is_continuous;
}

void AddShare(System& system, std::size_t number, hybrid::Surface& surface) {
  expr::Graph& g = system.graph;
  const Relation& first = system.hybrid.relations[surface.sides[0].relation];
  const OriginId origin = first.origin;
  Declaration declaration;
  declaration.span = SpanOf(system, origin);
  Variable variable;
  variable.name = system.names.Add(fmt::format("$share{}", number));
  variable.declaration = system.declarations.Add(std::move(declaration));
  variable.start = g.Constant(0.5);
  surface.share = g.Variable(system.variables.Add(variable));
  Equation equation;
  equation.left = surface.share;
  equation.right = g.Held(first.value);
  equation.residual = expr::Difference(g, equation.left, equation.right);
  equation.origin = origin;
  system.equations.Add(equation);
  surface.below = AddRelation(system.hybrid, {surface.share, g.Constant(0), false, origin, {}});
  surface.above = AddRelation(system.hybrid, {g.Constant(1), surface.share, false, origin, {}});
}

}  // namespace

Result<std::vector<hybrid::Surface>> AddSurfaces(System& system) {
  const auto sorted = hybrid::SortDiscreteEquations(system);
  if (!sorted) return Failure{sorted.error()};
  std::vector<hybrid::Surface> out = GroupRelations(system);
  const LeafUses uses(system, *sorted);
  std::erase_if(out, [&](const hybrid::Surface& surface) { return !CanSlide(system, uses, surface); });
  for (std::size_t i = 0; i < out.size(); ++i) AddShare(system, i + 1, out[i]);
  return out;
}

std::optional<SlidingObstacle> FindSlidingObstacle(const System& system, RelationId relation) {
  System copy = system;
  const auto sorted = hybrid::SortDiscreteEquations(copy);
  if (!sorted) return std::nullopt;
  return LeafUses(copy, *sorted).Follow(copy.hybrid.relations[relation].value).obstacle;
}

}  // namespace daedalus::compile
