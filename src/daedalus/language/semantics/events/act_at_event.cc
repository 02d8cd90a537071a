#include "daedalus/language/semantics/events/act_at_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "daedalus/language/semantics/events/acting_equation.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using routine::NativePlace;

bool IsOfParameter(const Lowering& l) {
  return l.purpose.place == Place::kEquation && !l.purpose.at_tick &&
         l.purpose.limit <= Variability::kParameter;
}

// True if all conditions hold under which the text is reached.
expr::ExprId IsReached(Lowering& l) {
  expr::Graph& g = l.graph();
  expr::ExprId reached = g.Constant(1.0);
  for (const Scalar& condition : l.context.functions.path) {
    const expr::ExprId e = ToExpr(l, condition);
    const bool is_opposite = condition.kind == Scalar::Kind::kExpression && condition.number != 0.0;
    reached = expr::And(g, reached, is_opposite ? expr::Not(g, e) : e);
  }
  return reached;
}

ValueType ValueTypeOf(Type type) {
  if (type == BaseType::kReal) return ValueType::kReal;
  if (type == BaseType::kString) return ValueType::kString;
  return type == BaseType::kBoolean ? ValueType::kBoolean : ValueType::kInteger;
}

class ActionMaker {
 public:
  ActionMaker(Execution& x, const ExternalAction& action) : x_(x), l_(x.l), action_(action) {}

  // nullopt after a refusal.
  std::optional<Effect> Make() {
    effect_.active = IsReached(l_);
    effect_.name = action_.name;
    effect_.function = &action_.native;
    effect_.call = action_.call;
    for (std::size_t i = 0; i < action_.arguments.size(); ++i) {
      const ExternalArgument& argument = action_.arguments[i];
      const bool is_output = argument.local != kNoLocal;
      if (is_output && !TakeResult(argument, i)) return std::nullopt;
      if (!TakeArgument(argument.value, i, is_output)) return std::nullopt;
    }
    if (action_.result != kNoLocal && !TakeResult({{}, action_.result}, NativePlace::kResult))
      return std::nullopt;
    effect_.origin = l_.context.system.origins.Add({action_.caller, Instance()});
    return std::move(effect_);
  }

 private:
  bool TakeArgument(const Value& value, std::size_t place, bool is_output) {
    for (std::size_t k = 0; k < value.size(); ++k) {
      const Scalar& element = value[k];
      if (element.IsConstant() || (is_output && element.IsUnknown())) continue;
      if (element.IsUnknown()) {
        l_.Refuse(action_.span, "an argument of `{}` has no value", action_.name);
        return false;
      }
      if (value.type == BaseType::kString) {
        effect_.texts.push_back({{place, k}, l_.context.strings.TemplateOf(element)});
      } else {
        effect_.numbers.push_back({{place, k}, element.expr});
      }
    }
    return true;
  }

  bool TakeResult(const ExternalArgument& argument, std::size_t place) {
    Local& local = x_.frame.locals[argument.local];
    Value& value = WrittenPart(x_.frame, argument);
    if (value.type == BaseType::kExternalObject) {
      l_.Refuse(action_.span, "`{}` would create an external object during the run", action_.name);
      return false;
    }
    const bool is_text = value.type == BaseType::kString;
    for (std::size_t k = 0; k < value.size(); ++k) {
      const HeldId leaf = AddResult(l_.context.system.hybrid, ValueTypeOf(value.type));
      effect_.results.push_back({{place, k}, leaf, is_text ? l_.context.strings.texts : nullptr});
      value[k] = Expression(l_.graph().Held(leaf));
    }
    value.variability = local.value.variability = Variability::kDiscrete;
    local.is_assigned = true;
    return true;
  }

  ScalarName Instance() const {
    if (!l_.scope.node.IsValid() || l_.context.tree[l_.scope.node].is_package) return {};
    return {l_.context.tree[l_.scope.node].path, l_.context.tree[l_.scope.node].element};
  }

  Execution& x_;
  Lowering& l_;
  const ExternalAction& action_;
  Effect effect_;
};

std::string WhereToAct(const ExternalAction& action) {
  return fmt::format(
      "`{}` has effects outside the model, which are possible in when-clauses, clocked equations and "
      "initial sections only",
      action.name);
}

