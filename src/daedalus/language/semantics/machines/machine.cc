#include "daedalus/language/semantics/machines/machine.h"

#include <algorithm>
#include <map>

#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/machines/state_statements.h"
#include "daedalus/system/connect/disjoint_sets.h"

namespace daedalus::semantics {
namespace {

class Finder {
 public:
  explicit Finder(Context& context) : c_(context), text_(context.clocks.machines) {}

  std::optional<std::vector<Machine>> Run() {
    MakeMachines();
    AddTransitions();
    for (Machine& machine : machines_) {
      SetInitial(machine);
      CheckParents(machine);
      CheckPriorities(machine);
    }
    CheckAsked();
    if (c_.reporter.HasErrors()) return std::nullopt;
    std::ranges::stable_sort(machines_, {}, [&](const Machine& machine) { return Depth(machine.parent); });
    return std::move(machines_);
  }

 private:
  std::string Name(NodeId state) const { return PathText(c_, state); }
  Span MentionOf(NodeId state) const { return text_.mentioned.at(state); }

  int Depth(NodeId node) const {
    int depth = 0;
    for (; node.IsValid(); node = c_.tree[node].parent) ++depth;
    return depth;
  }

  // States are numbered in the order of the text of their components.
  void MakeMachines() {
    std::vector<NodeId> states;
    std::map<NodeId, std::uint32_t> number;
    for (const auto& [state, span] : text_.mentioned) {
      number[state] = static_cast<std::uint32_t>(states.size());
      states.push_back(state);
    }
    connect::DisjointSets sets(states.size());
    for (const TransitionText& t : text_.transitions) sets.Unite(number[t.from], number[t.to]);
    std::map<std::uint32_t, std::size_t> machine_of_set;
    for (std::uint32_t s = 0; s < states.size(); ++s) {
      const auto [at, is_new] = machine_of_set.try_emplace(sets.Find(s), machines_.size());
      if (is_new) machines_.emplace_back().parent = StateAround(c_, c_.tree[states[s]].parent);
      place_[states[s]] = {at->second, static_cast<std::uint32_t>(machines_[at->second].states.size())};
      machines_[at->second].states.push_back(states[s]);
    }
  }

  void AddTransitions() {
    for (const TransitionText& t : text_.transitions)
      machines_[place_.at(t.from).first].transitions.push_back(
          {place_.at(t.from).second, place_.at(t.to).second, &t});
    for (Machine& machine : machines_) {
      std::ranges::stable_sort(machine.transitions, std::ranges::greater{},
                               [](const MachineTransition& t) { return t.text->priority; });
    }
  }

  void SetInitial(Machine& machine) {
    const InitialStateText* first = nullptr;
    for (const InitialStateText& initial : text_.initial_states) {
      const auto at = std::ranges::find(machine.states, initial.state);
      if (at == machine.states.end()) continue;
      if (first != nullptr) {
        c_.reporter.Report(
            Error(Code::kBadStateMachine, initial.span,
                  "`{}` and `{}` belong to one state machine, and both are its initial state",
                  Name(first->state), Name(initial.state))
                .With(first->span, "the other one")
                .Note("one and only one state is initial (section 17.1 of the specification)"));
        return;
      }
      first = &initial;
      machine.initial = static_cast<std::uint32_t>(at - machine.states.begin());
      machine.span = initial.span;
    }
    if (first != nullptr) return;
    c_.reporter.Report(Error(Code::kBadStateMachine, MentionOf(machine.states[0]),
                             "no state of the state machine with `{}` is its initial state",
                             Name(machine.states[0]))
                           .Hint(fmt::format("`initialState({});` says where it begins",
                                             c_.Text(NameOf(machine.states[0])))));
  }

  syntax::NameId NameOf(NodeId state) const {
    while (c_.tree[state].is_element) state = c_.tree[state].parent;
    const Node& node = c_.tree[state];
    return c_.envs.Members(c_.tree[node.parent].env)[node.member].name;
  }

  // A state in one of its own states, or states on both sides of the border of another machine's state.
  void CheckParents(const Machine& machine) {
    for (const NodeId state : machine.states) {
      if (StateAround(c_, c_.tree[state].parent) == machine.parent) continue;
      c_.reporter.Report(Error(Code::kBadStateMachine, MentionOf(state),
                               "`{}` and `{}` are not in the same state, and transitions join them",
                               Name(machine.states[0]), Name(state))
                             .With(MentionOf(machine.states[0]), "the other one")
                             .Note("a transition leads from one state to another of the same state machine"));
      return;
    }
  }

  void CheckPriorities(const Machine& machine) {
    std::map<std::pair<std::uint32_t, std::int64_t>, const TransitionText*> known;
    for (const MachineTransition& t : machine.transitions) {
      const auto [at, is_new] = known.try_emplace({t.from, t.text->priority}, t.text);
      if (is_new) continue;
      c_.reporter.Report(Error(Code::kBadStateMachine, SpanOf(c_.system, t.text->origin),
                               "two transitions leave `{}` with the priority {}", Name(t.text->from),
                               t.text->priority)
                             .With(SpanOf(c_.system, at->second->origin), "the other one")
                             .Note("transitions that leave a state have different priorities (section 17.1)")
                             .Hint("`priority = 2` comes after `priority = 1`, the default"));
    }
  }

  void CheckAsked() {
    for (const auto& [node, span] : text_.asked) {
      if (text_.mentioned.contains(node)) continue;
      c_.reporter.Report(Error(Code::kBadStateMachine, span,
                               "`{}` is not a state: no `transition` or `initialState` names it",
                               Name(node)));
    }
  }

  Context& c_;
  const StateMachineText& text_;
  std::vector<Machine> machines_;
  std::map<NodeId, std::pair<std::size_t, std::uint32_t>> place_;  // by state: its machine, its number there
};

}  // namespace

std::optional<std::vector<Machine>> FindMachines(Context& context) {
  return Finder(context).Run();
}

}  // namespace daedalus::semantics
