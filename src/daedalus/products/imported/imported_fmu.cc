#include "daedalus/products/imported/imported_fmu.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <set>
#include <utility>

#include "daedalus/products/fmi/dae_manifest.h"
#include "daedalus/products/imported/dae_structure.h"
#include "daedalus/products/imported/fmu_archive.h"

namespace daedalus::imported {
namespace {

namespace fs = std::filesystem;

std::string_view FolderOfBinaries(int version) {
#if defined(__aarch64__)
  return version == 2 ? "aarch64-linux" : "aarch64-linux";
#else
  return version == 2 ? "linux64" : "x86_64-linux";
#endif
}

Diagnostic CannotRun(const std::string& file, const std::string& why) {
  return Error(Code::kForeignFunction, {}, "cannot run `{}`: {}", file, why);
}

// The platforms for which the archive has binaries.
std::string PlatformsOf(const FmuArchive& archive) {
  std::set<std::string> out;
  constexpr std::string_view kFolder = "binaries/";
  for (const std::string& name : archive.names()) {
    if (!name.starts_with(kFolder)) continue;
    const std::size_t end = name.find('/', kFolder.size());
    if (end != std::string::npos)
      out.insert(PrintableName(std::string_view(name).substr(kFolder.size(), end - kFolder.size())));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

Result<FmuKind> ChooseKind(const FmuDescription& fmu, const std::string& file, bool as_stepping) {
  if (as_stepping && !fmu.stepping) return Fail(CannotRun(file, "it has no Co-Simulation"));
  return as_stepping || !fmu.exchange ? FmuKind::kStepping : FmuKind::kExchange;
}

Result<std::string> FindBinary(const FmuArchive& archive, const FmuDescription& fmu, const std::string& file,
                               const std::string& identifier) {
  const std::string own = fmt::format("binaries/{}/{}.so", FolderOfBinaries(fmu.version), identifier);
  if (archive.Has(own)) return own;
  const std::string platforms = PlatformsOf(archive);
  return Fail(CannotRun(
      file, platforms.empty() ? "it has no binaries"
                              : fmt::format("it has no binary `{}`, but binaries for {}", own, platforms)));
}

}  // namespace

Result<FmuDescription> DescribeFmu(const std::string& file) {
  auto archive = FmuArchive::Open(file);
  if (!archive) return Failure{std::move(archive).error()};
  auto xml = archive->ReadText("modelDescription.xml");
  if (!xml) return Failure{std::move(xml).error()};
  auto fmu = ReadFmuDescription(*xml, file);
  const std::string manifest(fmi::kDaeManifest);
  if (!fmu || !fmu->exchange || !archive->Has(manifest)) return fmu;
  auto dae = archive->ReadText(manifest);
  if (!dae) return Failure{std::move(dae).error()};
  if (auto read = ReadDaeManifest(*dae, file, *fmu); !read) return Failure{std::move(read).error()};
  return fmu;
}

Result<ImportedFmu> ImportFmu(const std::string& file, const ImportOptions& options,
                              const std::string& folder) {
  const auto archive = FmuArchive::Open(file);
  if (!archive) return Failure{archive.error()};
  const auto fmu = DescribeFmu(file);
  if (!fmu) return Failure{fmu.error()};
  const auto kind = ChooseKind(*fmu, file, options.as_stepping);
  if (!kind) return Failure{kind.error()};
  const std::string& identifier =
      *kind == FmuKind::kStepping ? fmu->stepping->identifier : fmu->exchange->identifier;
  const auto binary = FindBinary(*archive, *fmu, file, identifier);
  if (!binary) return Failure{binary.error()};

  ImportedFmu out;
  if (folder.empty()) {
    auto made = VanishingFolder::Make();
    if (!made) return Failure{std::move(made).error()};
    out.folder = *std::move(made);
  }
  const std::string target = folder.empty() ? out.folder->path() : folder;
  // The folder of the binary may contain libraries that the binary needs.
  const std::string binaries = fs::path(*binary).parent_path().string() + "/";
  auto unpacked = archive->Unpack(target, [&](std::string_view name) {
    return name.starts_with(binaries) || name.starts_with("resources/");
  });
  if (!unpacked) return Failure{std::move(unpacked).error()};
  std::error_code ignored;
  fs::create_directories(fs::path(target) / "resources", ignored);
  const fs::path absolute = fs::absolute(target);
  out.text = WrapperText(*fmu, {.kind = *kind,
                                .library = (absolute / *binary).string(),
                                .resources = (absolute / "resources").string(),
                                .step = options.step,
                                .is_alone = options.is_alone,
                                .is_isolated = options.is_isolated || options.call_limit,
                                .call_limit = options.call_limit});
  return out;
}

}  // namespace daedalus::imported
