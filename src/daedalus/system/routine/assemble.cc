#include "daedalus/system/routine/assemble.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <optional>
#include <unordered_map>

#include "daedalus/base/executable_memory.h"
#include "daedalus/base/x86_code.h"
#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/op_function.h"
#include "daedalus/system/routine/flow.h"
#include "daedalus/system/routine/interpret.h"

namespace daedalus::routine {

#if defined(__x86_64__) && defined(__linux__)

namespace {

using namespace x86;  // NOLINT(google-build-using-namespace): the whole vocabulary
using expr::Op;

// rbx points to the registers, r12 to the RunState, r14 to the constants.
constexpr Gpr kRegisters = kRbx, kConstants = kR14;

std::int32_t CallFromCode(const Routine* routine, const Instruction* i, double* registers) {
  return CallFunction(*routine, *i, registers, nullptr) ? 1 : 0;
}

std::int32_t ArenaFromCode(RunState* run, const Instruction* i, double* registers) {
  return ExecuteInArena(*i, registers, *run, nullptr) ? 1 : 0;
}

// The instruction of an operation of two numbers.
std::optional<std::uint8_t> InstructionOf(Op op) {
  switch (op) {
    case Op::kAdd:
      return kAddition;
    case Op::kMul:
      return kProduct;
    case Op::kDiv:
      return kQuotient;
    case Op::kMin:  // a < b ? a : b, NaN included
      return kMinimum;
    case Op::kMax:
      return kMaximum;
    default:
      return std::nullopt;
  }
}

std::optional<std::uint8_t> PredicateOf(Op op) {
  switch (op) {
    case Op::kEqual:
      return kIsEqual;
    case Op::kLess:
      return kIsLess;
    case Op::kLessEqual:
      return kIsLessEqual;
    case Op::kNotEqual:
      return kIsNotEqual;
    default:
      return std::nullopt;
  }
}

bool IsRun(const Instruction& i) {
  return i.code == routine::Code::kLoad || i.code == routine::Code::kStore;
}

class RoutineAssembler {
 public:
  explicit RoutineAssembler(const Routine& routine)
      : routine_(routine), body_(routine.body()), constant_of_(body_.num_registers) {}

  std::unique_ptr<const AssembledRoutine> Assemble() && {
    if (body_.num_registers > kLastElement || body_.code.empty()) return nullptr;
    PlaceConstants();
    Begin();
    const std::vector<std::uint32_t> starts = BlockStarts(body_);
    auto start = starts.begin();
    for (at_ = 0; at_ < body_.code.size(); ++at_) {
      offsets_.push_back(code_.size());
      if (start != starts.end() && *start == at_) {
        last_.reset();
        ++start;
      }
      Translate(body_.code[at_]);
    }
    offsets_.push_back(code_.size());
    End();
    return Link();
  }

 private:
  // ---- Where numbers are ----

  // A register that no instruction writes is read from the constants, unless an instruction other than an
  // operation reads it.
  void PlaceConstants() {
    std::vector<char> is_in_frame(body_.num_registers, 0);
    for (const Instruction& i : body_.code) {
      ForEachWritten(routine_, i, [&](Register r) { is_in_frame[r] = 1; });
      if (IsRun(i)) std::fill_n(is_in_frame.begin() + i.b, i.count, 1);
      const bool is_seen = i.code != routine::Code::kMove && i.code != routine::Code::kOperation;
      if (is_seen) ForEachRead(routine_, i, [&](Register r) { is_in_frame[r] = 1; });
    }
    for (const Register r : body_.outputs) is_in_frame[r] = 1;
    const std::vector<char> needs_number = NeedNumber();
    std::vector<char> has_number(body_.num_registers, 0);
    for (const auto& [r, number] : body_.constants) {
      has_number[r] = 1;
      if (is_in_frame[r]) {
        assembled_.initial.emplace_back(r, number);
      } else {
        constant_of_[r] = number;
      }
    }
    for (std::size_t r = routine_.num_inputs(); r < body_.num_registers; ++r) {
      if (needs_number[r] && !has_number[r])
        assembled_.initial.emplace_back(static_cast<Register>(r), std::numeric_limits<double>::quiet_NaN());
    }
  }

  // Registers that may be read before an instruction has written them.
  std::vector<char> NeedNumber() const {
    std::vector<char> found = ReadUnassigned(routine_);
    for (const Instruction& i : body_.code) {
      if (IsRun(i)) std::fill_n(found.begin() + i.b, i.count, 1);
    }
    return found;
  }

