#include "daedalus/programs/codegen/kernel.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/executable_memory.h"

namespace daedalus::codegen {

std::optional<std::string> KernelCode::UseMachineCode(const MachineCodeOptions& options) {
  const std::lock_guard lock(compiling_);
  for (const Compiled& compiled : compiled_) {
    if (compiled.level != options.optimization_level) continue;
    active_.store(compiled.code.get(), std::memory_order_release);
    return std::nullopt;
  }
  // The compiler would leave a long tape to the interpreter. The assembled line is several times faster.
  const auto is_too_long = [&](const KernelGroup& group) {
    return group.tape.code.size() > options.longest_tape;
  };
  if (assembled_line() != nullptr && std::ranges::any_of(program_.groups, is_too_long)) return std::nullopt;
  Expected<MachineCode, std::string> code = CompileToMachineCode(program_, options);
  if (!code) return code.error();
  compiled_.push_back({options.optimization_level, std::make_unique<const MachineCode>(std::move(*code))});
  active_.store(compiled_.back().code.get(), std::memory_order_release);
  return std::nullopt;
}

void KernelCode::UseAssembledLine(std::shared_ptr<const std::uint8_t> code) {
  const std::lock_guard lock(compiling_);
  if (!line_code_) line_code_ = std::move(code);
  assembled_.store(reinterpret_cast<LineFunction>(const_cast<std::uint8_t*>(line_code_.get())),
                   std::memory_order_release);
}

void UseAssembledLines(std::span<Kernel* const> kernels) {
  constexpr std::size_t kAlignment = 16;
  std::vector<std::uint8_t> all;
  std::vector<std::pair<KernelCode*, std::size_t>> places;
  for (const Kernel* kernel : kernels) {
    if (kernel->is_assembled()) continue;
    const std::vector<std::uint8_t> bytes = AssembleLine(kernel->code_->line());
    if (bytes.empty()) continue;
    all.resize((all.size() + kAlignment - 1) / kAlignment * kAlignment);
    places.emplace_back(kernel->code_.get(), all.size());
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  const std::shared_ptr<const std::uint8_t> memory = MakeExecutable(all);
  if (!memory) return;
  for (const auto& [code, place] : places) code->UseAssembledLine({memory, memory.get() + place});
}

Kernel::Kernel(KernelProgram program)
    : code_(std::make_shared<KernelCode>(std::move(program))),
      interpreter_(code_->program(), code_->line()) {}

void Kernel::Evaluate(const KernelInputs& inputs, double* out) {
  const KernelProgram& program = code_->program();
  const StraightLine& line = code_->line();
  const MachineCode* code = code_->machine_code();
  if (code == nullptr) {
    if (const LineFunction assembled = code_->assembled_line()) {
      assembled(inputs.time, inputs.blocks.data(), interpreter_.line_registers(), out);
    } else {
      interpreter_.Run(line, inputs, out);
    }
    if (line.other_groups.empty()) return;
  }
  KernelInputs in = inputs;
  in[InputBlock::kConstant] = program.constants.data();
  if (code == nullptr) {
    for (const std::uint32_t group : line.other_groups)
      interpreter_.Run(program, program.groups[group], in, out);
    return;
  }
  for (const KernelFunction function : code->functions)
    function(in.time, in.blocks.data(), program.indices.data(), out);
  for (const std::uint32_t group : code->interpreted_groups)
    interpreter_.Run(program, program.groups[group], in, out);
}

}  // namespace daedalus::codegen
