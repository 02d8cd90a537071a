#include "daedalus/model/simulate/tier_up.h"

#include <algorithm>

#include "daedalus/programs/codegen/routine_code.h"

namespace daedalus::simulate {

double EstimateCompileSeconds(std::span<codegen::Kernel* const> kernels) {
  // Measured with bench/codegen_bench on one x86-64 core of 2 GHz: the time to load the compiler, then the
  // time for each instruction. Functions are optimised; their time is from bench/functions_bench.
  constexpr double kLoading = 0.025;
  constexpr double kInstruction = 15e-6;
  constexpr double kRoutineInstruction = 400e-6;
  double seconds = kLoading;
  std::vector<std::shared_ptr<const expr::Function>> called;
  for (const codegen::Kernel* kernel : kernels) {
    seconds += kInstruction * static_cast<double>(kernel->program().num_instructions());
    const auto more = codegen::CalledFunctions(kernel->program());
    called.insert(called.end(), more.begin(), more.end());
  }
  return seconds + kRoutineInstruction * static_cast<double>(codegen::CountRoutineInstructions(called));
}

TierUp::TierUp(std::vector<codegen::Kernel*> kernels, CodeChoice choice)
    : kernels_(std::move(kernels)), choice_(choice), threshold_(EstimateCompileSeconds(kernels_)) {
  if (choice == CodeChoice::kAuto) codegen::UseAssembledLines(kernels_);
  if (choice == CodeChoice::kMachine) failure_ = Compile();
  if (choice != CodeChoice::kInterpreter) return;
  for (const codegen::Kernel* kernel : kernels_)
    codegen::KeepInterpreted(codegen::CalledFunctions(kernel->program()));
}

std::optional<std::string> TierUp::Compile() {
  codegen::MachineCodeOptions options;
  options.cancelled = &abandoned_;
  for (codegen::Kernel* kernel : kernels_) {
    if (abandoned_) return "the run ended before it was compiled";
    if (auto failure = kernel->UseMachineCode(options)) return failure;
  }
  return std::nullopt;
}

bool TierUp::IsMachineCode() const {
  return std::ranges::all_of(kernels_,
                             [](const codegen::Kernel* kernel) { return kernel->machine_code() != nullptr; });
}

bool TierUp::IsAssembled() const {
  return std::ranges::any_of(kernels_, [](const codegen::Kernel* kernel) { return kernel->is_assembled(); });
}

TierUp::~TierUp() {
  Finish();
}

void TierUp::AfterStep() {
  if (choice_ != CodeChoice::kAuto || ++steps_ < next_look_) return;
  next_look_ = steps_ + std::max<std::int64_t>(1, steps_ / 4);
  if (std::chrono::duration<double>(Clock::now() - begin_).count() < threshold_) return;
  choice_ = CodeChoice::kMachine;
  compiler_ = std::thread([this] { failure_ = Compile(); });
}

std::optional<std::string> TierUp::Finish() {
  if (compiler_.joinable()) compiler_.join();
  return failure_;
}

}  // namespace daedalus::simulate
