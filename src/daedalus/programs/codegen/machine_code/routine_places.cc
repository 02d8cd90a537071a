#include "daedalus/programs/codegen/machine_code/routine_places.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "daedalus/programs/codegen/machine_code/emit_operation.h"
#include "daedalus/system/routine/flow.h"

namespace daedalus::codegen {

using routine::Register;

namespace {

// Doubles on the stack of the processor; routines that call others may be many levels deep.
constexpr std::size_t kMaxOnStack = 2048;
constexpr std::size_t kMaxOnStackOfCaller = 128;

llvm::Value* DoubleAt(llvm::IRBuilder<>& builder, llvm::Value* array, llvm::Value* index) {
  return builder.CreateInBoundsGEP(builder.getDoubleTy(), array, index);
}

}  // namespace

RoutinePlaces::RoutinePlaces(const RoutineUnit& unit, const MachineCodeRuntime& runtime,
                             llvm::IRBuilder<>& entry, llvm::Value* in)
    : unit_(unit), body_(unit.routine->body()), runtime_(runtime) {
  places_.resize(body_.num_registers);
  first_.resize(body_.num_registers);
  for (const auto& [at, number] : body_.constants) first_[at] = number;
  FindArrays();
  FindWritten();
  PlaceArrays(entry, in);
  PlaceScalars(entry, in);
}

// Runs that overlap are one array.
void RoutinePlaces::FindArrays() {
  std::vector<Array> runs;
  for (const routine::Instruction& i : body_.code) {
    const bool is_store = i.code == routine::Code::kStore;
    if (is_store || i.code == routine::Code::kLoad) runs.push_back({i.b, i.b + i.count, is_store});
  }
  std::sort(runs.begin(), runs.end(), [](const Array& a, const Array& b) { return a.first < b.first; });
  for (const Array& run : runs) {
    if (arrays_.empty() || run.first >= arrays_.back().end) {
      arrays_.push_back(run);
      continue;
    }
    arrays_.back().end = std::max(arrays_.back().end, run.end);
    arrays_.back().is_written = arrays_.back().is_written || run.is_written;
  }
  for (std::uint32_t a = 0; a < arrays_.size(); ++a)
    for (Register r = arrays_[a].first; r < arrays_[a].end; ++r) places_[r].array = a;
}

void RoutinePlaces::FindWritten() {
  is_written_.assign(body_.num_registers, 0);
  for (const routine::Instruction& i : body_.code) {
    routine::ForEachWritten(*unit_.routine, i, [&](Register r) {
      is_written_[r] = 1;
      if (places_[r].array != kNone) arrays_[places_[r].array].is_written = true;
    });
  }
}

void RoutinePlaces::PlaceArrays(llvm::IRBuilder<>& entry, llvm::Value* in) {
  std::vector<Array*> local;
  for (Array& array : arrays_) {
    if (!array.is_written && IsInput(array.end - 1)) {
      array.memory = DoubleAt(entry, in, entry.getInt64(array.first));
    } else if (llvm::Value* const constants = ConstantArray(array, entry)) {
      array.memory = constants;
    } else {
      local.push_back(&array);
    }
  }
  PlaceLocal(local, entry);
  for (const Array* array : local) FillArray(*array, entry, in);
}

// Arrays, and the room for calls, on the stack or in the frames of the thread.
void RoutinePlaces::PlaceLocal(std::span<Array* const> arrays, llvm::IRBuilder<>& entry) {
  std::size_t arguments = 0, results = 0, total = 0;
  for (const routine::Callee& callee : body_.calls) {
    const expr::Function& function = callee ? *callee : *unit_.routine;
    arguments = std::max(arguments, function.num_inputs());
    results = std::max(results, function.num_outputs());
  }
  for (const Array* array : arrays) total += array->end - array->first;
  total += arguments + results;
  has_frame_ = total > (body_.calls.empty() ? kMaxOnStack : kMaxOnStackOfCaller);
  llvm::Value* frame = nullptr;
  if (has_frame_) {
    llvm::CallInst* const taken = entry.CreateCall(
        llvm::FunctionType::get(entry.getPtrTy(), {entry.getInt64Ty()}, false),
        AddressOf(entry, reinterpret_cast<const void*>(runtime_.take_frame)), {entry.getInt64(total)});
    taken->addRetAttr(llvm::Attribute::NoAlias);
    frame = taken;
  }
  std::size_t used = 0;
  const auto room = [&](std::size_t size) -> llvm::Value* {
    if (!has_frame_) return entry.CreateAlloca(llvm::ArrayType::get(entry.getDoubleTy(), size));
    return DoubleAt(entry, frame, entry.getInt64(std::exchange(used, used + size)));
  };
  for (Array* array : arrays) array->memory = room(array->end - array->first);
  if (body_.calls.empty()) return;
  call_arguments_ = room(arguments);
  call_results_ = room(results);
}

// nullptr if something of it changes, or has no value.
llvm::Value* RoutinePlaces::ConstantArray(const Array& array, llvm::IRBuilder<>& entry) const {
  if (array.is_written) return nullptr;
  std::vector<double> numbers;
  for (Register r = array.first; r < array.end; ++r) {
    if (!first_[r]) return nullptr;
    numbers.push_back(*first_[r]);
  }
  llvm::Constant* const data = llvm::ConstantDataArray::get(entry.getContext(), numbers);
  llvm::Module& module = *entry.GetInsertBlock()->getModule();
  return new llvm::GlobalVariable(module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data);
}

// Fills the array like the interpreter's frame at the start: inputs, constants, otherwise NaN. A loop writes
// long runs of NaN.
void RoutinePlaces::FillArray(const Array& array, llvm::IRBuilder<>& entry, llvm::Value* in) const {
  constexpr std::size_t kLong = 16;
  const std::size_t size = array.end - array.first;
  const bool is_long = size > kLong;
  if (is_long) {
    llvm::Function* const function = entry.GetInsertBlock()->getParent();
    llvm::BasicBlock* const before = entry.GetInsertBlock();
    auto* const loop = llvm::BasicBlock::Create(entry.getContext(), "fill", function);
    auto* const after = llvm::BasicBlock::Create(entry.getContext(), "filled", function);
    entry.CreateBr(loop);
    entry.SetInsertPoint(loop);
    llvm::PHINode* const k = entry.CreatePHI(entry.getInt64Ty(), 2);
    entry.CreateStore(llvm::ConstantFP::getNaN(entry.getDoubleTy()), DoubleAt(entry, array.memory, k));
    llvm::Value* const next = entry.CreateNUWAdd(k, entry.getInt64(1));
    k->addIncoming(entry.getInt64(0), before);
    k->addIncoming(next, loop);
    entry.CreateCondBr(entry.CreateICmpULT(next, entry.getInt64(size)), loop, after);
    entry.SetInsertPoint(after);
  }
  for (Register r = array.first; r < array.end; ++r) {
    if (is_long && !IsInput(r) && !first_[r]) continue;
    entry.CreateStore(FirstValue(entry, r, in),
                      DoubleAt(entry, array.memory, entry.getInt64(r - array.first)));
  }
}

llvm::Value* RoutinePlaces::FirstValue(llvm::IRBuilder<>& entry, Register r, llvm::Value* in) const {
  if (IsInput(r)) return entry.CreateLoad(entry.getDoubleTy(), DoubleAt(entry, in, entry.getInt64(r)));
  if (first_[r]) return llvm::ConstantFP::get(entry.getDoubleTy(), *first_[r]);
  return llvm::ConstantFP::getNaN(entry.getDoubleTy());
}

void RoutinePlaces::PlaceScalars(llvm::IRBuilder<>& entry, llvm::Value* in) {
  std::vector<char> is_used = is_written_;
  for (const routine::Instruction& i : body_.code)
    routine::ForEachRead(*unit_.routine, i, [&](Register r) { is_used[r] = 1; });
  for (const Register output : body_.outputs) is_used[output] = 1;
  for (Register r = 0; r < body_.num_registers; ++r) {
    Place& place = places_[r];
    if (place.array != kNone || !is_used[r]) continue;
    if (!is_written_[r] && !IsInput(r)) {
      place.constant = first_[r].value_or(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    place.variable = entry.CreateAlloca(IsWhole(r) ? entry.getInt64Ty() : entry.getDoubleTy());
    llvm::Value* first = nullptr;
    if (IsWhole(r)) {
      // Nothing reads it before it is assigned to, unless it has a value from the start.
      first = entry.getInt64(static_cast<std::uint64_t>(static_cast<std::int64_t>(first_[r].value_or(0.0))));
    } else {
      first = FirstValue(entry, r, in);
    }
    entry.CreateStore(first, place.variable);
  }
}

llvm::Value* RoutinePlaces::AddressOfRegister(llvm::IRBuilder<>& builder, Register r) const {
  const Place& place = places_[r];
  if (place.array == kNone) return place.variable;
  return ElementAddress(builder, r, builder.getInt64(0));
}

llvm::Value* RoutinePlaces::ElementAddress(llvm::IRBuilder<>& builder, Register first,
                                           llvm::Value* index) const {
  const Array& array = arrays_[places_[first].array];
  llvm::Value* const start = DoubleAt(builder, array.memory, builder.getInt64(first - array.first));
  return DoubleAt(builder, start, index);
}

std::size_t RoutinePlaces::RowLength(Register first, std::size_t count) const {
  if (places_[first].array == kNone) return 0;
  return std::min<std::size_t>(count, arrays_[places_[first].array].end - first);
}

llvm::Value* RoutinePlaces::Number(llvm::IRBuilder<>& builder, Register r) const {
  if (places_[r].constant) return llvm::ConstantFP::get(builder.getDoubleTy(), *places_[r].constant);
  if (IsWhole(r)) return builder.CreateSIToFP(Integer(builder, r), builder.getDoubleTy());
  return builder.CreateLoad(builder.getDoubleTy(), AddressOfRegister(builder, r));
}

llvm::Value* RoutinePlaces::Truth(llvm::IRBuilder<>& builder, Register r) const {
  if (IsWhole(r)) return builder.CreateICmpNE(Integer(builder, r), builder.getInt64(0));
  return TruthOfNumber(builder, Number(builder, r));
}

llvm::Value* RoutinePlaces::Integer(llvm::IRBuilder<>& builder, Register r) const {
  if (!IsWhole(r)) return builder.CreateFPToSI(Number(builder, r), builder.getInt64Ty());
  if (const auto& constant = places_[r].constant)
    return builder.getInt64(static_cast<std::uint64_t>(static_cast<std::int64_t>(*constant)));
  return builder.CreateLoad(builder.getInt64Ty(), places_[r].variable);
}

void RoutinePlaces::SetNumber(llvm::IRBuilder<>& builder, Register r, llvm::Value* number) const {
  builder.CreateStore(number, AddressOfRegister(builder, r));
}

void RoutinePlaces::SetWhole(llvm::IRBuilder<>& builder, Register r, llvm::Value* number) const {
  builder.CreateStore(number, places_[r].variable);
}

}  // namespace daedalus::codegen
