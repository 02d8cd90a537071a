#include "daedalus/language/semantics/machines/machine_equations.h"

#include <algorithm>
#include <array>
#include <map>

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using clocks::Conversion;

// What other machines need of one.
struct MachineLeaves {
  ExprId active, reset;
  ExprId current, next, fired;
  ExprId entered;  // its present state became active at this tick, or began anew
};

class Writer {
 public:
  explicit Writer(Context& context, const std::vector<Machine>& machines)
      : c_(context), g_(context.system.graph), machines_(machines) {}

  clocks::StateGuards Run() {
    // States first, since conditions ask for states of other machines, and machines in states for them.
    for (std::uint32_t m = 0; m < machines_.size(); ++m) MakeLeaves(m);
    for (std::uint32_t m = 0; m < machines_.size(); ++m) {
      now_ = &machines_[m];
      WriteMachine(leaves_[m]);
      WriteStates(leaves_[m]);
      WriteDurations(leaves_[m]);
    }
    return std::move(out_);
  }

 private:
  // ---- Variables ----

  ExprId Number(std::size_t n) { return g_.Constant(static_cast<double>(n)); }
  ExprId NewBoolean(std::string_view kind) {
    return ValueOf(c_, AddInternal(c_, kind, ValueType::kBoolean, now_->span));
  }
  ExprId NewInteger(std::string_view kind) {
    return ValueOf(c_, AddInternal(c_, kind, ValueType::kInteger, now_->span));
  }
  ExprId Define(ExprId variable, ExprId value) {
    c_.system.hybrid.equations.push_back({variable, value, c_.system.origins.Add({now_->span, {}})});
    return variable;
  }

  // A conversion whose text is the machine.
  ExprId Convert(Type type, ExprId argument, Conversion::Kind kind) {
    const NodeId node = now_->states[0];
    TextScope text{c_.envs.store().tree(c_.envs[c_.tree[node].env].cls), node, {c_.tree[node].env, 0}};
    Lowering l{c_, text};
    Conversion conversion;
    conversion.kind = kind;
    conversion.span = now_->span;
    return AddConversion(l, type, argument, conversion);
  }
  ExprId Previous(ExprId variable, Type type = BaseType::kInteger) {
    return Convert(type, variable, Conversion::Kind::kPrevious);
  }
  ExprId IsState(ExprId number, std::uint32_t state) { return expr::Equal(g_, number, Number(state + 1)); }

  void MakeLeaves(std::uint32_t m) {
    now_ = &machines_[m];
    MachineLeaves leaves;
    leaves.current = NewInteger("state");
    leaves.next = NewInteger("next");
    leaves.fired = NewInteger("fired");
    leaves.entered = NewBoolean("entered");
    leaves.active = g_.Constant(1.0);
    if (now_->parent.IsValid()) {
      const clocks::StateGuard& around = out_.states[number_.at(now_->parent)];
      leaves.active = around.active;
      leaves.reset = around.reset;
    }
    leaves_.push_back(leaves);
    for (const NodeId state : now_->states) AddState(m, state);
  }

  void AddState(std::uint32_t m, NodeId state) {
    clocks::StateGuard guard;
    const auto asked = c_.clocks.machines.active.find(state);
    guard.active = asked != c_.clocks.machines.active.end() ? asked->second : NewBoolean("active");
    guard.reset = NewBoolean("reset");
    guard.name = PathText(c_, state);
    guard.span = c_.clocks.machines.mentioned.at(state);
    guard.machine = m;
    if (now_->parent.IsValid()) guard.parent = number_.at(now_->parent);
    number_[state] = static_cast<clocks::StateNumber>(out_.states.size());
    out_.states.push_back(std::move(guard));
  }

  // ---- Which state is active ----

