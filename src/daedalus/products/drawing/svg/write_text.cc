// Texts and pictures: shapes that must stay readable, however their component is turned.
#include <fmt/format.h>

#include <cmath>

#include "daedalus/products/drawing/svg/font_metrics.h"
#include "daedalus/products/drawing/svg/shape_writer.h"

namespace daedalus::drawing {
namespace {

constexpr double kPoint = 25.4 / 72.0;  // in drawing units, which are millimetres

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string Fonts(const std::string& font_name) {
  const std::string fallback = "Helvetica, Arial, 'Liberation Sans', sans-serif";
  std::string plain;
  for (const char c : font_name) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '-';
    if (is_plain) plain += c;
  }
  return plain.empty() ? fallback : fmt::format("'{}', {}", plain, fallback);
}

std::string TurnText(Point at, double angle) {
  std::string text = fmt::format("translate({})", PointText(at));
  if (angle != 0.0) text += fmt::format(" rotate({})", Number(-angle));
  return text;
}

}  // namespace

TextPlace PlaceText(const Extent& extent, const Affine& map) {
  const Point right = map.Direction({1.0, 0.0}), up = map.Direction({0.0, 1.0});
  TextPlace place;
  place.center = map(extent.Center());
  place.width = extent.Width() * Length(right);
  place.height = extent.Height() * Length(up);
  place.angle = std::atan2(right.y, right.x) * 180.0 / std::numbers::pi;
  place.is_reversed = place.angle > 90.0 + 1e-6 || place.angle <= -90.0 + 1e-6;
  if (place.is_reversed) place.angle += place.angle > 0.0 ? -180.0 : 180.0;
  return place;
}

void ShapeWriter::WriteText(const Shape& shape, const TextForm& text, const Affine& map) {
  const bool is_dynamic = !shape.dynamics.empty();
  if (text.text.empty() && !is_dynamic) return;
  const TextPlace place = PlaceText(text.extent, map);
  const std::vector<std::string_view> lines = LinesOf(text.text);
  double widest = 0.0;
  for (const std::string_view line : lines) widest = std::max(widest, TextWidth(line, text.is_bold));
  const double size = text.font_size > 0.0 ? text.font_size * kPoint * map.Scale()
                                           : FittingFontSize(widest, lines.size(), place.width, place.height);
  if (!(size > 0.0)) return;
  TextAlignment alignment = text.alignment;
  if (place.is_reversed && alignment != TextAlignment::kCenter)
    alignment = alignment == TextAlignment::kLeft ? TextAlignment::kRight : TextAlignment::kLeft;
  const bool is_left = alignment == TextAlignment::kLeft, is_center = alignment == TextAlignment::kCenter;
  const double x = is_center ? 0.0 : is_left ? -0.5 * place.width : 0.5 * place.width;

  xml_.Open("text").Attribute("transform", TurnText(place.center, place.angle)).Attribute("font-size", size);
  xml_.Attribute("font-family", Fonts(text.font_name)).Attribute("fill", ColorText(text.color));
  xml_.Attribute("text-anchor", is_center ? "middle" : is_left ? "start" : "end");
  if (text.is_bold) xml_.Attribute("font-weight", "bold");
  if (text.is_italic) xml_.Attribute("font-style", "italic");
  if (text.is_underlined) xml_.Attribute("text-decoration", "underline");
  WriteDynamics(shape, map);
  xml_.Begin();
  const double line_height = kLineHeight * size;
  double y = -0.5 * line_height * static_cast<double>(lines.size() - 1) + 0.5 * kCapHeight * size;
  for (const std::string_view line : lines) {
    xml_.Open("tspan").Attribute("x", x).Attribute("y", y);
    // The viewer may use a wider font. If the width decides, or the drawing ends with the text, the text is
    // squeezed into it.
    const double width = size * TextWidth(line, text.is_bold);
    if (text.font_size <= 0.0 && width > 0.9 * place.width)
      xml_.Attribute("textLength", width).Attribute("lengthAdjust", "spacingAndGlyphs");
    xml_.Text(line);
    y += line_height;
  }
  xml_.End("text");
}

void ShapeWriter::WriteBitmap(const Shape& shape, const BitmapForm& bitmap, const Affine& map) {
  const TextPlace place = PlaceText(bitmap.extent, map);
  const double width = place.width, height = place.height;
  if (!bitmap.media_type.empty()) {
    xml_.Open("image").Attribute("transform", TurnText(place.center, place.angle));
    xml_.Attribute("x", -0.5 * width).Attribute("y", -0.5 * height);
    xml_.Attribute("width", width).Attribute("height", height);
    xml_.Attribute("href", fmt::format("data:{};base64,{}", bitmap.media_type, bitmap.base64));
    WriteDynamics(shape, map);
    xml_.Empty();
    return;
  }
  const Point a = map(bitmap.extent.from), b = map({bitmap.extent.to.x, bitmap.extent.from.y});
  const Point c = map(bitmap.extent.to), d = map({bitmap.extent.from.x, bitmap.extent.to.y});
  xml_.Open("g").Attribute("class", "missing-picture").Begin();
  xml_.Open("title").Text(fmt::format("missing picture: {}", bitmap.name));
  xml_.Open("path")
      .Attribute("d", fmt::format("M{0}L{1}L{2}L{3}ZM{0}L{2}M{1}L{3}", PointText(a), PointText(b),
                                  PointText(c), PointText(d)))
      .Attribute("fill", "#f4f4f4")
      .Attribute("stroke", "#a0a0a0")
      .Attribute("stroke-width", kPoint)
      .Attribute("stroke-dasharray", "1 1")
      .Empty();
  xml_.End("g");
}

}  // namespace daedalus::drawing
