#include "daedalus/codegen/kernel.h"

namespace daedalus::codegen {

std::optional<std::string> KernelCode::UseMachineCode(const MachineCodeOptions& options) {
  const std::lock_guard lock(compiling_);
  for (const Compiled& compiled : compiled_) {
    if (compiled.level != options.optimization_level) continue;
    active_.store(compiled.code.get(), std::memory_order_release);
    return std::nullopt;
  }
  Expected<MachineCode, std::string> code = CompileToMachineCode(program_, options);
  if (!code) return code.error();
  compiled_.push_back({options.optimization_level, std::make_unique<const MachineCode>(std::move(*code))});
  active_.store(compiled_.back().code.get(), std::memory_order_release);
  return std::nullopt;
}

Kernel::Kernel(KernelProgram program)
    : code_(std::make_shared<KernelCode>(std::move(program))), interpreter_(code_->program()) {}

void Kernel::Evaluate(const KernelInputs& inputs, double* out) {
  const KernelProgram& program = code_->program();
  KernelInputs in = inputs;
  in[InputBlock::kConstant] = program.constants.data();
  const MachineCode* code = code_->machine_code();
  if (code == nullptr) {
    for (const KernelGroup& group : program.groups) interpreter_.Run(program, group, in, out);
    return;
  }
  for (const KernelFunction function : code->functions)
    function(in.time, in.blocks.data(), program.indices.data(), out);
  for (const std::uint32_t group : code->interpreted_groups)
    interpreter_.Run(program, program.groups[group], in, out);
}

}  // namespace daedalus::codegen