  // The number of the last transition that leaves `state` and may fire; 0: none.
  ExprId LastOf(bool is_immediate, ExprId state) {
    ExprId last = Number(0);
    for (std::size_t i = 0; i < now_->transitions.size(); ++i) {
      const MachineTransition& t = now_->transitions[i];
      if (t.text->is_immediate != is_immediate) continue;
      const std::array<ExprId, 3> all = {IsState(state, t.from), ConditionOf(t), InFinalStates(t)};
      last = expr::Conditional(g_, expr::And(g_, all), Number(i + 1), last);
    }
    return last;
  }

  // An equation of the state around the machine, which may reset what the condition asks for.
  ExprId ConditionOf(const MachineTransition& t) {
    if (!now_->parent.IsValid()) return t.text->condition;
    const ExprId condition = NewBoolean("condition");
    out_.owners[condition] = number_.at(now_->parent);
    const Node& around = c_.tree[now_->parent];
    const Span span = SpanOf(c_.system, t.text->origin);
    c_.system.hybrid.equations.push_back(
        {condition, t.text->condition, c_.system.origins.Add({span, {around.path, around.element}})});
    return condition;
  }

  // Whether the machines in the state have reached states that no transition leaves. An immediate transition
  // decides at once whether these machines are active, and so asks for their states at the tick before.
  ExprId InFinalStates(const MachineTransition& t) {
    ExprId all = g_.Constant(1.0);
    if (!t.text->synchronizes) return all;
    for (std::uint32_t m = 0; m < machines_.size(); ++m) {
      if (machines_[m].parent != t.text->from) continue;
      const ExprId state = t.text->is_immediate ? Previous(leaves_[m].next) : leaves_[m].next;
      ExprId is_final = g_.Constant(0.0);
      for (std::uint32_t s = 0; s < machines_[m].states.size(); ++s) {
        const bool is_left = std::ranges::any_of(machines_[m].transitions,
                                                 [&](const MachineTransition& out) { return out.from == s; });
        if (!is_left) is_final = expr::Or(g_, is_final, IsState(state, s));
      }
      all = expr::And(g_, all, is_final);
    }
    return all;
  }

  // What `of` says about the transition that fires.
  template <class Of>
  ExprId OfFired(const MachineLeaves& leaves, ExprId otherwise, Of of) {
    for (std::size_t i = 0; i < now_->transitions.size(); ++i) {
      const ExprId fires = expr::Equal(g_, leaves.fired, Number(i + 1));
      otherwise = expr::Conditional(g_, fires, of(now_->transitions[i]), otherwise);
    }
    return otherwise;
  }

  void WriteMachine(MachineLeaves& leaves) {
    if (!leaves.reset.IsValid()) leaves.reset = Convert(BaseType::kBoolean, {}, Conversion::Kind::kFirstTick);
    c_.clocks.text.ties.push_back({leaves.reset, leaves.next});
    const ExprId before = Previous(leaves.next), initial = Number(now_->initial + 1);
    const ExprId selected = expr::Conditional(g_, leaves.reset, initial, before);
    const ExprId immediate = LastOf(true, selected);
    const ExprId delayed = NewInteger("delayed");
    const ExprId was_delayed = Previous(delayed);
    Define(delayed, expr::Conditional(g_, leaves.active, LastOf(false, leaves.next), was_delayed));
    Define(leaves.fired, expr::Max(g_, was_delayed, immediate));
    for (const MachineTransition& t : now_->transitions) {
      if (t.text->is_immediate) out_.decisions.try_emplace(leaves.fired, t.text->origin);
    }
    const ExprId target =
        OfFired(leaves, selected, [&](const MachineTransition& t) { return Number(t.to + 1); });
    Define(leaves.current, expr::Conditional(g_, leaves.reset, initial, target));
    Define(leaves.next, expr::Conditional(g_, leaves.active, leaves.current, before));
    const ExprId fires = expr::Less(g_, Number(0), leaves.fired);
    const std::array<ExprId, 3> reasons = {leaves.reset, fires, AroundEntered()};
    Define(leaves.entered, expr::And(g_, leaves.active, expr::Or(g_, reasons)));
  }

