// Translates a function to byte code (routine/routine.h), by the same walk that carries functions out. Its
// variables are in registers, and an expression of the walk is an expression over registers: Variable(k) of a
// separate graph is register k. What depends on the run (conditions, loops, subscripts) becomes jumps, loads
// and stores.
//
// Known values are kept. A variable with a constant value counts as that constant until paths with different
// values meet. So sizes and ranges are found in the usual way. Its register contains the value all the same.
#pragma once

#include <span>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/system/routine/code_writer.h"

namespace daedalus::semantics {

// All elements, those of fields in their order. For an array in the arena: its place, with the type of its
// elements, and its sizes.
template <class F>
void ForEachScalar(Value& value, F f) {
  ForEachLeaf(value, [&](Value& leaf) {
    for (std::size_t i = 0; i < leaf.size(); ++i) f(leaf.type, leaf[i]);
    for (Value& part : leaf.fields) f(part.type, part.scalar);
  });
}

// True if the value, or a field of it, is an array whose size is known only during the run.
bool HasArrayOfRun(const Value& record);

// What a register can hold: numbers, and Strings by their numbers in the table of texts. Everything else is
// part of the code.
inline bool FitsRegister(Type type) {
  return type != BaseType::kExternalObject && type != BaseType::kFunction;
}

class RoutineWriter {
 public:
  explicit RoutineWriter(std::size_t num_inputs);

  expr::Graph graph;
  routine::CodeWriter code;
  std::vector<expr::Leaf> leaves;                // of the System, found on the way
  std::vector<std::vector<std::size_t>> breaks;  // jumps out of the enclosing loops, innermost last
  std::vector<std::size_t> returns;              // jumps to the end
  std::vector<std::vector<Local>> at_returns;    // the known values there
  std::optional<routine::Register>
      mark;  // of the arena at the start of the statement, if needed (ArenaScope)

  Scalar Leaf(routine::Register r) { return Expression(graph.Variable(expr::VariableId(r))); }
  // The value of an element that was never assigned.
  Scalar NoNumber();
  // The register of a scalar. A value that was never assigned is refused.
  expr::ExprId ExprOf(Lowering& l, const Scalar& scalar);
  routine::Register Write(Lowering& l, const Scalar& scalar) { return code.Write(ExprOf(l, scalar)); }

  // Stores an assigned value in the registers of the variable. `before` is its former value, whose elements
  // need not be stored again. False after a refusal.
  bool Keep(Lowering& l, Local& local, const Value* before, Span span);
  // From now on its value is what the registers contain.
  void Forget(Local& local);
  // The whole variable, as it is in its registers.
  Value InOwnRegisters(const Local& local);
  routine::Register NeedMark() {
    if (!mark) mark = code.NewRegister();
    return *mark;
  }
  // A value in new registers, with the shape of another value.
  Value InRegisters(const Value& shape);
  // Stores the elements of the value in these registers.
  bool Assign(Lowering& l, const Value& target, Value value, Span span);
  // Merges two paths: `other` and the frame. False after a refusal.
  bool Merge(Lowering& l, FunctionFrame& frame, const std::vector<Local>& other, Span span);

  // Consecutive registers with the elements; those of the variable itself if the value is the whole variable.
  routine::Register Run(Lowering& l, const Value& leaf);

 private:
  static constexpr std::size_t kMaxLeaves = 32;
  routine::Register LeafRegister(expr::ExprId leaf);

  std::size_t num_inputs_;
};

// Names of variables that the statements assign, as members of the class.
std::vector<std::uint32_t> AssignedLocals(Lowering& l, std::span<const syntax::Statement> statements);

// A text that may contain values of the run; it is reported if the function fails.
routine::FailureText FailureTextOf(Lowering& l, RoutineWriter& w, const Value& message);

}  // namespace daedalus::semantics
