#include "daedalus/programs/codegen/line_assembler.h"

#include <algorithm>
#include <bit>
#include <initializer_list>

#include "daedalus/programs/codegen/math_functions.h"

namespace daedalus::codegen {

#if defined(__x86_64__) && defined(__linux__)

namespace {

// Numbers of the processor's registers, as the manual has them.
enum Gpr : std::uint8_t {
  kRdx = 2,
  kRbx = 3,
  kRbp = 5,
  kRsi = 6,
  kR8 = 8,
  kR9,
  kR10,
  kR11,
  kR12,
  kR13,
  kR14,
  kR15
};
enum Xmm : std::uint8_t { kXmm0, kXmm1, kXmm2 };

// Where the arrays are found. A function that calls others keeps them in registers that those preserve.
struct Bases {
  Gpr registers, out, parameters, variables, derivatives, held;
};
constexpr Bases kLeafBases = {kRsi, kRdx, kR8, kR9, kR10, kR11};
constexpr Bases kCallerBases = {kRbx, kRbp, kR13, kR14, kR15, kR12};

struct Address {
  Gpr base;
  std::int32_t offset;
};

// Second byte of scalar instructions F2 0F xx: the operation on xmm0 and an operand.
constexpr std::uint8_t kLoadDouble = 0x10, kStoreDouble = 0x11, kSquareRoot = 0x51, kCompare = 0xC2;
constexpr std::uint8_t kNoInstruction = 0;
// Opcodes of packed instructions, 66 0F xx.
constexpr std::uint8_t kMove = 0x28, kAndBits = 0x54, kAndNotBits = 0x55, kOrBits = 0x56, kXorBits = 0x57;

std::uint8_t BinaryInstruction(TapeOp op) {
  switch (op) {
    case TapeOp::kAdd:
      return 0x58;
    case TapeOp::kMul:
      return 0x59;
    case TapeOp::kSubtract:
      return 0x5C;
    case TapeOp::kMin:  // a < b ? a : b, NaN included
      return 0x5D;
    case TapeOp::kDiv:
      return 0x5E;
    case TapeOp::kMax:
      return 0x5F;
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
      return 0;
    case TapeOp::kLess:
      return 1;
    case TapeOp::kLessEqual:
      return 2;
    default:
      return 4;  // not equal, or unordered
  }
}

bool HasInstructions(TapeOp op) {
  return BinaryInstruction(op) != kNoInstruction || op == TapeOp::kSelect || op == TapeOp::kNegate ||
         op == TapeOp::kAbs || op == TapeOp::kSqrt;
}

bool IsReachable(const StraightLine& line) {
  constexpr std::uint32_t kLast = 1u << 27;
  const auto can_read = [](const StraightLine::Input& input) {
    return (input.block <= InputBlock::kDerivative || input.block == InputBlock::kHeld) &&
           input.entry < kLast;
  };
  return line.num_registers() < kLast && std::ranges::all_of(line.inputs, can_read) &&
         std::ranges::all_of(line.outputs, [](const auto& output) { return output.to < kLast; });
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
      for (const std::uint32_t to : outputs_of_[k]) Scalar(kStoreDouble, kXmm0, Element(bases_.out, to));
      if (is_stored_[k]) Scalar(kStoreDouble, kXmm0, At(line_.first_result() + k));
      last_ = line_.first_result() + k;
    }
    for (const auto& [from, to] : line_.outputs) {
      if (from >= line_.first_result()) continue;
      Scalar(kLoadDouble, kXmm0, At(from));
      Scalar(kStoreDouble, kXmm0, Element(bases_.out, to));
    }
    End();
    return std::move(bytes_);
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
        WithBits(kXorBits, 0x8000'0000'0000'0000);
        break;
      case TapeOp::kAbs:
        Load(kXmm0, o.a);
        WithBits(kAndBits, 0x7FFF'FFFF'FFFF'FFFF);
        break;
      case TapeOp::kSqrt:
        Load(kXmm0, o.a);
        Scalar(kSquareRoot, kXmm0, kXmm0);
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
      Scalar(instruction, kXmm0, kXmm0);
    } else if (o.b == last_ && commutes) {
      Scalar(instruction, kXmm0, At(o.a));
    } else if (o.b == last_) {
      Packed(kMove, kXmm1, kXmm0);
      Scalar(kLoadDouble, kXmm0, At(o.a));
      Scalar(instruction, kXmm0, kXmm1);
    } else {
      Load(kXmm0, o.a);
      Scalar(instruction, kXmm0, At(o.b));
    }
    if (instruction != kCompare) return;
    Put({Predicate(o.op)});
    WithBits(kAndBits, std::bit_cast<std::uint64_t>(1.0));
  }

