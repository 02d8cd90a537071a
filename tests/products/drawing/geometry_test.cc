#include "daedalus/products/drawing/picture/geometry.h"

#include <gtest/gtest.h>

namespace daedalus::drawing {
namespace {

TEST(DrawingGeometry, QuartersAreExact) {
  for (const double turns : {-270.0, 90.0, 450.0})
    EXPECT_EQ(RotateAndMove(turns, {10.0, 20.0})({1.0, 0.0}), (Point{10.0, 21.0})) << turns;
  EXPECT_EQ(RotateAndMove(-90.0, {})({1.0, 0.0}), (Point{0.0, -1.0}));
  EXPECT_EQ(RotateAndMove(180.0, {})({1.0, 2.0}), (Point{-1.0, -2.0}));
}

TEST(DrawingGeometry, ExtentsAreMappedCornerToCorner) {
  const Extent icon{{-100.0, -100.0}, {100.0, 100.0}};
  const Affine map = MapExtent(icon, {{10.0, 20.0}, {30.0, 60.0}});
  EXPECT_EQ(map(icon.from), (Point{10.0, 20.0}));
  EXPECT_EQ(map(icon.to), (Point{30.0, 60.0}));
  EXPECT_EQ(map({0.0, 0.0}), (Point{20.0, 40.0}));
}

TEST(DrawingGeometry, SwappedCornersMirror) {
  const Affine map = MapExtent({{-100.0, -100.0}, {100.0, 100.0}}, {{10.0, -10.0}, {-10.0, 10.0}});
  EXPECT_EQ(map({100.0, 50.0}), (Point{-10.0, 5.0}));
  EXPECT_TRUE(map.IsUpright());
  EXPECT_DOUBLE_EQ(map.Scale(), 0.1);
}

TEST(DrawingGeometry, ExtentsWithoutAreaStayFinite) {
  const Affine map = MapExtent({{0.0, 0.0}, {0.0, 10.0}}, {{5.0, 0.0}, {7.0, 20.0}});
  EXPECT_EQ(map({0.0, 10.0}), (Point{5.0, 20.0}));
}

// The placement of Modelica: first the extent, then the rotation about its origin, then the translation.
TEST(DrawingGeometry, CompositionAndInverse) {
  const Affine placed =
      Compose(RotateAndMove(90.0, {50.0, 0.0}),
              MapExtent({{-100.0, -100.0}, {100.0, 100.0}}, {{-10.0, -10.0}, {10.0, 10.0}}));
  EXPECT_EQ(placed({100.0, 0.0}), (Point{50.0, 10.0}));
  EXPECT_EQ(placed({0.0, 100.0}), (Point{40.0, 0.0}));
  const Affine identity = Compose(Inverse(placed), placed);
  EXPECT_NEAR(identity({3.0, 4.0}).x, 3.0, 1e-12);
  EXPECT_NEAR(identity({3.0, 4.0}).y, 4.0, 1e-12);
}

}  // namespace
}  // namespace daedalus::drawing
