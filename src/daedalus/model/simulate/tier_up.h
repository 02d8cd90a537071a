// When does a run change from the interpreter to machine code?
//
// Small kernels are assembled before the run (codegen/line_assembler.h), which costs next to nothing.
//
// Compiling costs tens of milliseconds. A short run of a small model takes less, and the interpreter wins. We
// do not know how long a run will take, so we start compiling when the elapsed time equals the estimated time
// of compiling. Then the whole costs at most twice as much as the better choice (the ski-rental argument).
// The compiler works in its own thread while the interpreter continues. Both give the same bits, so results
// do not show the moment of the change.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "daedalus/programs/codegen/kernel.h"

namespace daedalus::simulate {

// Which code computes the model? Results are the same to the last bit; only the time differs.
enum class CodeChoice {
  kAuto,  // interpreted or assembled at first, machine code once the run turns out to be long
  kInterpreter,
  kMachine,  // compiled before the run
};

// The estimated seconds to compile the kernels.
double EstimateCompileSeconds(std::span<codegen::Kernel* const> kernels);

class TierUp {
 public:
  TierUp(std::vector<codegen::Kernel*> kernels, CodeChoice choice);
  ~TierUp();
  TierUp(const TierUp&) = delete;
  TierUp& operator=(const TierUp&) = delete;

  // Call after each step. Reading the clock takes as long as a small model's right-hand side. So it is read
  // only after the number of steps has grown by a quarter.
  void AfterStep();
  // Nobody needs the result any more: a running compilation stops soon.
  void Abandon() { abandoned_ = true; }
  // Waits for a running compilation. If machine code was tried but is not in use, returns the reason.
  std::optional<std::string> Finish();
  // What the kernels run as now: all as machine code of the compiler; or some of them assembled.
  bool IsMachineCode() const;
  bool IsAssembled() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<std::string> Compile();

  std::vector<codegen::Kernel*> kernels_;
  CodeChoice choice_;
  Clock::time_point begin_ = Clock::now();
  double threshold_ = 0;
  std::int64_t steps_ = 0, next_look_ = 1;
  std::thread compiler_;
  std::atomic<bool> abandoned_ = false;
  std::optional<std::string> failure_;
};

}  // namespace daedalus::simulate
