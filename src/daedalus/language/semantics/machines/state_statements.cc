#include "daedalus/language/semantics/machines/state_statements.h"

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/subscripts.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/named_child.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;

std::string_view StatementName(const Meaning& function) {
  return function.kind == Meaning::Kind::kBuiltin ? Builtins()[function.index].name : std::string_view();
}

// ---- Which component is a state ----

std::optional<NodeId> RefuseState(Lowering& l, ExpressionId id, std::string_view what) {
  l.context.reporter.Report(
      Error(Code::kBadStateMachine, l.SpanOf(id), "a state is a block, but this is {}", what)
          .Note("section 17.1 of the specification"));
  return std::nullopt;
}

// One step further along the reference: the element that the subscripts select.
std::optional<NodeId> ElementNamed(Lowering& l, ExpressionId id, NodeId node,
                                   const syntax::ReferencePart& part) {
  const auto subscripts = l.tree().List(part.subscripts);
  if (!l.context.tree[node].is_array) {
    if (!subscripts.empty()) {
      ReportSubscriptCount(l, {}, subscripts, fmt::format("`{}`", PathText(l.context, node)));
      return std::nullopt;
    }
    return node;
  }
  const auto selection = Select(l, l.context.tree[node].dims, {}, subscripts);
  if (!selection) return std::nullopt;
  const std::vector<NodeId>& elements = l.context.tree[node].elements;
  if (!selection->is_known && !elements.empty()) return elements[0];  // a class alone: any of them
  if (!selection->dims.empty() || selection->offsets.size() != 1)
    return RefuseState(l, id, "an array of components");
  return l.context.tree[node].elements[selection->offsets[0]];
}

bool IsBlock(Context& context, NodeId node) {
  return scope::IsModelKind(context.envs.KindOf(context.tree[node].env));
}

// The component that the expression names; nullopt after a reported mistake.
std::optional<NodeId> FindState(Lowering& l, ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != syntax::ExpressionKind::kReference) return RefuseState(l, id, "an expression");
  const syntax::ReferenceId reference = l.tree().ReferenceIdOf(e);
  const Meaning meaning = Resolve(l, reference);
  if (meaning.kind == Meaning::Kind::kError) return std::nullopt;
  if (meaning.kind != Meaning::Kind::kComponent) return RefuseState(l, id, "no component");
  const auto parts = l.tree().List(l.tree()[reference].parts).subspan(meaning.num_parts - 1);
  Child child = NamedChild(l.context, FindInstance(l.context, l.scope.node, meaning.env), meaning.index);
  for (std::size_t i = 0;; ++i) {
    if (child.kind == Child::Kind::kSymbol) return RefuseState(l, id, "a variable");
    if (child.kind == Child::Kind::kDisabled)
      return RefuseState(l, id, "a component that does not exist, since its condition is false");
    if (child.kind != Child::Kind::kNode) return std::nullopt;
    const auto node = ElementNamed(l, id, child.node(), parts[i]);
    if (!node) return std::nullopt;
    if (i + 1 == parts.size()) {
      if (IsBlock(l.context, *node)) return node;
      return RefuseState(
          l, id, fmt::format("a {}", syntax::TextOf(l.context.envs.KindOf(l.context.tree[*node].env))));
    }
    const auto next = ChildOf(l.context, *node, parts[i + 1].name);
    if (!next) {
      l.Error(Code::kUnknownName, l.SpanOf(id), "`{}` has no component `{}`", PathText(l.context, *node),
              l.Text(parts[i + 1].name));
      return std::nullopt;
    }
    child = *next;
  }
}

// ---- transition ----

// The arguments of the call, in the order of the table of built-in functions.
std::optional<std::vector<ExpressionId>> ArgumentsOf(Lowering& l, const syntax::Equation& equation,
                                                     const Builtin& function) {
  const syntax::Expression& e = l.tree()[equation.left];
  return ArrangeArguments(l, function, l.tree().CallOf(e), l.tree().SpanOf(e));
}

// An optional argument that is known before the run.
bool ReadFlag(Lowering& l, const std::vector<ExpressionId>& arguments, std::size_t i, bool& flag) {
  if (i >= arguments.size() || !arguments[i].IsValid()) return true;
  const Value value = LowerStructural(l, arguments[i], "an argument of `transition`");
  if (value.IsError() || !IsCondition(l, value, arguments[i])) return false;
  flag = value.scalar.number != 0.0;
  return true;
}

bool ReadPriority(Lowering& l, const std::vector<ExpressionId>& arguments, std::size_t i,
                  std::int64_t& priority) {
  if (i >= arguments.size() || !arguments[i].IsValid()) return true;
  const auto number = LowerInteger(l, arguments[i], "the priority of a transition");
  if (!number) return false;
  priority = *number;
  if (*number == kUnknownSize || *number >= 1) return true;
  l.context.reporter.Report(Error(Code::kBadStateMachine, l.SpanOf(arguments[i]),
                                  "the priority of a transition is at least 1, but this is {}", *number)
                                .Note("section 17.1 of the specification"));
  return false;
}

