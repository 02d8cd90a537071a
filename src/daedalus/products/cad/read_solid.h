// Files of CAD as triangles: STL (text and binary), OBJ, and the faces of DXF files (3DFACE, which the
// Modelica Standard Library uses for its robot and its engine).
//
// Only the geometry is read: colours, materials, normals and textures are left out. Points that coincide are
// one point, and faces without an area are dropped.
//
// References: 3D Systems, StereoLithography Interface Specification (1989); Wavefront, Object Files (.obj),
// Advanced Visualizer manual, appendix B1; Autodesk, DXF reference, 3DFACE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/expected.h"

namespace daedalus::cad {

struct Solid {
  std::vector<float> coordinates;      // x, y, z of each point
  std::vector<std::uint32_t> corners;  // three points for each triangle

  std::size_t NumPoints() const { return coordinates.size() / 3; }
  std::size_t NumTriangles() const { return corners.size() / 3; }
};

enum class Format : std::uint8_t { kStl, kObj, kDxf };

// By the ending of the name, in any case; nullopt if it is another one.
std::optional<Format> FormatOf(std::string_view file_name);

// More triangles make a page slow, and are an error.
constexpr std::size_t kMostTriangles = 200'000;

// The error is a sentence fragment: "line 3: a vertex has three numbers".
using ReadSolid = Expected<Solid, std::string>;
ReadSolid SolidFrom(std::string_view bytes, Format format);
ReadSolid SolidFromStl(std::string_view bytes);
ReadSolid SolidFromObj(std::string_view text);
ReadSolid SolidFromDxf(std::string_view text);

}  // namespace daedalus::cad
