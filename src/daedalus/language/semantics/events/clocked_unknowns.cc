#include "daedalus/language/semantics/events/clocked_unknowns.h"

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/events/events.h"

namespace daedalus::semantics {
namespace {

using clocks::Conversion;
using expr::Op;
using Kind = Conversion::Kind;

// The same call has the same meaning everywhere, since its clock follows from that of its argument.
bool IsShared(const Conversion& what) {
  const bool has_factor = what.factor.numerator != 0;
  switch (what.kind) {
    case Kind::kPrevious:
    case Kind::kHold:
    case Kind::kShift:
      return true;
    case Kind::kSlower:
    case Kind::kFaster:
      return has_factor;
    default:
      return false;
  }
}

VariableId AddInternalReal(Context& c, std::string_view kind, Span span) {
  Declaration declaration;
  declaration.span = span;
  Variable variable;
  variable.name = c.system.names.Add(fmt::format("${}{}", kind, ++c.events.num_internal));
  variable.declaration = c.system.declarations.Add(std::move(declaration));
  return c.system.variables.Add(variable);
}

ExprId AsVariable(Lowering& l, Type type, ExprId argument, Span span) {
  if (IsVariableLeaf(l, argument)) return argument;
  System& system = l.context.system;
  const ExprId variable = AddUnknown(l, type, span);
  if (type == BaseType::kReal || type == BaseType::kClock) {
    if (type == BaseType::kReal) l.context.clocks.text.helpers.push_back(l.graph().variable(variable));
    system.equations.Add(MakeEquation(system, variable, argument, span, InstanceOf(l)));
  } else {
    system.hybrid.equations.push_back({variable, argument, system.origins.Add({span, InstanceOf(l)})});
  }
  return variable;
}

// Judged by the text, so that nothing else is read too early.
bool MayBeClock(const Lowering& l, const syntax::Expression& e) {
  if (e.kind == syntax::ExpressionKind::kReference) return true;
  if (e.kind != syntax::ExpressionKind::kCall) return false;
  const std::string name = l.tree().DottedName(l.tree().CallOf(e).function);
  return name == "Clock" || name == "subSample" || name == "superSample" || name == "shiftSample" ||
         name == "backSample";
}

}  // namespace

ScalarName InstanceOf(const Lowering& l) {
  if (!l.scope.node.IsValid()) return {};
  const Node& node = l.context.tree[l.scope.node];
  return {node.path, node.element};
}

ExprId AddUnknown(Lowering& l, Type type, Span span) {
  Context& c = l.context;
  if (type != BaseType::kReal && type != BaseType::kClock)
    return ValueOf(c, AddInternal(c, "clocked", ToValueType(type), span));
  const VariableId variable = AddInternalReal(c, "clocked", span);
  if (type == BaseType::kClock) c.clocks.text.clocks.push_back(variable);
  return c.system.graph.Variable(variable);
}

ExprId AddConversion(Lowering& l, Type type, ExprId argument, Conversion what) {
  if (argument.IsValid() && what.kind != Kind::kSample) argument = AsVariable(l, type, argument, what.span);
  Context& c = l.context;
  if (IsShared(what)) {
    const auto known = c.clocks.results.find({what.kind, argument, what.factor});
    if (known != c.clocks.results.end()) return known->second;
  }
  what.argument = argument;
  what.result = AddUnknown(l, type, what.span);
  c.clocks.leaves.insert(what.result);
  if (IsShared(what)) c.clocks.results[{what.kind, argument, what.factor}] = what.result;
  c.clocks.text.conversions.push_back(what);
  return what.result;
}

bool IsVariableLeaf(Lowering& l, ExprId e) {
  const expr::Graph& g = l.context.system.graph;
  if (l.context.clocks.leaves.contains(e)) return false;
  if (g.op(e) == Op::kVariable) return g.derivative_order(e) == 0;
  return g.op(e) == Op::kHeld && l.context.system.hybrid.held[g.held(e)].kind == Held::Kind::kDiscrete;
}

bool IsClock(Lowering& l, syntax::ExpressionId id) {
  if (!MayBeClock(l, l.tree()[id])) return false;
  const Purpose outer = l.purpose;
  if (outer.mode == Mode::kSymbolic) l.purpose.mode = Mode::kProbe;
  const Type type = Lower(l, id).type;
  l.purpose = outer;
  // A clock with a mistake in it is a clock, too.
  const bool is_broken = type == BaseType::kError && l.tree()[id].kind == syntax::ExpressionKind::kCall;
  return type == BaseType::kClock || is_broken;
}

}  // namespace daedalus::semantics