// Bindings are read more than once, and in several modes. The last reading counts, and expressions take
// precedence over values.
void AddAtStart(Context& context, NodeId node, bool is_symbolic, Effect effect) {
  FunctionState& functions = context.functions;
  const CallProgress& call = functions.progress;
  const auto key = std::pair(fmt::format("{} {}", call.call.file.value, call.call.begin), node);
  const auto [at, is_new] = functions.start_effects_of.try_emplace(key, functions.start_effects.size());
  if (is_new) functions.start_effects.emplace_back();
  StartEffects& known = functions.start_effects[at->second];
  if (known.is_symbolic && !is_symbolic) return;
  if (known.number != call.number) known = {call.number, is_symbolic, {}};
  known.effects.push_back(std::move(effect));
}

}  // namespace

bool MayAct(const Lowering& l) {
  if (l.purpose.mode != Mode::kSymbolic || l.writer() != nullptr) return false;
  const bool has_time =
      l.purpose.place != Place::kEquation || l.purpose.at_tick || l.context.clocks.tick.IsValid();
  return has_time && l.context.functions.effects != nullptr;
}

bool ActAtEvent(Execution& x, const ExternalAction& action) {
  Lowering& l = x.l;
  FunctionState& functions = l.context.functions;
  const bool has_results =
      action.result != kNoLocal ||
      std::ranges::any_of(action.arguments, [](const auto& a) { return a.local != kNoLocal; });
  const bool is_symbolic = l.purpose.mode == Mode::kSymbolic;
  const bool is_of_parameter = IsOfParameter(l) && !has_results;
  if (!is_symbolic && !has_results && !is_of_parameter) return true;  // it will be read again
  if (x.frame.writer != nullptr || functions.graph != nullptr) {
    l.Refuse(action.span,
             "`{}` has effects outside the model, and it is not defined how often this function is evaluated",
             action.name);
    return false;
  }
  const bool is_of_equation = l.purpose.place == Place::kEquation && !is_of_parameter;
  if (!is_of_parameter && !(is_of_equation ? MayHaveTick(l) : MayAct(l))) {
    l.Refuse(action.span, "{}", WhereToAct(action));
    return false;
  }
  auto effect = ActionMaker(x, action).Make();
  if (!effect) return false;
  if (is_of_equation) {
    const ExprId tick = TickOfEquation(
        l, action.caller, Error(Code::kUnsupportedFunction, action.caller, "{}", WhereToAct(action)));
    effect->active = expr::And(l.graph(), tick, effect->active);
  }
  if (is_of_parameter) {
    AddAtStart(l.context, x.frame.node, is_symbolic, *std::move(effect));
  } else {
    functions.effects->push_back(*std::move(effect));
  }
  ++functions.num_effects;
  return true;
}

void SayAtStart(Context& context, std::string line, Span place) {
  Effect effect;
  effect.active = context.system.graph.Constant(1.0);
  effect.name = "ModelicaInternal_print";
  effect.function = native::FindNative(effect.name);
  effect.call.arguments.resize(2);
  effect.call.arguments[0].texts = {std::move(line)};
  effect.call.arguments[1].texts = {""};
  effect.origin = context.system.origins.Add({place, {}});
  context.functions.start_effects.push_back({0, true, {}});
  context.functions.start_effects.back().effects.push_back(std::move(effect));
}

void AddStartEffects(Context& context) {
  if (context.functions.start_effects.empty()) return;
  Hybrid& hybrid = context.system.hybrid;
  expr::Graph& graph = context.system.graph;
  const expr::ExprId initial = graph.Held(InitialLeaf(hybrid));
  std::vector<Effect> all;
  for (StartEffects& of_call : context.functions.start_effects) {
    for (Effect& effect : of_call.effects) {
      effect.active = expr::And(graph, initial, effect.active);
      all.push_back(std::move(effect));
    }
  }
  hybrid.effects.insert(hybrid.effects.begin(), std::make_move_iterator(all.begin()),
                        std::make_move_iterator(all.end()));
}

}  // namespace daedalus::semantics
