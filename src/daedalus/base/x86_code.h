// Instructions of x86-64 as bytes, as far as expressions need them: scalar doubles, bits of doubles, calls.
// Numbers and opcodes are those of the processor's manual (Intel 64 Software Developer's Manual, volume 2).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace daedalus::x86 {

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

struct Address {
  Gpr base;
  std::int32_t offset;
};

inline Address Element(Gpr base, std::uint32_t index) {
  return {base, 8 * static_cast<std::int32_t>(index)};
}
// The highest index of an element.
constexpr std::uint32_t kLastElement = (1u << 27) - 1;

// Second byte of scalar instructions F2 0F xx: the operation on a register and an operand.
constexpr std::uint8_t kLoadDouble = 0x10, kStoreDouble = 0x11, kSquareRoot = 0x51, kAddition = 0x58,
                       kProduct = 0x59, kDifference = 0x5C, kMinimum = 0x5D, kQuotient = 0x5E,
                       kMaximum = 0x5F, kCompare = 0xC2;
// Opcodes of packed instructions, 66 0F xx.
constexpr std::uint8_t kMove = 0x28, kCompareOrdered = 0x2F, kCompareUnordered = 0x2E, kAndBits = 0x54,
                       kAndNotBits = 0x55, kOrBits = 0x56, kXorBits = 0x57;
// What kCompare compares.
constexpr std::uint8_t kIsEqual = 0, kIsLess = 1, kIsLessEqual = 2, kIsNotEqual = 4;

class Code {
 public:
  std::vector<std::uint8_t> Take() && { return std::move(bytes_); }
  std::size_t size() const { return bytes_.size(); }

  void Put(std::initializer_list<std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes); }
  void PutNumber(std::uint64_t number, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(number >> 8 * i));
  }
  // Four bytes before `end` become the distance from there to `target`, as jumps have it.
  void SetDistance(std::size_t end, std::size_t target) {
    const auto distance = static_cast<std::uint32_t>(target - end);
    for (std::size_t i = 0; i < 4; ++i) bytes_[end - 4 + i] = static_cast<std::uint8_t>(distance >> 8 * i);
  }

  void Scalar(std::uint8_t instruction, Xmm xmm, const Address& address) {
    WithMemory(0xF2, instruction, xmm, address);
  }
  void Scalar(std::uint8_t instruction, Xmm to, Xmm from) { BetweenXmm(0xF2, instruction, to, from); }
  void Packed(std::uint8_t instruction, Xmm to, Xmm from) { BetweenXmm(0x66, instruction, to, from); }
  void WithMemory(std::uint8_t prefix, std::uint8_t instruction, Xmm xmm, const Address& address) {
    Put({prefix});
    if (address.base >= kR8) Put({0x41});
    Put({0x0F, instruction});
    const bool is_near = address.offset < 128;
    Put({static_cast<std::uint8_t>((is_near ? 0x40 : 0x80) | xmm << 3 | (address.base & 7))});
    if (address.base == kR12) Put({0x24});  // its number means another form, in which it stands alone
    PutNumber(static_cast<std::uint64_t>(address.offset), is_near ? 1 : 4);
  }

  // xmm0 and a pattern of 64 bits; takes xmm1.
  void WithBits(std::uint8_t instruction, std::uint64_t bits) {
    Put({0x48, 0xB8});  // mov rax, bits
    PutNumber(bits, 8);
    Put({0x66, 0x48, 0x0F, 0x6E, 0xC8});  // movq xmm1, rax
    Packed(instruction, kXmm0, kXmm1);
  }
  // xmm0 and xmm1 are compared: all ones or zeros in xmm0.
  void CompareTo(Xmm other, std::uint8_t predicate) {
    Scalar(kCompare, kXmm0, other);
    Put({predicate});
  }
  void CallFunction(const void* function) {
    Put({0x48, 0xB8});  // mov rax, address
    PutNumber(reinterpret_cast<std::uint64_t>(function), 8);
    Put({0xFF, 0xD0});  // call rax
  }

 private:
  void BetweenXmm(std::uint8_t prefix, std::uint8_t instruction, Xmm to, Xmm from) {
    Put({prefix, 0x0F, instruction, static_cast<std::uint8_t>(0xC0 | to << 3 | from)});
  }

  std::vector<std::uint8_t> bytes_;
};

}  // namespace daedalus::x86
