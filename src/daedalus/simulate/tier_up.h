// When does a run change from the interpreter to machine code?
//
// Small kernels are assembled before the run (codegen/line_assembler.h), which costs next to nothing.
//
// Compiling costs tens of milliseconds, a short run of a small model less: what is there may simply win.
// Without knowing how long the run will be, start compiling when the time already spent equals the estimated
// time of compiling: then the whole costs at most twice what the better choice would have cost (the
// ski-rental argument). The compiler works in a thread of its own while the interpreter goes on. Both give
// the same bits, so the moment of the change does not show in the results.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "daedalus/codegen/kernel.h"

namespace daedalus::simulate {

// Which code computes the model: results are the same to the last bit, only the time differs.
enum class CodeChoice {
  kAuto,  // interpreted or assembled at first, machine code once the run turns out to be long
  kInterpreter,
  kMachine,  // compiled before the run
};

// Seconds that compiling the kernels will take.
double EstimateCompileSeconds(std::span<codegen::Kernel* const> kernels);

class TierUp {
 public:
  TierUp(std::vector<codegen::Kernel*> kernels, CodeChoice choice);
  ~TierUp();
  TierUp(const TierUp&) = delete;
  TierUp& operator=(const TierUp&) = delete;

  // Call after each step. The clock, which takes as long as a small model's right-hand side, is looked at
  // when the steps so far have become a quarter more.
  void AfterStep();
  // Nobody will need it any more: a compilation under way ends with the kernel that it is at.
  void Abandon() { abandoned_ = true; }
  // Waits for a compilation under way. Why machine code is not in use although it was tried, if so.
  std::optional<std::string> Finish();
  // What the kernels run as now: all as machine code of the compiler, or some of them assembled.
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
