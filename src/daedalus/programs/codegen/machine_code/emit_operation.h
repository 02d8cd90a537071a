// One operation as LLVM instructions, or as a call of the definition that the interpreter uses. No
// instruction carries fast-math flags, so none may be reassociated or contracted.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <span>

#include "daedalus/programs/codegen/machine_code_module.h"

namespace daedalus::codegen {

// Operand k as a number, or as a truth value: made when it is needed.
struct OperationOperands {
  llvm::function_ref<llvm::Value*(int)> number;
  llvm::function_ref<llvm::Value*(int)> truth;
};

// Whether the result is a truth (EmitTruth), and not a number (EmitNumber).
bool IsLogical(TapeOp op);

llvm::Value* EmitTruth(llvm::IRBuilder<>& builder, TapeOp op, const OperationOperands& operands);
llvm::Value* EmitNumber(llvm::IRBuilder<>& builder, TapeOp op, const OperationOperands& operands,
                        std::span<const MathFunction> functions);

// Anything but 0 is true, NaN included.
inline llvm::Value* TruthOfNumber(llvm::IRBuilder<>& builder, llvm::Value* number) {
  return builder.CreateFCmpUNE(number, llvm::ConstantFP::get(builder.getDoubleTy(), 0));
}
inline llvm::Value* NumberOfTruth(llvm::IRBuilder<>& builder, llvm::Value* truth) {
  return builder.CreateSelect(truth, llvm::ConstantFP::get(builder.getDoubleTy(), 1),
                              llvm::ConstantFP::get(builder.getDoubleTy(), 0));
}

// An address of the program that compiles.
inline llvm::Value* AddressOf(llvm::IRBuilder<>& builder, const void* address) {
  return builder.CreateIntToPtr(builder.getInt64(reinterpret_cast<std::uintptr_t>(address)),
                                builder.getPtrTy());
}

}  // namespace daedalus::codegen
