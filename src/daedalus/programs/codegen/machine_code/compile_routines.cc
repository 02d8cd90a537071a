// The entry of the module for routines: byte code in, functions out.
#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>

#include "daedalus/programs/codegen/machine_code/emit_routine.h"
#include "daedalus/programs/codegen/machine_code/session.h"
#include "daedalus/programs/codegen/machine_code/target.h"

namespace daedalus::codegen {
namespace {

llvm::Error CompileUnits(std::span<const RoutineUnit> units, const MachineCodeRuntime& runtime,
                         RoutineCode& result) {
  auto machine = HostMachine(2);
  if (!machine) return machine.takeError();
  llvm::LLVMContext context;
  llvm::Module module("routines", context);
  module.setDataLayout((*machine)->createDataLayout());
  module.setTargetTriple((*machine)->getTargetTriple().str());
  EmitRoutines(units, runtime, module);
  auto object = CompileFully(module, **machine);
  if (!object) return object.takeError();
  auto session = Session::Create(**machine, runtime.math);
  if (!session) return session.takeError();
  if (auto error = (*session)->Add(std::move(*object))) return error;
  for (std::size_t u = 0; u < units.size(); ++u) {
    auto found = (*session)->Find(RoutineName(u));
    if (!found) return found.takeError();
    result.functions.push_back(found->toPtr<routine::RoutineFunction>());
  }
  result.owner = std::shared_ptr<Session>(std::move(*session));
  return llvm::Error::success();
}

}  // namespace
}  // namespace daedalus::codegen

extern "C" [[gnu::visibility("default")]] void daedalus_compile_routines(
    std::span<const daedalus::codegen::RoutineUnit> units,
    const daedalus::codegen::MachineCodeRuntime& runtime, daedalus::codegen::RoutineCode& result,
    std::string& error) {
  if (llvm::Error failure = daedalus::codegen::CompileUnits(units, runtime, result))
    error = "the compilation of functions to machine code failed: " + llvm::toString(std::move(failure));
}
