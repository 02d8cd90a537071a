// One tape as LLVM instructions, for one instance of its group.
//
// Values that are the same for all instances (uniform slots, literals, time, and what is computed from them)
// are emitted before the loop. Operations are those of emit_operation.h.
//
// A routine that has machine code is called by its address, everything else through its interface. A call
// that fails has NaN for all its results.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <array>
#include <span>
#include <vector>

#include "daedalus/programs/codegen/machine_code_module.h"

namespace daedalus::codegen {

// The arguments of a KernelFunction.
struct FunctionArguments {
  llvm::Value* time;
  llvm::Value* blocks;
  llvm::Value* indices;
  llvm::Value* out;
};

class TapeEmitter {
 public:
  // `before` builds code that runs once, `inside` code for one instance; in straight-line code they are the
  // same.
  TapeEmitter(const KernelProgram& program, const MachineCodeRuntime& runtime,
              const FunctionArguments& arguments, llvm::IRBuilder<>& before, llvm::IRBuilder<>& inside);

  // `instance` is the loop's counter, a 64-bit integer.
  void Emit(const KernelGroup& group, llvm::Value* instance);

 private:
  // A register's content: a number, or the truth of a logical operation, each made from the other when asked
  // for.
  struct Content {
    llvm::Value* number = nullptr;
    llvm::Value* truth = nullptr;
    bool is_uniform = false;
  };

  Content Compute(const KernelGroup& group, const Instruction& instruction, llvm::Value* instance);
  Content Load(const SlotColumn& slot, llvm::Value* instance);
  void Store(llvm::Value* value, const Column& column, llvm::Value* instance);
  llvm::Value* Index(const Column& column, llvm::Value* instance);
  llvm::Value* Address(llvm::IRBuilder<>& builder, llvm::Value* array, llvm::Value* index);
  llvm::Value* Number(std::uint32_t r);
  llvm::Value* Truth(std::uint32_t r);
  Content Operate(const Instruction& instruction);
  void Call(const Tape& tape, const Tape::Call& call);
  Content Result(const Tape& tape, std::uint32_t result);
  bool IsUniform(const Instruction& instruction) const;
  llvm::IRBuilder<>& BuilderFor(bool is_uniform) { return is_uniform ? before_ : inside_; }
  llvm::Value* Constant(double value);
  llvm::Value* ArrayOf(InputBlock block);

  const KernelProgram& program_;
  const MachineCodeRuntime& runtime_;
  FunctionArguments arguments_;
  std::array<llvm::Value*, kNumInputBlocks> arrays_ = {};  // of the blocks, once they were asked for
  llvm::IRBuilder<>& before_;
  llvm::IRBuilder<>& inside_;
  std::vector<Content> registers_;
  llvm::Value* run_ = nullptr;  // the thread's, once it was asked for
  // For the calls of a group: the places of arguments and results, and whether each call made so far has
  // results (nullptr if it fills them in itself).
  llvm::Value* call_arguments_ = nullptr;
  llvm::Value* call_results_ = nullptr;
  std::vector<llvm::Value*> succeeded_;
};

}  // namespace daedalus::codegen
