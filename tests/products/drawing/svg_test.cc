// Shapes, colours, patterns and texts as SVG.
#include <gtest/gtest.h>

#include "daedalus/products/drawing/picture/junctions.h"
#include "daedalus/products/drawing/svg/fills.h"
#include "daedalus/products/drawing/svg/font_metrics.h"
#include "daedalus/products/drawing/svg/paths.h"
#include "daedalus/products/drawing/svg/shape_writer.h"
#include "products/drawing/drawn_text.h"

namespace daedalus::drawing {
namespace {

TEST(Svg, Numbers) {
  EXPECT_EQ(Number(0.0), "0");
  EXPECT_EQ(Number(-0.0001), "0");
  EXPECT_EQ(Number(1.5), "1.5");
  EXPECT_EQ(Number(-20.0), "-20");
  EXPECT_EQ(Number(1.0 / 3.0), "0.333");
  EXPECT_EQ(PointText({1.0, 2.0}), "1,-2");
}

TEST(Svg, ColoursAndFills) {
  EXPECT_EQ(ColorText({255, 128, 0}), "#ff8000");
  Fills fills("x");
  Shape shape;
  shape.form = RectangleForm{};
  shape.paint.fill = {1, 2, 3};
  EXPECT_EQ(fills.ValueFor(shape, {}), "none");
  shape.paint.fill_pattern = FillPattern::kSolid;
  EXPECT_EQ(fills.ValueFor(shape, {}), "#010203");
  shape.paint.fill_pattern = FillPattern::kCross;
  EXPECT_EQ(fills.ValueFor(shape, {}), "url(#x-0)");
  EXPECT_EQ(fills.ValueFor(shape, {}), "url(#x-0)") << "the same hatch is defined once";
  shape.paint.fill_pattern = FillPattern::kSphere;
  EXPECT_EQ(fills.ValueFor(shape, {}), "url(#x-1)");
  EXPECT_NE(fills.Definitions().find("<radialGradient id=\"x-1\""), std::string::npos);
}

// The light line of a horizontal cylinder turns with its component.
TEST(Svg, CylindersTurnWithTheirShape) {
  Shape shape;
  shape.form = RectangleForm{{{-10.0, -5.0}, {10.0, 5.0}}};
  shape.paint.fill_pattern = FillPattern::kHorizontalCylinder;
  Fills fills("x");
  fills.ValueFor(shape, {});
  fills.ValueFor(shape, RotateAndMove(90.0, {}));
  const std::string text = fills.Definitions();
  EXPECT_NE(text.find("x1=\"0\" y1=\"-5\" x2=\"0\" y2=\"5\""), std::string::npos) << text;
  EXPECT_NE(text.find("x1=\"-5\" y1=\"0\" x2=\"5\" y2=\"0\""), std::string::npos) << text;
}

TEST(Svg, SmoothLinesTouchTheMiddleOfEachSegment) {
  EXPECT_EQ(LinePath({{0.0, 0.0}, {10.0, 0.0}, {10.0, 10.0}}, Smooth::kBezier, {}),
            "M0,0L5,0Q10,0 10,-5L10,-10");
  EXPECT_EQ(LinePath({{0.0, 0.0}, {10.0, 0.0}}, Smooth::kBezier, {}), "M0,0L10,0");
  EXPECT_EQ(PolygonPath({{0.0, 0.0}, {10.0, 0.0}, {0.0, 10.0}, {0.0, 0.0}}, Smooth::kNone, {}),
            "M0,0L10,0L0,-10Z");
  EXPECT_EQ(LinePath({}, Smooth::kNone, {}), "");
}

TEST(Svg, EllipsesCloseAsTheyAreTold) {
  EllipseForm ellipse{{{-10.0, -10.0}, {10.0, 10.0}}, 0.0, 90.0, EllipseClosure::kRadial};
  EXPECT_EQ(EllipsePath(ellipse, {}).substr(0, 10), "M0,0L10,0C");
  EXPECT_EQ(EllipsePath(ellipse, {}).back(), 'Z');
  ellipse.closure = EllipseClosure::kNone;
  EXPECT_EQ(EllipsePath(ellipse, {}), "M10,0C10,-5.523 5.523,-10 0,-10");
  ellipse.end_angle = 360.0;
  EXPECT_EQ(EllipsePath(ellipse, {}).back(), 'Z');
}

TEST(Svg, TextsAreNeverUpsideDownOrMirrored) {
  const Extent extent{{-10.0, -2.0}, {10.0, 2.0}};
  EXPECT_EQ(PlaceText(extent, RotateAndMove(90.0, {})).angle, 90.0);
  EXPECT_EQ(PlaceText(extent, RotateAndMove(-90.0, {})).angle, 90.0);
  EXPECT_TRUE(PlaceText(extent, RotateAndMove(180.0, {})).is_reversed);
  EXPECT_EQ(PlaceText(extent, RotateAndMove(180.0, {})).angle, 0.0);
  const TextPlace mirrored = PlaceText(extent, {-2.0, 0.0, 0.0, 1.0, 5.0, 0.0});
  EXPECT_EQ(mirrored.angle, 0.0);
  EXPECT_EQ(mirrored.width, 40.0);
  EXPECT_EQ(mirrored.center, (Point{5.0, 0.0}));
}

TEST(Svg, FontSizesFitTheExtent) {
  EXPECT_DOUBLE_EQ(FittingFontSize(2.0, 1, 100.0, 12.0), 10.0);
  EXPECT_DOUBLE_EQ(FittingFontSize(20.0, 1, 100.0, 12.0), 5.0);
  EXPECT_DOUBLE_EQ(FittingFontSize(2.0, 2, 0.0, 24.0), 10.0);
  EXPECT_GT(FittingFontSize(2.0, 1, 0.0, 0.0), 0.0);
  EXPECT_GT(TextWidth("mmm", false), TextWidth("iii", false));
  EXPECT_GT(TextWidth("m", true), TextWidth("m", false));
}

TEST(Svg, PatternsAndArrows) {
  DrawnText text(
      IconOf("Line(points={{0,0},{50,0}}, color={255,0,0}, thickness=1, pattern=LinePattern.Dash, "
             "arrow={Arrow.None, Arrow.Filled}, arrowSize=6)"));
  const std::string svg = text.Svg("M", {.view = View::kIcon});
  EXPECT_NE(svg.find("stroke-dasharray=\"6.25 3.125\""), std::string::npos);
  EXPECT_NE(svg.find("d=\"M50,0L44,2L44,-2Z\" fill=\"#ff0000\""), std::string::npos) << svg;
}

TEST(Svg, BordersAreLitFromTheUpperLeft) {
  DrawnText text(IconOf("Rectangle(extent={{-50,-50},{50,50}}, borderPattern=BorderPattern.Raised)"));
  const std::string svg = text.Svg("M", {.view = View::kIcon});
  EXPECT_LT(svg.find("#ffffff", svg.find("class=\"graphics\"")), svg.find("#808080"));
}

ConnectionLine LineOf(const std::string& from, const std::string& to, std::vector<Point> points) {
  ConnectionLine line;
  line.from = from;
  line.to = to;
  Shape shape;
  shape.form = LineForm{std::move(points)};
  shape.paint.line = {0, 0, 255};
  line.shapes.push_back(std::move(shape));
  return line;
}

//  a ───┬─── b
//       │          A dot stands where the lines to b and c part, and none at a.
//       c
TEST(Junctions, StandWhereLinesPart) {
  const std::vector<ConnectionLine> lines = {LineOf("a", "b", {{0, 0}, {20, 0}}),
                                             LineOf("c", "a", {{10, -10}, {10, 0}, {0, 0}})};
  const std::vector<Shape> dots = FindJunctions(lines);
  ASSERT_EQ(dots.size(), 1u);
  const auto& form = std::get<EllipseForm>(dots[0].form);
  EXPECT_EQ(form.extent.Center(), (Point{10, 0}));
  EXPECT_EQ(dots[0].paint.fill, (Color{0, 0, 255}));
}

TEST(Svg, ATextWithoutAWidthKeepsTheWidthThatTheDrawingLeavesForIt) {
  DrawnText text(IconOf("Text(extent = {{0, -60}, {0, -100}}, textString = \"as wide as it needs to be\")"));
  const Drawing drawing = text.Draw("M", {.view = View::kIcon});
  const std::string svg = WriteSvg(drawing);
  const std::size_t at = svg.find("textLength=\"");
  ASSERT_NE(at, std::string::npos) << "another font might be wider";
  EXPECT_NEAR(std::stod(svg.substr(at + 12)), VisibleExtent(drawing).Width(), 3.0);
}

TEST(Svg, ExpressionsOfParametersAreShownUnlessTheyAreLong) {
  const std::string sum = "time + 2*sin(time) + 3*cos(time) - exp(-time)";
  const std::string shape = "Text(extent = {{-90, -10}, {90, 10}}, textString = \"%y\")";
  EXPECT_NE(DrawnText(IconOf(shape, "Real y = " + sum + ";")).Svg("M", {.view = View::kIcon}).find(sum),
            std::string::npos);
  const std::string longer = IconOf(shape, "Real y = " + sum + " + " + sum + ";");
  EXPECT_NE(DrawnText(longer).Svg("M", {.view = View::kIcon}).find(">...<"), std::string::npos);
}

TEST(Svg, WhatMovesHasItsStaticPlace) {
  DrawnText text(
      IconOf("Line(points = {{0, 0}, {9, 0}}, origin = {3, 4}, rotation = DynamicSelect(30, x)), "
             "Line(points = {{0, 0}, {8, 0}}, origin = {3, 4}, visible = DynamicSelect(true, x > 1))",
             "Real x;"));
  const std::string svg = text.Svg("M", {.view = View::kIcon});
  EXPECT_NE(svg.find("data-place=\"3 4 30\""), std::string::npos) << svg;
  EXPECT_EQ(svg.find("data-place"), svg.rfind("data-place")) << "others do not need it";
}

TEST(Junctions, LinesThatCrossOrMeetAtAConnectorHaveNone) {
  EXPECT_TRUE(FindJunctions({}).empty());
  EXPECT_TRUE(
      FindJunctions({LineOf("a", "b", {{0, 0}, {20, 0}}), LineOf("c", "d", {{10, -10}, {10, 10}})}).empty());
  EXPECT_TRUE(
      FindJunctions({LineOf("a", "b", {{0, 0}, {20, 0}}), LineOf("a", "c", {{0, 0}, {0, 10}})}).empty());
  EXPECT_TRUE(
      FindJunctions({LineOf("a", "b", {{0, 0}, {20, 0}}), LineOf("a", "c", {{0, 0}, {10, 0}})}).empty())
      << "one line ends upon the other, at a connector";
}

TEST(Junctions, ThreeLinesShareOneDot) {
  const auto dots =
      FindJunctions({LineOf("a", "b", {{0, 0}, {20, 0}}), LineOf("a", "c", {{0, 0}, {10, 0}, {10, 10}}),
                     LineOf("a", "d", {{0, 0}, {5, 0}, {10, 0}, {10, -10}})});
  EXPECT_EQ(dots.size(), 1u);
}

}  // namespace
}  // namespace daedalus::drawing
