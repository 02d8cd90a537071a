#include "daedalus/products/drawing/svg/write_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "daedalus/products/drawing/picture/junctions.h"
#include "daedalus/products/drawing/svg/fills.h"
#include "daedalus/products/drawing/svg/font_metrics.h"
#include "daedalus/products/drawing/svg/paths.h"
#include "daedalus/products/drawing/svg/shape_writer.h"
#include "daedalus/products/drawing/svg/xml.h"

namespace daedalus::drawing {
namespace {

constexpr double kPixelsPerUnit = 4.0, kMostPixels = 4000.0;

// A hash (FNV-1a), so that the ids of different drawings in one page differ, and the same drawing always has
// the same ids.
std::string PrefixFor(const Drawing& drawing) {
  std::uint32_t hash = 2166136261u;
  for (const std::string* text : {&drawing.class_name, &drawing.component}) {
    for (const char c : *text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    hash = (hash ^ 0xffu) * 16777619u;
  }
  return fmt::format("d{:08x}{}", hash, drawing.view == View::kIcon ? "i" : "d");
}

// A text whose extent has no width is as wide as it needs to be.
void AddUnlimitedText(const TextForm& text, const Affine& map, Bounds& bounds) {
  const double size = FittingFontSize(0.0, 1, 0.0, text.extent.Height());
  const Point half{0.5 * size * TextWidth(text.text, text.is_bold), 0.0};
  bounds.Add(map(text.extent.Center() - half));
  bounds.Add(map(text.extent.Center() + half));
}

void AddShapes(const std::vector<Shape>& shapes, const Affine& map, Bounds& bounds) {
  for (const Shape& shape : shapes) {
    const Affine to_drawing = Compose(map, shape.map);
    const auto* text = std::get_if<TextForm>(&shape.form);
    if (text != nullptr && text->text.empty()) continue;
    if (text != nullptr && text->extent.Width() == 0.0) AddUnlimitedText(*text, to_drawing, bounds);
    for (const Point p : OutlineOf(shape.form)) bounds.Add(to_drawing(p));
  }
}

void AddComponent(const PlacedComponent& component, const Affine& map, Bounds& bounds) {
  const Affine to_drawing = Compose(map, component.map);
  AddShapes(component.icon.shapes, to_drawing, bounds);
  for (const PlacedComponent& port : component.ports) AddComponent(port, to_drawing, bounds);
}

std::string TitleOf(const PlacedComponent& c) {
  std::string title = fmt::format("{}{}: {}", c.name, c.dimensions, c.type);
  if (!c.description.empty()) title += "\n" + c.description;
  return title;
}

class DrawingWriter {
 public:
  DrawingWriter(const Drawing& drawing, const std::string& prefix)
      : drawing_(drawing), fills_(prefix), shapes_(xml_, fills_) {}

  // Everything inside of the root; `definitions` come before it.
  std::string Write(std::string* definitions) {
    xml_.Open("g").Attribute("class", "graphics").Begin();
    for (const Shape& shape : drawing_.shapes) shapes_.Write(shape, {});
    xml_.End("g");
    xml_.Open("g").Attribute("class", "components").Begin();
    for (const PlacedComponent& component : drawing_.components) WriteComponent(component, {});
    xml_.End("g");
    xml_.Open("g").Attribute("class", "connections").Begin();
    for (const ConnectionLine& line : drawing_.connections) WriteConnection(line);
    xml_.End("g");
    WriteJunctions();
    *definitions = fills_.Definitions();
    return xml_.Take();
  }

 private:
  void WriteComponent(const PlacedComponent& c, const Affine& around) {
    const bool is_connector = c.kind == ComponentKind::kConnector;
    const Affine map = Compose(around, c.map);
    xml_.Open("g").Attribute("class", is_connector ? "connector" : "component");
    xml_.Attribute("data-component", c.name).Attribute("data-class", c.type);
    xml_.Attribute("data-kind", is_connector ? "connector" : "component");
    if (!c.dimensions.empty()) xml_.Attribute("data-dimensions", c.dimensions);
    if (c.has_diagram) xml_.Attribute("data-has-diagram", "true");
    if (c.is_outer) xml_.Attribute("data-outer", "true");
    if (c.is_undecided) xml_.Attribute("data-condition", "unknown").Attribute("opacity", "0.4");
    xml_.Begin();
    xml_.Open("title").Text(TitleOf(c));
    // The whole icon reacts to the mouse, including parts that are not filled.
    xml_.Open("path")
        .Attribute("d", RectanglePath(c.icon.system.extent, 0.0, map))
        .Attribute("class", "area");
    xml_.Attribute("fill", "none").Attribute("stroke", "none").Attribute("pointer-events", "all").Empty();
    for (const Shape& shape : c.icon.shapes) shapes_.Write(shape, map);
    for (const PlacedComponent& port : c.ports) WriteComponent(port, map);
    xml_.End("g");
  }

  void WriteConnection(const ConnectionLine& line) {
    xml_.Open("g").Attribute("class", "connection");
    xml_.Attribute("data-connects", fmt::format("{} {}", line.from, line.to));
    if (line.is_undecided) xml_.Attribute("data-condition", "unknown").Attribute("opacity", "0.4");
    xml_.Begin();
    xml_.Open("title").Text(fmt::format("connect({}, {})", line.from, line.to));
    for (const Shape& shape : line.shapes) shapes_.Write(shape, {});
    xml_.End("g");
  }

  void WriteJunctions() {
    const std::vector<Shape> dots = FindJunctions(drawing_.connections);
    if (dots.empty()) return;
    xml_.Open("g").Attribute("class", "junctions").Attribute("pointer-events", "none").Begin();
    for (const Shape& dot : dots) shapes_.Write(dot, {});
    xml_.End("g");
  }

  const Drawing& drawing_;
  XmlWriter xml_;
  Fills fills_;
  ShapeWriter shapes_;
};

}  // namespace

Extent VisibleExtent(const Drawing& drawing) {
  const Extent& e = drawing.system.extent;
  Bounds bounds;
  AddShapes(drawing.shapes, {}, bounds);
  for (const PlacedComponent& component : drawing.components) AddComponent(component, {}, bounds);
  for (const ConnectionLine& line : drawing.connections) AddShapes(line.shapes, {}, bounds);
  // Shapes far outside must not make everything else too small to see.
  const double width = e.Width(), height = e.Height();
  const auto limit = [](double value, double low, double high) { return std::clamp(value, low, high); };
  Extent visible{{e.Left(), e.Bottom()}, {e.Right(), e.Top()}};
  if (!bounds.IsEmpty()) {
    const Extent& b = bounds.extent();
    visible.from.x = limit(b.Left(), e.Left() - width, e.Left());
    visible.from.y = limit(b.Bottom(), e.Bottom() - height, e.Bottom());
    visible.to.x = limit(b.Right(), e.Right(), e.Right() + width);
    visible.to.y = limit(b.Top(), e.Top(), e.Top() + height);
  }
  const Point margin{1.0, 1.0};
  return {visible.from - margin, visible.to + margin};
}

std::string WriteSvg(const Drawing& drawing, const SvgOptions& options) {
  const std::string prefix = options.id_prefix.empty() ? PrefixFor(drawing) : options.id_prefix;
  const Extent e = VisibleExtent(drawing);
  const double scale = std::min(kPixelsPerUnit, kMostPixels / std::max(e.Width(), e.Height()));
  std::string definitions;
  const std::string content = DrawingWriter(drawing, prefix).Write(&definitions);
  XmlWriter head;
  head.Open("svg").Attribute("xmlns", "http://www.w3.org/2000/svg");
  head.Attribute("width", scale * e.Width()).Attribute("height", scale * e.Height());
  head.Attribute("viewBox", fmt::format("{} {} {} {}", Number(e.Left()), Number(-e.Top()), Number(e.Width()),
                                        Number(e.Height())));
  head.Attribute("role", "img").Attribute("class", "daedalus-drawing");
  head.Attribute("data-class", drawing.class_name);
  if (!drawing.component.empty()) head.Attribute("data-component", drawing.component);
  head.Attribute("data-view", drawing.view == View::kIcon ? "icon" : "diagram");
  if (drawing.is_arranged) head.Attribute("data-layout", "own");
  head.Attribute("stroke-linejoin", "round").Attribute("stroke-linecap", "butt");
  head.Begin();
  head.Open("title").Text(drawing.class_name);
  if (!drawing.description.empty()) head.Open("desc").Text(drawing.description);
  if (options.has_background) {
    head.Open("rect").Attribute("class", "background").Attribute("fill", "#ffffff");
    head.Attribute("x", e.Left()).Attribute("y", -e.Top());
    head.Attribute("width", e.Width()).Attribute("height", e.Height()).Empty();
  }
  std::string out = head.Take();
  if (!definitions.empty()) out += "<defs>\n" + definitions + "</defs>\n";
  return out + content + "</svg>\n";
}

}  // namespace daedalus::drawing
