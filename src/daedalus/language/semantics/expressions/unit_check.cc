#include "daedalus/language/semantics/expressions/unit_check.h"

#include "daedalus/language/semantics/expressions/infix_terms.h"
#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using syntax::InfixOperator;
using syntax::InfixTerm;
using units::UnitId;
using units::UnitTable;

// "`m`"
std::string Quoted(const Context& context, UnitId unit) {
  return fmt::format("`{}`", context.units.table.Text(unit));
}

// How two units are related, if only a conversion is missing.
std::string RelationNote(const Context& context, UnitId a, UnitId b) {
  const units::Unit &first = context.units.table[a], &second = context.units.table[b];
  if (!AreConvertible(first, second)) return {};
  if (first.offset != second.offset) return "their zeros are not at the same temperature";
  return fmt::format("1 {} = {:g} {}", context.units.table.Text(a), first.factor / second.factor,
                     context.units.table.Text(b));
}

Diagnostic MixedUnits(const Context& context, Span span, UnitId a, UnitId b, std::string text) {
  Diagnostic warning = Warning(Code::kMixedUnits, span, "{}", text);
  if (const std::string note = RelationNote(context, a, b); !note.empty()) warning.Note(note);
  return warning;
}

void Compare(Lowering& l, UnitId a, UnitId b, Span span, auto text) {
  if (l.context.units.table.AreSame(a, b) || !ChecksUnits(l)) return;
  l.context.reporter.Report(
      MixedUnits(l.context, span, a, b, text(Quoted(l.context, a), Quoted(l.context, b))));
}

// A declaration, and the value that it gets.
void CompareWithDeclared(Lowering& l, UnitId declared, UnitId given, Span span, Span declaration, auto text) {
  if (l.context.units.table.AreSame(declared, given) || !ChecksUnits(l)) return;
  l.context.reporter.Report(MixedUnits(l.context, span, declared, given,
                                       text(Quoted(l.context, declared), Quoted(l.context, given)))
                                .With(declaration, "declared here"));
}

bool IsDivision(InfixOperator op) {
  return op == InfixOperator::kDivide || op == InfixOperator::kElementwiseDivide;
}

// A difference of temperatures, or a temperature with an added offset, may be in any scale.
UnitId InSum(UnitTable& table, UnitId unit) {
  const bool is_temperature =
      UnitTable::IsQuantity(unit) && AreConvertible(table[unit], table[units::kKelvin]);
  return is_temperature ? table.Converted(unit) : unit;
}

// In a function a variable without a unit may be a coefficient, as of a polynomial, whose unit only the
// caller knows.
bool IsTextOfFunction(const Lowering& l) {
  return l.scope.frame != nullptr && !l.scope.frame->is_section;
}

void NeedsRatio(Lowering& l, UnitId unit, Span span, std::string_view what) {
  if (l.context.units.table.AreSame(unit, units::kRatio) || !ChecksUnits(l)) return;
  l.context.reporter.Report(MixedUnits(l.context, span, unit, units::kRatio,
                                       fmt::format("{}, but this is in {}", what, Quoted(l.context, unit))));
}

std::string_view NameOfAttribute(Attribute attribute) {
  switch (attribute) {
    case Attribute::kStart:
      return "its start value";
    case Attribute::kMin:
      return "its lower bound";
    case Attribute::kMax:
      return "its upper bound";
    case Attribute::kNominal:
      return "its nominal value";
    default:
      return {};
  }
}

}  // namespace

UnitId UnitOfSum(Lowering& l, std::span<const InfixTerm> terms, std::span<const Value> values) {
  UnitTable& table = l.context.units.table;
  UnitId sum = units::kNumber;
  std::size_t first = 0;  // among the operands with a unit
  bool is_known = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const UnitId unit = InSum(table, UnitOf(values[i]));
    is_known = is_known && unit.IsValid();
    if (!UnitTable::IsQuantity(unit)) continue;
    if (sum == units::kNumber) {
      sum = unit;
      first = i;
    } else if (!table.AreSame(sum, unit) && ChecksUnits(l)) {
      l.context.reporter.Report(
          MixedUnits(l.context, l.SpanOf(terms[i].operand), sum, unit,
                     fmt::format("`{}` of a value in {} and one in {}", Spelling(terms[i].op),
                                 Quoted(l.context, sum), Quoted(l.context, unit)))
              .With(l.SpanOf(terms[first].operand), fmt::format("in {}", Quoted(l.context, sum))));
    }
  }
  // Operands of unknown unit count as matching the known ones.
  const bool is_told_by_others = sum != units::kNumber && !IsTextOfFunction(l);
  return is_known || is_told_by_others ? sum : UnitId();
}

