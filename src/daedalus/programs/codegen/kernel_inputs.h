// Where the leaves of a kernel get their values: one array of numbers for each kind of leaf, a *block*.
//
//   leaf of the graph               block              entry
//   a constant                      kConstant          (the kernel program brings these itself)
//   parameter k                     kParameter         k
//   variable k, derivative n        kVariable + n      k
//   held value k                    kHeld              k
//
// A kernel gets the table of blocks. So a new kind of leaf needs only a new block here and a case in BlockOf;
// the signatures of kernels and machine code stay the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "daedalus/system/expr/graph.h"

namespace daedalus::codegen {

enum class InputBlock : std::uint8_t {
  kConstant,
  kParameter,
  kVariable,
  kDerivative,  // of order 1; the higher ones follow
  kSecondDerivative,
  kThirdDerivative,
  kHeld,
};
constexpr std::size_t kNumInputBlocks = 7;
constexpr int kMaxDerivativeOrder = 3;

// The block of a leaf that is a constant, a parameter, a held value or a variable.
InputBlock BlockOf(const expr::Leaf& leaf);

struct KernelInputs {
  double time = 0;
  std::array<const double*, kNumInputBlocks> blocks = {};

  KernelInputs() = default;
  KernelInputs(double t, const double* y, const double* yp, const double* p, const double* held = nullptr)
      : time(t) {
    (*this)[InputBlock::kVariable] = y;
    (*this)[InputBlock::kDerivative] = yp;
    (*this)[InputBlock::kParameter] = p;
    (*this)[InputBlock::kHeld] = held;
  }

  const double*& operator[](InputBlock block) { return blocks[static_cast<std::size_t>(block)]; }
  const double* operator[](InputBlock block) const { return blocks[static_cast<std::size_t>(block)]; }
};

}  // namespace daedalus::codegen
