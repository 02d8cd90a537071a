#include "daedalus/products/drawing/svg/fills.h"

#include <fmt/format.h>

#include "daedalus/products/drawing/svg/paths.h"
#include "daedalus/products/drawing/svg/xml.h"

namespace daedalus::drawing {
namespace {

// Lines of a hatch through a square of side 3.
std::string HatchPath(FillPattern pattern) {
  switch (pattern) {
    case FillPattern::kHorizontal:
      return "M0,1.5H3";
    case FillPattern::kVertical:
      return "M1.5,0V3";
    case FillPattern::kCross:
      return "M0,1.5H3M1.5,0V3";
    case FillPattern::kForward:
      return "M-1,1L1,-1M0,3L3,0M2,4L4,2";
    case FillPattern::kBackward:
      return "M-1,2L1,4M0,0L3,3M2,-1L4,1";
    case FillPattern::kCrossDiag:
      return "M0,3L3,0M0,0L3,3";
    default:
      return {};
  }
}

std::string Stop(double offset, Color color) {
  return fmt::format("<stop offset=\"{}\" stop-color=\"{}\"/>", Number(offset), ColorText(color));
}

}  // namespace

std::string ColorText(Color c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
}

std::string Fills::Refer(std::string_view element, std::string attributes, std::string content) {
  const std::string key = fmt::format("{}|{}|{}", element, attributes, content);
  const auto [at, is_new] = numbers_.emplace(key, numbers_.size());
  const std::string id = fmt::format("{}-{}", prefix_, at->second);
  if (is_new)
    definitions_ += fmt::format("<{0} id=\"{1}\" {2}>{3}</{0}>\n", element, id, attributes, content);
  return fmt::format("url(#{})", id);
}

std::string Fills::ValueFor(const Shape& shape, const Affine& map) {
  const Paint& paint = shape.paint;
  switch (paint.fill_pattern) {
    case FillPattern::kNone:
      return "none";
    case FillPattern::kSolid:
      return ColorText(paint.fill);
    case FillPattern::kSphere:
      return Refer("radialGradient", "cx=\"0.5\" cy=\"0.5\" r=\"0.5\"",
                   Stop(0.0, paint.fill) + Stop(1.0, paint.line));
    case FillPattern::kHorizontalCylinder:
    case FillPattern::kVerticalCylinder: {
      Bounds bounds;
      for (const Point p : OutlineOf(shape.form)) bounds.Add(p);
      const Extent& e = bounds.extent();
      const Point center = e.Center();
      const bool is_horizontal = paint.fill_pattern == FillPattern::kHorizontalCylinder;
      // The light line of a horizontal cylinder is horizontal, so colours change from top to bottom.
      const Point from = map(is_horizontal ? Point{center.x, e.Top()} : Point{e.Left(), center.y});
      const Point to = map(is_horizontal ? Point{center.x, e.Bottom()} : Point{e.Right(), center.y});
      return Refer("linearGradient",
                   fmt::format("gradientUnits=\"userSpaceOnUse\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"",
                               Number(from.x), Number(-from.y), Number(to.x), Number(-to.y)),
                   Stop(0.0, paint.line) + Stop(0.5, paint.fill) + Stop(1.0, paint.line));
    }
    default:
      return Refer("pattern", "patternUnits=\"userSpaceOnUse\" width=\"3\" height=\"3\"",
                   fmt::format("<rect width=\"3\" height=\"3\" fill=\"{}\"/><path d=\"{}\" stroke=\"{}\" "
                               "stroke-width=\"0.25\" fill=\"none\"/>",
                               ColorText(paint.fill), HatchPath(paint.fill_pattern), ColorText(paint.line)));
  }
}

std::string Fills::Definitions() const {
  return definitions_;
}

}  // namespace daedalus::drawing
