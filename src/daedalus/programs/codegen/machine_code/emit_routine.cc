#include "daedalus/programs/codegen/machine_code/emit_routine.h"

#include <fmt/format.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <cstddef>

#include "daedalus/base/check.h"
#include "daedalus/programs/codegen/machine_code/emit_operation.h"
#include "daedalus/programs/codegen/machine_code/routine_places.h"
#include "daedalus/programs/codegen/tape_op_of.h"
#include "daedalus/system/expr/apply.h"

namespace daedalus::codegen {
namespace {

using expr::Op;
using routine::Code;
using routine::Register;

class RoutineEmitter {
 public:
  RoutineEmitter(const RoutineUnit& unit, const MachineCodeRuntime& runtime,
                 std::span<llvm::Function* const> functions, llvm::Function& function)
      : unit_(unit),
        body_(unit.routine->body()),
        runtime_(runtime),
        functions_(functions),
        function_(function),
        builder_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
        places_(unit, runtime, builder_, function.getArg(0)) {}

  void Emit() {
    for (std::size_t b = 0; b < unit_.blocks.size(); ++b) blocks_.push_back(NewBlock("block"));
    fail_ = NewBlock("fail");
    Enter();
    for (std::size_t b = 0; b + 1 < blocks_.size(); ++b) {
      builder_.SetInsertPoint(blocks_[b]);
      for (at_ = unit_.blocks[b]; at_ < unit_.blocks[b + 1]; ++at_) EmitInstruction(body_.code[at_]);
      if (builder_.GetInsertBlock()->getTerminator() == nullptr) builder_.CreateBr(blocks_[b + 1]);
    }
    builder_.SetInsertPoint(blocks_.back());
    StoreOutputs();
    builder_.CreateStore(Steps(), StepsPlace());
    Leave(1, !body_.keeps_arena);
    builder_.SetInsertPoint(fail_);
    Leave(0, true);
  }

 private:
  llvm::BasicBlock* NewBlock(const char* name) {
    return llvm::BasicBlock::Create(function_.getContext(), name, &function_);
  }
  llvm::BasicBlock* BlockAt(std::uint32_t start) const {
    const auto found = std::lower_bound(unit_.blocks.begin(), unit_.blocks.end(), start);
    return blocks_[static_cast<std::size_t>(found - unit_.blocks.begin())];
  }
  // Continues after it if the condition holds, which is nearly always so.
  void FailUnless(llvm::Value* condition) {
    llvm::BasicBlock* const next = NewBlock("holds");
    builder_.CreateCondBr(condition, next, fail_,
                          llvm::MDBuilder(function_.getContext()).createLikelyBranchWeights());
    builder_.SetInsertPoint(next);
  }

  // ---- What is counted (routine/run_state.h) ----

  llvm::Value* StepsPlace() { return MemberOfRun(offsetof(routine::RunState, steps_left)); }
  llvm::Value* MemberOfRun(std::size_t offset) {
    return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), function_.getArg(2), builder_.getInt64(offset));
  }
  llvm::Value* Steps() { return builder_.CreateLoad(builder_.getInt64Ty(), steps_); }
  void TakeSteps(std::uint32_t count) {
    llvm::Value* const left = builder_.CreateSub(Steps(), builder_.getInt64(count));
    builder_.CreateStore(left, steps_);
    FailUnless(builder_.CreateICmpSGE(left, builder_.getInt64(0)));
  }

  void Enter() {
    steps_ = builder_.CreateAlloca(builder_.getInt64Ty());
    builder_.CreateStore(builder_.CreateLoad(builder_.getInt64Ty(), StepsPlace()), steps_);
    llvm::Value* const place = MemberOfRun(offsetof(routine::RunState, depth));
    depth_ = builder_.CreateLoad(builder_.getInt64Ty(), place);
    if (!body_.calls.empty()) builder_.CreateStore(builder_.CreateAdd(depth_, builder_.getInt64(1)), place);
    if (body_.uses_arena) EnterArena();
    FailUnless(builder_.CreateICmpSLT(depth_, builder_.getInt64(routine::kMaxDepth)));
    TakeSteps(static_cast<std::uint32_t>(body_.code.size()));
    builder_.CreateBr(blocks_[0]);
  }

