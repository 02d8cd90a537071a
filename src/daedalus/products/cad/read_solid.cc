#include "daedalus/products/cad/read_solid.h"

#include <algorithm>
#include <cctype>

namespace daedalus::cad {

std::optional<Format> FormatOf(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string ending(file_name.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == "stl") return Format::kStl;
  if (ending == "obj") return Format::kObj;
  if (ending == "dxf") return Format::kDxf;
  return std::nullopt;
}

ReadSolid SolidFrom(std::string_view bytes, Format format) {
  switch (format) {
    case Format::kStl:
      return SolidFromStl(bytes);
    case Format::kObj:
      return SolidFromObj(bytes);
    case Format::kDxf:
      return SolidFromDxf(bytes);
  }
  return Failure{std::string("an unknown format")};
}

}  // namespace daedalus::cad
