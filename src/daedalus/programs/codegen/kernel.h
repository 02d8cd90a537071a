// A kernel evaluates a list of expressions at a point: by the interpreter from the first call on, and by
// machine code once that is installed. First comes the code of the straight line alone, which is assembled at
// once (line_assembler.h); in a long run, that of a compiler (machine_code.h). The switch may happen in
// another thread, in the middle of a run: all give the same bits.
//
// There are two classes. KernelCode is the compiled code: it never changes except for that switch, and any
// number of threads may run it at once. A Kernel runs it with its own registers; a copy of a Kernel shares
// only the code. So a model is compiled once and run by as many instances as there are threads
// (run/simulation.h).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/interpreter.h"
#include "daedalus/programs/codegen/kernel_program.h"
#include "daedalus/programs/codegen/line_assembler.h"
#include "daedalus/programs/codegen/machine_code.h"

namespace daedalus::codegen {

class KernelCode {
 public:
  explicit KernelCode(KernelProgram program)
      : program_(std::move(program)), line_(MakeStraightLine(program_)) {}
  KernelCode(const KernelCode&) = delete;
  KernelCode& operator=(const KernelCode&) = delete;

  const KernelProgram& program() const { return program_; }
  const StraightLine& line() const { return line_; }  // for the interpreter
  // The code in use; nullptr for the interpreter.
  const MachineCode* machine_code() const { return active_.load(std::memory_order_acquire); }

  // Compiles and switches over; on failure all stays as it is and the reason is returned. May be called from
  // any thread while the code runs. What was compiled at this level of optimisation already is not compiled
  // again.
  std::optional<std::string> UseMachineCode(const MachineCodeOptions& options);
  void UseInterpreter() {
    active_.store(nullptr, std::memory_order_release);
    assembled_.store(nullptr, std::memory_order_release);
  }

  // The straight line as machine code; nullptr if there is none in use.
  LineFunction assembled_line() const { return assembled_.load(std::memory_order_acquire); }
  // The earlier code may still be running, so it is kept for ever: there is only one.
  void UseAssembledLine(std::shared_ptr<const std::uint8_t> code);

 private:
  struct Compiled {
    int level;
    std::unique_ptr<const MachineCode> code;
  };

  const KernelProgram program_;
  const StraightLine line_;
  std::mutex compiling_;
  std::vector<Compiled> compiled_;  // all of them: an older one may still be running
  std::atomic<const MachineCode*> active_ = nullptr;
  std::shared_ptr<const std::uint8_t> line_code_;
  std::atomic<LineFunction> assembled_ = nullptr;
};

class Kernel {
 public:
  explicit Kernel(KernelProgram program);

  // out[i] is the value of expression i; `out` overlaps no input. One thread at a time.
  void Evaluate(const KernelInputs& inputs, double* out);

  // Like the function of KernelCode; it applies to all Kernels that share it.
  std::optional<std::string> UseMachineCode(const MachineCodeOptions& options = {}) {
    return code_->UseMachineCode(options);
  }
  void UseInterpreter() { code_->UseInterpreter(); }
  const MachineCode* machine_code() const { return code_->machine_code(); }
  const KernelProgram& program() const { return code_->program(); }

  bool is_assembled() const { return code_->assembled_line() != nullptr; }

 private:
  friend void UseAssembledLines(std::span<Kernel* const> kernels);

  std::shared_ptr<KernelCode> code_;
  Interpreter interpreter_;
};

// Assembles the straight lines of kernels, all in one piece of memory. Those that have no line, or one that
// cannot be assembled, stay with the interpreter.
void UseAssembledLines(std::span<Kernel* const> kernels);

}  // namespace daedalus::codegen
