// Values of records: makes them, splits them, and converts them to another record type with the same fields.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The field of that name; nullptr if the value has none.
const Value* FieldOf(const TypeTable& types, const Value& record, std::string_view name);

// Converts the value to the type `to`, to which its own type must be assignable. Fields are found by their
// names; others are left out.
Value Coerced(const TypeTable& types, Value value, Type to);

// An argument of a record constructor (Modelica 3.6, section 12.6): by position if the name is empty.
struct RecordArgument {
  std::string_view name;
  Value value;
  Span span;
};

// The value of a field without an argument, from its declaration; nullopt if it has none there either.
using DefaultOfField = std::function<std::optional<Value>(std::size_t field)>;

// R(a, b, x = c). Arguments with more dimensions than their fields make an array of records, element by
// element (section 12.4.6). Arguments that are missing, unknown, given twice or of the wrong type are
// reported; `span` is that of the call.
Value MakeRecord(Lowering& l, Type type, std::span<const RecordArgument> arguments, Span span,
                 const DefaultOfField& default_of = {});

// ---- Values of any type, element by element ----

// True if ChooseValue(a, b) is possible for every condition: in functions Strings cannot be chosen during the
// run.
bool CanBeChosen(const Lowering& l, const Value& a, const Value& b);
// if condition then a else b. Both must have one type and the same dimensions; otherwise reported at `span`.
Value ChooseValue(Lowering& l, const Value& condition, const Value& a, const Value& b, Span span);

}  // namespace daedalus::semantics