  // Whether the state around this machine became active at this tick, or began anew.
  ExprId AroundEntered() {
    if (!now_->parent.IsValid()) return g_.Constant(0.0);
    return leaves_[out_.states[number_.at(now_->parent)].machine].entered;
  }

  // ---- States ----

  void WriteStates(const MachineLeaves& leaves) {
    const ExprId resets = OfFired(leaves, g_.Constant(0.0), [&](const MachineTransition& t) {
      return g_.Constant(t.text->resets ? 1.0 : 0.0);
    });
    for (std::uint32_t s = 0; s < now_->states.size(); ++s) {
      const clocks::StateGuard& guard = out_.states[number_.at(now_->states[s])];
      const ExprId waits = NewBoolean("waits");
      const ExprId before = Previous(waits, BaseType::kBoolean);
      const ExprId waiting = expr::Or(g_, leaves.reset, before), is_current = IsState(leaves.current, s);
      Define(waits,
             expr::Conditional(g_, leaves.active, expr::And(g_, expr::Not(g_, is_current), waiting), before));
      Define(guard.active, expr::And(g_, leaves.active, is_current));
      Define(guard.reset, expr::And(g_, guard.active, expr::Or(g_, resets, waiting)));
    }
  }

  // ---- ticksInState(), timeInState() ----

  void WriteDurations(const MachineLeaves& leaves) {
    ExprId ticks, entry;
    for (const DurationText& duration : c_.clocks.machines.durations) {
      if (out_.states[number_.at(duration.state)].machine !=
          static_cast<std::uint32_t>(now_ - machines_.data()))
        continue;
      const bool is_time = duration.kind == DurationText::Kind::kTime;
      if (is_time && !entry.IsValid()) entry = WriteEntry(leaves);
      if (!is_time && !ticks.IsValid()) ticks = WriteTicks(leaves);
      // If the state stays, the machine around decides alone whether it begins anew.
      const ExprId anew = expr::Or(g_, leaves.reset, AroundEntered());
      if (is_time) {
        const ExprId since = duration.if_it_stays
                                 ? expr::Conditional(g_, anew, g_.Time(), Previous(entry, BaseType::kReal))
                                 : entry;
        c_.system.equations.Add(
            MakeEquation(c_.system, duration.result, expr::Difference(g_, g_.Time(), since), duration.span));
      } else {
        const ExprId next = expr::Sum(g_, Previous(ticks), Number(1));
        Define(duration.result, duration.if_it_stays ? expr::Conditional(g_, anew, Number(1), next) : ticks);
      }
    }
  }

  ExprId WriteTicks(const MachineLeaves& leaves) {
    const ExprId ticks = NewInteger("ticks");
    const ExprId before = Previous(ticks);
    const ExprId more = expr::Conditional(g_, leaves.entered, Number(1), expr::Sum(g_, before, Number(1)));
    return Define(ticks, expr::Conditional(g_, leaves.active, more, before));
  }

  ExprId WriteEntry(const MachineLeaves& leaves) {
    const ExprId entry = ValueOf(c_, AddInternal(c_, "entry", ValueType::kReal, now_->span));
    return Define(entry, expr::Conditional(g_, leaves.entered, g_.Time(), Previous(entry, BaseType::kReal)));
  }

  Context& c_;
  expr::Graph& g_;
  const std::vector<Machine>& machines_;
  const Machine* now_ = nullptr;
  std::vector<MachineLeaves> leaves_;             // by machine
  std::map<NodeId, clocks::StateNumber> number_;  // of states
  clocks::StateGuards out_;
};

}  // namespace

clocks::StateGuards WriteMachines(Context& context, const std::vector<Machine>& machines) {
  return Writer(context, machines).Run();
}

}  // namespace daedalus::semantics
