#include "fmi/loaded_fmu.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "daedalus/products/imported/fmu_archive.h"
#include "daedalus/products/imported/imported_fmu.h"

namespace daedalus::bench {
namespace {

[[noreturn]] void Stop(const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  std::exit(1);
}

void Check(bool is_right, const char* what) {
  if (!is_right) Stop(fmt::format("{} has failed", what));
}

void PrintMessage(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String message) {
  fmt::print(stderr, "{}\n", message);
}

template <class Function>
void Find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  Check(function != nullptr, name);
}

}  // namespace

LoadedFmu LoadFmu(const std::string& file, const std::string& folder) {
  const auto archive = imported::FmuArchive::Open(file);
  const auto description = imported::DescribeFmu(file);
  if (!archive || !description) Stop(file + " cannot be read");
  Check(archive->Unpack(folder, [](std::string_view) { return true; }).ok(), "unpacking");
  LoadedFmu out;
  out.token = description->token;
  out.resources = folder + "/resources/";
  for (const imported::FmuVariable& v : description->variables)
    out.variables.emplace_back(v.name, v.reference);
  std::string binary;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder + "/binaries")) {
    if (entry.path().extension() == ".so") binary = entry.path().string();
  }
  void* const library = ::dlopen(binary.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) Stop(::dlerror());
  Find(library, "fmi3InstantiateModelExchange", out.instantiate_exchange);
  Find(library, "fmi3InstantiateCoSimulation", out.instantiate_stepping);
  Find(library, "fmi3FreeInstance", out.free);
  Find(library, "fmi3EnterInitializationMode", out.enter_initialization);
  Find(library, "fmi3ExitInitializationMode", out.exit_initialization);
  Find(library, "fmi3UpdateDiscreteStates", out.update);
  Find(library, "fmi3EnterContinuousTimeMode", out.enter_continuous);
  Find(library, "fmi3SetTime", out.set_time);
  Find(library, "fmi3SetContinuousStates", out.set_states);
  Find(library, "fmi3GetContinuousStates", out.get_states);
  Find(library, "fmi3GetContinuousStateDerivatives", out.get_derivatives);
  Find(library, "fmi3GetFloat64", out.get);
  Find(library, "fmi3SetFloat64", out.set);
  Find(library, "fmi3DoStep", out.do_step);
  return out;
}

std::vector<fmi3ValueReference> LoadedFmu::References(const std::string& begin) const {
  std::vector<fmi3ValueReference> out;
  for (const auto& [name, reference] : variables) {
    if (name.starts_with(begin)) out.push_back(reference);
  }
  return out;
}

fmi3Instance LoadedFmu::BeginExchange() const {
  fmi3Instance instance =
      instantiate_exchange("one", token.c_str(), resources.c_str(), false, false, nullptr, PrintMessage);
  Check(instance != nullptr, "fmi3InstantiateModelExchange");
  Check(enter_initialization(instance, false, 0, 0, false, 0) == fmi3OK, "fmi3EnterInitializationMode");
  Check(exit_initialization(instance) == fmi3OK, "fmi3ExitInitializationMode");
  bool again = true, ends = false, nominals = false, states = false, has_time = false;
  double time = 0;
  while (again)
    Check(update(instance, &again, &ends, &nominals, &states, &has_time, &time) == fmi3OK, "an event");
  Check(enter_continuous(instance) == fmi3OK, "fmi3EnterContinuousTimeMode");
  return instance;
}

fmi3Instance LoadedFmu::BeginStepping(double tolerance) const {
  fmi3Instance instance = instantiate_stepping("one", token.c_str(), resources.c_str(), false, false, false,
                                               false, nullptr, 0, nullptr, PrintMessage, nullptr);
  Check(instance != nullptr, "fmi3InstantiateCoSimulation");
  Check(enter_initialization(instance, true, tolerance, 0, false, 0) == fmi3OK,
        "fmi3EnterInitializationMode");
  Check(exit_initialization(instance) == fmi3OK, "fmi3ExitInitializationMode");
  return instance;
}

}  // namespace daedalus::bench
