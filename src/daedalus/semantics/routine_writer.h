// A function becomes byte code (routine/routine.h) by the same walk that carries functions out: its variables
// live in registers, an expression of the walk is an expression over registers (Variable(k) of a graph of its
// own is register k), and what depends on the run (conditions, loops, subscripts) becomes jumps, loads and
// stores.
//
// What is known is kept: a variable that was given a constant counts as that constant until paths come
// together on which it differs, so that sizes and ranges are found as ever. Its register has the value all
// the same.
#pragma once

#include <span>
#include <vector>

#include "daedalus/routine/code_writer.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// All elements, those of fields in their order. Of an array in the arena its place, which has the type of its
// elements, and its sizes.
template <class F>
void ForEachScalar(Value& value, F f) {
  ForEachLeaf(value, [&](Value& leaf) {
    for (std::size_t i = 0; i < leaf.size(); ++i) f(leaf.type, leaf[i]);
    for (Value& part : leaf.fields) f(part.type, part.scalar);
  });
}

// Whether the value, or a field of it, is an array whose size is known during the run only.
bool HasArrayOfRun(const Value& record);

// What a register can hold: numbers, and Strings by their numbers in the table of texts. The rest is a part
// of the code.
inline bool FitsRegister(Type type) {
  return type != BaseType::kExternalObject && type != BaseType::kFunction;
}

class RoutineWriter {
 public:
  explicit RoutineWriter(std::size_t num_inputs);

  expr::Graph graph;
  routine::CodeWriter code;
  std::vector<expr::Leaf> leaves;                // of the System, found on the way
  std::vector<std::vector<std::size_t>> breaks;  // jumps out of the loops around, the innermost last
  std::vector<std::size_t> returns;              // jumps to the end
  std::vector<std::vector<Local>> at_returns;    // what was known there
  std::optional<routine::Register>
      mark;  // of the arena at the start of the statement, if that is needed (ArenaScope)

  Scalar Leaf(routine::Register r) { return Expression(graph.Variable(expr::VariableId(r))); }
  // What an element has that was given no value.
  Scalar NoNumber();
  // Of a scalar that fits a register. What was never assigned is refused.
  expr::ExprId ExprOf(Lowering& l, const Scalar& scalar);
  routine::Register Write(Lowering& l, const Scalar& scalar) { return code.Write(ExprOf(l, scalar)); }

  // Puts what was assigned into the registers of the variable; `before` is its value before, whose elements
  // need not be put again. False after a refusal.
  bool Keep(Lowering& l, Local& local, const Value* before, Span span);
  // Its value is whatever the registers hold.
  void Forget(Local& local);
  // All of the variable, as it is in its registers.
  Value InOwnRegisters(const Local& local);
  routine::Register NeedMark() {
    if (!mark) mark = code.NewRegister();
    return *mark;
  }
  // A value in registers of its own, of the shape of another.
  Value InRegisters(const Value& shape);
  // Writes the elements of the value into those.
  bool Assign(Lowering& l, const Value& target, Value value, Span span);
  // After two paths, of which `other` is one and the frame the other. False after a refusal.
  bool Merge(Lowering& l, FunctionFrame& frame, const std::vector<Local>& other, Span span);

  // Registers in a row with the elements, which are those of the variable itself where the value is all of
  // it.
  routine::Register Run(Lowering& l, const Value& leaf);

 private:
  static constexpr std::size_t kMaxLeaves = 32;
  routine::Register LeafRegister(expr::ExprId leaf);

  std::size_t num_inputs_;
};

// Names of variables that the statements assign to, as members of the class.
std::vector<std::uint32_t> AssignedLocals(Lowering& l, std::span<const syntax::Statement> statements);

// A text that may contain values of the run, told when the function fails.
routine::FailureText FailureTextOf(Lowering& l, RoutineWriter& w, const Value& message);

}  // namespace daedalus::semantics
