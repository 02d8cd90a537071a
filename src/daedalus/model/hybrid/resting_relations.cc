#include "daedalus/model/hybrid/resting_relations.h"

#include <map>
#include <utility>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::hybrid {
namespace {

class RestFinder {
 public:
  RestFinder(System& system, std::span<const ExprId> sides) : system_(system), graph_(system.graph) {
    for (std::size_t k = 0; 2 * k < sides.size(); ++k) {
      const ExprId left = sides[2 * k], right = sides[2 * k + 1];
      by_difference_[expr::Difference(graph_, left, right)].push_back(k);
      by_difference_[expr::Difference(graph_, right, left)].push_back(k);
    }
  }

  std::map<std::size_t, ExprId> Find() {
    for (const Equation& equation : system_.equations) {
      if (!by_difference_.empty()) Follow(equation.residual, {});
    }
    return std::move(found_);
  }

 private:
  // `e` is zero if `condition` holds; invalid: always.
  void Follow(ExprId e, ExprId condition) {
    // A relation between two values that are always equal means nothing, and may be left to rounding.
    if (const auto at = by_difference_.find(e); at != by_difference_.end() && condition.IsValid()) {
      for (const std::size_t k : at->second) Add(k, condition);
      return;
    }
    const expr::ScaledTerm term = expr::SplitCoefficient(graph_, e);
    const ExprId inner = term.factors.size() == 1 ? term.factors[0] : e;
    if (graph_.op(inner) != expr::Op::kIf) {
      if (inner != e && term.coefficient != 0.0) Follow(inner, condition);
      return;
    }
    const ExprId choice = graph_.operand(inner, 0), chosen = graph_.operand(inner, 1),
                 other = graph_.operand(inner, 2);
    const expr::Leaves& leaves = collector_.Collect(graph_, choice);
    if (leaves.has_time || !leaves.variables.empty()) return;  // it changes between events
    Follow(chosen, condition.IsValid() ? expr::And(graph_, condition, choice) : choice);
    const ExprId opposite = expr::Not(graph_, choice);
    Follow(other, condition.IsValid() ? expr::And(graph_, condition, opposite) : opposite);
  }

  void Add(std::size_t k, ExprId condition) {
    const auto [at, is_new] = found_.try_emplace(k, condition);
    if (!is_new && at->second != condition) at->second = expr::Or(graph_, at->second, condition);
  }

  System& system_;
  expr::Graph& graph_;
  expr::LeafCollector collector_;
  std::map<ExprId, std::vector<std::size_t>> by_difference_;
  std::map<std::size_t, ExprId> found_;
};

}  // namespace

std::vector<RestingRelation> FindRestingRelations(System& system, std::span<const ExprId> sides) {
  std::vector<RestingRelation> out;
  if (sides.empty()) return out;
  for (const auto& [k, rests] : RestFinder(system, sides).Find()) out.push_back({k, rests});
  return out;
}

}  // namespace daedalus::hybrid
