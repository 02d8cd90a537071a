// Fields of a record that a function returns without a value, and elements of its arrays that get none.
//
// The specification leaves the value of such a field open; only its use is a mistake (Modelica 3.6, section
// 12.4.4). Libraries rely on this: the parameters of a diode have a field for the breakdown voltage, which is
// computed only if the diode has one. So the record is returned with the field 0, or false, and a warning
// names it. Elements of arrays are 0, or false, in the same way: libraries sum over an array that they are
// still filling, and the established tools begin with zeros.
#pragma once

#include <string>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// Gives a value to scalars of `record` that have none at the end of the function; `result` is what it
// returns. False if that is not possible: a String, or a value that is not a record.
bool GiveMissingFields(const Value& result, Value& record);
// The same for the elements of an array.
bool GiveMissingParts(const Value& result, Value& value);
// True for a record or an array with scalars without a value.
bool HasMissingParts(const Value& value);

// "`a`, `b.c`": the fields of the result that have scalars without a value.
std::string NamesOfMissingFields(const TypeTable& types, const Value& result);

// The warning that names them, for an output of a function.
void ReportMissingFields(Lowering& l, scope::EnvId function, const scope::Member& output,
                         std::string_view names);

// The warning for an array, which is an output or a protected variable.
void ReportMissingElements(Lowering& l, scope::EnvId function, const scope::Member& array);

}  // namespace daedalus::semantics
