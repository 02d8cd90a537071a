// Parts of arrays in a routine if a size, or the number of selected elements, is known only during the run:
// v[1:k], A[i, :] of an array in the arena (run_array.h). Loops select the elements and check their
// subscripts one by one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The selection in one dimension: positions from 0, or a computed subscript.
struct Selector {
  std::vector<std::int64_t> positions = {};
  bool is_scalar = false;  // the dimension disappears
  bool is_whole = false;
  std::optional<Scalar> computed = {};  // one subscript, from 1
  std::optional<Value> several = {};    // subscripts whose number is known only during the run
};

// The part of an array of numbers or records. kError after a refusal.
Value LoadOfRun(Lowering& l, const Value& array, std::span<const Selector> selectors);
// The item at this offset of a vector of records or rows: everything after the first dimension.
Value ItemOfRun(Lowering& l, const Value& array, const Scalar& offset);
// Assigns to the elements of the target, which are in consecutive registers or in the arena. False after a
// mistake or a refusal.
bool StoreOfRun(Lowering& l, const Value& target, std::span<const Selector> selectors, const Value& value,
                Span span);

}  // namespace daedalus::semantics
