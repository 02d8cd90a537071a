// The machine we run on, and how a module becomes an object file for it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

namespace daedalus::codegen {

// With the features of the host's processor. Never forms a fused multiply-add.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> HostMachine(int optimization_level);

// An object file in memory, after the passes that LLVM has for -O2: for functions with branches and loops of
// their own.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> CompileFully(llvm::Module& module,
                                                                 llvm::TargetMachine& machine);

// An object file in memory. Runs only the few passes that our code profits from. It leaves the emitter in SSA
// form, with loop invariants outside of the loops, so LLVM's standard pipelines would mostly cost time.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> CompileModule(llvm::Module& module,
                                                                  llvm::TargetMachine& machine,
                                                                  int optimization_level);

}  // namespace daedalus::codegen
