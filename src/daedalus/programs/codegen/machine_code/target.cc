#include "daedalus/programs/codegen/machine_code/target.h"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include <mutex>

namespace daedalus::codegen {
namespace {

// LLVM's registry of targets is global; it is filled once, whichever thread comes first.
void RegisterTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

llvm::CodeGenOptLevel BackendLevel(int optimization_level) {
  if (optimization_level == 0) return llvm::CodeGenOptLevel::None;
  return optimization_level == 1 ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::Default;
}

// The analysis managers that the passes share.
struct Analyses {
  explicit Analyses(llvm::PassBuilder& builder) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(calls);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, calls, modules);
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
};

void Optimize(llvm::Module& module, llvm::TargetMachine& machine, int optimization_level) {
  llvm::PassBuilder builder(&machine);
  Analyses analyses(builder);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass());
  if (optimization_level >= 2) {
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    passes.addPass(llvm::LoopVectorizePass());
    passes.addPass(llvm::InstCombinePass());
  }
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) passes.run(function, analyses.functions);
  }
}

}  // namespace

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> HostMachine(int optimization_level) {
  RegisterTarget();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) return builder.takeError();
  builder->setCodeGenOptLevel(BackendLevel(optimization_level));
  // A fused multiply-add would round differently from the interpreter.
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return builder->createTargetMachine();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> CompileModule(llvm::Module& module,
                                                                  llvm::TargetMachine& machine,
                                                                  int optimization_level) {
  if (optimization_level > 0) Optimize(module, machine, optimization_level);
  return llvm::orc::SimpleCompiler(machine)(module);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> CompileFully(llvm::Module& module,
                                                                 llvm::TargetMachine& machine) {
  llvm::PassBuilder builder(&machine);
  Analyses analyses(builder);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, analyses.modules);
  return llvm::orc::SimpleCompiler(machine)(module);
}

}  // namespace daedalus::codegen