  void Leave(int result, bool gives_arena) {
    if (arena_ != nullptr && gives_arena) builder_.CreateStore(arena_top_, ArenaTopPlace());
    if (places_.HasFrame()) {
      builder_.CreateCall(llvm::FunctionType::get(builder_.getVoidTy(), false),
                          AddressOf(builder_, reinterpret_cast<const void*>(runtime_.give_frame)));
    }
    if (!body_.calls.empty()) builder_.CreateStore(depth_, MemberOfRun(offsetof(routine::RunState, depth)));
    builder_.CreateRet(builder_.getInt32(static_cast<std::uint32_t>(result)));
  }

  // ---- Arrays in the arena ----

  llvm::Value* ArenaTopPlace() { return MemberOfRun(offsetof(routine::RunState, arena_top)); }

  void EnterArena() {
    arena_top_ = builder_.CreateLoad(builder_.getInt64Ty(), ArenaTopPlace());
    arena_ = builder_.CreateCall(llvm::FunctionType::get(builder_.getPtrTy(), {builder_.getPtrTy()}, false),
                                 AddressOf(builder_, reinterpret_cast<const void*>(runtime_.arena_of)),
                                 {function_.getArg(2)});
  }

  llvm::Value* ElementInArena(const routine::Instruction& i) {
    llvm::Value* const at =
        builder_.CreateNSWAdd(places_.Integer(builder_, i.b), places_.Integer(builder_, i.c));
    return builder_.CreateInBoundsGEP(builder_.getDoubleTy(), arena_, at);
  }

  void Take(const routine::Instruction& i) {
    builder_.CreateStore(Steps(), StepsPlace());
    llvm::Value* const place = builder_.CreateCall(
        llvm::FunctionType::get(builder_.getDoubleTy(), {builder_.getPtrTy(), builder_.getDoubleTy()}, false),
        AddressOf(builder_, reinterpret_cast<const void*>(runtime_.take_array)),
        {function_.getArg(2), places_.Number(builder_, i.b)});
    FailUnless(builder_.CreateFCmpOGE(place, Constant(0.0)));
    builder_.CreateStore(builder_.CreateLoad(builder_.getInt64Ty(), StepsPlace()), steps_);
    Set(i.a, place);
    TakeSteps(0);
  }

  void EmitInArena(const routine::Instruction& i) {
    switch (i.code) {
      case Code::kTake:
        return Take(i);
      case Code::kLoadAt:
        return Set(i.a, builder_.CreateLoad(builder_.getDoubleTy(), ElementInArena(i)));
      case Code::kStoreAt:
        builder_.CreateStore(places_.Number(builder_, i.a), ElementInArena(i));
        return;
      case Code::kCheckWithin: {
        llvm::Value* const number = places_.Number(builder_, i.a);
        return FailUnless(builder_.CreateAnd(builder_.CreateFCmpOGE(number, Constant(1.0)),
                                             builder_.CreateFCmpOLE(number, places_.Number(builder_, i.b))));
      }
      case Code::kCheckSize:
        return FailUnless(builder_.CreateFCmpOGE(places_.Number(builder_, i.a), Constant(0.0)));
      case Code::kCheckSame:
        return FailUnless(
            builder_.CreateFCmpOEQ(places_.Number(builder_, i.a), places_.Number(builder_, i.b)));
      case Code::kMark:
        return Set(i.a, builder_.CreateSIToFP(builder_.CreateLoad(builder_.getInt64Ty(), ArenaTopPlace()),
                                              builder_.getDoubleTy()));
      default:
        builder_.CreateStore(places_.Integer(builder_, i.a), ArenaTopPlace());
        return;
    }
  }

  void StoreOutputs() {
    constexpr std::size_t kLongRow = 8;
    llvm::Value* const out = function_.getArg(1);
    const std::vector<Register>& outputs = body_.outputs;
    for (std::size_t k = 0; k < outputs.size();) {
      std::size_t row = 1;
      while (k + row < outputs.size() && outputs[k + row] == outputs[k] + row) ++row;
      row = places_.RowLength(outputs[k], row);
      llvm::Value* const place =
          builder_.CreateInBoundsGEP(builder_.getDoubleTy(), out, builder_.getInt64(k));
      if (row >= kLongRow) {
        llvm::Value* const from = places_.ElementAddress(builder_, outputs[k], builder_.getInt64(0));
        builder_.CreateMemCpy(place, llvm::Align(8), from, llvm::Align(8), row * sizeof(double));
        k += row;
      } else {
        builder_.CreateStore(places_.Number(builder_, outputs[k]), place);
        ++k;
      }
    }
  }

