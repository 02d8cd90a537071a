#include "daedalus/semantics/lower_equation.h"

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/emit.h"
#include "daedalus/semantics/if_equation.h"
#include "daedalus/semantics/walk.h"

namespace daedalus::semantics {
namespace {

using syntax::EquationKind;
using syntax::ExpressionId;

Lowering EquationLowering(Context& context) {
  return Lowering{context, {}, {}};
}

// ---- left = right ----

bool CanBeEquated(Lowering& l, const Value& left, const Value& right, Span span) {
  if (IsNumeric(left.type) && IsNumeric(right.type)) {
    if (left.dims == right.dims) return true;
    l.Error(Code::kDimensionMismatch, span, "the left side is {}, the right side {}", TypeText(left),
            TypeText(right));
    return false;
  }
  if (left.type == right.type) {
    l.Error(Code::kBadEquation, span, "equations between values of type {} are not supported yet",
            Name(left.type));
  } else {
    l.Error(Code::kTypeMismatch, span, "the left side is {}, the right side {}", TypeText(left),
            TypeText(right));
  }
  return false;
}

// The functions below return false after a mistake, which was reported.

bool LowerEquality(Context& context, const syntax::Equation& equation, FlatEquations& out) {
  Lowering l = EquationLowering(context);
  const Value left = Lower(l, equation.left), right = Lower(l, equation.right);
  if (left.IsError() || right.IsError()) return false;
  const Span span = context.tree.SpanOf(equation);
  if (!CanBeEquated(l, left, right, span)) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    out.equations.push_back(MakeEquation(context.system, ToExpr(l, left[i]), ToExpr(l, right[i]), span));
  }
  return true;
}

// ---- assert ----

Value TypedArgument(Lowering& l, const CallSite& call, std::size_t i, BaseType type) {
  Value value =
      i == 0 ? Lower(l, call.arguments[0]) : LowerStructural(l, call.arguments[i], "an argument of `assert`");
  if (value.IsError() || (value.type == type && value.IsScalar())) return value;
  return WrongArgument(l, call, i, fmt::format("a {}", Name(type)), value);
}

// Values of the run may stand in it, so it is not evaluated here.
Value AssertionText(Lowering& l, const CallSite& call) {
  Value text = Lower(l, call.arguments[1]);
  if (text.IsError()) return text;
  if (text.type != BaseType::kString || !text.IsScalar()) return WrongArgument(l, call, 1, "a String", text);
  // What has no value at all is told where its name stands.
  return text.scalar.IsUnknown() ? LowerStructural(l, call.arguments[1], "an argument of `assert`") : text;
}

bool LowerAssert(Context& context, const syntax::Equation& equation, const Builtin& function,
                 FlatEquations& out) {
  Lowering l = EquationLowering(context);
  const syntax::Expression& e = context.tree[equation.left];
  const Span span = context.tree.SpanOf(e);
  const auto arguments = ArrangeArguments(l, function, context.tree.CallOf(e), span);
  if (!arguments) return false;
  const CallSite call{function, span, span, *arguments};
  const Value condition = TypedArgument(l, call, 0, BaseType::kBoolean);
  const Value message = AssertionText(l, call);
  Value level = ScalarValue(BaseType::kAssertionLevel, Constant(2.0));
  if (arguments->size() > 2) level = TypedArgument(l, call, 2, BaseType::kAssertionLevel);
  if (condition.IsError() || message.IsError() || level.IsError()) return false;
  Assertion assertion;
  assertion.condition = ToExpr(l, condition.scalar);
  assertion.message = context.TemplateOf(message.scalar);
  assertion.is_warning = level.scalar.number == 1.0;
  assertion.origin = context.system.origins.Add({context.tree.SpanOf(equation), {}});
  out.assertions.push_back(std::move(assertion));
  return true;
}

bool LowerCallEquation(Context& context, const syntax::Equation& equation, FlatEquations& out) {
  const syntax::Expression& e = context.tree[equation.left];
  if (e.kind == syntax::ExpressionKind::kCall) {
    const std::string name = context.tree.DottedName(context.tree.CallOf(e).function);
    const bool is_hidden =
        context.symbols.Find(context.tree.SimpleName(context.tree.CallOf(e).function)).IsValid();
    if (name == "assert" && !is_hidden) return LowerAssert(context, equation, *FindBuiltin(name), out);
  }
  Lowering l = EquationLowering(context);
  if (Lower(l, equation.left).IsError()) return false;
  l.Error(Code::kBadEquation, context.tree.SpanOf(equation), "a value alone is no equation");
  return false;
}

// ---- for ----

// The indices from the first, which is the outermost.
bool Unroll(Context& context, const syntax::Equation& equation, std::size_t level, FlatEquations& out) {
  const auto indices = context.tree.List(equation.indices);
  if (level == indices.size()) {
    LowerEquations(context, context.tree.List(equation.body), out);
    return !out.is_broken;
  }
  Lowering l{context, {Mode::kStructural, Variability::kParameter, "the range of a loop"}, {}};
  std::vector<ExpressionId> scope;
  if (!indices[level].range.IsValid()) AppendExpressions(context.tree, equation, &scope);
  const Value range = LowerIterationRange(l, indices[level], scope);
  if (range.IsError()) return false;
  if (!range.IsConstant()) {
    l.Error(Code::kNotEvaluable, l.SpanOf(indices[level].range),
            "the range of a loop must have a value here");
    return false;
  }
  const std::size_t slot = context.loops.size();
  context.loops.push_back({indices[level].name, {}});
  bool ok = true;
  for (std::size_t i = 0; i < range.size(); ++i) {
    context.loops[slot].value = ScalarValue(range.type, range[i]);
    ok = Unroll(context, equation, level + 1, out) && ok;
  }
  context.loops.pop_back();
  return ok;
}

bool LowerFor(Context& context, const syntax::Equation& equation, FlatEquations& out) {
  constexpr std::size_t kMaxIndices = 64;  // levels are a recursion; nobody nests more by hand
  if (equation.indices.size() <= kMaxIndices) return Unroll(context, equation, 0, out);
  context.reporter.Report(
      Error(Code::kBadRange, context.tree.SpanOf(equation), "a loop with more than {} indices", kMaxIndices));
  return false;
}

// The word that starts a section, since the whole section would be too much to mark.
Span SectionWord(const syntax::Tree& tree, const syntax::Section& section) {
  constexpr std::string_view kWord = "algorithm";
  const std::size_t at = tree.Text(section.place).find(kWord);
  Span span = tree.SpanOf(section);
  if (at != std::string_view::npos) span.end = span.begin + static_cast<std::uint32_t>(at + kWord.size());
  return span;
}

void MoveInto(std::vector<Equation>& from, IdVector<EquationId, Equation>& to) {
  to.reserve(to.size() + from.size());
  for (Equation& equation : from) to.Add(std::move(equation));
}

}  // namespace

