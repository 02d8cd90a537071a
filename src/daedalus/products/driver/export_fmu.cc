#include "daedalus/products/driver/export_fmu.h"

#include <filesystem>
#include <utility>

#include "daedalus/base/read_file.h"
#include "daedalus/products/driver/find_connectors.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/system/print_system.h"

namespace daedalus::driver {
namespace {

constexpr const char* kRunTime = "libdaedalus_fmu.so";

// The library lies beside the program, as the module of machine code does.
Result<std::string> ReadRunTime() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& path : {folder.parent_path() / "lib" / kRunTime, folder / kRunTime}) {
    if (auto bytes = ReadFile(path.string())) return *std::move(bytes);
  }
  return Fail(Error(Code::kCannotReadFile, {}, "cannot find `{}`, which every FMU carries", kRunTime)
                  .Hint("it belongs into the folder `lib` beside the folder of the program"));
}

bool StartsFromStarts(const ModelOptions& model, Diagnostics& diagnostics) {
  if (!model.steady) return true;
  diagnostics.Report(Error(Code::kBadOption, {}, "an FMU starts from its own start values, not at rest"))
      .Hint("leave out --steady");
  return false;
}

std::optional<std::string> Pack(const std::string& text, const fmi::FmuOptions& options,
                                const fmi::ResidualModel* dae, Diagnostics& diagnostics) {
  auto run_time = ReadRunTime();
  if (!run_time) {
    diagnostics.Append(std::move(run_time).error());
    return std::nullopt;
  }
  auto fmu = fmi::MakeFmu(text, *run_time, options, dae);
  if (fmu) return *std::move(fmu);
  // The messages are about the flat text, which the user did not write.
  for (Diagnostic& error : std::move(fmu).error()) {
    error.primary.span = {};
    error.secondary.clear();
    diagnostics.Report(std::move(error));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> ExportFmu(const ModelOptions& model, fmi::FmuOptions options, SourceFiles& loaded,
                                     Diagnostics& diagnostics) {
  if (!StartsFromStarts(model, diagnostics)) return std::nullopt;
  const auto text = DescribeStage(model, semantics::Stage::kFlat, loaded, diagnostics);
  if (!text || diagnostics.HasErrors()) return std::nullopt;
  if (options.version == fmi::FmiVersion::kFmi3) options.connectors = FindConnectors(model);
  return Pack(*text, options, nullptr, diagnostics);
}

std::optional<std::string> ExportDaeFmu(const ModelOptions& model, const fmi::FmuOptions& options,
                                        fmi::DaeForm form, SourceFiles& loaded, Diagnostics& diagnostics) {
  if (!StartsFromStarts(model, diagnostics)) return std::nullopt;
  auto system = FlattenForText(model, loaded, diagnostics);
  if (!system || diagnostics.HasErrors()) return std::nullopt;
  auto dae = fmi::MakeResidualModel(*std::move(system), form, diagnostics);
  if (!dae) {
    diagnostics.Append(std::move(dae).error());
    return std::nullopt;
  }
  return Pack(FlatModelica(dae->system), options, &*dae, diagnostics);
}

}  // namespace daedalus::driver
