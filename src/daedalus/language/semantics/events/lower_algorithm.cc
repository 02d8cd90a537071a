#include "daedalus/language/semantics/events/lower_algorithm.h"

#include <map>
#include <utility>

#include "daedalus/language/semantics/equate.h"
#include "daedalus/language/semantics/events/acting_equation.h"
#include "daedalus/language/semantics/events/algorithm_targets.h"
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/functions/execute_statements.h"
#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::Statement;

// The values of all discrete variables before the round.
Value PreValue(Lowering& l, Value whole) {
  ForEachLeaf(whole, [&](Value& leaf) {
    for (std::size_t i = 0; i < leaf.size(); ++i) {
      const DiscreteId discrete = leaf[i].kind == Scalar::Kind::kExpression
                                      ? DiscreteIn(l.context.system, leaf[i].expr)
                                      : DiscreteId();
      leaf[i] = discrete.IsValid() ? Expression(PreOf(l.context, discrete)) : Scalar();
    }
  });
  return whole;
}

// The value before the first assignment (section 11.1.2); unknown if there is no start value. Members that
// the section does not assign are those of the model.
Value FirstValueOfWhole(Lowering& l, std::uint32_t member, const Value& whole) {
  const Child child = ChildOf(l.context, l.scope.node, member);
  const bool is_discrete =
      child.kind != Child::Kind::kSymbol || l.context.tree[child.symbol()].role == Role::kDiscrete;
  if (is_discrete && l.purpose.mode == Mode::kSymbolic) return PreValue(l, whole);
  if (child.kind != Child::Kind::kSymbol || !IsNumeric(whole.type)) return Blank(whole, whole.dims);
  const Symbol& symbol = l.context.tree[child.symbol()];
  if (auto start = LowerAttribute(l.context, symbol, Attribute::kStart, l.purpose.mode))
    return std::move(*start);
  Value zero = ArrayValue(whole.type, whole.dims);
  for (std::size_t i = 0; i < zero.size(); ++i) zero[i] = Constant(0.0);
  return zero;
}

Value FirstValue(Lowering& l, std::uint32_t member, const AlgorithmTarget& target, const Value& whole) {
  if (target.paths.empty()) return FirstValueOfWhole(l, member, whole);
  Value value = whole;
  for (Value* part : AssignedParts(l.context, target, value)) *part = FirstValueOfWhole(l, member, *part);
  return value;
}

// For each statement: the variables that it assigns for the last time. From then on a discrete variable has
// the value that it has in all equations, and is used by its name: `y := time >= next` waits for an instant,
// whatever computed `next`.
std::vector<std::vector<std::uint32_t>> LastAssignments(Lowering& l, std::span<const Statement> statements) {
  std::map<std::uint32_t, std::size_t> last;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    AlgorithmTargets targets;
    CollectTargets(l, statements.subspan(i, 1), &targets);
    for (const auto& [member, target] : targets) last[member] = i;
  }
  std::vector<std::vector<std::uint32_t>> out(statements.size());
  for (const auto& [member, i] : last) out[i].push_back(member);
  return out;
}

bool IsDiscrete(Context& c, NodeId node, std::uint32_t member) {
  const Child child = ChildOf(c, node, member);
  return child.kind == Child::Kind::kSymbol && c.tree[child.symbol()].role == Role::kDiscrete;
}

bool IsKnown(const Value& value) {
  bool is_known = true;
  ForEachLeaf(value, [&](const Value& leaf) {
    for (std::size_t i = 0; i < leaf.size(); ++i) is_known = is_known && !leaf[i].IsUnknown();
  });
  return is_known;
}

// The equations for the values of one variable or component.
bool EquateTarget(Lowering& l, std::string_view name, const AlgorithmTarget& target, Value whole, Value value,
                  FlatEquations& out) {
  const Span span = l.tree().SpanOf(target.reference);
  const auto unknowns = AssignedParts(l.context, target, whole),
             results = AssignedParts(l.context, target, value);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    if (!IsKnown(*results[i]) && l.purpose.mode != Mode::kCheck) {
      l.Error(Code::kBadEquation, span, "this algorithm does not give `{}` a value in all cases", name);
      return false;
    }
    if (!Equate(l, *unknowns[i], *results[i], span, out, true)) return false;
  }
  return true;
}

// A refusal outside a function is reported here.
void Conclude(Lowering& l) {
  if (!l.context.functions.refusal) return;
  const Refusal refusal = *std::exchange(l.context.functions.refusal, std::nullopt);
  l.Error(Code::kUnsupportedEquation, refusal.span, "this algorithm cannot be written out as equations: {}",
          refusal.reason);
}

}  // namespace

bool LowerAlgorithm(EquationScope& scope, std::span<const Statement> statements, FlatEquations& out) {
  Context& c = scope.context;
  AlgorithmTargets targets;
  std::map<std::uint32_t, Value> components;
  FunctionFrame frame{c.tree[scope.text.node].env, scope.text.node, {.mode = scope.mode}};
  frame.is_section = true;
  frame.locals.resize(c.envs.Members(frame.env).size());
  Lowering l = scope.MakeLowering();
  if (!CollectTargets(l, statements, &targets)) return false;
  for (const auto& [member, target] : targets) {
    const Value whole = TargetValue(l, member, target);
    if (whole.IsError() || !CanBeAssigned(l, member, target)) return false;
    Local& local = frame.locals[member];
    local.dims = whole.dims;
    local.value = FirstValue(l, member, target, whole);
    local.is_assigned = true;
    const Child child = ChildOf(c, scope.text.node, member);
    if (child.kind == Child::Kind::kSymbol) local.index_types = c.tree[child.symbol()].index_types;
    components.emplace(member, whole);
  }
  // This comes last: a start value may depend on the other variables, and then refers to these.
  for (const auto& [member, whole] : components) frame.locals[member].progress = Progress::kDone;
  scope.text.frame = &frame;
  c.functions.progress = {};
  c.functions.progress.num_expressions_then = c.system.graph.size();
  Execution x{l, frame};
  x.flat = &out;
  const ActingEquation acting(c, out);
  const CollectEffects collect(c.functions, scope.IsCheck() ? nullptr : &out.effects);
  const auto last = LastAssignments(l, statements);
  std::map<std::uint32_t, Value> results;
  bool ok = true;
  for (std::size_t i = 0; ok && i < statements.size(); ++i) {
    ok = ExecuteStatements(x, statements.subspan(i, 1));
    for (const std::uint32_t member : last[i]) {
      Value& value = frame.locals[member].value;
      const bool is_named = scope.mode == Mode::kSymbolic && IsDiscrete(c, scope.text.node, member);
      results[member] = is_named ? std::exchange(value, components.at(member)) : value;
    }
  }
  scope.text.frame = nullptr;
  Conclude(l);
  if (!ok) return false;
  for (const auto& [member, whole] : components) {
    const std::string_view name = c.Text(c.envs.Members(frame.env)[member].name);
    if (!EquateTarget(l, name, targets[member], whole, results[member], out)) return false;
  }
  return true;
}

}  // namespace daedalus::semantics
