// Arrays whose size is known only during the run, in a function that becomes byte code. They are in the arena
// of routine/run_state.h.
//
// The Value of such an array has no elements. Its `fields` are its place and its sizes, each a constant or a
// register. An operation makes a new array at once, by a loop over its elements, with the order and rounding
// of an array of known size. Memory is released at the end of the statement (ArenaScope); memory of variables
// at the end of the function. Operations that do not support such arrays leave an unknown size without a
// place, which is refused when it is used.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/functions/routine_writer.h"

namespace daedalus::semantics {

// True if code is being written; only then are such arrays made.
inline bool WritesCode(const Lowering& l) {
  return l.writer() != nullptr && l.purpose.mode == Mode::kSymbolic;
}

// A number that decides about a size. It is a constant or, in a routine that may have such arrays, an
// expression over registers. nullopt after a mistake or a refusal.
std::optional<Value> LowerSizing(Lowering& l, syntax::ExpressionId id, std::string_view what);

// An array of records is a record of arrays, as everywhere. So each of its numbers is a separate array in the
// arena, with its own sizes; the first dimensions are the same.

// True if it has elements: its size is known, or it is in the arena.
bool HasElements(const Value& value);
// True if it is an array, also of records, in the arena. If the number of records is known, some of their
// numbers may be elsewhere.
inline bool LiesInArena(const Value& value) {
  const bool has_run = value.IsRecord() && !value.dims.empty() && HasArrayOfRun(value);
  return value.IsOfRun() || (value.HasUnknownSize() ? HasElements(value) : has_run);
}

// The size of dimension d, from 0.
Scalar SizeOf(const Value& array, std::size_t d);
std::vector<Scalar> SizesOf(const Value& array);
// The sizes that are constant; kUnknownSize for the others.
Dims KnownDims(std::span<const Scalar> sizes);
// The number of elements from first to last: max(0, floor((last - first) / step) + 1).
Scalar CountOfRange(Lowering& l, const Scalar& first, const Scalar& step, const Scalar& last);
// If both are arrays, their sizes must be equal; what is not known now is checked during the run.
void CheckSameSizes(Lowering& l, std::span<const Scalar> a, std::span<const Scalar> b);

// The value of the scalar in a register that no longer changes, or the constant.
Scalar InRegister(Lowering& l, const Scalar& scalar);

// Repeats `body` for k = 0 .. count - 1.
void WriteCounted(Lowering& l, const Scalar& count, const std::function<void(const Scalar& k)>& body);

// Elements by their offset, of an array of either kind; a scalar gives itself for every offset.
class ArrayReader {
 public:
  ArrayReader(Lowering& l, const Value& value);
  Scalar At(const Scalar& offset) const;

 private:
  Lowering& l_;
  const Value& value_;
  routine::Register run_ = 0;  // the place of the elements of an array of known size
};

// A new array, in the arena unless all sizes are constants. Its elements have no values yet.
Value NewArray(Lowering& l, Type type, std::span<const Scalar> sizes);
void PutElement(Lowering& l, const Value& array, const Scalar& offset, const Scalar& element);
// An array whose elements the function gives, by their offset.
Value Generate(Lowering& l, Type type, std::span<const Scalar> sizes,
               const std::function<Scalar(const Scalar& offset)>& element);
// A new array whose items are records, or arrays of known size like this one.
Value NewArrayOf(Lowering& l, const Value& like, std::span<const Scalar> sizes);
// Sets its item at this offset. False: the item differs from the others, which is refused.
bool PutItem(Lowering& l, const Value& array, const Scalar& offset, const Value& item, Span span);
// As many copies of the item as the sizes give; parts without a value stay without one.
Value FilledOfRun(Lowering& l, const Value& item, std::span<const Scalar> sizes);
// Element by element, from operands that are arrays of the same sizes, or scalars.
Value CombineOfRun(Lowering& l, Type type, std::span<const Value> operands,
                   const std::function<Scalar(std::span<const Scalar>)>& combine);
// Combines the first to the last of `count` terms; the result is `neutral` if there are none.
Scalar FoldOfRun(Lowering& l, expr::Op op, const Scalar& count, double neutral,
                 const std::function<Scalar(const Scalar& k)>& term);
// Folds the terms of the loops around `Take`, one after the other.
class Folding {
 public:
  Folding(Lowering& l, expr::Op op, double neutral);
  void Take(const Scalar& term);
  const Scalar& result() const { return result_; }

 private:
  Lowering& l_;
  const expr::Op op_;
  const Scalar result_, has_begun_;
};

// Fails with this text unless the condition holds.
void Demand(Lowering& l, const Scalar& condition, std::string text);
// The same elements with other sizes and the same number.
Value WithSizes(Value array, std::span<const Scalar> sizes);
// {a, b, ...}: arrays of the same sizes.
Value StackOfRun(Lowering& l, Type type, std::span<const Value> rows);
Value MultiplyOfRun(Lowering& l, Type type, const Value& a, const Value& b);
Value ConcatenateOfRun(Lowering& l, Type type, std::span<const Value> parts, std::size_t dimension);

// Assigns the value to the whole variable, where one of them is such an array. False after a refusal.
bool AssignArray(Lowering& l, Local& local, const Value& value, Span span);
// Checks that the value has the declared sizes of the variable; open sizes may be any.
void CheckDeclaredSizes(Lowering& l, const Local& local, const Value& value);
// Gives a variable of the function its place, with its declared sizes; open sizes are 0.
Value DeclareArray(Lowering& l, Local& local, Type type);

// An array whose place and sizes are the registers from here on.
Value ArrayInRegisters(Lowering& l, Type type, std::size_t rank, routine::Register first);
// Gives these the elements and sizes of the value; `capacity` is the number of elements for which there is
// room.
void KeepArray(Lowering& l, const Value& array, routine::Register capacity, const Value& value);
// Gives an array without elements these sizes; its elements then have no values.
void SizeIfEmpty(Lowering& l, const Value& array, routine::Register capacity, std::span<const Scalar> sizes);
// Copies between arrays of the same size, of either kind; the second one has places for its elements.
void CopyElements(Lowering& l, const Value& from, const Value& to, const Scalar& count);

// Memory that a statement takes from the arena is released at its end.
class ArenaScope {
 public:
  explicit ArenaScope(RoutineWriter* writer);
  ~ArenaScope();
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;
  // Call at the end of the statement.
  void Close();

 private:
  RoutineWriter* writer_;
  std::size_t start_ = 0;
  std::optional<routine::Register> outer_;
};

}  // namespace daedalus::semantics
