// Units of values: where they come from, what operations do with them, and where they are compared (decision
// 039).
//
// A declaration may give a unit, and results computed from such values have one. `time` and the results of
// `sin` and `exp` have no known unit, since people use them as plain numbers. An unknown unit silently fits
// everything. Whole and simple numbers in the text are plain numbers: they fit everything in sums, and as
// factors they do not change a unit. Other numbers (9.81, 1e5) may be quantities without a written unit, so
// their unit is unknown.
//
// Only checked texts (UnitState::check) ask declarations for their units, so that a library costs nothing.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// ---- Where units come from (unit_of.cc) ----

bool ChecksUnits(const Context& context, SourceFileId file);
inline bool ChecksUnits(const Lowering& l) {
  return ChecksUnits(l.context, l.tree().file());
}
// The unit of a number that is written in the text.
units::UnitId UnitOfNumber(double number);
// Integers are counted, not measured, unless they are numbers in the text like any other.
inline units::UnitId UnitOf(const Value& value) {
  if (value.type != BaseType::kInteger) return value.unit;
  return value.IsScalar() && value.scalar.IsConstant() ? UnitOfNumber(value.scalar.number) : units::kNumber;
}
// The unit of the declaration; a constant without one has that of its value.
units::UnitId UnitOfSymbol(Context& context, const Symbol& symbol);
// The unit of a symbol used in the text: invalid if the text is not checked.
units::UnitId UnitInText(Lowering& l, const Symbol& symbol);
// The unit of a variable of a function, or of a field of a record.
units::UnitId UnitOfMember(Context& context, scope::EnvId env, std::uint32_t member);
// The text of an attribute that is written as a string.
std::optional<std::string> PlainText(const Binding& binding);

// The unit of something that is one of these, or has all of them as elements; invalid if they differ.
units::UnitId CommonUnit(const Context& context, units::UnitId a, units::UnitId b);
units::UnitId CommonUnit(const Context& context, const Value& a, const Value& b);
units::UnitId CommonUnit(const Context& context, std::span<const Value> values);

// ---- What operations do with units; mismatches are reported (unit_check.cc) ----

units::UnitId UnitOfSum(Lowering& l, std::span<const syntax::InfixTerm> terms, std::span<const Value> values);
units::UnitId UnitOfProduct(Context& context, std::span<const syntax::InfixTerm> terms,
                            std::span<const Value> values);
units::UnitId UnitOfPower(Lowering& l, const Value& base, const Value& exponent, Span exponent_span);
// For functions of one number: sqrt, sin, exp, ...
units::UnitId UnitOfFunction(Lowering& l, const CallSite& call, const Value& x);

// ---- Where they must be the same ----

void CheckOperands(Lowering& l, std::span<const syntax::InfixTerm> terms, std::span<const Value> values);
void CheckArguments(Lowering& l, const CallSite& call, const Value& a, const Value& b);
void CheckSides(Lowering& l, const Value& left, const Value& right, Span span);
void CheckBranches(Lowering& l, const Value& a, const Value& b, Span span);
void CheckBinding(Lowering& l, const Symbol& symbol, const Value& value, Span span);
void CheckAttribute(Lowering& l, const Symbol& symbol, Attribute attribute, const Value& value, Span span);
void CheckAssignment(Lowering& l, scope::EnvId env, std::uint32_t member, const Value& value, Span span);
void CheckArgument(Lowering& l, scope::EnvId function, std::uint32_t input, const Value& value, Span span);
void CheckConnected(Context& context, SymbolId a, SymbolId b, Span span);
// Checks that `unit` and `displayUnit` are units, and that the one can be shown in the other.
void CheckUnitTexts(Context& context, const Symbol& symbol, const std::string& unit,
                    const std::string& display_unit);

}  // namespace daedalus::semantics
