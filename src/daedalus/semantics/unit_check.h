// Units of values: where they come from, what operations make of them, and where they are compared (decision
// 039).
//
// A unit is known of a declaration that has one, and of what is computed from those; not of `time` and of the
// results of `sin` and `exp`, which people use as plain numbers. What is not known fits everything, in
// silence. Whole and simple numbers of the text are numbers: they fit everything in sums, and as factors they
// leave a unit as it is; other numbers (9.81, 1e5) may be quantities whose unit nobody wrote, and are not
// known.
//
// Only texts that are checked (UnitState::check) ask declarations for their units, so that a library costs
// nothing.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// ---- Where units come from (unit_of.cc) ----

bool ChecksUnits(const Context& context, SourceFileId file);
inline bool ChecksUnits(const Lowering& l) {
  return ChecksUnits(l.context, l.tree().file());
}
// Of a number that is written in the text.
units::UnitId UnitOfNumber(double number);
// Integers are counted, not measured, unless they are numbers of the text as any other.
inline units::UnitId UnitOf(const Value& value) {
  if (value.type != BaseType::kInteger) return value.unit;
  return value.IsScalar() && value.scalar.IsConstant() ? UnitOfNumber(value.scalar.number) : units::kNumber;
}
// Of the declaration; a constant without one has that of its value.
units::UnitId UnitOfSymbol(Context& context, const Symbol& symbol);
// The same where the text asks for it: invalid where it is not checked.
units::UnitId UnitInText(Lowering& l, const Symbol& symbol);
// Of a variable of a function, or a field of a record.
units::UnitId UnitOfMember(Context& context, scope::EnvId env, std::uint32_t member);
// The text of an attribute that is written as one.
std::optional<std::string> PlainText(const Binding& binding);

// Of something that is one of these, or has all of them as elements; invalid where they differ.
units::UnitId CommonUnit(const Context& context, units::UnitId a, units::UnitId b);
units::UnitId CommonUnit(const Context& context, const Value& a, const Value& b);
units::UnitId CommonUnit(const Context& context, std::span<const Value> values);

// ---- What operations make of them; what does not fit is told (unit_check.cc) ----

units::UnitId UnitOfSum(Lowering& l, std::span<const syntax::InfixTerm> terms, std::span<const Value> values);
units::UnitId UnitOfProduct(Context& context, std::span<const syntax::InfixTerm> terms,
                            std::span<const Value> values);
units::UnitId UnitOfPower(Lowering& l, const Value& base, const Value& exponent, Span exponent_span);
// Of functions of one number: sqrt, sin, exp, ...
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
// That `unit` and `displayUnit` are units, and the one can be shown in the other.
void CheckUnitTexts(Context& context, const Symbol& symbol, const std::string& unit,
                    const std::string& display_unit);

}  // namespace daedalus::semantics
