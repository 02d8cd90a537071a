#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "daedalus/codegen/machine_code.h"
#include "daedalus/codegen/machine_code_module.h"

namespace daedalus::codegen {
namespace {

namespace fs = std::filesystem;

struct LoadedModule {
  MachineCodeEntry compile;
};

std::vector<fs::path> Candidates(const MachineCodeOptions& options) {
  if (!options.module_path.empty()) return {options.module_path};
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  return {folder.parent_path() / "lib" / kMachineCodeModule, folder / kMachineCodeModule};
}

// Opening a module again costs nothing, so nobody has to remember it. It is never closed: code that it
// compiled lives on.
Expected<LoadedModule, std::string> Load(const MachineCodeOptions& options) {
  std::string reason;
  for (const fs::path& path : Candidates(options)) {
    void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (module == nullptr) {
      if (reason.empty()) reason = fmt::format("the machine-code module cannot be loaded: {}", dlerror());
      continue;
    }
    if (void* const entry = dlsym(module, kMachineCodeEntry))
      return LoadedModule{reinterpret_cast<MachineCodeEntry>(entry)};
    return Failure{fmt::format("{} is not a machine-code module", path.string())};
  }
  return Failure{reason};
}

}  // namespace

Expected<MachineCode, std::string> CompileToMachineCode(const KernelProgram& program,
                                                        const MachineCodeOptions& options) {
  const Expected<LoadedModule, std::string> module = Load(options);
  if (!module) return Failure{module.error()};
  MachineCode code;
  std::string error;
  module->compile(program, options, MathFunctions(), code, error);
  if (!error.empty()) return Failure{error};
  return code;
}

}  // namespace daedalus::codegen