UnitId UnitOfProduct(Context& context, std::span<const InfixTerm> terms, std::span<const Value> values) {
  UnitTable& table = context.units.table;
  UnitId product = UnitOf(values[0]);
  for (std::size_t i = 1; i < values.size() && product.IsValid(); ++i) {
    const UnitId unit = UnitOf(values[i]);
    product = IsDivision(terms[i].op) ? table.Quotient(product, unit) : table.Product(product, unit);
  }
  return product;
}

UnitId UnitOfPower(Lowering& l, const Value& base, const Value& exponent, Span exponent_span) {
  NeedsRatio(l, UnitOf(exponent), exponent_span, "an exponent is a number");
  const UnitId unit = UnitOf(base);
  if (exponent.IsScalar() && exponent.scalar.IsConstant())
    return l.context.units.table.Power(unit, exponent.scalar.number);
  // Without a unit, whatever the exponent is.
  return unit == units::kNumber || unit == units::kRatio ? unit : UnitId();
}

UnitId UnitOfFunction(Lowering& l, const CallSite& call, const Value& x) {
  const expr::Op op = call.function.op;
  if (op == expr::Op::kSqrt) return l.context.units.table.Power(UnitOf(x), 0.5);
  const bool takes_angle = op == expr::Op::kSin || op == expr::Op::kCos || op == expr::Op::kTan;
  NeedsRatio(l, UnitOf(x), l.SpanOf(call.arguments[0]),
             fmt::format("`{}` takes {}", call.function.name,
                         takes_angle ? "an angle in radians" : "a number without a unit"));
  return {};  // a number, but people write `v = sin(w*t)` for an amplitude of 1 V
}

void CheckOperands(Lowering& l, std::span<const InfixTerm> terms, std::span<const Value> values) {
  Compare(l, UnitOf(values[0]), UnitOf(values[1]), SpanUpTo(l, terms, terms[1]),
          [&](const std::string& a, const std::string& b) {
            return fmt::format("`{}` compares a value in {} with one in {}", Spelling(terms[1].op), a, b);
          });
}

void CheckArguments(Lowering& l, const CallSite& call, const Value& a, const Value& b) {
  Compare(l, UnitOf(a), UnitOf(b), call.span, [&](const std::string& first, const std::string& second) {
    return fmt::format("`{}` of a value in {} and one in {}", call.function.name, first, second);
  });
}

void CheckSides(Lowering& l, const Value& left, const Value& right, Span span) {
  Compare(l, UnitOf(left), UnitOf(right), span, [](const std::string& a, const std::string& b) {
    return fmt::format("the left side is in {}, the right side in {}", a, b);
  });
}

void CheckBranches(Lowering& l, const Value& a, const Value& b, Span span) {
  Compare(l, UnitOf(a), UnitOf(b), span, [](const std::string& first, const std::string& second) {
    return fmt::format("the branches of an if-expression are in {} and in {}", first, second);
  });
}

void CheckBinding(Lowering& l, const Symbol& symbol, const Value& value, Span span) {
  if (!UnitTable::IsQuantity(value.unit) || !ChecksUnits(l)) return;
  CompareWithDeclared(l, UnitOfSymbol(l.context, symbol), value.unit, span, symbol.name_span,
                      [&](const std::string& declared, const std::string& given) {
                        return fmt::format("`{}` is in {}, but its value is in {}", l.context.NameOf(symbol),
                                           declared, given);
                      });
}

