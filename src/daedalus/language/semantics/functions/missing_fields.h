// Fields of a record that a function returns without a value.
//
// The specification leaves the value of such a field open; only its use is a mistake (Modelica 3.6, section
// 12.4.4). Libraries rely on this: the parameters of a diode have a field for the breakdown voltage, which is
// computed only if the diode has one. So the record is returned with the field 0, or false, and a warning
// names it.
#pragma once

#include <string>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// Gives a value to scalars of `record` that have none at the end of the function; `result` is what it
// returns. False if that is not possible: a String, or a value that is not a record.
bool GiveMissingFields(const Value& result, Value& record);

// "`a`, `b.c`": the fields of the result that have scalars without a value.
std::string NamesOfMissingFields(const TypeTable& types, const Value& result);

// The warning that names them, for an output of a function.
void ReportMissingFields(Lowering& l, scope::EnvId function, const scope::Member& output,
                         std::string_view names);

}  // namespace daedalus::semantics