  Address Number(double number) {
    const auto [found, is_new] =
        places_.try_emplace(std::bit_cast<std::uint64_t>(number), static_cast<std::uint32_t>(places_.size()));
    if (is_new) assembled_.constants.push_back(number);
    return Element(kConstants, found->second);
  }
  Address At(Register r) { return constant_of_[r] ? Number(*constant_of_[r]) : Element(kRegisters, r); }
  void Load(Xmm to, Register r) {
    if (last_ == r && to == kXmm0) return;
    if (last_ == r) return code_.Packed(kMove, to, kXmm0);
    code_.Scalar(kLoadDouble, to, At(r));
  }
  // xmm0 is the value of the register from here on.
  void Set(Register r) {
    code_.Scalar(kStoreDouble, kXmm0, Element(kRegisters, r));
    last_ = r;
  }

  // ---- Instructions ----

  void Translate(const Instruction& i) {
    switch (i.code) {
      case routine::Code::kMove:
        Load(kXmm0, i.b);
        return Set(i.a);
      case routine::Code::kOperation:
        Operate(i);
        return Set(i.a);
      case routine::Code::kLoad:
        PutIndex(i.c);
        MoveElement(kLoadDouble, i.b);
        return Set(i.a);
      case routine::Code::kStore:
        PutIndex(i.c);
        Load(kXmm0, i.a);
        MoveElement(kStoreDouble, i.b);
        return last_.reset();
      case routine::Code::kCheckIndex:
        return CheckIndex(i);
      case routine::Code::kJump:
        return JumpTo(i.b);
      case routine::Code::kJumpIfFalse:
        return JumpIfFalse(i);
      case routine::Code::kCall:
        return Call(reinterpret_cast<const void*>(&CallFromCode), &routine_, i);
      case routine::Code::kFail:
        return Fail({0xE9});  // jmp
      default:
        return Call(reinterpret_cast<const void*>(&ArenaFromCode), nullptr, i);
    }
  }

  Register OperandOf(const Instruction& i, std::uint32_t k) const { return body_.operands[i.b + k]; }

