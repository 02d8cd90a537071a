// From a kernel program to an LLVM module: a loop over the instances of a group, or straight-line code for a
// pack of single ones. Knows nothing of how the module is compiled and where its code goes.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/machine_code/emission_plan.h"
#include "daedalus/programs/codegen/machine_code_module.h"

namespace daedalus::codegen {

class ModuleEmitter {
 public:
  ModuleEmitter(llvm::LLVMContext& context, const llvm::DataLayout& layout, const KernelProgram& program,
                const MachineCodeRuntime& runtime);

  // Adds a function of type KernelFunction.
  void Emit(const FunctionPlan& plan, const std::string& name);

  std::size_t num_instructions() const { return num_instructions_; }
  llvm::Module& module() { return *module_; }

 private:
  llvm::Function* NewFunction(const std::string& name);
  void EmitLoop(const KernelGroup& group, llvm::Function& function);
  void EmitStraightLine(std::span<const std::uint32_t> groups, llvm::Function& function);

  llvm::LLVMContext& context_;
  const KernelProgram& program_;
  const MachineCodeRuntime& runtime_;
  std::unique_ptr<llvm::Module> module_;
  std::size_t num_instructions_ = 0;
};

}  // namespace daedalus::codegen