void LowerEquations(Context& context, std::span<const syntax::Equation> equations, FlatEquations& out) {
  const auto refuse = [&](const syntax::Equation& equation, std::string_view what) {
    context.reporter.Report(
        Error(Code::kUnsupportedEquation, context.tree.SpanOf(equation), "{} are not supported yet", what));
    return false;
  };
  for (const syntax::Equation& equation : equations) {
    bool ok = false;
    switch (equation.kind) {
      case EquationKind::kInvalid:
        break;
      case EquationKind::kEquality:
        ok = LowerEquality(context, equation, out);
        break;
      case EquationKind::kCall:
        ok = LowerCallEquation(context, equation, out);
        break;
      case EquationKind::kFor:
        ok = LowerFor(context, equation, out);
        break;
      case EquationKind::kIf:
        ok = LowerIfEquation(context, equation, out);
        break;
      case EquationKind::kConnect:
        ok = refuse(equation, "connections");
        break;
      case EquationKind::kWhen:
        ok = refuse(equation, "when-equations");
        break;
    }
    if (!ok) context.reporter.GiveUp(context.tree.SpanOf(equation));
    out.is_broken = out.is_broken || !ok;
  }
}

void LowerSections(Context& context, const syntax::ClassDefinition& definition) {
  System& system = context.system;
  for (const syntax::Section& section : context.tree.List(definition.sections)) {
    FlatEquations flat;
    switch (section.kind) {
      case syntax::SectionKind::kEquation:
        LowerEquations(context, context.tree.List(section.equations), flat);
        MoveInto(flat.equations, system.equations);
        break;
      case syntax::SectionKind::kInitialEquation:
        LowerEquations(context, context.tree.List(section.equations), flat);
        MoveInto(flat.equations, system.initial_equations);
        break;
      case syntax::SectionKind::kAlgorithm:
      case syntax::SectionKind::kInitialAlgorithm:
        context.reporter.Report(Error(Code::kUnsupportedEquation, SectionWord(context.tree, section),
                                      "algorithms are not supported yet"));
        break;
      default:
        break;
    }
    for (Assertion& assertion : flat.assertions) system.assertions.push_back(std::move(assertion));
  }
}

}  // namespace daedalus::semantics
