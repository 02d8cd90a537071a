// One linking session: takes object files, gives the addresses of their functions, and owns the code.
#pragma once

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/machine_code_module.h"

namespace daedalus::codegen {

class Session {
 public:
  static llvm::Expected<std::unique_ptr<Session>> Create(const llvm::TargetMachine& machine,
                                                         std::span<const MathFunction> functions);

  llvm::Error Add(std::unique_ptr<llvm::MemoryBuffer> object) {
    return jit_->addObjectFile(std::move(object));
  }
  // The address of a function.
  llvm::Expected<llvm::orc::ExecutorAddr> Find(const std::string& name) { return jit_->lookup(name); }

 private:
  explicit Session(std::unique_ptr<llvm::orc::LLJIT> jit) : jit_(std::move(jit)) {}

  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

}  // namespace daedalus::codegen
