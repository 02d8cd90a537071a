#include "daedalus/system/clocks/merge_states.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/system/clocks/order_partition.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/print_system.h"

namespace daedalus::clocks {
namespace {

// A state assigns to a variable around it, by a copy.
struct Assigned {
  StateNumber state;
  DiscreteId copy;
  OriginId origin;
};

class Merger {
 public:
  Merger(System& system, InternalVariables& variables, const StateGuards& guards, const StateMembers& members,
         PartitionEquations& partition)
      : system_(system),
        variables_(variables),
        guards_(guards),
        members_(members),
        owners_(members.owners),
        given_(std::exchange(partition, {})),
        out_(partition) {
    out_.unknowns = given_.unknowns;
  }

  Result<Unit> Run() {
    FindOwnersOfHelpers();
    for (const StateNumber state : members_.states) {
      for (const DiscreteId v : OutputsOf(state)) takers_[v].insert(state);
    }
    for (std::size_t i = 0; i < given_.equations.size(); ++i) {
      if (!members_.of_equation[i]) out_.equations.push_back(given_.equations[i]);
    }
    for (const StateNumber state : members_.states) WriteState(state);
    for (const auto& [variable, states] : assigned_) MergeOutput(variable, states);
    if (errors_.empty()) return Unit{};
    return Failure{std::move(errors_)};
  }

 private:
  std::vector<DiscreteId> OutputsOf(StateNumber state) const {
    const auto at = members_.outputs.find(state);
    if (at == members_.outputs.end()) return {};
    std::vector<DiscreteId> out;
    for (const DiscreteId v : at->second) {
      if (std::ranges::find(out, v) == out.end()) out.push_back(v);
    }
    return out;
  }
  // The start value where the state that declares the variable is reset.
  ExprId PreviousWithReset(DiscreteId variable) {
    const ExprId kept = variables_.Pre(variable);
    const auto owner = owners_.find(variable);
    if (owner == owners_.end()) return kept;
    const DiscreteVariable& declared = system_.hybrid.discretes[variable];
    const ExprId start = declared.start.IsValid() ? declared.start : system_.graph.Constant(0.0);
    return expr::Conditional(system_.graph, guards_.states[owner->second].reset, start, kept);
  }
  std::string NameOf(DiscreteId d) const { return system_.names.Text(system_.hybrid.discretes[d].name); }

  // A variable of ours stands for an expression in the equations of one state, and belongs to that state.
  void FindOwnersOfHelpers() {
    std::map<DiscreteId, std::set<std::optional<StateNumber>>> users;
    for (std::size_t i = 0; i < given_.equations.size(); ++i) {
      for (const ExprId side : {given_.equations[i].left, given_.equations[i].right}) {
        for (const HeldId h : leaves_.Collect(system_.graph, side).held) {
          const Held& held = system_.hybrid.held[h];
          if (held.kind == Held::Kind::kDiscrete) users[DiscreteId(held.of)].insert(members_.of_equation[i]);
        }
      }
    }
    for (const DiscreteId unknown : given_.unknowns) {
      const auto at = users.find(unknown);
      if (owners_.contains(unknown) || !system_.hybrid.discretes[unknown].is_internal || at == users.end())
        continue;
      if (at->second.size() == 1 && at->second.begin()->has_value()) owners_[unknown] = **at->second.begin();
    }
  }

  // ---- One state ----

  std::vector<PartitionEquation> EquationsOf(StateNumber state) const {
    std::vector<PartitionEquation> out;
    for (std::size_t i = 0; i < given_.equations.size(); ++i) {
      if (members_.of_equation[i] == state) out.push_back(given_.equations[i]);
    }
    return out;
  }

  // Those that neither a solver method nor states in it determine.
  std::vector<DiscreteId> OwnUnknowns(StateNumber state) const {
    std::vector<DiscreteId> out;
    for (const DiscreteId unknown : given_.unknowns) {
      const auto owner = owners_.find(unknown);
      const bool is_own = owner != owners_.end() && owner->second == state;
      if (is_own && !takers_.contains(unknown) && !members_.integrated.contains(unknown))
        out.push_back(unknown);
    }
    return out;
  }

