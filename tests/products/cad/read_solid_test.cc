// A tetrahedron with the corners 0, e1, e2, e3 has the volume 1/6. Every format must give it.
#include "daedalus/products/cad/read_solid.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

namespace daedalus::cad {
namespace {

using Corner = std::array<float, 3>;
constexpr Corner kO{0, 0, 0}, kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};
constexpr std::array<std::array<Corner, 3>, 4> kTetrahedron{
    {{kO, kY, kX}, {kO, kX, kZ}, {kO, kZ, kY}, {kX, kY, kZ}}};

Corner PointOf(const Solid& solid, std::size_t corner) {
  const std::size_t at = 3 * std::size_t{solid.corners[corner]};
  return {solid.coordinates.at(at), solid.coordinates.at(at + 1), solid.coordinates.at(at + 2)};
}

// By the divergence theorem: a sixth of the determinants of the triangles.
double VolumeOf(const Solid& solid) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < solid.corners.size(); i += 3) {
    const Corner a = PointOf(solid, i), b = PointOf(solid, i + 1), c = PointOf(solid, i + 2);
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

void ExpectTetrahedron(const ReadSolid& solid) {
  ASSERT_TRUE(solid.ok()) << solid.error();
  EXPECT_EQ(solid->NumTriangles(), 4u);
  EXPECT_EQ(solid->NumPoints(), 4u) << "points that coincide are one";
  EXPECT_NEAR(VolumeOf(*solid), 1.0 / 6, 1e-12);
}

std::string TextStl(std::string_view end_of_line = "\n") {
  std::string text = fmt::format("solid vertex 1 2 3{}", end_of_line);
  for (const auto& facet : kTetrahedron) {
    text += fmt::format("  facet normal 0 0 0{0}    outer loop{0}", end_of_line);
    for (const Corner& c : facet)
      text += fmt::format("      vertex {:e} +{} {}{}", c[0], c[1], c[2], end_of_line);
    text += fmt::format("    endloop{0}  endfacet{0}", end_of_line);
  }
  return text + "endsolid\n";
}

std::string BinaryStl(std::string header = "made by hand") {
  header.resize(80, ' ');
  const auto append = [&](const void* value, std::size_t size) {
    header.append(static_cast<const char*>(value), size);
  };
  const std::uint32_t count = kTetrahedron.size();
  append(&count, 4);
  for (const auto& facet : kTetrahedron) {
    header.append(12, '\0');
    append(&facet, sizeof facet);
    header.append(2, '\7');
  }
  return header;
}

constexpr const char* kObj =
    "# a comment\nmtllib x.mtl\no it\nv 0 0 0\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0\nvn 0 0 1\nvt 0 0\nv 0 0 1\n"
    "f 1 3 2\nf 1/1 2/1 4/1\nf 1//1 -1//1 -2//1\nusemtl m\ns off\nf 2/1/1 3/1/1 4/1/1\n";

std::string Dxf() {
  std::string text = "999\r\na comment\r\n0\r\nSECTION\r\n2\r\nENTITIES\r\n0\r\nLINE\r\n10\r\nnothing\r\n";
  for (const auto& facet : kTetrahedron) {
    text += "  0\r\n3DFACE\r\n8\r\nlayer\r\n";
    for (int corner = 0; corner < 4; ++corner) {
      for (int axis = 0; axis < 3; ++axis)
        text += fmt::format("{}\r\n{}\r\n", 10 * (axis + 1) + corner, facet[std::min(corner, 2)][axis]);
    }
  }
  return text + "0\r\nENDSEC\r\n0\r\nEOF\r\n";
}

TEST(SolidFrom, EveryFormatGivesTheTetrahedron) {
  ExpectTetrahedron(SolidFromStl(TextStl()));
  ExpectTetrahedron(SolidFromStl(TextStl("\r\n")));
  ExpectTetrahedron(SolidFromStl(BinaryStl()));
  ExpectTetrahedron(SolidFromStl(BinaryStl("solid by its first word only")));
  ExpectTetrahedron(SolidFromObj(kObj));
  ExpectTetrahedron(SolidFromDxf(Dxf()));
}

TEST(SolidFrom, PolygonsBecomeTriangles) {
  const auto square = SolidFromObj("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 2 0\nf 1 2 3 4 5\n");
  ASSERT_TRUE(square.ok());
  EXPECT_EQ(square->NumTriangles(), 2u) << "and one of no area is dropped";
}

TEST(FormatOf, IsTheEnding) {
  EXPECT_EQ(FormatOf("/a/b.c/part.STL"), Format::kStl);
  EXPECT_EQ(FormatOf("part.obj"), Format::kObj);
  EXPECT_EQ(FormatOf("part.dxf"), Format::kDxf);
  for (const char* other : {"box", "part.step", "", ".", "stl"}) EXPECT_FALSE(FormatOf(other)) << other;
}

TEST(SolidFrom, SaysWhatIsWrong) {
  const auto says = [](const ReadSolid& solid, std::string_view part) {
    ASSERT_FALSE(solid.ok());
    EXPECT_NE(solid.error().find(part), std::string::npos) << solid.error();
  };
  says(SolidFromStl(""), "shorter than the header");
  says(SolidFromStl(BinaryStl().substr(0, 200)), "counts 4 facets, and it has bytes for 2");
  says(SolidFromStl("solid a\nfacet\nvertex 1 2\nendfacet\n"), "line 3: a vertex has three numbers");
  says(SolidFromStl("solid a\nfacet\nvertex 1 2 nan\nendfacet\n"), "line 3");
  says(SolidFromStl("solid a\nfacet\nvertex 1 2 3\nendfacet\n"), "line 4: a facet has three vertices");
  says(SolidFromStl("solid a\nfacet\nvertex 1 2 3\n"), "ends within a facet");
  says(SolidFromStl("solid a\nendsolid a\n"), "no faces");
  says(SolidFromObj("v 0 0 0\nf 1 1 2\n"), "line 2: there is no vertex `2`");
  says(SolidFromObj("v 0 0 0\nf 1 1 0\n"), "line 2: there is no vertex `0`");
  says(SolidFromObj("v 0 0 0\nf 1 1 -2\n"), "no vertex `-2`");
  says(SolidFromObj("v 0 0 0\nf 1 1\n"), "at least three corners");
  says(SolidFromObj("v 0 0\n"), "line 1");
  says(SolidFromDxf("AutoCAD Binary DXF"), "line 1: a code");
  says(SolidFromDxf("0\n3DFACE\n10\nx\n"), "line 4: a coordinate is a number");
  says(SolidFromDxf("0\n"), "a value is missing");
  says(SolidFromDxf("0\n3DFACE\n10\n1\n"), "ends within a face");
}

TEST(SolidFrom, TooManyTrianglesAreRefused) {
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  for (std::size_t i = 0; i <= kMostTriangles; ++i) text += "f 1 2 3\n";
  const auto solid = SolidFromObj(text);
  ASSERT_FALSE(solid.ok());
  EXPECT_NE(solid.error().find("more than 200000 triangles"), std::string::npos) << solid.error();
}

// Damaged files are refused or read, and corners are always points that exist.
TEST(SolidFrom, DamagedFilesEndNothing) {
  std::mt19937 random(38);
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const std::array<std::string, 4> files = {TextStl(), BinaryStl(), kObj, Dxf()};
  for (int round = 0; round < 4000; ++round) {
    const std::size_t which = pick(files.size());
    std::string bytes = files[which];
    for (std::size_t k = pick(6); k-- > 0;) bytes[pick(bytes.size())] = static_cast<char>(pick(256));
    if (pick(4) == 0) bytes.resize(pick(bytes.size()));
    for (const Format format : {Format::kStl, Format::kObj, Format::kDxf}) {
      const auto solid = SolidFrom(bytes, format);
      if (!solid) continue;
      for (const std::uint32_t corner : solid->corners) ASSERT_LT(corner, solid->NumPoints());
    }
  }
}

}  // namespace
}  // namespace daedalus::cad
