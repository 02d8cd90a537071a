// The entry of the module: a kernel program in, functions out.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "daedalus/programs/codegen/machine_code/emission_plan.h"
#include "daedalus/programs/codegen/machine_code/emit_ir.h"
#include "daedalus/programs/codegen/machine_code/session.h"
#include "daedalus/programs/codegen/machine_code/target.h"

namespace daedalus::codegen {
namespace {

class Compiler {
 public:
  Compiler(const KernelProgram& program, const MachineCodeRuntime& runtime)
      : program_(program), runtime_(runtime) {}

  llvm::Error Run(const MachineCodePlan& plan, MachineCode& result) {
    int last = -1;
    for (const FunctionPlan& function : plan.functions) last = std::max(last, function.optimization_level);
    for (int level = 0; level <= last; ++level) {
      if (auto error = CompileLevel(plan, level, result.statistics)) return error;
    }
    if (session_ == nullptr) return llvm::Error::success();
    for (const std::string& name : names_) {
      auto found = session_->Find(name);
      if (!found) return found.takeError();
      result.functions.push_back(found->toPtr<KernelFunction>());
    }
    result.owner = std::shared_ptr<Session>(std::move(session_));
    return llvm::Error::success();
  }

 private:
  // The functions of one optimisation level are one module.
  llvm::Error CompileLevel(const MachineCodePlan& plan, int level, MachineCodeStatistics& statistics) {
    const auto is_here = [&](const FunctionPlan& function) { return function.optimization_level == level; };
    if (std::none_of(plan.functions.begin(), plan.functions.end(), is_here)) return llvm::Error::success();
    auto machine = HostMachine(level);
    if (!machine) return machine.takeError();
    llvm::LLVMContext context;
    ModuleEmitter emitter(context, (*machine)->createDataLayout(), program_, runtime_);
    for (const FunctionPlan& function : plan.functions) {
      if (!is_here(function)) continue;
      names_.push_back(fmt::format("kernel{}", names_.size()));
      emitter.Emit(function, names_.back());
    }
    statistics.num_functions = names_.size();
    statistics.num_ir_instructions += emitter.num_instructions();
    auto object = CompileModule(emitter.module(), **machine, level);
    if (!object) return object.takeError();
    if (session_ == nullptr) {
      auto session = Session::Create(**machine, runtime_.math);
      if (!session) return session.takeError();
      session_ = std::move(*session);
    }
    return session_->Add(std::move(*object));
  }

  const KernelProgram& program_;
  const MachineCodeRuntime& runtime_;
  std::unique_ptr<Session> session_;
  std::vector<std::string> names_;
};

}  // namespace
}  // namespace daedalus::codegen

extern "C" [[gnu::visibility("default")]] void daedalus_compile_machine_code(
    const daedalus::codegen::KernelProgram& program, const daedalus::codegen::MachineCodeOptions& options,
    const daedalus::codegen::MachineCodeRuntime& runtime, daedalus::codegen::MachineCode& result,
    std::string& error) {
  const auto start = std::chrono::steady_clock::now();
  daedalus::codegen::MachineCodePlan plan = daedalus::codegen::PlanFunctions(program, options);
  if (llvm::Error failure = daedalus::codegen::Compiler(program, runtime).Run(plan, result)) {
    error = "the compilation to machine code failed: " + llvm::toString(std::move(failure));
  }
  result.interpreted_groups = std::move(plan.interpreted_groups);
  result.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
