#include "daedalus/model/compile/preferred_states.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/system/discontinuities.h"
#include "daedalus/system/expr/function.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::compile {
namespace {

using Reduction = std::unique_ptr<causal::IndexReduction>;

// If there are more preferred variables than this, they become states together or not at all.
constexpr std::size_t kMostTriedAlone = 50;

class PreferredStates {
 public:
  PreferredStates(const System& system, const causal::PivotPoint& guess) : system_(system), guess_(guess) {}

  std::vector<VariableId> Find() {
    std::vector<VariableId> preferred = Preferred();
    if (preferred.empty()) return {};
    const Reduction usual = Reduce({});
    if (!usual) return {};
    for (const causal::Differentiated& d : usual->differentiated()) usual_[d.equation] = d.times;
    std::vector<char> has_derivative(system_.variables.size(), 0);
    for (const Quantity& column : usual->columns().columns()) {
      if (column.order > 0) has_derivative[column.variable.index()] = 1;
    }
    std::erase_if(preferred, [&](VariableId v) { return has_derivative[v.index()] != 0; });
    return Granted(std::move(preferred));
  }

 private:
  std::vector<VariableId> Preferred() const {
    std::vector<VariableId> out;
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      const Declaration& declaration = system_.declarations[system_.variables[v].declaration];
      if (declaration.state_select >= StateSelect::kPrefer) out.push_back(v);
    }
    return out;
  }

  Reduction Reduce(std::vector<VariableId> also_states) const {
    auto made = causal::IndexReduction::Make(system_, {.also_states = std::move(also_states)});
    return made.ok() ? *std::move(made) : nullptr;
  }

  // Those that are granted together: each round drops what the round before did not make a state.
  std::vector<VariableId> Granted(std::vector<VariableId> preferred) {
    bool is_filtered = false;
    while (!preferred.empty()) {
      const Reduction reduction = Reduce(preferred);
      if (!reduction) return {};
      if (!MayDifferentiate(*reduction)) {
        if (std::exchange(is_filtered, true) || preferred.size() > kMostTriedAlone) return {};
        std::erase_if(preferred, [&](VariableId v) { return !IsPossibleAlone(v); });
        continue;
      }
      const auto selection = reduction->Select(guess_);
      if (!selection) return {};
      const std::size_t dropped = std::erase_if(preferred, [&](VariableId v) {
        return !std::ranges::binary_search(selection->states, reduction->columns().ColumnOf(v, 0));
      });
      if (dropped == 0) return preferred;
    }
    return {};
  }

  bool IsPossibleAlone(VariableId candidate) {
    const Reduction reduction = Reduce({candidate});
    return reduction && MayDifferentiate(*reduction);
  }

  // True if all equations that are differentiated only for the preferred variables are smooth enough.
  bool MayDifferentiate(const causal::IndexReduction& reduction) {
    return std::ranges::all_of(reduction.differentiated(), [&](const causal::Differentiated& d) {
      const auto usual = usual_.find(d.equation);
      return (usual != usual_.end() && usual->second >= d.times) || IsSmooth(d.equation);
    });
  }

  bool IsSmooth(EquationId e) {
    const expr::Graph& g = system_.graph;
    return std::ranges::none_of(traversal_.Visit(g, system_.equations[e].residual), [&](ExprId id) {
      return IsStep(g.op(id)) || g.op(id) == expr::Op::kHeld ||
             (g.op(id) == expr::Op::kCall && !g.functions()[g.function(id).index()]->Tangent());
    });
  }

  const System& system_;
  const causal::PivotPoint& guess_;
  std::map<EquationId, std::uint32_t> usual_;  // differentiations without preferred states
  expr::Traversal traversal_;
};

}  // namespace

std::vector<VariableId> FindPreferredStates(const System& system, const causal::PivotPoint& guess) {
  return PreferredStates(system, guess).Find();
}

}  // namespace daedalus::compile
