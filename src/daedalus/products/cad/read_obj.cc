#include "daedalus/products/cad/solid_builder.h"
#include "daedalus/products/cad/text_lines.h"

namespace daedalus::cad {
namespace {

// `7`, `7/1`, `7/1/3` or `7//3`: the first number counts vertices from 1, or from the last one if it is
// negative.
std::optional<std::size_t> VertexOf(std::string_view corner, std::size_t num_vertices) {
  const auto number = NumberFrom<std::int64_t>(corner.substr(0, corner.find('/')));
  if (!number) return std::nullopt;
  const auto count = static_cast<std::int64_t>(num_vertices);
  const std::int64_t index = *number < 0 ? count + *number : *number - 1;
  if (*number == 0 || index < 0 || index >= count) return std::nullopt;
  return static_cast<std::size_t>(index);
}

}  // namespace

ReadSolid SolidFromObj(std::string_view text) {
  SolidBuilder builder;
  LineReader lines(text);
  std::vector<Vertex> vertices, face;
  while (auto line = lines.Take()) {
    const std::string_view word = TakeWord(*line);
    if (word == "v") {
      for (float& coordinate : vertices.emplace_back()) {
        const auto number = NumberFrom<float>(TakeWord(*line));
        if (!number) return Failure{lines.Mistake("a vertex has three numbers")};
        coordinate = *number;
      }
    } else if (word == "f") {
      face.clear();
      for (std::string_view corner = TakeWord(*line); !corner.empty(); corner = TakeWord(*line)) {
        const auto vertex = VertexOf(corner, vertices.size());
        if (!vertex)
          return Failure{lines.Mistake(fmt::format("there is no vertex `{}`", corner.substr(0, 40)))};
        face.push_back(vertices[*vertex]);
      }
      if (face.size() < 3) return Failure{lines.Mistake("a face has at least three corners")};
      builder.AddFace(face);
      if (builder.IsFull()) break;
    }
  }
  return std::move(builder).Take();
}

}  // namespace daedalus::cad
