// Collects triangles. Points with the same coordinates become one.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "daedalus/products/cad/read_solid.h"

namespace daedalus::cad {

using Vertex = std::array<float, 3>;

class SolidBuilder {
 public:
  // A convex polygon of three or more corners, cut into triangles that share the first corner.
  void AddFace(std::span<const Vertex> face) {
    for (std::size_t k = 2; k < face.size(); ++k) AddTriangle(face[0], face[k - 1], face[k]);
  }
  bool IsFull() const { return solid_.NumTriangles() > kMostTriangles; }

  // Fails if there are no triangles, or too many.
  ReadSolid Take() && {
    if (IsFull()) return Failure{"it has more than " + std::to_string(kMostTriangles) + " triangles"};
    if (solid_.corners.empty()) return Failure{std::string("it has no faces")};
    return std::move(solid_);
  }

 private:
  void AddTriangle(const Vertex& a, const Vertex& b, const Vertex& c) {
    if (a == b || b == c || c == a) return;
    for (const Vertex& vertex : {a, b, c}) solid_.corners.push_back(NumberOf(vertex));
  }
  std::uint32_t NumberOf(const Vertex& vertex) {
    const auto [found, is_new] = numbers_.try_emplace(vertex, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) solid_.coordinates.insert(solid_.coordinates.end(), vertex.begin(), vertex.end());
    return found->second;
  }

  Solid solid_;
  std::map<Vertex, std::uint32_t> numbers_;
};

}  // namespace daedalus::cad
