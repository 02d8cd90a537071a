#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "daedalus/programs/codegen/machine_code.h"
#include "daedalus/programs/codegen/machine_code_module.h"
#include "daedalus/programs/codegen/routine_code.h"

namespace daedalus::codegen {
namespace {

namespace fs = std::filesystem;

// The folder of the file that contains this code: the program, or a library that another program has loaded
// (a module of Python).
fs::path OwnFolder() {
  Dl_info info = {};
  const auto address = reinterpret_cast<const void*>(&LoadMachineCodeModule);
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  return fs::path(info.dli_fname).parent_path();
}

std::vector<fs::path> Candidates(const MachineCodeOptions& options) {
  if (!options.module_path.empty()) return {options.module_path};
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  return {folder.parent_path() / "lib" / kMachineCodeModule, folder / kMachineCodeModule,
          OwnFolder() / "lib" / kMachineCodeModule};
}

}  // namespace

// Opening a module again is cheap, so its handle is not kept. It is never closed: code that it compiled lives
// on.
Expected<LoadedModule, std::string> LoadMachineCodeModule(const MachineCodeOptions& options) {
  std::string reason;
  for (const fs::path& path : Candidates(options)) {
    void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (module == nullptr) {
      if (reason.empty()) reason = fmt::format("the machine-code module cannot be loaded: {}", dlerror());
      continue;
    }
    void* const kernels = dlsym(module, kMachineCodeEntry);
    void* const routines = dlsym(module, kRoutineCodeEntry);
    if (kernels != nullptr && routines != nullptr) {
      return LoadedModule{reinterpret_cast<MachineCodeEntry>(kernels),
                          reinterpret_cast<RoutineCodeEntry>(routines)};
    }
    return Failure{fmt::format("{} is not a machine-code module", path.string())};
  }
  return Failure{reason};
}

Expected<MachineCode, std::string> CompileToMachineCode(const KernelProgram& program,
                                                        const MachineCodeOptions& options) {
  const Expected<LoadedModule, std::string> module = LoadMachineCodeModule(options);
  if (!module) return Failure{module.error()};
  if (auto failure = CompileRoutines(CalledFunctions(program), options)) return Failure{*failure};
  MachineCode code;
  std::string error;
  module->compile(program, options, HostRuntime(), code, error);
  if (!error.empty()) return Failure{error};
  return code;
}

}  // namespace daedalus::codegen