  DiscreteId CopyOf(DiscreteId variable) {
    const DiscreteId copy =
        variables_.Add("output", variables_.TypeOf(variable),
                       system_.declarations[system_.hybrid.discretes[variable].declaration].span);
    system_.hybrid.discretes[copy].start = system_.hybrid.discretes[variable].start;
    return copy;
  }

  void Replace(const std::vector<std::pair<DiscreteId, DiscreteId>>& copies,
               std::vector<PartitionEquation>& equations) {
    std::vector<expr::Replacement> replacements;
    for (const auto& [variable, copy] : copies)
      replacements.push_back({variables_.Value(variable), variables_.Value(copy)});
    expr::Substitution substitution(system_.graph, replacements);
    for (PartitionEquation& e : equations)
      e.left = substitution.Apply(e.left), e.right = substitution.Apply(e.right);
  }

  // In a state that is reset, previous() of its variables is their start value; outside, it is what it was.
  void ApplyResets(StateNumber state, std::vector<PartitionEquation>& equations) {
    std::set<DiscreteId> recalled;
    for (const PartitionEquation& e : equations) {
      for (const ExprId side : {e.left, e.right}) {
        for (const HeldId h : leaves_.Collect(system_.graph, side).held) {
          const Held& held = system_.hybrid.held[h];
          if (held.kind == Held::Kind::kPre) recalled.insert(DiscreteId(held.of));
        }
      }
    }
    std::vector<expr::Replacement> replacements;
    for (const DiscreteId d : recalled) {
      const auto owner = owners_.find(d);
      if (owner == owners_.end() || (owner->second != state && !Contains(owner->second, state))) continue;
      replacements.push_back({variables_.Pre(d), PreviousWithReset(d)});
    }
    expr::Substitution substitution(system_.graph, replacements);
    for (PartitionEquation& e : equations)
      e.left = substitution.Apply(e.left), e.right = substitution.Apply(e.right);
  }

  void WriteState(StateNumber state) {
    std::vector<PartitionEquation> equations = EquationsOf(state);
    ApplyResets(state, equations);
    const std::vector<DiscreteId> own = OwnUnknowns(state), outputs = OutputsOf(state);
    std::vector<DiscreteId> unknowns = own;
    unknowns.insert(unknowns.end(), outputs.begin(), outputs.end());
    const SolvedEquations first = SolveEquations(system_, unknowns, equations);
    if (!IsSquare(state, first, equations, own, outputs)) return;
    std::vector<std::pair<DiscreteId, DiscreteId>> copies;
    unknowns = own;
    for (const std::size_t column : first.unknown_of) {
      if (column < own.size()) continue;
      const DiscreteId variable = outputs[column - own.size()], copy = CopyOf(variable);
      copies.emplace_back(variable, copy);
      unknowns.push_back(copy);
      out_.unknowns.push_back(copy);
      assigned_[variable].push_back({state, copy, equations[0].origin});
    }
    Replace(copies, equations);
    Guard(state, unknowns, equations, SolveEquations(system_, unknowns, equations));
  }

  bool IsSquare(StateNumber state, const SolvedEquations& solved,
                const std::vector<PartitionEquation>& equations, const std::vector<DiscreteId>& own,
                const std::vector<DiscreteId>& outputs) {
    const std::size_t num_errors = errors_.size();
    std::set<std::size_t> determined;
    for (std::size_t i = 0; i < equations.size(); ++i) {
      if (solved.unknown_of[i] != kNoUnknown) {
        determined.insert(solved.unknown_of[i]);
        continue;
      }
      errors_.push_back(
          Error(Code::kBadStateMachine, SpanOf(system_, equations[i].origin),
                "there is no variable left in the state `{}` that this equation could determine",
                guards_.states[state].name)
              .Note("the equations of a state determine its own variables, and those around it "
                    "that it declares as `outer output` (section 17.3.5 of the specification)"));
    }
    for (std::size_t u = 0; u < own.size() + outputs.size(); ++u) {
      const bool is_output = u >= own.size();
      const DiscreteId variable = is_output ? outputs[u - own.size()] : own[u];
      if (determined.contains(u) || (is_output && IsAssignedInside(state, variable))) continue;
      errors_.push_back(Error(Code::kBadStateMachine,
                              system_.declarations[system_.hybrid.discretes[variable].declaration].span,
                              "no equation of the state `{}` determines `{}`", guards_.states[state].name,
                              NameOf(variable))
                            .With(guards_.states[state].span, "the state"));
    }
    return errors_.size() == num_errors;
  }