  // ---- Instructions ----

  void EmitInstruction(const routine::Instruction& i) {
    switch (i.code) {
      case Code::kMove:
        return Copy(i.a, i.b);
      case Code::kOperation:
        return Operate(i);
      case Code::kLoad:
        return Set(i.a, builder_.CreateLoad(builder_.getDoubleTy(), Element(i)));
      case Code::kStore: {
        llvm::Value* const value = places_.Number(builder_, i.a);
        builder_.CreateStore(value, Element(i));
        return;
      }
      case Code::kCheckIndex:
        return FailUnless(IsInRange(i.a, i.b));
      case Code::kJump:
      case Code::kJumpIfFalse:
        return Jump(i);
      case Code::kCall:
        return Call(i);
      case Code::kFail:
        builder_.CreateBr(fail_);
        return;
      default:
        return EmitInArena(i);
    }
  }

  void Set(Register r, llvm::Value* number) { places_.SetNumber(builder_, r, number); }

  void Copy(Register to, Register from) {
    if (places_.IsWhole(to)) return places_.SetWhole(builder_, to, places_.Integer(builder_, from));
    Set(to, places_.Number(builder_, from));
  }

  llvm::Value* Element(const routine::Instruction& i) {
    return places_.ElementAddress(builder_, i.b, places_.Integer(builder_, i.c));
  }

  llvm::Value* IsInRange(Register index, std::uint32_t size) {
    if (places_.IsWhole(index)) {
      llvm::Value* const from_zero =
          builder_.CreateNSWSub(places_.Integer(builder_, index), builder_.getInt64(1));
      return builder_.CreateICmpULT(from_zero, builder_.getInt64(size));
    }
    llvm::Value* const number = places_.Number(builder_, index);
    return builder_.CreateAnd(builder_.CreateFCmpOGE(number, Constant(1.0)),
                              builder_.CreateFCmpOLE(number, Constant(size)));
  }

  void Jump(const routine::Instruction& i) {
    if (i.code == Code::kJumpIfFalse) {
      llvm::Value* const condition = places_.Truth(builder_, i.a);
      llvm::BasicBlock* const goes = i.b <= at_ ? NewBlock("back") : BlockAt(i.b);
      builder_.CreateCondBr(condition, BlockAt(at_ + 1), goes);
      if (i.b > at_) return;
      builder_.SetInsertPoint(goes);
    }
    if (i.b <= at_) TakeSteps(routine::StepsBack(at_, i.b));
    builder_.CreateBr(BlockAt(i.b));
  }

  llvm::Value* Constant(double number) { return llvm::ConstantFP::get(builder_.getDoubleTy(), number); }

  // ---- Operations ----

  Register OperandOf(const routine::Instruction& i, std::uint32_t k) const { return body_.operands[i.b + k]; }

  void Operate(const routine::Instruction& i) {
    if (places_.IsWhole(i.a)) return places_.SetWhole(builder_, i.a, WholeResult(i));
    if (llvm::Value* const truth = TruthResult(i)) return Set(i.a, NumberOfTruth(builder_, truth));
    Set(i.a, NumberResult(i));
  }

  // All operands are whole as well.
  llvm::Value* WholeResult(const routine::Instruction& i) {
    const auto operand = [&](std::uint32_t k) { return places_.Integer(builder_, OperandOf(i, k)); };
    if (i.op == Op::kIf)
      return builder_.CreateSelect(places_.Truth(builder_, OperandOf(i, 0)), operand(1), operand(2));
    llvm::Value* result = operand(0);
    for (std::uint32_t k = 1; k < i.count; ++k) result = Combine(i.op, result, operand(k));
    return result;
  }

