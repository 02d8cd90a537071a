#include "daedalus/products/cad/solid_builder.h"
#include "daedalus/products/cad/text_lines.h"

namespace daedalus::cad {

// Lines come in pairs: a code, and a value. The code 0 begins an entity. In a 3DFACE, the codes 10 to 13, 20
// to 23 and 30 to 33 are x, y and z of four corners; the last two are the same in a triangle.
ReadSolid SolidFromDxf(std::string_view text) {
  SolidBuilder builder;
  LineReader lines(text);
  std::array<Vertex, 4> face{};
  bool is_face = false;
  while (auto line = lines.Take()) {
    const auto code = NumberFrom<int>(TakeWord(*line));
    if (!code) return Failure{lines.Mistake("a code of a DXF file is a number")};
    auto value = lines.Take();
    if (!value) return Failure{lines.Mistake("a value is missing")};
    if (*code == 0) {
      if (is_face) builder.AddFace(face);
      if (builder.IsFull()) break;
      is_face = TakeWord(*value) == "3DFACE";
      face = {};
      continue;
    }
    const int axis = *code / 10 - 1, corner = *code % 10;
    if (!is_face || axis < 0 || axis > 2 || corner > 3) continue;
    const auto number = NumberFrom<float>(TakeWord(*value));
    if (!number) return Failure{lines.Mistake("a coordinate is a number")};
    face[static_cast<std::size_t>(corner)][static_cast<std::size_t>(axis)] = *number;
  }
  if (is_face && !builder.IsFull()) return Failure{std::string("it ends within a face")};
  return std::move(builder).Take();
}

}  // namespace daedalus::cad