void CheckAttribute(Lowering& l, const Symbol& symbol, Attribute attribute, const Value& value, Span span) {
  const std::string_view what = NameOfAttribute(attribute);
  if (what.empty() || !UnitTable::IsQuantity(value.unit) || !ChecksUnits(l)) return;
  CompareWithDeclared(l, UnitOfSymbol(l.context, symbol), value.unit, span, symbol.name_span,
                      [&](const std::string& declared, const std::string& given) {
                        return fmt::format("`{}` is in {}, but {} is in {}", l.context.NameOf(symbol),
                                           declared, what, given);
                      });
}

void CheckAssignment(Lowering& l, scope::EnvId env, std::uint32_t member, const Value& value, Span span) {
  if (!UnitTable::IsQuantity(value.unit) || !ChecksUnits(l)) return;
  const scope::Member& target = l.context.envs.Members(env)[member];
  CompareWithDeclared(l, UnitOfMember(l.context, env, member), value.unit, span, target.span,
                      [&](const std::string& declared, const std::string& given) {
                        return fmt::format("`{}` is in {}, but this is in {}", l.context.Text(target.name),
                                           declared, given);
                      });
}

void CheckArgument(Lowering& l, scope::EnvId function, std::uint32_t input, const Value& value, Span span) {
  if (!UnitTable::IsQuantity(value.unit)) return;
  const scope::Member& target = l.context.envs.Members(function)[input];
  CompareWithDeclared(l, UnitOfMember(l.context, function, input), value.unit, span, target.span,
                      [&](const std::string& declared, const std::string& given) {
                        return fmt::format("`{}` of `{}` is in {}, but this is in {}",
                                           l.context.Text(target.name), l.context.envs.NameOf(function),
                                           declared, given);
                      });
}

void CheckConnected(Context& context, SymbolId a, SymbolId b, Span span) {
  if (a == b || !ChecksUnits(context, span.file)) return;
  const Symbol &first = context.tree[a], &second = context.tree[b];
  const UnitId unit = UnitOfSymbol(context, first), other = UnitOfSymbol(context, second);
  if (context.units.table.AreSame(unit, other)) return;
  context.reporter.Report(
      MixedUnits(
          context, span, unit, other,
          fmt::format("`{}` is in {}, but `{}`, to which it is connected, is in {}", context.NameOf(first),
                      Quoted(context, unit), context.NameOf(second), Quoted(context, other)))
          .With(first.name_span, fmt::format("in {}", Quoted(context, unit)))
          .With(second.name_span, fmt::format("in {}", Quoted(context, other))));
}

void CheckUnitTexts(Context& context, const Symbol& symbol, const std::string& unit,
                    const std::string& display_unit) {
  if (unit.empty() && display_unit.empty()) return;
  for (const Attribute attribute : {Attribute::kUnit, Attribute::kDisplayUnit}) {
    const std::string& text = attribute == Attribute::kUnit ? unit : display_unit;
    // A text that was parsed once is correct.
    if (text.empty() || context.units.table.Of(text).IsValid()) continue;
    const std::string mistake = units::ParseUnit(text).mistake;
    const Binding binding = AttributeOf(context, symbol, attribute);
    if (mistake.empty() || !binding.IsValid() || !ChecksUnits(context, binding.tree->file())) continue;
    context.reporter.Report(Warning(Code::kBadUnit, binding.tree->SpanOf(binding.expression),
                                    "`{}` is not a unit: {}", text, mistake));
  }
  const UnitId own = context.units.table.Of(unit), shown = context.units.table.Of(display_unit);
  if (!own.IsValid() || !shown.IsValid()) return;
  if (AreConvertible(context.units.table[own], context.units.table[shown])) return;
  const Binding binding = AttributeOf(context, symbol, Attribute::kDisplayUnit);
  if (!binding.IsValid() || !ChecksUnits(context, binding.tree->file())) return;
  context.reporter.Report(Warning(Code::kMixedUnits, binding.tree->SpanOf(binding.expression),
                                  "`{}` is in {} and cannot be shown in {}", context.NameOf(symbol),
                                  Quoted(context, own), Quoted(context, shown))
                              .With(symbol.name_span, "declared here"));
}

}  // namespace daedalus::semantics
