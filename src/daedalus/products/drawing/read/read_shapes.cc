#include "daedalus/products/drawing/read/read_shapes.h"

#include <algorithm>
#include <array>

#include "daedalus/base/nearest_name.h"
#include "daedalus/products/drawing/read/bitmap.h"

namespace daedalus::drawing {
namespace {

using Words = std::span<const std::string_view>;
constexpr std::array<std::string_view, 6> kLinePatterns = {"None", "Solid",   "Dash",
                                                           "Dot",  "DashDot", "DashDotDot"};
constexpr std::array<std::string_view, 11> kFillPatterns = {
    "None",     "Solid",     "Horizontal",         "Vertical",         "Cross", "Forward",
    "Backward", "CrossDiag", "HorizontalCylinder", "VerticalCylinder", "Sphere"};
constexpr std::array<std::string_view, 4> kBorderPatterns = {"None", "Raised", "Sunken", "Engraved"};
constexpr std::array<std::string_view, 2> kSmooth = {"None", "Bezier"};
constexpr std::array<std::string_view, 3> kClosures = {"None", "Chord", "Radial"};
constexpr std::array<std::string_view, 4> kArrows = {"None", "Open", "Filled", "Half"};
constexpr std::array<std::string_view, 3> kStyles = {"Bold", "Italic", "UnderLine"};
constexpr std::array<std::string_view, 3> kAlignments = {"Left", "Center", "Right"};

// `visible`, `origin` and `rotation` of a shape.
void ReadItem(RecordReader& r, Shape& shape) {
  r.Read("visible", shape.is_visible);
  r.Read("origin", shape.origin);
  r.Read("rotation", shape.rotation);
  shape.map = RotateAndMove(shape.rotation, shape.origin);
  shape.dynamics = r.Dynamics();
}

void ReadPaint(RecordReader& r, Paint& paint) {
  r.Read("lineColor", paint.line);
  r.Read("fillColor", paint.fill);
  r.ReadLiteral("pattern", Words(kLinePatterns), paint.pattern);
  r.ReadLiteral("fillPattern", Words(kFillPatterns), paint.fill_pattern);
  r.Read("lineThickness", paint.thickness);
}

void ReadArrows(RecordReader& r, LineForm& line) {
  const std::vector<AnnotationValue> arrows = r.Array("arrow");
  for (std::size_t i = 0; i < std::min<std::size_t>(2, arrows.size()); ++i) {
    if (!arrows[i].Is(AnnotationValue::Kind::kLiteral)) continue;
    if (const auto position = r.PositionOf(arrows[i], Words(kArrows)))
      line.arrows[i] = static_cast<Arrow>(*position);
  }
}

void ReadStyle(RecordReader& r, TextForm& text) {
  for (const AnnotationValue& style : r.Array("textStyle")) {
    if (!style.Is(AnnotationValue::Kind::kLiteral)) continue;
    const auto position = r.PositionOf(style, Words(kStyles));
    text.is_bold = text.is_bold || position == 0u;
    text.is_italic = text.is_italic || position == 1u;
    text.is_underlined = text.is_underlined || position == 2u;
  }
}

TextForm ReadText(RecordReader& r, const MacroLookup& macros) {
  TextForm text;
  r.Read("extent", text.extent);
  r.Read("string", text.text);  // as texts before Modelica 3.0 say
  r.Read("textString", text.text);
  text.text = ReplaceMacros(text.text, macros);
  r.Read("fontSize", text.font_size);
  r.Read("fontName", text.font_name);
  r.Read("lineColor", text.color);  // before Modelica 3.4
  r.Read("textColor", text.color);
  r.ReadLiteral("horizontalAlignment", Words(kAlignments), text.alignment);
  ReadStyle(r, text);
  return text;
}

EllipseForm ReadEllipse(RecordReader& r) {
  EllipseForm ellipse;
  r.Read("extent", ellipse.extent);
  r.Read("startAngle", ellipse.start_angle);
  r.Read("endAngle", ellipse.end_angle);
  const bool is_whole = ellipse.start_angle == 0.0 && ellipse.end_angle == 360.0;
  ellipse.closure = is_whole ? EllipseClosure::kChord : EllipseClosure::kRadial;
  r.ReadLiteral("closure", Words(kClosures), ellipse.closure);
  return ellipse;
}

BitmapForm ReadBitmap(RecordReader& r, Span span) {
  BitmapForm bitmap;
  r.Read("extent", bitmap.extent);
  std::string address, source;
  r.Read("imageSource", source);
  r.Read("fileName", address);
  if (!source.empty()) {
    EmbedSource(r.context(), source, span, bitmap);
  } else {
    EmbedFile(r.context(), address, span, bitmap);
  }
  return bitmap;
}

// False if there is no such primitive.
bool ReadForm(RecordReader& r, std::string_view name, Span span, const MacroLookup& macros, Shape& shape) {
  if (name == "Line") {
    shape.form = std::get<LineForm>(ReadLine(r).form);
    r.Read("color", shape.paint.line);
    r.Read("thickness", shape.paint.thickness);
    r.ReadLiteral("pattern", Words(kLinePatterns), shape.paint.pattern);
    return true;
  }
  if (name == "Text") {
    shape.form = ReadText(r, macros);
    return true;
  }
  if (name == "Bitmap") {
    shape.form = ReadBitmap(r, span);
    return true;
  }
  ReadPaint(r, shape.paint);
  if (name == "Polygon") {
    PolygonForm polygon;
    r.Read("points", polygon.points);
    r.ReadLiteral("smooth", Words(kSmooth), polygon.smooth);
    shape.form = std::move(polygon);
  } else if (name == "Rectangle") {
    RectangleForm rectangle;
    r.Read("extent", rectangle.extent);
    r.ReadLiteral("borderPattern", Words(kBorderPatterns), rectangle.border);
    r.Read("radius", rectangle.radius);
    shape.form = rectangle;
  } else if (name == "Ellipse") {
    shape.form = ReadEllipse(r);
  } else {
    return false;
  }
  return true;
}

void ReadShape(ReadContext& read, const AnnotationText& at, syntax::ExpressionId id,
               const ShapeTarget& target) {
  const syntax::Tree& tree = *at.tree;
  const syntax::Expression& e = tree[id];
  if (e.kind != syntax::ExpressionKind::kCall)
    return read.Warn(tree.SpanOf(id), "this is not a graphical primitive; the drawing leaves it out");
  const syntax::Call& call = tree.CallOf(e);
  const std::string name = tree.DottedName(call.function);
  RecordReader record(read, at, call);
  Shape shape;
  ReadItem(record, shape);
  const bool can_appear =
      std::ranges::any_of(shape.dynamics, [](const Dynamic& d) { return d.attribute == "visible"; });
  if (!shape.is_visible && !can_appear) return;
  if (!ReadForm(record, name, tree.SpanOf(id), target.macros, shape)) {
    NearestName nearest(name);
    for (const char* known : {"Line", "Polygon", "Rectangle", "Ellipse", "Text", "Bitmap"})
      nearest.Offer(known);
    Diagnostic warning = Warning(Code::kTypeMismatch, tree.SpanOf(call.function),
                                 "`{}` is not a graphical primitive; the drawing leaves it out", name)
                             .Hint(nearest.Hint());
    if (!IsAmong(warning, read.diagnostics.items())) read.diagnostics.Report(std::move(warning));
    return;
  }
  shape.map = Compose(target.map, shape.map);
  target.shapes.push_back(std::move(shape));
}

}  // namespace

void ReadGraphics(ReadContext& read, const AnnotationText& at, syntax::ExpressionId graphics,
                  const ShapeTarget& target) {
  const syntax::Expression& e = (*at.tree)[graphics];
  if (e.kind != syntax::ExpressionKind::kArray)
    return read.Warn(at.tree->SpanOf(graphics), "`graphics` must be a list {...} of graphical primitives");
  for (const syntax::ExpressionId item : at.tree->Elements(e)) {
    if (item.IsValid() && (*at.tree)[item].kind != syntax::ExpressionKind::kInvalid)
      ReadShape(read, at, item, target);
  }
}

Shape ReadLine(RecordReader& r) {
  Shape shape;
  LineForm line;
  ReadItem(r, shape);
  r.Read("points", line.points);
  ReadArrows(r, line);
  r.Read("arrowSize", line.arrow_size);
  r.ReadLiteral("smooth", Words(kSmooth), line.smooth);
  r.Read("color", shape.paint.line);
  r.Read("thickness", shape.paint.thickness);
  r.ReadLiteral("pattern", Words(kLinePatterns), shape.paint.pattern);
  shape.form = std::move(line);
  return shape;
}

Shape ReadLabel(RecordReader& r, const std::vector<Point>& line, const MacroLookup& macros) {
  Shape shape;
  ReadItem(r, shape);
  TextForm text = ReadText(r, macros);
  // A label at a single point stands on the side to which it is moved.
  if (text.extent.IsEmpty() && !r.Has("horizontalAlignment") && text.extent.from.x != 0.0)
    text.alignment = text.extent.from.x < 0.0 ? TextAlignment::kRight : TextAlignment::kLeft;
  shape.form = std::move(text);
  double index = 0.0;
  r.Read("index", index);
  if (!r.Has("index") || line.empty()) return shape;
  // Counted from 0; -1 is the last point.
  const double last = static_cast<double>(line.size() - 1);
  const auto point = static_cast<std::size_t>(index < 0.0 ? last : std::min(index, last));
  shape.map = Compose({1.0, 0.0, 0.0, 1.0, line[point].x, line[point].y}, shape.map);
  return shape;
}

}  // namespace daedalus::drawing
