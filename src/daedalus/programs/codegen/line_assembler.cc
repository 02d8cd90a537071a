#include "daedalus/programs/codegen/line_assembler.h"

#include <algorithm>
#include <bit>

#include "daedalus/base/x86_code.h"
#include "daedalus/programs/codegen/math_functions.h"

namespace daedalus::codegen {

#if defined(__x86_64__) && defined(__linux__)

namespace {

using namespace x86;  // NOLINT(google-build-using-namespace): the whole vocabulary

// Where the arrays are found. A function that calls others keeps them in registers that those preserve.
struct Bases {
  Gpr registers, out, parameters, variables, derivatives, held;
};
constexpr Bases kLeafBases = {kRsi, kRdx, kR8, kR9, kR10, kR11};
constexpr Bases kCallerBases = {kRbx, kRbp, kR13, kR14, kR15, kR12};

constexpr std::uint8_t kNoInstruction = 0;

std::uint8_t BinaryInstruction(TapeOp op) {
  switch (op) {
    case TapeOp::kAdd:
      return kAddition;
    case TapeOp::kMul:
      return kProduct;
    case TapeOp::kSubtract:
      return kDifference;
    case TapeOp::kMin:  // a < b ? a : b, NaN included
      return kMinimum;
    case TapeOp::kDiv:
      return kQuotient;
    case TapeOp::kMax:
      return kMaximum;
    case TapeOp::kLess:
    case TapeOp::kLessEqual:
    case TapeOp::kEqual:
    case TapeOp::kNotEqual:
      return kCompare;
    default:
      return kNoInstruction;
  }
}

std::uint8_t Predicate(TapeOp op) {
  switch (op) {
    case TapeOp::kEqual:
      return kIsEqual;
    case TapeOp::kLess:
      return kIsLess;
    case TapeOp::kLessEqual:
      return kIsLessEqual;
    default:
      return kIsNotEqual;  // or unordered
  }
}

bool HasInstructions(TapeOp op) {
  return BinaryInstruction(op) != kNoInstruction || op == TapeOp::kSelect || op == TapeOp::kNegate ||
         op == TapeOp::kAbs || op == TapeOp::kSqrt;
}

bool IsReachable(const StraightLine& line) {
  const auto can_read = [](const StraightLine::Input& input) {
    return (input.block <= InputBlock::kDerivative || input.block == InputBlock::kHeld) &&
           input.entry <= kLastElement;
  };
  return line.num_registers() <= kLastElement && std::ranges::all_of(line.inputs, can_read) &&
         std::ranges::all_of(line.outputs, [](const auto& output) { return output.to <= kLastElement; });
}

class Assembler {
 public:
  explicit Assembler(const StraightLine& line)
      : line_(line),
        calls_(!std::ranges::all_of(line.code, [](const auto& o) { return HasInstructions(o.op); })),
        bases_(calls_ ? kCallerBases : kLeafBases),
        is_stored_(line.code.size(), 0),
        outputs_of_(line.code.size()) {}

