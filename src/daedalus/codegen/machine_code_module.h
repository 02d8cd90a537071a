// The one function of the shared module that holds LLVM, as seen from both sides of dlopen.
#pragma once

#include <span>

#include "daedalus/codegen/machine_code.h"
#include "daedalus/codegen/math_functions.h"

namespace daedalus::codegen {

constexpr const char* kMachineCodeModule = "libdaedalus_machine_code.so";
constexpr const char* kMachineCodeEntry = "daedalus_compile_machine_code";

// On failure `error` is not empty.
using MachineCodeEntry = void (*)(const KernelProgram& program, const MachineCodeOptions& options,
                                  std::span<const MathFunction> functions, MachineCode& result,
                                  std::string& error);

}  // namespace daedalus::codegen
