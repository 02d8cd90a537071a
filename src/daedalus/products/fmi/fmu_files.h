// The files of an FMU as one archive.
//
//   modelDescription.xml
//   binaries/x86_64-linux/NAME.so   the run-time (products/fmu), the same for all models
//   resources/model.mo              the flat text of the model
//   terminalsAndIcons/terminalsAndIcons.xml   the connectors of the model, in FMI 3
//   documentation/index.html
//
// The run-time reads model.mo when it is instantiated. So an export compiles nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/fmi/residual_model.h"
#include "daedalus/products/fmi/terminals.h"

namespace daedalus::fmi {

enum class FmiVersion : std::uint8_t { kFmi2, kFmi3 };

struct FmuOptions {
  FmiVersion version = FmiVersion::kFmi3;
  bool has_exchange = true, has_stepping = true;
  std::string tool;                        // with its version
  std::vector<Connector> connectors = {};  // of the model itself; FMI 3 shows them as terminals
};

// `text`: the flat text. `binary`: the bytes of the run-time.
// If `dae` is given, the text is that of this residual model, and the FMU provides its equations
// (dae_manifest.h).
Result<std::string> MakeFmu(const std::string& text, const std::string& binary, const FmuOptions& options,
                            const ResidualModel* dae = nullptr);

// A token for a text. The run-time rejects an FMU whose text does not belong to its description.
std::string TokenOf(std::string_view text);

}  // namespace daedalus::fmi
