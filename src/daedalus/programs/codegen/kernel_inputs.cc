#include "daedalus/programs/codegen/kernel_inputs.h"

#include "daedalus/base/check.h"

namespace daedalus::codegen {

InputBlock BlockOf(const expr::Leaf& leaf) {
  switch (leaf.kind) {
    case expr::Op::kConstant:
      return InputBlock::kConstant;
    case expr::Op::kParameter:
      return InputBlock::kParameter;
    case expr::Op::kHeld:
      return InputBlock::kHeld;
    case expr::Op::kVariable:
      DAEDALUS_CHECK(leaf.order <= kMaxDerivativeOrder, "there is a block for each order of derivatives");
      return static_cast<InputBlock>(static_cast<int>(InputBlock::kVariable) + leaf.order);
    default:
      CheckFailed("leaf", "only constants, parameters, variables and what is held are read from blocks");
  }
}

}  // namespace daedalus::codegen
