#include "daedalus/codegen/machine_code/emit_tape.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "daedalus/base/check.h"

namespace daedalus::codegen {

TapeEmitter::TapeEmitter(const KernelProgram& program, std::span<const MathFunction> functions,
                         llvm::Module& module, const FunctionArguments& arguments, llvm::IRBuilder<>& before,
                         llvm::IRBuilder<>& inside)
    : program_(program),
      functions_(functions),
      module_(module),
      arguments_(arguments),
      before_(before),
      inside_(inside) {}

void TapeEmitter::Emit(const KernelGroup& group, llvm::Value* instance) {
  registers_.assign(group.tape.num_registers, {});
  for (const Instruction& i : group.tape.code) {
    if (i.op == TapeOp::kStore) {
      Store(Number(i.a), group.outputs[i.b], instance);
    } else {
      registers_[i.dst] = Compute(group, i, instance);
    }
  }
}

TapeEmitter::Content TapeEmitter::Compute(const KernelGroup& group, const Instruction& i,
                                          llvm::Value* instance) {
  switch (i.op) {
    case TapeOp::kLoad:
      return Load(group.slots[i.a], instance);
    case TapeOp::kLiteral:
      return {Constant(group.tape.literals[i.a]), nullptr, true};
    case TapeOp::kTime:
      return {arguments_.time, nullptr, true};
    case TapeOp::kLess:
    case TapeOp::kLessEqual:
    case TapeOp::kEqual:
    case TapeOp::kNotEqual:
    case TapeOp::kNot:
    case TapeOp::kAnd:
    case TapeOp::kOr:
      return {nullptr, EmitTruth(BuilderFor(IsUniform(i)), i), IsUniform(i)};
    default:
      return {EmitNumber(BuilderFor(IsUniform(i)), i), nullptr, IsUniform(i)};
  }
}

llvm::Value* TapeEmitter::Constant(double value) {
  return llvm::ConstantFP::get(before_.getDoubleTy(), value);
}

bool TapeEmitter::IsUniform(const Instruction& i) const {
  const std::uint32_t operands[] = {i.a, i.b, i.c};
  for (int k = 0; k < NumRegisterOperands(i.op); ++k) {
    if (!registers_[operands[k]].is_uniform) return false;
  }
  return true;
}

llvm::Value* TapeEmitter::Number(std::uint32_t r) {
  Content& content = registers_[r];
  if (content.number == nullptr) {
    llvm::IRBuilder<>& builder = BuilderFor(content.is_uniform);
    content.number = builder.CreateSelect(content.truth, Constant(1), Constant(0));
  }
  return content.number;
}

// Anything but 0 is true, NaN included.
llvm::Value* TapeEmitter::Truth(std::uint32_t r) {
  Content& content = registers_[r];
  if (content.truth == nullptr) {
    llvm::IRBuilder<>& builder = BuilderFor(content.is_uniform);
    content.truth = builder.CreateFCmpUNE(content.number, Constant(0));
  }
  return content.truth;
}

llvm::Value* TapeEmitter::Address(llvm::IRBuilder<>& builder, llvm::Value* array, llvm::Value* index) {
  return builder.CreateInBoundsGEP(builder.getDoubleTy(), array, index);
}

// The address of a block is read once, before the loop. `out` is an argument that nothing else points to
// (noalias), so LLVM knows that stores to it change no block.
llvm::Value* TapeEmitter::ArrayOf(InputBlock block) {
  llvm::Value*& array = arrays_[static_cast<std::size_t>(block)];
  if (array == nullptr) {
    llvm::Value* const place = before_.CreateInBoundsGEP(before_.getPtrTy(), arguments_.blocks,
                                                         before_.getInt64(static_cast<std::uint64_t>(block)));
    array = before_.CreateLoad(before_.getPtrTy(), place);
  }
  return array;
}

llvm::Value* TapeEmitter::Index(const Column& column, llvm::Value* instance) {
  if (column.IsUniform()) return before_.getInt64(column.base);
  if (column.IsAffine()) {
    llvm::Value* offset = instance;
    if (column.stride != 1) offset = inside_.CreateNSWMul(instance, inside_.getInt64(column.stride));
    return inside_.CreateNSWAdd(offset, inside_.getInt64(column.base));
  }
  llvm::Value* const at = inside_.CreateNSWAdd(instance, inside_.getInt64(column.table));
  llvm::Value* const address = inside_.CreateInBoundsGEP(inside_.getInt32Ty(), arguments_.indices, at);
  return inside_.CreateZExt(inside_.CreateLoad(inside_.getInt32Ty(), address), inside_.getInt64Ty());
}

TapeEmitter::Content TapeEmitter::Load(const SlotColumn& slot, llvm::Value* instance) {
  const bool is_uniform = slot.column.IsUniform();
  if (is_uniform && slot.block == InputBlock::kConstant)
    return {Constant(program_.constants[slot.column.base]), nullptr, true};
  llvm::IRBuilder<>& builder = BuilderFor(is_uniform);
  llvm::Value* const array = ArrayOf(slot.block);
  llvm::Value* const address = Address(builder, array, Index(slot.column, instance));
  return {builder.CreateLoad(builder.getDoubleTy(), address), nullptr, is_uniform};
}

void TapeEmitter::Store(llvm::Value* value, const Column& column, llvm::Value* instance) {
  inside_.CreateStore(value, Address(inside_, arguments_.out, Index(column, instance)));
}

llvm::Value* TapeEmitter::EmitTruth(llvm::IRBuilder<>& builder, const Instruction& i) {
  switch (i.op) {
    case TapeOp::kLess:
      return builder.CreateFCmpOLT(Number(i.a), Number(i.b));
    case TapeOp::kLessEqual:
      return builder.CreateFCmpOLE(Number(i.a), Number(i.b));
    case TapeOp::kEqual:
      return builder.CreateFCmpOEQ(Number(i.a), Number(i.b));
    case TapeOp::kNotEqual:
      return builder.CreateFCmpUNE(Number(i.a), Number(i.b));
    case TapeOp::kNot:
      return builder.CreateNot(Truth(i.a));
    case TapeOp::kAnd:
      return builder.CreateAnd(Truth(i.a), Truth(i.b));
    default:
      return builder.CreateOr(Truth(i.a), Truth(i.b));
  }
}

llvm::Value* TapeEmitter::EmitNumber(llvm::IRBuilder<>& builder, const Instruction& i) {
  const auto round = [&](llvm::Intrinsic::ID how, llvm::Value* x) {
    return builder.CreateUnaryIntrinsic(how, x);
  };
  const auto a = [&] { return Number(i.a); };
  const auto b = [&] { return Number(i.b); };
  switch (i.op) {
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
      return builder.CreateSelect(Truth(i.a), b(), Number(i.c));
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
      llvm::Value* const negative = builder.CreateFCmpOLT(a(), Constant(0));
      llvm::Value* const positive = builder.CreateFCmpOGT(a(), Constant(0));
      return builder.CreateSelect(positive, Constant(1),
                                  builder.CreateSelect(negative, Constant(-1), Constant(0)));
    }
    case TapeOp::kTruncDiv:
      return round(llvm::Intrinsic::trunc, builder.CreateFDiv(a(), b()));
    case TapeOp::kMod:
    case TapeOp::kRem: {
      const auto how = i.op == TapeOp::kMod ? llvm::Intrinsic::floor : llvm::Intrinsic::trunc;
      llvm::Value* const quotient = round(how, builder.CreateFDiv(a(), b()));
      return builder.CreateFSub(a(), builder.CreateFMul(quotient, b()));
    }
    default:
      return EmitCall(builder, i);
  }
}

llvm::Value* TapeEmitter::EmitCall(llvm::IRBuilder<>& builder, const Instruction& i) {
  const auto function =
      std::find_if(functions_.begin(), functions_.end(), [&](const auto& f) { return f.op == i.op; });
  DAEDALUS_CHECK(function != functions_.end(), "what is not an instruction is a known function");
  const std::vector<llvm::Type*> parameters(static_cast<std::size_t>(function->num_arguments),
                                            builder.getDoubleTy());
  llvm::FunctionCallee callee = module_.getOrInsertFunction(
      function->symbol, llvm::FunctionType::get(builder.getDoubleTy(), parameters, false));
  auto* const declaration = llvm::cast<llvm::Function>(callee.getCallee());
  declaration->setDoesNotThrow();
  declaration->setDoesNotAccessMemory();
  declaration->setWillReturn();
  std::vector<llvm::Value*> values = {Number(i.a)};
  if (function->num_arguments == 2) values.push_back(Number(i.b));
  return builder.CreateCall(callee, values);
}

}  // namespace daedalus::codegen