  // a != 0 ? b : c, by a mask of all ones or zeros.
  void Select(const StraightLine::Operation& o) {
    Load(kXmm0, o.a);
    Packed(kXorBits, kXmm1, kXmm1);
    Scalar(kCompare, kXmm0, kXmm1);
    Put({Predicate(TapeOp::kNotEqual)});
    Scalar(kLoadDouble, kXmm1, At(o.b));
    Scalar(kLoadDouble, kXmm2, At(o.c));
    Packed(kAndBits, kXmm1, kXmm0);
    Packed(kAndNotBits, kXmm0, kXmm2);
    Packed(kOrBits, kXmm0, kXmm1);
  }

  void Call(const StraightLine::Operation& o) {
    if (NumRegisterOperands(o.op) == 2) {
      if (o.b == last_) {
        Packed(kMove, kXmm1, kXmm0);
      } else {
        Scalar(kLoadDouble, kXmm1, At(o.b));
      }
    }
    Load(kXmm0, o.a);
    Put({0x48, 0xB8});  // mov rax, address
    PutNumber(reinterpret_cast<std::uint64_t>(FunctionOf(o.op)), 8);
    Put({0xFF, 0xD0});  // call rax
  }

  // The registers of the caller are saved, and eight bytes are left free. With the return address, this keeps
  // the stack at a multiple of 16 for the functions that are called.
  void Begin() {
    if (calls_) {
      Put({0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57});  // push rbx, rbp, r12, r13, r14, r15
      Put({0x48, 0x83, 0xEC, 0x08});                                      // sub rsp, 8
      Put({0x48, 0x89, 0xF3});                                            // mov rbx, rsi
      Put({0x48, 0x89, 0xD5});                                            // mov rbp, rdx
    }
    LoadBlock(bases_.parameters, InputBlock::kParameter);
    LoadBlock(bases_.variables, InputBlock::kVariable);
    LoadBlock(bases_.derivatives, InputBlock::kDerivative);
    LoadBlock(bases_.held, InputBlock::kHeld);
    Scalar(kStoreDouble, kXmm0, At(line_.time_register()));
  }

  void End() {
    if (calls_) {
      Put({0x48, 0x83, 0xC4, 0x08});                                      // add rsp, 8
      Put({0x41, 0x5F, 0x41, 0x5E, 0x41, 0x5D, 0x41, 0x5C, 0x5D, 0x5B});  // pop r15, r14, r13, r12, rbp, rbx
    }
    Put({0xC3});  // ret
  }

  // mov base, [rdi + 8 block]; base is one of r8 to r15.
  void LoadBlock(Gpr base, InputBlock block) {
    if (std::ranges::none_of(line_.inputs, [&](const auto& input) { return input.block == block; })) return;
    Put({0x4C, 0x8B, static_cast<std::uint8_t>(0x47 | (base & 7) << 3),
         static_cast<std::uint8_t>(8 * static_cast<std::uint8_t>(block))});
  }

  static Address Element(Gpr base, std::uint32_t index) {
    return {base, 8 * static_cast<std::int32_t>(index)};
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
    Scalar(kLoadDouble, to, At(r));
  }

  // xmm0 and a pattern of 64 bits.
  void WithBits(std::uint8_t instruction, std::uint64_t bits) {
    Put({0x48, 0xB8});  // mov rax, bits
    PutNumber(bits, 8);
    Put({0x66, 0x48, 0x0F, 0x6E, 0xC8});  // movq xmm1, rax
    Packed(instruction, kXmm0, kXmm1);
  }

  void Scalar(std::uint8_t instruction, Xmm xmm, const Address& address) {
    Put({0xF2});
    if (address.base >= kR8) Put({0x41});
    Put({0x0F, instruction});
    const bool is_near = address.offset < 128;
    Put({static_cast<std::uint8_t>((is_near ? 0x40 : 0x80) | xmm << 3 | (address.base & 7))});
    if (address.base == kR12) Put({0x24});  // its number means another form, in which it stands alone
    PutNumber(static_cast<std::uint64_t>(address.offset), is_near ? 1 : 4);
  }
  void Scalar(std::uint8_t instruction, Xmm to, Xmm from) { BetweenXmm(0xF2, instruction, to, from); }
  void Packed(std::uint8_t instruction, Xmm to, Xmm from) { BetweenXmm(0x66, instruction, to, from); }
  void BetweenXmm(std::uint8_t prefix, std::uint8_t instruction, Xmm to, Xmm from) {
    Put({prefix, 0x0F, instruction, static_cast<std::uint8_t>(0xC0 | to << 3 | from)});
  }

  void Put(std::initializer_list<std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes); }
  void PutNumber(std::uint64_t number, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(number >> 8 * i));
  }

  const StraightLine& line_;
  const bool calls_;
  const Bases bases_;
  std::vector<char> is_stored_;                         // per operation
  std::vector<std::vector<std::uint32_t>> outputs_of_;  // per operation
  std::uint32_t last_ = kNone;                          // what is in xmm0
  std::vector<std::uint8_t> bytes_;
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
