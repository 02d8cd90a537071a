#include <algorithm>

#include "daedalus/base/nearest_name.h"
#include "daedalus/expr/build.h"
#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/lowering.h"
#include "daedalus/semantics/subscripts.h"
#include "daedalus/semantics/value_parts.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::NameId;
using syntax::ReferencePart;

// ---- What a name means ----

Meaning ReportUnknown(Lowering& l, NameId name, Span span) {
  const std::string_view text = l.Text(name);
  NearestName nearest(text);
  for (const LoopIndex& loop : l.scope.loops) nearest.Offer(l.Text(loop.name));
  for (const Symbol& symbol : l.context.symbols) nearest.Offer(l.context.NameOf(symbol));
  nearest.Offer("time");
  l.context.reporter.Report(
      Error(Code::kUnknownName, span, "`{}` is not declared", text).Hint(nearest.Hint()));
  return {.kind = Meaning::Kind::kError};
}

// The innermost iteration variable of that name, if there is one.
std::optional<Meaning> ResolveLoopIndex(const Lowering& l, NameId name) {
  for (std::size_t slot = l.scope.loops.size(); slot-- > 0;) {
    if (l.scope.loops[slot].name != name) continue;
    return Meaning{.kind = Meaning::Kind::kLoopIndex, .index = static_cast<std::uint32_t>(slot)};
  }
  return std::nullopt;
}

Meaning ResolveSimple(Lowering& l, NameId name, Span span) {
  const Context& c = l.context;
  if (const SymbolId id = c.symbols.Find(name); id.IsValid()) {
    return {.kind = Meaning::Kind::kSymbol, .index = id.value};
  }
  if (c.broken_names.contains(name)) return {.kind = Meaning::Kind::kError};
  const std::string_view text = l.Text(name);
  if (const Type type = FindType(text); type != BaseType::kError && !c.local_classes.contains(name)) {
    return {.kind = Meaning::Kind::kType, .type = type};
  }
  if (c.local_classes.contains(name) || FindBuiltin(text) != nullptr) {
    l.Error(Code::kNotAValue, span, "`{}` is a {}, not a value", text,
            c.local_classes.contains(name) ? "class" : "function");
    return {.kind = Meaning::Kind::kError};
  }
  if (text == "time") return {.kind = Meaning::Kind::kTime};
  return ReportUnknown(l, name, span);
}

Meaning ResolveLiteral(Lowering& l, Type type, const ReferencePart& part, Span span) {
  const std::string_view name = l.Text(part.name);
  const auto literals = l.types().Literals(type);
  const auto at = std::find(literals.begin(), literals.end(), name);
  if (at != literals.end()) {
    return {.kind = Meaning::Kind::kLiteral,
            .type = type,
            .index = static_cast<std::uint32_t>(at - literals.begin() + 1)};
  }
  NearestName nearest(name);
  for (const std::string_view literal : literals) nearest.Offer(literal);
  l.context.reporter.Report(
      Error(Code::kUnknownName, span, "{} has no value `{}`", l.types().Name(type), name)
          .Hint(nearest.Hint()));
  return {.kind = Meaning::Kind::kError};
}

Meaning ResolveDotted(Lowering& l, syntax::ReferenceId id, std::span<const ReferencePart> parts) {
  Context& c = l.context;
  const Span span = l.tree().SpanOf(id);
  const Type type = FindType(l.Text(parts[0].name));
  if (IsEnumeration(type) && parts.size() == 2)
    return ResolveLiteral(l, type, parts[1], l.tree().SpanOf(parts[1]));
  if (const SymbolId symbol = c.symbols.Find(parts[0].name); symbol.IsValid()) {
    l.Error(Code::kUnknownName, l.tree().SpanOf(parts[1]), "`{}` is a {} and has no `{}` in it",
            l.Text(parts[0].name), c.types.Name(c.symbols[symbol].type), l.Text(parts[1].name));
  } else if (c.local_classes.contains(parts[0].name)) {
    l.Error(Code::kUnsupportedElement, span, "names inside of classes are not supported yet: `{}`",
            l.tree().DottedName(id));
  } else if (!c.broken_names.contains(parts[0].name)) {
    c.reporter.Report(Error(Code::kUnknownName, span, "`{}` is not declared", l.tree().DottedName(id))
                          .Note("libraries are not supported yet"));
  }
  return {.kind = Meaning::Kind::kError};
}

// ---- Values of symbols ----

bool IsAllowed(Lowering& l, std::string_view name, Variability variability, Span span) {
  if (variability <= l.purpose.limit) return true;
  l.context.reporter.Report(Error(Code::kTooVariable, span, "{} cannot depend on the {} `{}`", l.purpose.what,
                                  Name(variability), name)
                                .Note(l.purpose.limit == Variability::kConstant
                                          ? "only constants may stand here"
                                          : "only constants and parameters may stand here"));
  return false;
}

Scalar ElementOf(Lowering& l, const Symbol& symbol, std::size_t element) {
  const bool is_value = symbol.role == Role::kEvaluated || l.purpose.mode != Mode::kSymbolic;
  if (is_value) return symbol.IsVariable() ? Scalar() : symbol.value[element];
  if (symbol.role == Role::kParameter) {
    return Expression(l.graph().Parameter(ParameterId(symbol.first_parameter.index() + element)));
  }
  return Expression(l.graph().Variable(VariableId(symbol.first_variable.index() + element)));
}

