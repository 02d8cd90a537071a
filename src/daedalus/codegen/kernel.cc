#include "daedalus/codegen/kernel.h"

namespace daedalus::codegen {

Kernel::Kernel(KernelProgram program) : program_(std::move(program)), interpreter_(program_) {}

void Kernel::Evaluate(const KernelInputs& inputs, double* out) {
  KernelInputs in = inputs;
  in[InputBlock::kConstant] = program_.constants.data();
  const MachineCode* code = active_.load(std::memory_order_acquire);
  if (code == nullptr) {
    for (const KernelGroup& group : program_.groups) interpreter_.Run(program_, group, in, out);
    return;
  }
  for (const KernelFunction function : code->functions) {
    function(in.time, in.blocks.data(), program_.indices.data(), out);
  }
  for (const std::uint32_t group : code->interpreted_groups)
    interpreter_.Run(program_, program_.groups[group], in, out);
}

std::optional<std::string> Kernel::UseMachineCode(const MachineCodeOptions& options) {
  Expected<MachineCode, std::string> code = CompileToMachineCode(program_, options);
  if (!code) return code.error();
  compiled_.push_back(std::make_unique<const MachineCode>(std::move(*code)));
  active_.store(compiled_.back().get(), std::memory_order_release);
  return std::nullopt;
}

}  // namespace daedalus::codegen
