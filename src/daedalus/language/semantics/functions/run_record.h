// Variables of a function that becomes byte code: records with arrays whose size is known only during the run
// (run_array.h).
//
// Such a variable has consecutive registers for all of its scalars, including the place and the sizes of each
// array in the arena. The declaration decides which arrays are in the arena, since code that was written
// before must find them. These are the arrays without elements, which wait for a size, and those whose first
// value is of the run. All others have as many registers as elements. Values that are assigned to them must
// have their size, which is checked during the run.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/functions/run_part.h"

namespace daedalus::semantics {

// True if the variable with this first value has arrays in the arena.
bool IsRecordOfRun(const Lowering& l, const Value& first);
bool IsRecordOfRun(const Local& local);
// True if it is an array of records with an open size, and all open sizes may change.
bool MayChangeSize(const Lowering& l, const Local& local);

// Gives the variable its registers and its first value.
void DeclareRecord(Lowering& l, Local& local);
// Assigns the value to the whole variable. Unchanged leaves may be those of the variable. False after a
// refusal.
bool AssignRecord(Lowering& l, Local& local, const Value& value, Span span);

// Arrays in an array of records have no size until one of the records has got one. Then all of them have this
// size; those without a value have no numbers. `target` is the variable or a field of it, of which a part
// gets the value.
void AdoptSizes(Lowering& l, const Local& local, const Value& target, std::span<const Selector> selectors,
                const Value& value);

// True if the arrays of two records are placed in the same way, so that one can be assigned to the registers
// of the other.
bool LieAlike(const Value& a, const Value& b);

}  // namespace daedalus::semantics
