// A kernel: evaluates a list of expressions at a point, by the interpreter from the first call on, and by
// machine code from the moment it is installed. The switch may happen in another thread, in the middle of a
// run: both give the same bits.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/codegen/interpreter.h"
#include "daedalus/codegen/kernel_program.h"
#include "daedalus/codegen/machine_code.h"

namespace daedalus::codegen {

class Kernel {
 public:
  explicit Kernel(KernelProgram program);

  // out[i] is the value of expression i; `out` overlaps no input. One thread at a time.
  void Evaluate(const KernelInputs& inputs, double* out);

  // Compiles and switches over; on failure all stays as it is and the reason is returned. May be called from
  // one other thread while Evaluate runs, and again with a higher level of optimisation.
  std::optional<std::string> UseMachineCode(const MachineCodeOptions& options = {});
  void UseInterpreter() { active_.store(nullptr, std::memory_order_release); }

  // What is in use; null: the interpreter.
  const MachineCode* machine_code() const { return active_.load(std::memory_order_acquire); }
  const KernelProgram& program() const { return program_; }

 private:
  KernelProgram program_;
  Interpreter interpreter_;
  // All that was compiled: an older one may still be running.
  std::vector<std::unique_ptr<const MachineCode>> compiled_;
  std::atomic<const MachineCode*> active_ = nullptr;
};

}  // namespace daedalus::codegen
