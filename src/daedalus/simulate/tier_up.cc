#include "daedalus/simulate/tier_up.h"

namespace daedalus::simulate {

double EstimateCompileSeconds(codegen::ModelKernels& kernels) {
  // Measured with bench/codegen_bench on one x86-64 core of 2 GHz: loading the compiler, then time by
  // instruction.
  constexpr double kLoading = 0.025;
  constexpr double kInstruction = 15e-6;
  const std::size_t instructions =
      kernels.residual.program().num_instructions() + kernels.jacobian.kernel().program().num_instructions();
  return kLoading + kInstruction * static_cast<double>(instructions);
}

TierUp::TierUp(codegen::ModelKernels& kernels, CodeChoice choice)
    : kernels_(kernels), choice_(choice), threshold_(EstimateCompileSeconds(kernels)) {
  if (choice == CodeChoice::kMachine) failure_ = kernels_.UseMachineCode();
}

TierUp::~TierUp() {
  Finish();
}

void TierUp::AfterStep() {
  if (choice_ != CodeChoice::kAuto) return;
  if (std::chrono::duration<double>(Clock::now() - begin_).count() < threshold_) return;
  choice_ = CodeChoice::kMachine;
  compiler_ = std::thread([this] { failure_ = kernels_.UseMachineCode(); });
}

std::optional<std::string> TierUp::Finish() {
  if (compiler_.joinable()) compiler_.join();
  return failure_;
}

}  // namespace daedalus::simulate