  llvm::Value* Combine(Op op, llvm::Value* a, llvm::Value* b) {
    switch (op) {
      case Op::kAdd:
        return builder_.CreateNSWAdd(a, b);
      case Op::kMul:
        return builder_.CreateNSWMul(a, b);
      case Op::kMin:
        return builder_.CreateSelect(builder_.CreateICmpSLT(a, b), a, b);
      case Op::kMax:
        return builder_.CreateSelect(builder_.CreateICmpSGT(a, b), a, b);
      case Op::kTruncDiv:
        return builder_.CreateUDiv(a, b);
      case Op::kMod:
        return builder_.CreateURem(a, b);
      default:
        CheckFailed("op", "whole_numbers.h knows which operations have whole results");
    }
  }

  // Null: its result is no truth.
  llvm::Value* TruthResult(const routine::Instruction& i) {
    const TapeOp op = TapeOpOf(i.op);
    if (!IsLogical(op)) return nullptr;
    const auto is_whole = [&](std::uint32_t k) { return places_.IsWhole(OperandOf(i, k)); };
    if (i.op != Op::kNot && i.op != Op::kAnd && i.op != Op::kOr && is_whole(0) && is_whole(1)) {
      llvm::Value* const a = places_.Integer(builder_, OperandOf(i, 0));
      llvm::Value* const b = places_.Integer(builder_, OperandOf(i, 1));
      if (i.op == Op::kLess) return builder_.CreateICmpSLT(a, b);
      if (i.op == Op::kLessEqual) return builder_.CreateICmpSLE(a, b);
      return i.op == Op::kEqual ? builder_.CreateICmpEQ(a, b) : builder_.CreateICmpNE(a, b);
    }
    if (i.count == 1 && i.op != Op::kNot) return places_.Truth(builder_, OperandOf(i, 0));
    llvm::Value* folded = nullptr;
    for (std::uint32_t last = 1; last < std::max(i.count, 2u); ++last) {
      const auto number = [&](int k) {
        return places_.Number(builder_, OperandOf(i, static_cast<std::uint32_t>(k)));
      };
      const auto truth = [&](int k) {
        if (k == 0 && folded != nullptr) return folded;
        return places_.Truth(builder_, OperandOf(i, k == 0 ? 0 : last));
      };
      folded = EmitTruth(builder_, op, {number, truth});
    }
    return folded;
  }

  llvm::Value* NumberResult(const routine::Instruction& i) {
    if (i.op == Op::kPow) {
      const std::optional<double> exponent = places_.ConstantOf(OperandOf(i, 1));
      if (exponent && expr::IsIntegerPower(*exponent))
        return IntegerPower(places_.Number(builder_, OperandOf(i, 0)), static_cast<int>(*exponent));
    }
    const auto truth = [&](int k) {
      return places_.Truth(builder_, OperandOf(i, static_cast<std::uint32_t>(k)));
    };
    const bool is_fold = expr::Arity(i.op) < 0;
    llvm::Value* folded = is_fold ? places_.Number(builder_, OperandOf(i, 0)) : nullptr;
    std::uint32_t last = 1;
    const auto number = [&](int k) {
      if (!is_fold) return places_.Number(builder_, OperandOf(i, static_cast<std::uint32_t>(k)));
      return k == 0 ? folded : places_.Number(builder_, OperandOf(i, last));
    };
    if (!is_fold) return EmitNumber(builder_, TapeOpOf(i.op), {number, truth}, runtime_.math);
    for (; last < i.count; ++last)
      folded = EmitNumber(builder_, TapeOpOf(i.op), {number, truth}, runtime_.math);
    return folded;
  }

  // expr::IntegerPower, multiplication by multiplication.
  llvm::Value* IntegerPower(llvm::Value* x, int n) {
    if (n == 0) return Constant(1.0);
    llvm::Value *result = nullptr, *square = x;
    for (unsigned bits = n < 0 ? static_cast<unsigned>(-n) : static_cast<unsigned>(n);;) {
      if (bits & 1u) result = result == nullptr ? square : builder_.CreateFMul(result, square);
      bits >>= 1;
      if (bits == 0) break;
      square = builder_.CreateFMul(square, square);
    }
    return n < 0 ? builder_.CreateFDiv(Constant(1.0), result) : result;
  }

  // ---- Calls ----

