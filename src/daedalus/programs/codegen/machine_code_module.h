// The functions of the shared module that holds LLVM, as seen from both sides of dlopen.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/programs/codegen/machine_code.h"
#include "daedalus/programs/codegen/math_functions.h"
#include "daedalus/system/routine/routine.h"

namespace daedalus::codegen {

constexpr const char* kMachineCodeModule = "libdaedalus_machine_code.so";
constexpr const char* kMachineCodeEntry = "daedalus_compile_machine_code";
constexpr const char* kRoutineCodeEntry = "daedalus_compile_routines";

// What machine code calls in the program that runs it.
struct MachineCodeRuntime {
  std::vector<MathFunction> math = MathFunctions();
  // All results, NaN where the function fails; 1 unless it does.
  std::int32_t (*call_function)(const expr::Function* function, const double* in, double* out);
  // Machine code of a function that is a routine; nullptr if there is none.
  routine::RoutineFunction (*code_of)(const expr::Function& function);
  routine::RunState* (*thread_run)();
  double* (*take_frame)(std::size_t size);
  void (*give_frame)();
  // routine/run_state.h
  double* (*arena_of)(routine::RunState* run);
  double (*take_array)(routine::RunState* run, double count);
};

MachineCodeRuntime HostRuntime();

// A routine to be compiled, and what was found out about it.
struct RoutineUnit {
  const routine::Routine* routine;
  std::vector<char> is_whole;         // by register (routine/whole_numbers.h)
  std::vector<std::uint32_t> blocks;  // where they start (routine/flow.h)
  // By entry of RoutineBody::calls: which of the units it is, if it is one of them.
  static constexpr std::uint32_t kOther = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> calls;
};

struct RoutineCode {
  std::vector<routine::RoutineFunction> functions;  // by unit
  std::shared_ptr<void> owner;
};

// On failure `error` is not empty.
using MachineCodeEntry = void (*)(const KernelProgram& program, const MachineCodeOptions& options,
                                  const MachineCodeRuntime& runtime, MachineCode& result, std::string& error);
using RoutineCodeEntry = void (*)(std::span<const RoutineUnit> units, const MachineCodeRuntime& runtime,
                                  RoutineCode& result, std::string& error);

struct LoadedModule {
  MachineCodeEntry compile;
  RoutineCodeEntry compile_routines;
};

// The error is a sentence fragment.
Expected<LoadedModule, std::string> LoadMachineCodeModule(const MachineCodeOptions& options);

}  // namespace daedalus::codegen
