// Values of records: made, taken apart, and fitted to another record of the same fields.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// The field of that name; nullptr when the value has none.
const Value* FieldOf(const TypeTable& types, const Value& record, std::string_view name);

// The value as one of the type `to`, to which its own must be assignable: fields are found by their names,
// and those that are not wanted are left out.
Value Coerced(const TypeTable& types, Value value, Type to);

// An argument of a record constructor (Modelica 3.6, section 12.6): by its place when the name is empty.
struct RecordArgument {
  std::string_view name;
  Value value;
  Span span;
};

// The value of a field that no argument gives, from its declaration; nothing when it has none there either.
using DefaultOfField = std::function<std::optional<Value>(std::size_t field)>;

// R(a, b, x = c). Arguments with more dimensions than their fields make an array of records, element by
// element (section 12.4.6). What is missing, unknown, given twice or of the wrong type is reported; `span` is
// that of the call.
Value MakeRecord(Lowering& l, Type type, std::span<const RecordArgument> arguments, Span span,
                 const DefaultOfField& default_of = {});

// ---- Values of any type, element by element ----

// Whether ChooseValue(a, b) is possible whatever the condition: in functions Strings are not chosen during
// the run.
bool CanBeChosen(const Lowering& l, const Value& a, const Value& b);
// if condition then a else b, which have one type and the same dimensions; reported at `span` when they have
// not.
Value ChooseValue(Lowering& l, const Value& condition, const Value& a, const Value& b, Span span);

}  // namespace daedalus::semantics
