#include "daedalus/language/semantics/functions/assert_later.h"

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

// The relations in a function make no events.
void Add(Lowering& l, const Scalar& condition, const Value& message, bool is_warning, Span span) {
  expr::Graph& g = l.graph();
  std::vector<expr::ExprId> alternatives = {ToExpr(l, condition)};
  for (const Scalar& reached : l.context.functions.path) {
    const expr::ExprId e = ToExpr(l, reached);
    const bool is_opposite = reached.kind == Scalar::Kind::kExpression && reached.number != 0.0;
    alternatives.push_back(is_opposite ? e : expr::Not(g, e));
  }
  const expr::ExprId holds = expr::Or(g, alternatives);
  if (g.IsConstant(holds, 1.0)) return;
  Assertion assertion;
  assertion.condition = expr::NoEvent(g, holds);
  assertion.message = l.context.strings.TemplateOf(message.scalar);
  assertion.is_warning = is_warning;
  ScalarName instance;
  if (l.scope.node.IsValid() && !l.context.tree[l.scope.node].is_package) {
    instance = {l.context.tree[l.scope.node].path, l.context.tree[l.scope.node].element};
  }
  assertion.origin = l.context.system.origins.Add({span, instance});
  l.context.functions.assertions->push_back(std::move(assertion));
}

bool IsWanted(const Lowering& l) {
  return l.context.functions.assertions != nullptr && l.purpose.mode == Mode::kSymbolic;
}

bool HasText(const Value& message) {
  return message.type == BaseType::kString && message.IsScalar() && !message.scalar.IsUnknown();
}

}  // namespace

bool AssertLater(Lowering& l, const Builtin&, std::span<const syntax::ExpressionId> arguments,
                 const Scalar& condition, Span span) {
  if (!IsWanted(l) || condition.IsUnknown()) return true;
  const Value message = Lower(l, arguments[1]);
  const Value level = arguments.size() > 2 ? Lower(l, arguments[2]) : Value();
  if (message.IsError()) return false;
  const bool is_warning =
      level.type == kAssertionLevelType && level.scalar.IsConstant() && level.scalar.number == 1.0;
  if (HasText(message)) Add(l, condition, message, is_warning, span);
  return true;
}

bool FailLater(Lowering& l, syntax::ExpressionId id, Span span) {
  if (!IsWanted(l)) return true;
  const Value message = Lower(l, id);
  if (message.IsError()) return false;
  if (HasText(message)) Add(l, Constant(0.0), message, false, span);
  return true;
}

}  // namespace daedalus::semantics