  std::vector<std::uint8_t> Assemble() && {
    FindUses();
    Begin();
    for (std::uint32_t k = 0; k < line_.code.size(); ++k) {
      Compute(line_.code[k]);
      for (const std::uint32_t to : outputs_of_[k])
        code_.Scalar(kStoreDouble, kXmm0, Element(bases_.out, to));
      if (is_stored_[k]) code_.Scalar(kStoreDouble, kXmm0, At(line_.first_result() + k));
      last_ = line_.first_result() + k;
    }
    for (const auto& [from, to] : line_.outputs) {
      if (from >= line_.first_result()) continue;
      code_.Scalar(kLoadDouble, kXmm0, At(from));
      code_.Scalar(kStoreDouble, kXmm0, Element(bases_.out, to));
    }
    End();
    return std::move(code_).Take();
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  // A result is stored unless only the next operation uses it, which finds it in xmm0.
  void FindUses() {
    const std::uint32_t first = line_.first_result();
    for (std::uint32_t k = 0; k < line_.code.size(); ++k) {
      const StraightLine::Operation& o = line_.code[k];
      const std::uint32_t operands[] = {o.a, o.b, o.c};
      for (int i = 0; i < NumRegisterOperands(o.op); ++i) {
        if (operands[i] < first) continue;
        const std::uint32_t made_by = operands[i] - first;
        if (made_by + 1 != k || o.op == TapeOp::kSelect) is_stored_[made_by] = 1;
      }
    }
    for (const auto& [from, to] : line_.outputs) {
      if (from >= first) outputs_of_[from - first].push_back(to);
    }
  }

  void Compute(const StraightLine::Operation& o) {
    switch (o.op) {
      case TapeOp::kNegate:
        Load(kXmm0, o.a);
        code_.WithBits(kXorBits, 0x8000'0000'0000'0000);
        break;
      case TapeOp::kAbs:
        Load(kXmm0, o.a);
        code_.WithBits(kAndBits, 0x7FFF'FFFF'FFFF'FFFF);
        break;
      case TapeOp::kSqrt:
        Load(kXmm0, o.a);
        code_.Scalar(kSquareRoot, kXmm0, kXmm0);
        break;
      case TapeOp::kSelect:
        Select(o);
        break;
      default:
        if (BinaryInstruction(o.op) != kNoInstruction) {
          Binary(o);
        } else {
          Call(o);
        }
    }
  }

  void Binary(const StraightLine::Operation& o) {
    const std::uint8_t instruction = BinaryInstruction(o.op);
    const bool commutes = o.op == TapeOp::kAdd || o.op == TapeOp::kMul;
    if (o.b == last_ && o.a == last_) {
      code_.Scalar(instruction, kXmm0, kXmm0);
    } else if (o.b == last_ && commutes) {
      code_.Scalar(instruction, kXmm0, At(o.a));
    } else if (o.b == last_) {
      code_.Packed(kMove, kXmm1, kXmm0);
      code_.Scalar(kLoadDouble, kXmm0, At(o.a));
      code_.Scalar(instruction, kXmm0, kXmm1);
    } else {
      Load(kXmm0, o.a);
      code_.Scalar(instruction, kXmm0, At(o.b));
    }
    if (instruction != kCompare) return;
    code_.Put({Predicate(o.op)});
    code_.WithBits(kAndBits, std::bit_cast<std::uint64_t>(1.0));
  }

  // a != 0 ? b : c, by a mask of all ones or zeros.
  void Select(const StraightLine::Operation& o) {
    Load(kXmm0, o.a);
    code_.Packed(kXorBits, kXmm1, kXmm1);
    code_.CompareTo(kXmm1, kIsNotEqual);
    code_.Scalar(kLoadDouble, kXmm1, At(o.b));
    code_.Scalar(kLoadDouble, kXmm2, At(o.c));
    code_.Packed(kAndBits, kXmm1, kXmm0);
    code_.Packed(kAndNotBits, kXmm0, kXmm2);
    code_.Packed(kOrBits, kXmm0, kXmm1);
  }

  void Call(const StraightLine::Operation& o) {
    if (NumRegisterOperands(o.op) == 2) {
      if (o.b == last_) {
        code_.Packed(kMove, kXmm1, kXmm0);
      } else {
        code_.Scalar(kLoadDouble, kXmm1, At(o.b));
      }
    }
    Load(kXmm0, o.a);
    code_.CallFunction(FunctionOf(o.op));
  }

  // The registers of the caller are saved, and eight bytes are left free. With the return address, this keeps
  // the stack at a multiple of 16 for the functions that are called.
  void Begin() {
    if (calls_) {
      code_.Put(
          {0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57});  // push rbx, rbp, r12, r13, r14, r15
      code_.Put({0x48, 0x83, 0xEC, 0x08});                                // sub rsp, 8
      code_.Put({0x48, 0x89, 0xF3});                                      // mov rbx, rsi
      code_.Put({0x48, 0x89, 0xD5});                                      // mov rbp, rdx
    }
    LoadBlock(bases_.parameters, InputBlock::kParameter);
    LoadBlock(bases_.variables, InputBlock::kVariable);
    LoadBlock(bases_.derivatives, InputBlock::kDerivative);
    LoadBlock(bases_.held, InputBlock::kHeld);
    code_.Scalar(kStoreDouble, kXmm0, At(line_.time_register()));
  }

  void End() {
    if (calls_) {
      code_.Put({0x48, 0x83, 0xC4, 0x08});  // add rsp, 8
      code_.Put(
          {0x41, 0x5F, 0x41, 0x5E, 0x41, 0x5D, 0x41, 0x5C, 0x5D, 0x5B});  // pop r15, r14, r13, r12, rbp, rbx
    }
    code_.Put({0xC3});  // ret
  }

  // mov base, [rdi + 8 block]; base is one of r8 to r15.
  void LoadBlock(Gpr base, InputBlock block) {
    if (std::ranges::none_of(line_.inputs, [&](const auto& input) { return input.block == block; })) return;
    code_.Put({0x4C, 0x8B, static_cast<std::uint8_t>(0x47 | (base & 7) << 3),
               static_cast<std::uint8_t>(8 * static_cast<std::uint8_t>(block))});
  }

  Address At(std::uint32_t r) const {
    if (r < line_.first_input() || r >= line_.first_result()) return Element(bases_.registers, r);
    const auto& [block, entry] = line_.inputs[r - line_.first_input()];
    switch (block) {
      case InputBlock::kParameter:
        return Element(bases_.parameters, entry);
      case InputBlock::kVariable:
        return Element(bases_.variables, entry);
      case InputBlock::kHeld:
        return Element(bases_.held, entry);
      default:
        return Element(bases_.derivatives, entry);
    }
  }

  void Load(Xmm to, std::uint32_t r) {
    if (to == kXmm0 && r == last_) return;
    code_.Scalar(kLoadDouble, to, At(r));
  }

  const StraightLine& line_;
  const bool calls_;
  const Bases bases_;
  std::vector<char> is_stored_;                         // per operation
  std::vector<std::vector<std::uint32_t>> outputs_of_;  // per operation
  std::uint32_t last_ = kNone;                          // what is in xmm0
  x86::Code code_;
};

}  // namespace

std::vector<std::uint8_t> AssembleLine(const StraightLine& line) {
  if (line.outputs.empty() || !IsReachable(line)) return {};
  return Assembler(line).Assemble();
}

#else

std::vector<std::uint8_t> AssembleLine(const StraightLine&) {
  return {};
}

#endif

}  // namespace daedalus::codegen
