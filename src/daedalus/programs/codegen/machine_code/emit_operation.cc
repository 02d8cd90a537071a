#include "daedalus/programs/codegen/machine_code/emit_operation.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <vector>

#include "daedalus/base/check.h"

namespace daedalus::codegen {
namespace {

llvm::Value* CallDefinition(llvm::IRBuilder<>& builder, TapeOp op, const OperationOperands& operands,
                            std::span<const MathFunction> functions) {
  const auto function =
      std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.op == op; });
  DAEDALUS_CHECK(function != functions.end(), "what is not an instruction is a known function");
  const std::vector<llvm::Type*> parameters(static_cast<std::size_t>(function->num_arguments),
                                            builder.getDoubleTy());
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      function->symbol, llvm::FunctionType::get(builder.getDoubleTy(), parameters, false));
  auto* const declaration = llvm::cast<llvm::Function>(callee.getCallee());
  declaration->setDoesNotThrow();
  declaration->setDoesNotAccessMemory();
  declaration->setWillReturn();
  std::vector<llvm::Value*> values = {operands.number(0)};
  if (function->num_arguments == 2) values.push_back(operands.number(1));
  return builder.CreateCall(callee, values);
}

}  // namespace

bool IsLogical(TapeOp op) {
  switch (op) {
    case TapeOp::kLess:
    case TapeOp::kLessEqual:
    case TapeOp::kEqual:
    case TapeOp::kNotEqual:
    case TapeOp::kNot:
    case TapeOp::kAnd:
    case TapeOp::kOr:
      return true;
    default:
      return false;
  }
}

llvm::Value* EmitTruth(llvm::IRBuilder<>& builder, TapeOp op, const OperationOperands& operands) {
  switch (op) {
    case TapeOp::kLess:
      return builder.CreateFCmpOLT(operands.number(0), operands.number(1));
    case TapeOp::kLessEqual:
      return builder.CreateFCmpOLE(operands.number(0), operands.number(1));
    case TapeOp::kEqual:
      return builder.CreateFCmpOEQ(operands.number(0), operands.number(1));
    case TapeOp::kNotEqual:
      return builder.CreateFCmpUNE(operands.number(0), operands.number(1));
    case TapeOp::kNot:
      return builder.CreateNot(operands.truth(0));
    case TapeOp::kAnd:
      return builder.CreateAnd(operands.truth(0), operands.truth(1));
    default:
      return builder.CreateOr(operands.truth(0), operands.truth(1));
  }
}

llvm::Value* EmitNumber(llvm::IRBuilder<>& builder, TapeOp op, const OperationOperands& operands,
                        std::span<const MathFunction> functions) {
  const auto round = [&](llvm::Intrinsic::ID how, llvm::Value* x) {
    return builder.CreateUnaryIntrinsic(how, x);
  };
  const auto constant = [&](double value) { return llvm::ConstantFP::get(builder.getDoubleTy(), value); };
  const auto a = [&] { return operands.number(0); };
  const auto b = [&] { return operands.number(1); };
  switch (op) {
    case TapeOp::kNegate:
      return builder.CreateFNeg(a());
    case TapeOp::kAdd:
      return builder.CreateFAdd(a(), b());
    case TapeOp::kSubtract:
      return builder.CreateFSub(a(), b());
    case TapeOp::kMul:
      return builder.CreateFMul(a(), b());
    case TapeOp::kDiv:
      return builder.CreateFDiv(a(), b());
    case TapeOp::kSelect:
      return builder.CreateSelect(operands.truth(0), b(), operands.number(2));
    case TapeOp::kMin:
      return builder.CreateSelect(builder.CreateFCmpOLT(a(), b()), a(), b());
    case TapeOp::kMax:
      return builder.CreateSelect(builder.CreateFCmpOGT(a(), b()), a(), b());
    case TapeOp::kAbs:
      return round(llvm::Intrinsic::fabs, a());
    case TapeOp::kSqrt:
      return round(llvm::Intrinsic::sqrt, a());
    case TapeOp::kFloor:
      return round(llvm::Intrinsic::floor, a());
    case TapeOp::kCeil:
      return round(llvm::Intrinsic::ceil, a());
    case TapeOp::kSign: {
      llvm::Value* const negative = builder.CreateFCmpOLT(a(), constant(0));
      llvm::Value* const positive = builder.CreateFCmpOGT(a(), constant(0));
      return builder.CreateSelect(positive, constant(1),
                                  builder.CreateSelect(negative, constant(-1), constant(0)));
    }
    case TapeOp::kTruncDiv:
      return round(llvm::Intrinsic::trunc, builder.CreateFDiv(a(), b()));
    case TapeOp::kMod:
    case TapeOp::kRem: {
      const auto how = op == TapeOp::kMod ? llvm::Intrinsic::floor : llvm::Intrinsic::trunc;
      llvm::Value* const quotient = round(how, builder.CreateFDiv(a(), b()));
      return builder.CreateFSub(a(), builder.CreateFMul(quotient, b()));
    }
    default:
      return CallDefinition(builder, op, operands, functions);
  }
}

}  // namespace daedalus::codegen
