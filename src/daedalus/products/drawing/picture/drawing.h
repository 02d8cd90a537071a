// A drawing as plain data: what the annotations of a class show, after inheritance, conditions and parameters
// have been applied (Modelica 3.6, chapter 18.6). read/ makes it from a class, svg/ writes it.
//
// Coordinates of shapes are those of their own layer. Affine maps lead to the layer that shows them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/products/drawing/picture/geometry.h"

namespace daedalus::drawing {

struct Color {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend bool operator==(const Color&, const Color&) = default;
};

// The literals stand in the order of the specification, so that a name gives an enumerator by its position.
enum class LinePattern : std::uint8_t { kNone, kSolid, kDash, kDot, kDashDot, kDashDotDot };
enum class FillPattern : std::uint8_t {
  kNone,
  kSolid,
  kHorizontal,
  kVertical,
  kCross,
  kForward,
  kBackward,
  kCrossDiag,
  kHorizontalCylinder,
  kVerticalCylinder,
  kSphere
};
enum class BorderPattern : std::uint8_t { kNone, kRaised, kSunken, kEngraved };
enum class Smooth : std::uint8_t { kNone, kBezier };
enum class EllipseClosure : std::uint8_t { kNone, kChord, kRadial };
enum class Arrow : std::uint8_t { kNone, kOpen, kFilled, kHalf };
enum class TextAlignment : std::uint8_t { kLeft, kCenter, kRight };

// ---- Shapes ----

// How a shape is drawn. Lines use `line`, `pattern` and `thickness` only.
struct Paint {
  Color line, fill;
  LinePattern pattern = LinePattern::kSolid;
  FillPattern fill_pattern = FillPattern::kNone;
  double thickness = 0.25;
};

struct LineForm {
  std::vector<Point> points;
  std::array<Arrow, 2> arrows{};
  double arrow_size = 3.0;
  Smooth smooth = Smooth::kNone;
};
struct PolygonForm {
  std::vector<Point> points;
  Smooth smooth = Smooth::kNone;
};
struct RectangleForm {
  Extent extent;
  BorderPattern border = BorderPattern::kNone;
  double radius = 0.0;
};
struct EllipseForm {
  Extent extent;
  double start_angle = 0.0, end_angle = 360.0;  // in degrees
  EllipseClosure closure = EllipseClosure::kChord;
};
struct TextForm {
  Extent extent;
  std::string text;        // macros are replaced
  double font_size = 0.0;  // in points; 0: as large as the extent allows
  std::string font_name;
  Color color;
  bool is_bold = false, is_italic = false, is_underlined = false;
  TextAlignment alignment = TextAlignment::kCenter;
};
struct BitmapForm {
  Extent extent;
  std::string media_type;  // "image/png"; empty: the picture is missing, and a placeholder is drawn
  std::string base64;
  std::string name;  // what the text says, for the placeholder
};
using Form = std::variant<LineForm, PolygonForm, RectangleForm, EllipseForm, TextForm, BitmapForm>;

// An attribute that DynamicSelect changes during a run: its name, and the expression as it is written. Names
// in it are those of the component that shows the shape.
struct Dynamic {
  std::string attribute, expression;
};

struct Shape {
  Form form;
  Paint paint;
  bool is_visible = true;  // an invisible shape is kept only if it has a dynamic `visible`
  Point origin;            // as they are written
  double rotation = 0.0;
  Affine map;  // of origin and rotation, and of the base classes on the way
  std::vector<Dynamic> dynamics;
};

// ---- Layers and what stands on them ----

struct CoordinateSystem {
  Extent extent;
  bool preserves_aspect_ratio = true;
  double initial_scale = 0.1;
};

// The picture of a component or of a class.
struct Icon {
  CoordinateSystem system;
  std::vector<Shape> shapes;
};

enum class ComponentKind : std::uint8_t { kComponent, kConnector };

struct PlacedComponent {
  std::string name;  // "a.b" from the model on
  std::string type;  // the full name of its class
  std::string description;
  ComponentKind kind = ComponentKind::kComponent;
  std::string dimensions;     // "[3]" of an array; else empty
  bool is_undecided = false;  // it has a condition that depends on something unknown
  bool is_outer = false;
  bool has_diagram = false;  // its own diagram shows components
  Affine map;                // from the coordinates of its icon
  Icon icon;
  std::vector<PlacedComponent> ports;  // connectors on its icon
  Span span;
};

struct ConnectionLine {
  std::string from, to;       // as the equation names them, from the model on: "r.p"
  std::vector<Shape> shapes;  // a line, and perhaps texts
  bool is_undecided = false;  // of an if-equation whose condition is not known
  Span span;
};

enum class View : std::uint8_t { kIcon, kDiagram };

struct Drawing {
  View view = View::kDiagram;
  std::string class_name;  // full
  std::string component;   // of the model, if it is drawn as a part of one: "plant.motor"
  std::string description;
  CoordinateSystem system;
  std::vector<Shape> shapes;
  std::vector<PlacedComponent> components;
  std::vector<ConnectionLine> connections;
  bool is_arranged = false;  // the layout is ours: the text has no placements

  bool IsEmpty() const { return shapes.empty() && components.empty() && connections.empty(); }
};

}  // namespace daedalus::drawing