  bool Contains(StateNumber outer, StateNumber inner) const {
    for (std::optional<StateNumber> s = guards_.states[inner].parent; s; s = guards_.states[*s].parent) {
      if (*s == outer) return true;
    }
    return false;
  }
  bool IsAssignedInside(StateNumber state, DiscreteId variable) const {
    return std::ranges::any_of(takers_.at(variable),
                               [&](StateNumber taker) { return Contains(state, taker); });
  }

  void Guard(StateNumber state, const std::vector<DiscreteId>& unknowns,
             const std::vector<PartitionEquation>& equations, const SolvedEquations& solved) {
    expr::Graph& g = system_.graph;
    const ExprId active = guards_.states[state].active;
    for (std::size_t i = 0; i < equations.size(); ++i) {
      DAEDALUS_CHECK(solved.unknown_of[i] != kNoUnknown, "the state has as many unknowns as equations");
      const DiscreteId unknown = unknowns[solved.unknown_of[i]];
      const ExprId value = variables_.Value(unknown), kept = variables_.Pre(unknown);
      const bool is_solved = solved.values[i].IsValid();
      const ExprId left = is_solved ? value : expr::Conditional(g, active, equations[i].left, value);
      const ExprId right = is_solved ? solved.values[i] : equations[i].right;
      out_.equations.push_back({left, expr::Conditional(g, active, right, kept), equations[i].origin});
    }
  }

  // ---- Variables that several states assign to ----

  // Two states are never active together if on their ways up they are in different states of one machine.
  bool AreExclusive(StateNumber a, StateNumber b) const {
    for (std::optional<StateNumber> x = a; x; x = guards_.states[*x].parent) {
      for (std::optional<StateNumber> y = b; y; y = guards_.states[*y].parent) {
        if (*x != *y && guards_.states[*x].machine == guards_.states[*y].machine) return true;
      }
    }
    return false;
  }

  void MergeOutput(DiscreteId variable, const std::vector<Assigned>& states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (AreExclusive(states[i].state, states[j].state)) continue;
        errors_.push_back(Error(Code::kBadStateMachine, SpanOf(system_, states[i].origin),
                                "the states `{}` and `{}` can be active together, and both assign to `{}`",
                                guards_.states[states[j].state].name, guards_.states[states[i].state].name,
                                NameOf(variable))
                              .With(SpanOf(system_, states[j].origin), "the other one")
                              .Note("at one tick there is one assignment to a variable (chapter 17 of the "
                                    "specification)"));
        return;
      }
    }
    ExprId value = PreviousWithReset(variable);
    for (const Assigned& assigned : states) {
      value = expr::Conditional(system_.graph, guards_.states[assigned.state].active,
                                variables_.Value(assigned.copy), value);
    }
    out_.equations.push_back({variables_.Value(variable), value, states[0].origin});
  }

  System& system_;
  InternalVariables& variables_;
  const StateGuards& guards_;
  const StateMembers& members_;
  std::unordered_map<DiscreteId, StateNumber> owners_;
  const PartitionEquations given_;
  PartitionEquations& out_;
  std::map<DiscreteId, std::set<StateNumber>>
      takers_;  // by variable: the states that declare it as their output
  std::map<DiscreteId, std::vector<Assigned>> assigned_;
  std::vector<Diagnostic> errors_;
  expr::LeafCollector leaves_;
};

}  // namespace

Result<Unit> MergeStates(System& system, InternalVariables& variables, const StateGuards& guards,
                         const StateMembers& members, PartitionEquations& partition) {
  return Merger(system, variables, guards, members, partition).Run();
}

}  // namespace daedalus::clocks