// A structural use of something without a value is reported here, where the name stands.
bool HasNeededValue(Lowering& l, const Symbol& symbol, const Scalar& element, Span span) {
  if (l.purpose.mode != Mode::kStructural || !element.IsUnknown()) return true;
  auto error = Error(Code::kNotEvaluable, span, "{} needs the value of `{}`, which has none", l.purpose.what,
                     l.context.NameOf(symbol));
  if (symbol.is_free) error.Note("with `fixed = false` its value is found at the start of a simulation only");
  l.context.reporter.Report(std::move(error).With(symbol.name_span, "declared here"));
  return false;
}

// ---- References ----

Value LowerSymbol(Lowering& l, SymbolId id, const ReferencePart& part) {
  Symbol& symbol = l.context.symbols[id];
  const Span span = l.tree().SpanOf(part);
  if (symbol.is_being_sized) return l.ErrorOfOwnSize(span, symbol);
  if (symbol.type == BaseType::kError || !symbol.has_dims) return {};
  if (!IsAllowed(l, l.context.NameOf(symbol), symbol.variability, span)) return {};
  if (!symbol.IsVariable() && symbol.value.IsError()) return {};
  if (l.purpose.mode == Mode::kStructural || symbol.role == Role::kEvaluated) symbol.is_structural = true;

  const auto subscripts = l.tree().List(part.subscripts);
  const auto quoted = [&] { return fmt::format("`{}`", l.context.NameOf(symbol)); };
  if (!HasDimensionsFor(l, symbol.dims, subscripts, quoted)) return {};
  bool failed = false;
  if (const auto offset = ScalarOffset(l, symbol.dims, symbol.index_types, subscripts, &failed)) {
    const Scalar element = ElementOf(l, symbol, *offset);
    if (!HasNeededValue(l, symbol, element, span)) return {};
    return ScalarValue(symbol.type, element, symbol.variability);
  }
  if (failed) return {};
  const auto selection = Select(l, symbol.dims, symbol.index_types, subscripts);
  if (!selection) return {};
  Value value = ArrayValue(symbol.type, selection->dims, symbol.variability);
  for (std::size_t i = 0; i < selection->offsets.size(); ++i) {
    value[i] = ElementOf(l, symbol, selection->offsets[i]);
    if (!HasNeededValue(l, symbol, value[i], span)) return {};
  }
  return value;
}

Value LowerLoopIndex(Lowering& l, std::size_t slot, std::span<const ReferencePart> parts) {
  const Value& value = l.scope.loops[slot].value;
  if (value.IsError() || !IsAllowed(l, l.Text(parts[0].name), value.variability, l.tree().SpanOf(parts[0]))) {
    return {};
  }
  const bool is_whole = parts.size() == 1 && parts[0].subscripts.empty();
  if (!is_whole) return PartOf(l, value, parts, "a loop index");
  const bool is_plain = value.IsScalar() && !value.IsRecord();
  return is_plain ? ScalarValue(value.type, value.scalar, value.variability) : value;
}

}  // namespace

const Meaning& Resolve(Lowering& l, syntax::ReferenceId id) {
  Meaning& meaning = l.context.meanings[id.index()];
  if (meaning.kind != Meaning::Kind::kUnresolved) return meaning;
  const auto parts = l.tree().List(l.tree()[id].parts);
  if (const auto index = ResolveLoopIndex(l, parts[0].name)) {
    meaning = *index;
  } else {
    meaning = parts.size() == 1 ? ResolveSimple(l, parts[0].name, l.tree().SpanOf(id))
                                : ResolveDotted(l, id, parts);
  }
  return meaning;
}

Value LowerReference(Lowering& l, syntax::ReferenceId id) {
  const Meaning meaning = Resolve(l, id);
  const auto parts = l.tree().List(l.tree()[id].parts);
  const ReferencePart& part = parts[0];
  switch (meaning.kind) {
    case Meaning::Kind::kSymbol:
      return LowerSymbol(l, SymbolId(meaning.index), part);
    case Meaning::Kind::kLoopIndex:
      return LowerLoopIndex(l, meaning.index, parts);
    case Meaning::Kind::kTime: {
      if (!IsAllowed(l, "time", Variability::kContinuous, l.tree().SpanOf(part))) return {};
      if (!HasDimensionsFor(l, {}, l.tree().List(part.subscripts), [] { return "`time`"; })) return {};
      const Scalar scalar = l.purpose.mode == Mode::kSymbolic ? Expression(l.graph().Time()) : Scalar();
      return ScalarValue(BaseType::kReal, scalar, Variability::kContinuous);
    }
    case Meaning::Kind::kType:
      return l.Error(Code::kNotAValue, l.tree().SpanOf(id), "`{}` is a class, not a value",
                     l.tree().DottedName(id));
    case Meaning::Kind::kLiteral:
      return ScalarValue(meaning.type, Constant(meaning.index));
    default:
      return {};
  }
}

Type TypeNamedBy(Lowering& l, ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != ExpressionKind::kReference) return {};
  const Meaning& meaning = Resolve(l, l.tree().ReferenceIdOf(e));
  return meaning.kind == Meaning::Kind::kType ? meaning.type : Type();
}

Value LowerSubscripted(Lowering& l, std::span<const ExpressionId> elements) {
  const Value array = Lower(l, elements[0]);
  if (array.IsError() ||
      !HasDimensionsFor(l, array.dims, elements.subspan(1), [] { return "this expression"; }))
    return {};
  const auto selection = Select(l, array.dims, {}, elements.subspan(1));
  return selection ? Pick(array, *selection) : Value();
}

}  // namespace daedalus::semantics
