// Arrays whose size is known during the run only, in a function that becomes byte code: they lie in the arena
// of routine/run_state.h.
//
// The Value of such an array has no elements; its `fields` are its place and its sizes, each a constant or a
// register. An operation makes a new array at once, by a loop over its elements, in the order and with the
// roundings that an array of known size has. What an array takes is given back at the end of the statement
// (ArenaScope), but for that of variables, which is given back at the end of the function. Operations that do
// not know such arrays leave a size that is unknown, without a place; that is refused where it is used.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/semantics/lowering.h"
#include "daedalus/semantics/routine_writer.h"

namespace daedalus::semantics {

// Whether code is being written: only then are such arrays made.
inline bool WritesCode(const Lowering& l) {
  return l.writer() != nullptr && l.purpose.mode == Mode::kSymbolic;
}

// A number that decides about a size. It is a constant or, in a routine that may have such arrays, an
// expression over registers. Nothing after a mistake or a refusal.
std::optional<Value> LowerSizing(Lowering& l, syntax::ExpressionId id, std::string_view what);

// An array of records is a record of arrays, here as everywhere, so that each of its numbers lies in the
// arena by itself, with sizes of its own that are the same in their first dimensions.

// Whether it has elements: it is of known size, or lies in the arena.
bool HasElements(const Value& value);
// Whether it is an array, also of records, that lies there; of records whose number is known, some of their
// numbers may lie elsewhere.
inline bool LiesInArena(const Value& value) {
  const bool has_run = value.IsRecord() && !value.dims.empty() && HasArrayOfRun(value);
  return value.IsOfRun() || (value.HasUnknownSize() ? HasElements(value) : has_run);
}

// Of dimension d, from 0.
Scalar SizeOf(const Value& array, std::size_t d);
std::vector<Scalar> SizesOf(const Value& array);
// Those that are constants, kUnknownSize where they are not.
Dims KnownDims(std::span<const Scalar> sizes);
// The elements from first to last: max(0, floor((last - first) / step) + 1).
Scalar CountOfRange(Lowering& l, const Scalar& first, const Scalar& step, const Scalar& last);
// Where both are arrays, their sizes must be equal; what cannot be seen now is checked during the run.
void CheckSameSizes(Lowering& l, std::span<const Scalar> a, std::span<const Scalar> b);

// The value of the scalar in a register that changes no more, or the constant.
Scalar InRegister(Lowering& l, const Scalar& scalar);

// Carries out `body` for k = 0 .. count - 1.
void WriteCounted(Lowering& l, const Scalar& count, const std::function<void(const Scalar& k)>& body);

// Elements by their offset, of an array of either kind; a scalar is all of its elements.
class ArrayReader {
 public:
  ArrayReader(Lowering& l, const Value& value);
  Scalar At(const Scalar& offset) const;

 private:
  Lowering& l_;
  const Value& value_;
  routine::Register run_ = 0;  // where the elements of one of known size lie
};

// A new array, in the arena unless all sizes are constants; its elements have no values yet.
Value NewArray(Lowering& l, Type type, std::span<const Scalar> sizes);
void PutElement(Lowering& l, const Value& array, const Scalar& offset, const Scalar& element);
// One whose elements are those of the function, by their offset.
Value Generate(Lowering& l, Type type, std::span<const Scalar> sizes,
               const std::function<Scalar(const Scalar& offset)>& element);
// The same of items that are records or arrays of known size like this one.
Value NewArrayOf(Lowering& l, const Value& like, std::span<const Scalar> sizes);
// Its item at this offset. False: it is not like the others, which is refused.
bool PutItem(Lowering& l, const Value& array, const Scalar& offset, const Value& item, Span span);
// As many of the item as the sizes say; what has no value in it has none there.
Value FilledOfRun(Lowering& l, const Value& item, std::span<const Scalar> sizes);
// Element by element from operands that are arrays of the same sizes, or scalars.
Value CombineOfRun(Lowering& l, Type type, std::span<const Value> operands,
                   const std::function<Scalar(std::span<const Scalar>)>& combine);
// From the first to the last of `count` terms; `neutral` if there is none.
Scalar FoldOfRun(Lowering& l, expr::Op op, const Scalar& count, double neutral,
                 const std::function<Scalar(const Scalar& k)>& term);
// The same of the terms that loops around `Take` come to, one after the other.
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

// Fails with that text unless the condition holds.
void Demand(Lowering& l, const Scalar& condition, std::string text);
// The same elements with other sizes, of which there are as many.
Value WithSizes(Value array, std::span<const Scalar> sizes);
// {a, b, ...}: arrays of the same sizes.
Value StackOfRun(Lowering& l, Type type, std::span<const Value> rows);
Value MultiplyOfRun(Lowering& l, Type type, const Value& a, const Value& b);
Value ConcatenateOfRun(Lowering& l, Type type, std::span<const Value> parts, std::size_t dimension);

// Assigns all of the value to the variable, which or whose value is such an array. False after a refusal.
bool AssignArray(Lowering& l, Local& local, const Value& value, Span span);
// The value has the sizes that the declaration of the variable says; those that are open are what they are.
void CheckDeclaredSizes(Lowering& l, const Local& local, const Value& value);
// Gives a variable of the function its place: of the sizes that were declared, 0 where they are open.
Value DeclareArray(Lowering& l, Local& local, Type type);

// An array whose place and sizes are the registers from here on.
Value ArrayInRegisters(Lowering& l, Type type, std::size_t rank, routine::Register first);
// Makes those the elements and sizes of the value, where `capacity` says for how many elements there is room.
void KeepArray(Lowering& l, const Value& array, routine::Register capacity, const Value& value);
// Gives an array these sizes if it has no elements yet; then they have no values.
void SizeIfEmpty(Lowering& l, const Value& array, routine::Register capacity, std::span<const Scalar> sizes);
// Of arrays of the same size, of either kind; the second one has places for its elements.
void CopyElements(Lowering& l, const Value& from, const Value& to, const Scalar& count);

// What is taken from the arena within a statement is given back at its end.
class ArenaScope {
 public:
  explicit ArenaScope(RoutineWriter* writer);
  ~ArenaScope();
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;
  // At the end of the statement.
  void Close();

 private:
  RoutineWriter* writer_;
  std::size_t start_ = 0;
  std::optional<routine::Register> outer_;
};

}  // namespace daedalus::semantics
