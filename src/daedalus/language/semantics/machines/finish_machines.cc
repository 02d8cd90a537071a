#include "daedalus/language/semantics/machines/finish_machines.h"

#include <map>

#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/machines/machine_equations.h"
#include "daedalus/language/semantics/machines/state_statements.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using clocks::StateGuards;
using clocks::StateNumber;

class Guards {
 public:
  Guards(Context& context, StateGuards& guards) : c_(context), guards_(guards) {}

  void Run(const std::vector<Machine>& machines) {
    for (const Machine& machine : machines) {
      for (const NodeId state : machine.states) {
        const auto next = static_cast<StateNumber>(number_.size());
        number_[state] = next;
      }
    }
    FindOwners();
    for (const auto& [state, number] : number_) FindOutputs(state, number);
    TieEquations();
    GuardActions();
  }

 private:
  std::optional<StateNumber> StateOf(NodeId node) const {
    const auto at = number_.find(StateAround(c_, node));
    return at == number_.end() ? std::nullopt : std::optional(at->second);
  }

  template <class Visit>
  void ForEachLeaf(const Symbol& symbol, Visit visit) {
    expr::Graph& g = c_.system.graph;
    const auto count = static_cast<std::size_t>(NumElements(symbol.dims));
    for (std::size_t i = 0; i < count; ++i) {
      if (symbol.first_variable.IsValid()) visit(g.Variable(VariableId(symbol.first_variable.index() + i)));
      if (symbol.first_discrete.IsValid())
        visit(g.Held(c_.system.hybrid.discretes[DiscreteId(symbol.first_discrete.index() + i)].value));
    }
  }

  void FindOwners() {
    for (std::size_t i = 0; i < c_.tree.symbols.size(); ++i) {
      const Symbol& symbol = c_.tree.symbols[i];
      if (!symbol.IsVariable()) continue;
      if (const auto state = StateOf(symbol.parent))
        ForEachLeaf(symbol, [&](ExprId leaf) { guards_.owners[leaf] = *state; });
    }
    for (std::size_t i = 0; i < c_.tree.nodes.size(); ++i) {
      const Node& node = c_.tree.nodes[i];
      if (node.is_array || node.is_package) continue;
      if (const auto state = StateOf(NodeId(i))) guards_.of_instance[{node.path, node.element}] = *state;
    }
  }

  // The variables around the state that components in it declare as `outer output`. States in it have their
  // own.
  void FindOutputs(NodeId state, StateNumber number) {
    VisitNodes(c_, state, [&](NodeId node) {
      if (StateAround(c_, node) != state) return;
      for (std::uint32_t i = 0; i < c_.tree[node].children.size(); ++i) {
        const scope::Member& member = c_.envs.Members(c_.tree[node].env)[i];
        if (!member.is_outer || member.causality != syntax::Causality::kOutput) continue;
        const Child child = c_.tree[node].children[i];
        const auto add = [&](SymbolId id) {
          ForEachLeaf(c_.tree[id], [&](ExprId leaf) { guards_.states[number].outputs.push_back(leaf); });
        };
        if (child.kind == Child::Kind::kSymbol) add(child.symbol());
        if (child.kind == Child::Kind::kNode) VisitSymbols(c_, child.node(), add);
      }
    });
  }

  // Everything in a state has the clock of its machine.
  void TieEquations() {
    const auto tie = [&](ExprId left, ExprId right, OriginId origin) {
      const auto state = guards_.StateOf(c_.system, origin);
      if (!state) return;
      c_.clocks.text.ties.push_back({left, guards_.states[*state].active});
      c_.clocks.text.ties.push_back({right, guards_.states[*state].active});
    };
    for (const Equation& e : c_.system.equations) tie(e.left, e.right, e.origin);
    for (const DiscreteEquation& e : c_.system.hybrid.equations) tie(e.left, e.right, e.origin);
  }

  // What a state asserts and does counts while it is active.
  void GuardActions() {
    expr::Graph& g = c_.system.graph;
    for (Assertion& assertion : c_.system.assertions) {
      if (const auto state = guards_.StateOf(c_.system, assertion.origin))
        assertion.condition = expr::Or(g, expr::Not(g, guards_.states[*state].active), assertion.condition);
    }
    for (Effect& effect : c_.system.hybrid.effects) {
      if (const auto state = guards_.StateOf(c_.system, effect.origin))
        effect.active = expr::And(g, effect.active, guards_.states[*state].active);
    }
    for (Termination& termination : c_.system.hybrid.terminations) {
      if (const auto state = guards_.StateOf(c_.system, termination.origin))
        termination.active = expr::And(g, termination.active, guards_.states[*state].active);
    }
  }

  Context& c_;
  StateGuards& guards_;
  std::map<NodeId, StateNumber> number_;
};

}  // namespace

bool FinishMachines(Context& context) {
  if (context.clocks.machines.mentioned.empty() && context.clocks.machines.asked.empty()) return true;
  const auto machines = FindMachines(context);
  if (!machines) return false;
  StateGuards guards = WriteMachines(context, *machines);
  Guards(context, guards).Run(*machines);
  context.clocks.text.guards = std::move(guards);
  return true;
}

}  // namespace daedalus::semantics