  // The result is in xmm0.
  void Operate(const Instruction& i) {
    const bool is_fold = expr::Arity(i.op) < 0 || i.count == 1;
    if (i.op == Op::kAnd || i.op == Op::kOr) return FoldTruths(i);
    if (is_fold && InstructionOf(i.op)) return Fold(i);
    if (const auto predicate = PredicateOf(i.op)) return Compare(i, *predicate);
    switch (i.op) {
      case Op::kNoEvent:
        return Load(kXmm0, OperandOf(i, 0));
      case Op::kSqrt:
        Load(kXmm0, OperandOf(i, 0));
        return code_.Scalar(kSquareRoot, kXmm0, kXmm0);
      case Op::kAbs:
        Load(kXmm0, OperandOf(i, 0));
        return code_.WithBits(kAndBits, 0x7FFF'FFFF'FFFF'FFFF);
      case Op::kNot:
        Load(kXmm0, OperandOf(i, 0));
        code_.Packed(kXorBits, kXmm1, kXmm1);
        code_.CompareTo(kXmm1, kIsEqual);
        return code_.WithBits(kAndBits, std::bit_cast<std::uint64_t>(1.0));
      case Op::kIf:
        return Select(i);
      case Op::kPow:
        if (const auto exponent = constant_of_[OperandOf(i, 1)]; exponent && expr::IsIntegerPower(*exponent))
          return Power(OperandOf(i, 0), static_cast<int>(*exponent));
        return CallOperation(i);
      default:
        if (const auto instruction = InstructionOf(i.op)) return Fold(i);
        return CallOperation(i);
    }
  }

  // From left to right.
  void Fold(const Instruction& i) {
    const std::uint8_t instruction = *InstructionOf(i.op);
    const bool commutes = i.op == Op::kAdd || i.op == Op::kMul;
    std::uint32_t next = 1;
    const bool second_is_here = i.count > 1 && last_ == OperandOf(i, 1) && last_ != OperandOf(i, 0);
    if (second_is_here && commutes) {
      code_.Scalar(instruction, kXmm0, At(OperandOf(i, 0)));
      next = 2;
    } else {
      if (second_is_here) code_.Packed(kMove, kXmm1, kXmm0);
      if (last_ != OperandOf(i, 0)) code_.Scalar(kLoadDouble, kXmm0, At(OperandOf(i, 0)));
      if (second_is_here) {
        code_.Scalar(instruction, kXmm0, kXmm1);
        next = 2;
      }
    }
    for (; next < i.count; ++next) code_.Scalar(instruction, kXmm0, At(OperandOf(i, next)));
  }

  void Compare(const Instruction& i, std::uint8_t predicate) {
    Load(kXmm1, OperandOf(i, 1));
    Load(kXmm0, OperandOf(i, 0));
    code_.CompareTo(kXmm1, predicate);
    code_.WithBits(kAndBits, std::bit_cast<std::uint64_t>(1.0));
  }

  void FoldTruths(const Instruction& i) {
    for (std::uint32_t k = 0; k < i.count; ++k) {
      if (k > 0) last_.reset();
      Load(kXmm0, OperandOf(i, k));
      code_.Packed(kXorBits, kXmm1, kXmm1);
      code_.CompareTo(kXmm1, kIsNotEqual);
      code_.Packed(k == 0 ? kMove : i.op == Op::kAnd ? kAndBits : kOrBits, kXmm2, kXmm0);
    }
    code_.Packed(kMove, kXmm0, kXmm2);
    code_.WithBits(kAndBits, std::bit_cast<std::uint64_t>(1.0));
  }

  // a != 0 ? b : c, by a mask of all ones or zeros.
  void Select(const Instruction& i) {
    Load(kXmm2, OperandOf(i, 1));
    Load(kXmm0, OperandOf(i, 0));
    code_.Packed(kXorBits, kXmm1, kXmm1);
    code_.CompareTo(kXmm1, kIsNotEqual);
    code_.Packed(kAndBits, kXmm2, kXmm0);
    code_.Scalar(kLoadDouble, kXmm1, At(OperandOf(i, 2)));
    code_.Packed(kAndNotBits, kXmm0, kXmm1);
    code_.Packed(kOrBits, kXmm0, kXmm2);
  }

  // expr::IntegerPower, multiplication by multiplication.
  void Power(Register x, int n) {
    unsigned bits = n < 0 ? static_cast<unsigned>(-n) : static_cast<unsigned>(n);
    if (bits == 0) return code_.Scalar(kLoadDouble, kXmm0, Number(1.0));
    Load(kXmm0, x);
    for (; (bits & 1u) == 0; bits >>= 1) code_.Scalar(kProduct, kXmm0, kXmm0);
    code_.Packed(kMove, kXmm1, kXmm0);
    while ((bits >>= 1) != 0) {
      code_.Scalar(kProduct, kXmm0, kXmm0);
      if (bits & 1u) code_.Scalar(kProduct, kXmm1, kXmm0);
    }
    if (n > 0) return code_.Packed(kMove, kXmm0, kXmm1);
    code_.Scalar(kLoadDouble, kXmm0, Number(1.0));
    code_.Scalar(kQuotient, kXmm0, kXmm1);
  }

  void CallOperation(const Instruction& i) {
    if (i.count > 1) Load(kXmm1, OperandOf(i, 1));
    Load(kXmm0, OperandOf(i, 0));
    code_.CallFunction(expr::FunctionOf(i.op));
  }

  // ---- Elements of runs ----

  // rax = the number of the element.
  void PutIndex(Register index) {
    code_.Put({0xF2, 0x48, 0x0F, 0x2C, 0x83});  // cvttsd2si rax, [rbx + offset]
    code_.PutNumber(std::uint64_t{8} * index, 4);
  }
  void MoveElement(std::uint8_t instruction, Register first) {
    code_.Put({0xF2, 0x0F, instruction, 0x84, 0xC3});  // [rbx + 8 rax + offset]
    code_.PutNumber(std::uint64_t{8} * first, 4);
  }
  // A comparison with NaN counts as "below", so the index fails the check.
  void CheckIndex(const Instruction& i) {
    Load(kXmm0, i.a);
    code_.WithMemory(0x66, kCompareOrdered, kXmm0, Number(1.0));
    Fail({0x0F, 0x82});  // jb
    code_.Scalar(kLoadDouble, kXmm1, Number(i.b));
    code_.Packed(kCompareOrdered, kXmm1, kXmm0);
    Fail({0x0F, 0x82});  // jb
    last_ = i.a;
  }

  // ---- Jumps and calls ----

  void Fail(std::initializer_list<std::uint8_t> jump) {
    code_.Put(jump);
    code_.PutNumber(0, 4);
    failures_.push_back(code_.size());
  }

  void TakeSteps(std::uint32_t count) {
    static_assert(offsetof(RunState, steps_left) == 0);
    code_.Put({0x49, 0x81, 0x2C, 0x24});  // sub qword [r12], count
    code_.PutNumber(count, 4);
    Fail({0x0F, 0x88});  // js
  }

  void JumpTo(std::uint32_t target) {
    if (target <= at_) TakeSteps(StepsBack(at_, target));
    code_.Put({0xE9});
    code_.PutNumber(0, 4);
    jumps_.emplace_back(code_.size(), target);
  }

  // NaN counts as true.
  void JumpIfFalse(const Instruction& i) {
    Load(kXmm0, i.a);
    code_.Packed(kXorBits, kXmm1, kXmm1);
    code_.Packed(kCompareUnordered, kXmm0, kXmm1);
    std::vector<std::size_t> stays;
    for (const std::uint8_t condition : {0x8A, 0x85}) {  // jp, jne
      code_.Put({0x0F, condition});
      code_.PutNumber(0, 4);
      stays.push_back(code_.size());
    }
    JumpTo(i.b);
    for (const std::size_t jump : stays) code_.SetDistance(jump, code_.size());
    last_.reset();
  }

  // Calls function(first, &i, registers). The first argument is the routine or the RunState. The result 0
  // means failure.
  void Call(const void* function, const Routine* routine, const Instruction& i) {
    if (routine != nullptr) {
      code_.Put({0x48, 0xBF});  // mov rdi, routine
      code_.PutNumber(reinterpret_cast<std::uint64_t>(routine), 8);
    } else {
      code_.Put({0x4C, 0x89, 0xE7});  // mov rdi, r12
    }
    code_.Put({0x48, 0xBE});  // mov rsi, instruction
    code_.PutNumber(reinterpret_cast<std::uint64_t>(&i), 8);
    code_.Put({0x48, 0x89, 0xDA});  // mov rdx, rbx
    code_.CallFunction(function);
    code_.Put({0x85, 0xC0});  // test eax, eax
    Fail({0x0F, 0x84});       // je
    last_.reset();
  }

  // Three registers of the caller are saved. With the return address, the stack stays aligned to 16 bytes.
  void Begin() {
    code_.Put({0x53, 0x41, 0x54, 0x41, 0x56});  // push rbx, r12, r14
    code_.Put({0x48, 0x89, 0xFB});              // mov rbx, rdi
    code_.Put({0x49, 0x89, 0xF4});              // mov r12, rsi
    code_.Put({0x49, 0xBE});                    // mov r14, constants
    code_.PutNumber(0, 8);
    end_of_constants_place_ = code_.size();
    TakeSteps(static_cast<std::uint32_t>(body_.code.size()));
  }

  void End() {
    const auto leave = [this](std::uint8_t result) {
      code_.Put({0xB8, result, 0, 0, 0});               // mov eax, result
      code_.Put({0x41, 0x5E, 0x41, 0x5C, 0x5B, 0xC3});  // pop r14, r12, rbx; ret
    };
    leave(1);
    const std::size_t fail = code_.size();
    leave(0);
    for (const std::size_t jump : failures_) code_.SetDistance(jump, fail);
    for (const auto& [jump, target] : jumps_) code_.SetDistance(jump, offsets_[target]);
  }

  std::unique_ptr<const AssembledRoutine> Link() {
    std::vector<std::uint8_t> bytes = std::move(code_).Take();
    const auto address = reinterpret_cast<std::uint64_t>(assembled_.constants.data());
    for (std::size_t k = 0; k < sizeof(address); ++k)
      bytes[end_of_constants_place_ - sizeof(address) + k] = static_cast<std::uint8_t>(address >> 8 * k);
    assembled_.memory = MakeExecutable(bytes);
    if (!assembled_.memory) return nullptr;
    assembled_.function =
        reinterpret_cast<AssembledRoutine::Function>(const_cast<std::uint8_t*>(assembled_.memory.get()));
    // Moved rather than copied, because the code refers to the constants by their addresses.
    return std::make_unique<const AssembledRoutine>(std::move(assembled_));
  }

  const Routine& routine_;
  const RoutineBody& body_;
  std::vector<std::optional<double>> constant_of_;  // per register: the constant that it holds throughout
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // of constants, by their bits
  AssembledRoutine assembled_;
  x86::Code code_;
  std::vector<std::size_t> offsets_;                          // of instructions in the code
  std::vector<std::size_t> failures_;                         // the ends of jumps there
  std::vector<std::pair<std::size_t, std::uint32_t>> jumps_;  // the ends of jumps, and their targets
  std::optional<Register> last_;                              // the register whose value is in xmm0
  std::uint32_t at_ = 0;
  std::size_t end_of_constants_place_ = 0;
};

}  // namespace

std::unique_ptr<const AssembledRoutine> Assemble(const Routine& routine) {
  return RoutineAssembler(routine).Assemble();
}

#else

std::unique_ptr<const AssembledRoutine> Assemble(const Routine&) {
  return nullptr;
}

#endif

}  // namespace daedalus::routine
