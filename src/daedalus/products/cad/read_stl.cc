#include <bit>
#include <cstring>

#include "daedalus/products/cad/solid_builder.h"
#include "daedalus/products/cad/text_lines.h"

namespace daedalus::cad {
namespace {

// Binary: 80 bytes of any text, the number of facets, then 50 bytes for each: a normal, three vertices, two
// bytes for whatever a tool likes. Numbers are little-endian, as on the machines that we run on.
constexpr std::size_t kHeader = 84, kFacet = 50;
static_assert(std::endian::native == std::endian::little);

template <class T>
T NumberAt(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

bool HasSizeOfBinary(std::string_view bytes) {
  return bytes.size() >= kHeader &&
         bytes.size() == kHeader + kFacet * std::size_t{NumberAt<std::uint32_t>(bytes, 80)};
}

ReadSolid FromBinary(std::string_view bytes) {
  if (bytes.size() < kHeader) return Failure{std::string("it is shorter than the header of an STL file")};
  const std::size_t count = NumberAt<std::uint32_t>(bytes, 80);
  if (count > (bytes.size() - kHeader) / kFacet) {
    return Failure{fmt::format("its header counts {} facets, and it has bytes for {}", count,
                               (bytes.size() - kHeader) / kFacet)};
  }
  SolidBuilder builder;
  for (std::size_t i = 0; i < count && !builder.IsFull(); ++i) {
    std::array<Vertex, 3> facet;
    for (std::size_t k = 0; k < 9; ++k) {
      const float value = NumberAt<float>(bytes, kHeader + i * kFacet + 12 + 4 * k);
      if (!std::isfinite(value))
        return Failure{fmt::format("facet {} has a coordinate that is not a number", i + 1)};
      facet[k / 3][k % 3] = value;
    }
    builder.AddFace(facet);
  }
  return std::move(builder).Take();
}

// Text: of `facet normal ... outer loop, vertex x y z (three times), endloop, endfacet` only the vertices
// count.
ReadSolid FromText(std::string_view text) {
  SolidBuilder builder;
  LineReader lines(text);
  std::vector<Vertex> facet;
  while (auto line = lines.Take()) {
    const std::string_view word = TakeWord(*line);
    if (word == "vertex") {
      Vertex& vertex = facet.emplace_back();
      for (float& coordinate : vertex) {
        const auto number = NumberFrom<float>(TakeWord(*line));
        if (!number) return Failure{lines.Mistake("a vertex has three numbers")};
        coordinate = *number;
      }
    } else if (word == "endfacet") {
      if (facet.size() != 3) return Failure{lines.Mistake("a facet has three vertices")};
      builder.AddFace(facet);
      if (builder.IsFull()) break;
      facet.clear();
    }
  }
  if (!facet.empty() && !builder.IsFull()) return Failure{std::string("it ends within a facet")};
  return std::move(builder).Take();
}

}  // namespace

// Binary files may begin with the word `solid`, too; their size tells.
ReadSolid SolidFromStl(std::string_view bytes) {
  const bool is_text = bytes.starts_with("solid") && !HasSizeOfBinary(bytes);
  return is_text ? FromText(bytes) : FromBinary(bytes);
}

}  // namespace daedalus::cad
