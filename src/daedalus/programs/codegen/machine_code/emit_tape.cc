#include "daedalus/programs/codegen/machine_code/emit_tape.h"

#include <cstddef>

#include "daedalus/base/check.h"
#include "daedalus/programs/codegen/machine_code/emit_operation.h"

namespace daedalus::codegen {

TapeEmitter::TapeEmitter(const KernelProgram& program, const MachineCodeRuntime& runtime,
                         const FunctionArguments& arguments, llvm::IRBuilder<>& before,
                         llvm::IRBuilder<>& inside)
    : program_(program), runtime_(runtime), arguments_(arguments), before_(before), inside_(inside) {}

void TapeEmitter::Emit(const KernelGroup& group, llvm::Value* instance) {
  registers_.assign(group.tape.num_registers, {});
  succeeded_.clear();
  if (group.tape.HasCalls()) {
    const auto room = [&](std::uint32_t count) {
      return before_.CreateAlloca(llvm::ArrayType::get(before_.getDoubleTy(), count));
    };
    call_arguments_ = room(group.tape.num_arguments);
    call_results_ = room(group.tape.num_results);
  }
  for (const Instruction& i : group.tape.code) {
    if (i.op == TapeOp::kStore) {
      Store(Number(i.a), group.outputs[i.b], instance);
    } else if (i.op == TapeOp::kArgument) {
      inside_.CreateStore(Number(i.a), Address(inside_, call_arguments_, inside_.getInt64(i.b)));
    } else if (i.op == TapeOp::kCall) {
      Call(group.tape, group.tape.calls[i.a]);
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
    case TapeOp::kResult:
      return Result(group.tape, i.a);
    default:
      return Operate(i);
  }
}

TapeEmitter::Content TapeEmitter::Operate(const Instruction& i) {
  const bool is_uniform = IsUniform(i);
  llvm::IRBuilder<>& builder = BuilderFor(is_uniform);
  const std::uint32_t operands[] = {i.a, i.b, i.c};
  const auto number = [&](int k) { return Number(operands[k]); };
  const auto truth = [&](int k) { return Truth(operands[k]); };
  if (IsLogical(i.op)) return {nullptr, EmitTruth(builder, i.op, {number, truth}), is_uniform};
  return {EmitNumber(builder, i.op, {number, truth}, runtime_.math), nullptr, is_uniform};
}

void TapeEmitter::Call(const Tape& tape, const Tape::Call& call) {
  llvm::Value* const results = Address(inside_, call_results_, inside_.getInt64(call.first_result));
  llvm::Type* const pointer = inside_.getPtrTy();
  auto* const type = llvm::FunctionType::get(inside_.getInt32Ty(), {pointer, pointer, pointer}, false);
  const routine::RoutineFunction code = runtime_.code_of(*call.function);
  DAEDALUS_CHECK(&call == &tape.calls[succeeded_.size()], "calls are made in their order");
  if (code == nullptr) {
    inside_.CreateCall(type, AddressOf(inside_, reinterpret_cast<const void*>(runtime_.call_function)),
                       {AddressOf(inside_, call.function.get()), call_arguments_, results});
    succeeded_.push_back(nullptr);
    return;
  }
  if (run_ == nullptr) {
    run_ = before_.CreateCall(llvm::FunctionType::get(pointer, false),
                              AddressOf(before_, reinterpret_cast<const void*>(runtime_.thread_run)));
  }
  static_assert(offsetof(routine::RunState, steps_left) == 0);
  inside_.CreateStore(inside_.getInt64(routine::kMaxSteps), run_);
  llvm::Value* const succeeded = inside_.CreateCall(
      type, AddressOf(inside_, reinterpret_cast<const void*>(code)), {call_arguments_, results, run_});
  succeeded_.push_back(inside_.CreateICmpNE(succeeded, inside_.getInt32(0)));
}

TapeEmitter::Content TapeEmitter::Result(const Tape& tape, std::uint32_t result) {
  std::size_t call = 0;
  while (call + 1 < tape.calls.size() && tape.calls[call + 1].first_result <= result) ++call;
  llvm::Value* value =
      inside_.CreateLoad(inside_.getDoubleTy(), Address(inside_, call_results_, inside_.getInt64(result)));
  if (succeeded_[call] != nullptr) {
    value = inside_.CreateSelect(succeeded_[call], value, llvm::ConstantFP::getNaN(inside_.getDoubleTy()));
  }
  return {value, nullptr, false};
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
    content.number = NumberOfTruth(builder, content.truth);
  }
  return content.number;
}

llvm::Value* TapeEmitter::Truth(std::uint32_t r) {
  Content& content = registers_[r];
  if (content.truth == nullptr) {
    llvm::IRBuilder<>& builder = BuilderFor(content.is_uniform);
    content.truth = TruthOfNumber(builder, content.number);
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

}  // namespace daedalus::codegen
