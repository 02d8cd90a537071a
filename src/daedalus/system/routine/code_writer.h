// Writes the body of a routine: turns expressions into instructions, and sets the targets of jumps once they
// are known.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

class CodeWriter {
 public:
  // In these expressions Variable(k) is register k. `leaf` gives the register of every other leaf except
  // constants.
  CodeWriter(const expr::Graph& graph, std::function<Register(expr::ExprId)> leaf)
      : graph_(graph), leaf_(std::move(leaf)) {}

  Register NewRun(std::size_t count) {
    const Register first = body_.num_registers;
    body_.num_registers += static_cast<std::uint32_t>(count);
    return first;
  }
  Register NewRegister() { return NewRun(1); }
  Register Constant(double number);
  // Consecutive registers that hold these numbers from the start.
  Register Data(std::span<const double> numbers);

  // The register that holds the value of the expression, as long as no register in it changes. Expressions
  // that are written together share common parts.
  Register Write(expr::ExprId e) { return WriteAll({&e, 1})[0]; }
  std::vector<Register> WriteAll(std::span<const expr::ExprId> expressions);
  // Assigns all targets at once: all values are computed before any target changes.
  void Assign(std::span<const Register> targets, std::span<const expr::ExprId> values);

  void Move(Register to, Register from) { Emit({Code::kMove, {}, to, from}); }
  void Load(Register to, Register first, Register index, std::size_t count) {
    Emit({Code::kLoad, {}, to, first, index, static_cast<std::uint32_t>(count)});
  }
  void Store(Register from, Register first, Register index, std::size_t count) {
    Emit({Code::kStore, {}, from, first, index, static_cast<std::uint32_t>(count)});
  }
  void CheckIndex(Register index, std::size_t size) {
    Emit({Code::kCheckIndex, {}, index, static_cast<std::uint32_t>(size)});
  }
  // Instructions for arrays in the arena.
  void Take(Register place, Register count) { EmitInArena({Code::kTake, {}, place, count}); }
  void LoadAt(Register to, Register place, Register index) {
    EmitInArena({Code::kLoadAt, {}, to, place, index});
  }
  void StoreAt(Register from, Register place, Register index) {
    EmitInArena({Code::kStoreAt, {}, from, place, index});
  }
  void CheckWithin(Register index, Register size) { Emit({Code::kCheckWithin, {}, index, size}); }
  void CheckSize(Register size) { Emit({Code::kCheckSize, {}, size}); }
  void CheckSame(Register size, Register other) { Emit({Code::kCheckSame, {}, size, other}); }
  void Mark(Register mark) { EmitInArena({Code::kMark, {}, mark}); }
  // Inserts an instruction at that place. No jump whose target is still open may lie behind it.
  void InsertMark(std::size_t at, Register mark);
  void Release(Register mark) { EmitInArena({Code::kRelease, {}, mark}); }
  // Results are places in the arena.
  void KeepArena() { body_.keeps_arena = body_.uses_arena = true; }

  void Call(const Callee& callee, std::span<const Register> inputs, std::span<const Register> outputs);
  void Fail(FailureText text);

  // Jumps whose target is not known yet. Land makes the next instruction their target.
  std::size_t Jump(std::size_t target = 0) {
    return Emit({Code::kJump, {}, 0, static_cast<std::uint32_t>(target)});
  }
  std::size_t JumpIfFalse(Register condition) { return Emit({Code::kJumpIfFalse, {}, condition}); }
  void Land(std::size_t jump) { LandAt(jump, size()); }
  void LandAt(std::size_t jump, std::size_t target) {
    body_.code[jump].b = static_cast<std::uint32_t>(target);
  }
  std::size_t size() const { return body_.code.size(); }  // the number of the next instruction
  // Removes the code from that instruction on. Jumps to that instruction remain.
  void Truncate(std::size_t size) { body_.code.resize(size); }

  RoutineBody Take(std::vector<Register> outputs);

 private:
  std::size_t Emit(Instruction instruction) {
    body_.code.push_back(instruction);
    return body_.code.size() - 1;
  }
  void EmitInArena(Instruction instruction) {
    body_.uses_arena = true;
    Emit(instruction);
  }
  Register WriteOperation(expr::ExprId e, std::span<const Register> operands);
  Register WriteCall(expr::ExprId call, std::span<const Register> operands);

  const expr::Graph& graph_;
  std::function<Register(expr::ExprId)> leaf_;
  RoutineBody body_;
  std::unordered_map<std::uint64_t, Register> constants_;  // by the bits of the value
  std::unordered_map<std::uint32_t, Register> written_;    // within the current WriteAll, by expression
  std::unordered_map<std::string, std::vector<Register>>
      called_;  // within the current WriteAll, by function and operands
};

}  // namespace daedalus::routine
