// The files of an FMU as one archive.
//
//   modelDescription.xml
//   binaries/x86_64-linux/NAME.so   the run-time (products/fmu), the same for all models
//   resources/model.mo              the flat text of the model
//   documentation/index.html
//
// The run-time reads model.mo when it is instantiated. So an export compiles nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::fmi {

enum class FmiVersion : std::uint8_t { kFmi2, kFmi3 };

struct FmuOptions {
  FmiVersion version = FmiVersion::kFmi3;
  bool has_exchange = true, has_stepping = true;
  std::string tool;  // with its version
  std::string page;  // documentation/index.html; empty: none
};

// `text`: the flat text. `binary`: the bytes of the run-time.
Result<std::string> MakeFmu(const std::string& text, const std::string& binary, const FmuOptions& options);

// Identifies a text: the run-time refuses an FMU whose text does not fit its description.
std::string TokenOf(std::string_view text);

}  // namespace daedalus::fmi
