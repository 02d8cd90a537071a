// Variables of a function that becomes byte code which are records with arrays whose size is known during the
// run only (run_array.h).
//
// Such a variable has registers in a row for all of its scalars, among them the place and the sizes of each
// array that lies in the arena. Which arrays do so is decided where the variable is declared, since code that
// was written before must find them where they are: those without elements, which wait for a size, and those
// whose first value is of the run. All others have as many registers as elements, and what is assigned to
// them has their size, which is checked during the run.
#pragma once

#include "daedalus/semantics/lowering.h"
#include "daedalus/semantics/run_part.h"

namespace daedalus::semantics {

// Whether the variable, whose first value this is, has arrays in the arena.
bool IsRecordOfRun(const Lowering& l, const Value& first);
bool IsRecordOfRun(const Local& local);
// Whether it is an array of records of a size that is left open, and all that is open may change.
bool MayChangeSize(const Lowering& l, const Local& local);

// Gives the variable its registers, and its first value.
void DeclareRecord(Lowering& l, Local& local);
// Assigns all of the value, in which leaves that stay the same may be those of the variable. False after a
// refusal.
bool AssignRecord(Lowering& l, Local& local, const Value& value, Span span);

// Arrays in records of which there is an array have no size until one of the records has got one; then all of
// them have it, and those without a value no numbers. `target` is the variable or a field of it, of which a
// part gets the value.
void AdoptSizes(Lowering& l, const Local& local, const Value& target, std::span<const Selector> selectors,
                const Value& value);

// Whether the arrays of two records lie in the same way, so that one can be assigned to the registers of the
// other.
bool LieAlike(const Value& a, const Value& b);

}  // namespace daedalus::semantics
