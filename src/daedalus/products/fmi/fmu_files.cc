#include "daedalus/products/fmi/fmu_files.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "daedalus/products/fmi/dae_manifest.h"
#include "daedalus/products/fmi/description_page.h"
#include "daedalus/products/fmi/description_xml.h"
#include "daedalus/products/fmi/flat_model.h"
#include "daedalus/products/fmi/interface.h"
#include "daedalus/products/fmi/names.h"
#include "daedalus/products/fmi/zip_writer.h"

namespace daedalus::fmi {
namespace {

std::string_view FolderOfBinary(FmiVersion version) {
#if defined(__aarch64__)
  return version == FmiVersion::kFmi2 ? "linux-aarch64" : "aarch64-linux";
#else
  return version == FmiVersion::kFmi2 ? "linux64" : "x86_64-linux";
#endif
}

// FNV-1a (Fowler, Noll, Vo), 64 bits, from a given basis.
std::uint64_t Hash(std::string_view text, std::uint64_t basis) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  for (const char c : text) basis = (basis ^ static_cast<unsigned char>(c)) * kPrime;
  return basis;
}

// The model before states are chosen.
Result<std::shared_ptr<const compile::GivenModel>> GivenOf(const model::Model& model) {
  model::VariantOptions causal;
  causal.form = simulate::ModelForm::kOde;
  auto variant = model.Compile(causal);
  if (!variant) return Failure{std::move(variant).error()};
  return std::shared_ptr<const compile::GivenModel>(variant->compiled, &variant->compiled->given());
}

}  // namespace

std::string TokenOf(std::string_view text) {
  constexpr std::uint64_t kBasis = 0xcbf29ce484222325;
  const std::uint64_t first = Hash(text, kBasis);
  return fmt::format("{{{:016x}-{:016x}}}", first, Hash(text, first ^ text.size()));
}

Result<std::string> MakeFmu(const std::string& text, const std::string& binary, const FmuOptions& options,
                            const ResidualModel* dae) {
  auto flat = ReadFlatModel(text);
  if (!flat) return Failure{std::move(flat).error()};
  auto shown = MakeInterface(*(*flat)->model);
  if (!shown) return Failure{std::move(shown).error()};
  const std::string name = FmiName((*flat)->model->name());
  FmuFacts facts{.model_name = name,
                 .identifier = Identifier(name),
                 .token = TokenOf(text),
                 .tool = options.tool,
                 .has_exchange = options.has_exchange,
                 .has_stepping = options.has_stepping};
  if (auto given = GivenOf(*(*flat)->model); given && !dae)
    facts.initial_knowns = FindInitialKnowns(*shown, **given);
  ZipWriter zip;
  if (dae) {
    zip.Add(std::string(kDaeManifest), DaeManifest(*dae, *shown));
    ShowAsDae(*dae, *shown);
  }
  zip.Add("modelDescription.xml", options.version == FmiVersion::kFmi2 ? DescriptionOfFmi2(*shown, facts)
                                                                       : DescriptionOfFmi3(*shown, facts));
  zip.Add(fmt::format("binaries/{}/{}.so", FolderOfBinary(options.version), facts.identifier), binary);
  zip.Add("resources/model.mo", text);
  const std::string terminals =
      options.version == FmiVersion::kFmi3 ? TerminalsXml(*shown, options.connectors) : "";
  if (!terminals.empty()) zip.Add("terminalsAndIcons/terminalsAndIcons.xml", terminals);
  zip.Add("documentation/index.html", DescriptionPage(*shown, facts));
  return zip.Finish();
}

}  // namespace daedalus::fmi