  void Call(const routine::Instruction& i) {
    const expr::Function& callee = body_.calls[i.a] ? *body_.calls[i.a] : *unit_.routine;
    const std::size_t num_inputs = callee.num_inputs(), num_outputs = callee.num_outputs();
    llvm::Value *const in = places_.call_arguments(), *const out = places_.call_results();
    const auto place = [&](llvm::Value* room, std::size_t k) {
      return builder_.CreateInBoundsGEP(builder_.getDoubleTy(), room, builder_.getInt64(k));
    };
    for (std::uint32_t k = 0; k < num_inputs; ++k)
      builder_.CreateStore(places_.Number(builder_, OperandOf(i, k)), place(in, k));
    builder_.CreateStore(Steps(), StepsPlace());
    llvm::Value* const succeeded = builder_.CreateICmpNE(CallCode(i, callee, in, out), builder_.getInt32(0));
    builder_.CreateStore(builder_.CreateLoad(builder_.getInt64Ty(), StepsPlace()), steps_);
    FailUnless(succeeded);
    for (std::uint32_t k = 0; k < num_outputs; ++k) {
      const Register target = OperandOf(i, static_cast<std::uint32_t>(num_inputs) + k);
      Set(target, builder_.CreateLoad(builder_.getDoubleTy(), place(out, k)));
    }
  }

  llvm::Value* CallCode(const routine::Instruction& i, const expr::Function& callee, llvm::Value* in,
                        llvm::Value* out) {
    llvm::Type* const pointer = builder_.getPtrTy();
    auto* const type = llvm::FunctionType::get(builder_.getInt32Ty(), {pointer, pointer, pointer}, false);
    llvm::Value* const run = function_.getArg(2);
    if (unit_.calls[i.a] != RoutineUnit::kOther)
      return builder_.CreateCall(functions_[unit_.calls[i.a]], {in, out, run});
    if (const routine::RoutineFunction code = runtime_.code_of(callee))
      return builder_.CreateCall(type, AddressOf(builder_, reinterpret_cast<const void*>(code)),
                                 {in, out, run});
    return builder_.CreateCall(type,
                               AddressOf(builder_, reinterpret_cast<const void*>(runtime_.call_function)),
                               {AddressOf(builder_, &callee), in, out});
  }

  const RoutineUnit& unit_;
  const routine::RoutineBody& body_;
  const MachineCodeRuntime& runtime_;
  std::span<llvm::Function* const> functions_;
  llvm::Function& function_;
  llvm::IRBuilder<> builder_;
  RoutinePlaces places_;
  std::vector<llvm::BasicBlock*> blocks_;  // by block of the byte code; the last one is its end
  llvm::BasicBlock* fail_ = nullptr;
  llvm::Value* steps_ = nullptr;  // a variable: those that are left
  llvm::Value* depth_ = nullptr;
  llvm::Value *arena_ = nullptr, *arena_top_ = nullptr;  // nullptr if it does not use it
  std::uint32_t at_ = 0;
};

// Arguments, results and counts do not overlap in memory.
llvm::Function* Declare(llvm::Module& module, const std::string& name) {
  llvm::Type* const pointer = llvm::PointerType::getUnqual(module.getContext());
  auto* const type = llvm::FunctionType::get(llvm::Type::getInt32Ty(module.getContext()),
                                             {pointer, pointer, pointer}, false);
  auto* const function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
  function->setDoesNotThrow();
  for (unsigned i = 0; i < 3; ++i) {
    function->addParamAttr(i, llvm::Attribute::NoAlias);
    // Its address travels to interpreted functions, which find the counts by themselves.
    if (i < 2) function->addParamAttr(i, llvm::Attribute::NoCapture);
  }
  function->addParamAttr(0, llvm::Attribute::ReadOnly);
  return function;
}

}  // namespace

std::string RoutineName(std::size_t unit) {
  return fmt::format("routine{}", unit);
}

void EmitRoutines(std::span<const RoutineUnit> units, const MachineCodeRuntime& runtime,
                  llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (std::size_t u = 0; u < units.size(); ++u) functions.push_back(Declare(module, RoutineName(u)));
  for (std::size_t u = 0; u < units.size(); ++u)
    RoutineEmitter(units[u], runtime, functions, *functions[u]).Emit();
}

}  // namespace daedalus::codegen