bool LowerTransition(EquationScope& scope, Lowering& l, const syntax::Equation& equation,
                     const std::vector<ExpressionId>& arguments) {
  TransitionText transition;
  const auto from = FindState(l, arguments[0]), to = FindState(l, arguments[1]);
  if (!from || !to) return false;
  transition.from = *from;
  transition.to = *to;
  if (!ReadFlag(l, arguments, 3, transition.is_immediate) || !ReadFlag(l, arguments, 4, transition.resets) ||
      !ReadFlag(l, arguments, 5, transition.synchronizes) ||
      !ReadPriority(l, arguments, 6, transition.priority))
    return false;
  StateMachineText& machines = scope.context.clocks.machines;
  machines.leaves = *from;
  machines.is_immediate = transition.is_immediate;
  const auto condition = LowerCondition(l, arguments[2]);
  machines.leaves = {};
  if (!condition) return false;
  if (scope.IsCheck()) return true;
  transition.condition = ToExpr(l, condition->scalar);
  transition.origin = scope.context.system.origins.Add({scope.tree().SpanOf(equation), scope.Instance()});
  machines.transitions.push_back(transition);
  return true;
}

// They structure a model, and so cannot come and go during a run (section 17.1). A condition that varies was
// refused before (collect_connections.h).
bool IsAllowedHere(EquationScope& scope, const syntax::Equation& equation, std::string_view name) {
  const bool is_initial = scope.place == Place::kInitial;
  if (!is_initial && scope.place != Place::kWhen && !scope.at_tick) return true;
  scope.context.reporter.Report(Error(Code::kBadStateMachine, scope.tree().SpanOf(equation),
                                      "`{}` is not allowed {}", name,
                                      is_initial ? "among initial equations" : "in a when-equation")
                                    .Note("section 17.1 of the specification"));
  return false;
}

}  // namespace

bool IsStateStatement(const Meaning& function) {
  return StatementName(function) == "transition" || StatementName(function) == "initialState";
}

bool CollectStates(EquationScope& scope, const syntax::Equation& equation) {
  Lowering l = scope.MakeLowering();
  const Meaning function = ResolveFunction(l, scope.tree().CallOf(scope.tree()[equation.left]).function);
  if (!IsStateStatement(function)) return function.kind != Meaning::Kind::kError;
  const auto arguments = ArgumentsOf(l, equation, Builtins()[function.index]);
  if (!arguments) return false;
  const std::size_t num_states = StatementName(function) == "transition" ? 2 : 1;
  for (std::size_t i = 0; i < num_states; ++i) {
    const auto state = FindState(l, (*arguments)[i]);
    if (!state) return false;
    scope.context.clocks.machines.mentioned.try_emplace(*state, scope.tree().SpanOf(equation));
  }
  return true;
}

bool LowerStateStatement(EquationScope& scope, const syntax::Equation& equation) {
  Lowering l = scope.MakeLowering();
  const Meaning function = ResolveFunction(l, scope.tree().CallOf(scope.tree()[equation.left]).function);
  if (!IsAllowedHere(scope, equation, StatementName(function))) return false;
  const auto arguments = ArgumentsOf(l, equation, Builtins()[function.index]);
  if (!arguments) return false;
  if (StatementName(function) == "transition") return LowerTransition(scope, l, equation, *arguments);
  const auto state = FindState(l, (*arguments)[0]);
  if (!state) return false;
  if (!scope.IsCheck())
    scope.context.clocks.machines.initial_states.push_back({*state, scope.tree().SpanOf(equation)});
  return true;
}

NodeId StateAround(const Context& context, NodeId node) {
  while (node.IsValid() && !context.clocks.machines.mentioned.contains(node))
    node = context.tree[node].parent;
  return node;
}

// ---- Operators that ask for the state ----

ExprId ActiveLeaf(Lowering& l, NodeId state, Span span) {
  StateMachineText& machines = l.context.clocks.machines;
  const auto [at, is_new] = machines.active.try_emplace(state, ExprId());
  if (is_new) {
    at->second = AddUnknown(l, BaseType::kBoolean, span);
    machines.asked.emplace(state, span);
  }
  return at->second;
}

// activeState(state)
Value ActiveState(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "state machine")) return {};
  const auto state = FindState(l, call.arguments[0]);
  if (!state) return {};
  Value result = ScalarValue(BaseType::kBoolean, {}, Variability::kDiscrete);
  if (l.purpose.mode != Mode::kSymbolic) return result;
  result.scalar = Expression(ActiveLeaf(l, *state, call.span));
  return result;
}

// ticksInState(), timeInState()
Value DurationInState(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "state machine")) return {};
  const bool is_time = call.function.name == "timeInState";
  Value result = ScalarValue(is_time ? BaseType::kReal : BaseType::kInteger, {}, Variability::kDiscrete);
  if (l.purpose.mode != Mode::kSymbolic) return result;
  StateMachineText& machines = l.context.clocks.machines;
  DurationText duration;
  duration.kind = is_time ? DurationText::Kind::kTime : DurationText::Kind::kTicks;
  duration.span = call.span;
  duration.if_it_stays = machines.leaves.IsValid() && machines.is_immediate;
  duration.state = machines.leaves.IsValid() ? machines.leaves : StateAround(l.context, l.scope.node);
  if (!duration.state.IsValid())
    return l.Error(Code::kBadStateMachine, call.span,
                   "`{}` is used in states and in conditions of transitions, and this is neither",
                   call.function.name);
  duration.result = AddUnknown(l, result.type, call.span);
  if (is_time) l.context.clocks.text.helpers.push_back(l.graph().variable(duration.result));
  result.scalar = Expression(duration.result);
  machines.durations.push_back(duration);
  return result;
}

}  // namespace daedalus::semantics
