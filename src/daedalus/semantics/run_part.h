// Parts of arrays in a routine where a size, or how many elements are picked, is known during the run only:
// v[1:k], A[i, :] of an array in the arena (run_array.h). Elements are picked by loops, and their subscripts
// checked one by one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// What one dimension is asked for: positions from 0, or what is computed.
struct Selector {
  std::vector<std::int64_t> positions = {};
  bool is_scalar = false;  // the dimension disappears
  bool is_whole = false;
  std::optional<Scalar> computed = {};  // one subscript, from 1
  std::optional<Value> several = {};    // subscripts, as many as are known during the run only
};

// Of an array of numbers or records. kError after a refusal.
Value LoadOfRun(Lowering& l, const Value& array, std::span<const Selector> selectors);
// The item at this offset of a vector of records or rows: what is behind the first dimension.
Value ItemOfRun(Lowering& l, const Value& array, const Scalar& offset);
// To the elements of the target, which are in registers in a row or in the arena. False after a mistake or a
// refusal.
bool StoreOfRun(Lowering& l, const Value& target, std::span<const Selector> selectors, const Value& value,
                Span span);

}  // namespace daedalus::semantics
