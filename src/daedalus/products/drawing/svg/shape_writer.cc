#include "daedalus/products/drawing/svg/shape_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/products/drawing/svg/paths.h"

namespace daedalus::drawing {
namespace {

constexpr double kThinLine = 0.25;  // a line stays visible where its icon is small
constexpr double kThinnest = 0.1;

double StrokeWidth(const Paint& paint, const Affine& map) {
  const double thickness = std::max(paint.thickness, kThinnest);
  return std::max(std::min(thickness, kThinLine), thickness * map.Scale());
}

std::string Dashes(LinePattern pattern, double width) {
  const double unit = 0.5 * (kThinLine + width);  // thick lines have longer dashes, but not as much longer
  const auto dashes = [&](std::initializer_list<double> lengths) {
    std::string text;
    for (const double length : lengths) {
      if (!text.empty()) text += ' ';
      text += Number(length * unit);
    }
    return text;
  };
  switch (pattern) {
    case LinePattern::kDash:
      return dashes({10.0, 5.0});
    case LinePattern::kDot:
      return dashes({2.5, 5.0});
    case LinePattern::kDashDot:
      return dashes({10.0, 5.0, 2.5, 5.0});
    case LinePattern::kDashDotDot:
      return dashes({10.0, 5.0, 2.5, 5.0, 2.5, 5.0});
    default:
      return {};
  }
}

std::string_view FormName(const Form& form) {
  if (std::holds_alternative<LineForm>(form)) return "line";
  if (std::holds_alternative<PolygonForm>(form)) return "polygon";
  if (std::holds_alternative<RectangleForm>(form)) return "rectangle";
  if (std::holds_alternative<EllipseForm>(form)) return "ellipse";
  return {};
}

}  // namespace

void ShapeWriter::WriteDynamics(const Shape& shape, const Affine& map) {
  if (!shape.is_visible) xml_.Attribute("visibility", "hidden");
  if (shape.dynamics.empty()) return;
  for (const Dynamic& dynamic : shape.dynamics)
    xml_.Attribute("data-dynamic-" + dynamic.attribute, dynamic.expression);
  // The expression can only be evaluated in the coordinates in which it was written.
  if (const std::string_view form = FormName(shape.form); !form.empty()) xml_.Attribute("data-form", form);
  xml_.Attribute("data-map", fmt::format("{:.7g} {:.7g} {:.7g} {:.7g} {:.7g} {:.7g}", map.xx, map.xy, map.yx,
                                         map.yy, map.x0, map.y0));
  const auto moves = [](const Dynamic& d) { return d.attribute == "origin" || d.attribute == "rotation"; };
  if (std::ranges::any_of(shape.dynamics, moves)) {
    xml_.Attribute("data-place",
                   fmt::format("{:.7g} {:.7g} {:.7g}", shape.origin.x, shape.origin.y, shape.rotation));
  }
}

void ShapeWriter::WriteStroke(const Shape& shape, const Affine& map) {
  if (shape.paint.pattern == LinePattern::kNone) {
    xml_.Attribute("stroke", "none");
    return;
  }
  const double width = StrokeWidth(shape.paint, map);
  xml_.Attribute("stroke", ColorText(shape.paint.line)).Attribute("stroke-width", width);
  if (const std::string dashes = Dashes(shape.paint.pattern, width); !dashes.empty())
    xml_.Attribute("stroke-dasharray", dashes);
}

void ShapeWriter::WritePath(const Shape& shape, const Affine& map, std::string_view path,
                            std::string_view fill) {
  if (path.empty()) return;
  xml_.Open("path").Attribute("d", path).Attribute("fill", fill);
  WriteStroke(shape, map);
  WriteDynamics(shape, map);
  xml_.Empty();
}

void ShapeWriter::Write(const Shape& shape, const Affine& layer) {
  const Affine map = Compose(layer, shape.map);
  if (const auto* line = std::get_if<LineForm>(&shape.form)) {
    WritePath(shape, map, LinePath(line->points, line->smooth, map), "none");
    const auto& points = line->points;
    if (points.size() < 2 || shape.paint.pattern == LinePattern::kNone) return;
    WriteArrow(shape, map, line->arrows[0], map(points[0]), map(points[1]));
    WriteArrow(shape, map, line->arrows[1], map(points.back()), map(points[points.size() - 2]));
  } else if (const auto* polygon = std::get_if<PolygonForm>(&shape.form)) {
    WritePath(shape, map, PolygonPath(polygon->points, polygon->smooth, map), fills_.ValueFor(shape, map));
  } else if (const auto* rectangle = std::get_if<RectangleForm>(&shape.form)) {
    WritePath(shape, map, RectanglePath(rectangle->extent, rectangle->radius, map),
              fills_.ValueFor(shape, map));
    if (rectangle->border != BorderPattern::kNone) WriteBorder(*rectangle, map);
  } else if (const auto* ellipse = std::get_if<EllipseForm>(&shape.form)) {
    const bool is_open = ellipse->closure == EllipseClosure::kNone &&
                         std::abs(ellipse->end_angle - ellipse->start_angle) < 360.0;
    WritePath(shape, map, EllipsePath(*ellipse, map), is_open ? "none" : fills_.ValueFor(shape, map));
  } else if (const auto* text = std::get_if<TextForm>(&shape.form)) {
    WriteText(shape, *text, map);
  } else {
    WriteBitmap(shape, std::get<BitmapForm>(shape.form), map);
  }
}

void ShapeWriter::WriteArrow(const Shape& shape, const Affine& map, Arrow arrow, Point tip, Point before) {
  const Point back = before - tip;
  const double length = Length(back);
  if (arrow == Arrow::kNone || length == 0.0) return;
  const double size = std::max(1.0, std::get<LineForm>(shape.form).arrow_size * map.Scale());
  const Point along = (size / length) * back, side{-along.y / 3.0, along.x / 3.0};
  const Point a = tip + along + side, b = tip + along - side;
  const std::string color = ColorText(shape.paint.line);
  std::string path;
  if (arrow == Arrow::kFilled) path = fmt::format("M{}L{}L{}Z", PointText(tip), PointText(a), PointText(b));
  if (arrow == Arrow::kOpen) path = fmt::format("M{}L{}L{}", PointText(a), PointText(tip), PointText(b));
  if (arrow == Arrow::kHalf) path = fmt::format("M{}L{}", PointText(a), PointText(tip));
  xml_.Open("path").Attribute("d", path).Attribute("fill", arrow == Arrow::kFilled ? color : "none");
  xml_.Attribute("stroke", color).Attribute("stroke-width", StrokeWidth(shape.paint, map));
  xml_.Empty();
}

// The light comes from the upper left.
void ShapeWriter::WriteBorder(const RectangleForm& rectangle, const Affine& map) {
  constexpr std::string_view kLight = "#ffffff", kDark = "#808080";
  const Extent& e = rectangle.extent;
  const double inset = 0.02 * std::min(e.Width(), e.Height());
  const auto corner = [&](double x, double y) { return map(Point{x, y}); };
  const auto edges = [&](double d, std::string_view upper, std::string_view lower) {
    const double left = e.Left() + d, right = e.Right() - d, bottom = e.Bottom() + d, top = e.Top() - d;
    const auto draw = [&](Point middle, std::string_view color) {
      xml_.Open("path")
          .Attribute("d", fmt::format("M{}L{}L{}", PointText(corner(left, bottom)), PointText(map(middle)),
                                      PointText(corner(right, top))))
          .Attribute("fill", "none")
          .Attribute("stroke", color)
          .Attribute("stroke-width", std::max(0.2, inset * map.Scale()))
          .Empty();
    };
    draw({left, top}, upper);
    draw({right, bottom}, lower);
  };
  const bool is_raised = rectangle.border == BorderPattern::kRaised;
  edges(inset, is_raised ? kLight : kDark, is_raised ? kDark : kLight);
  if (rectangle.border == BorderPattern::kEngraved) edges(2.0 * inset, kLight, kDark);
}

}  // namespace daedalus::drawing
