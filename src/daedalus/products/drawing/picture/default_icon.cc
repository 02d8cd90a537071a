#include "daedalus/products/drawing/picture/default_icon.h"

namespace daedalus::drawing {
namespace {

constexpr Color kBoxLine{90, 90, 90};
constexpr Color kBoxFill{245, 245, 240};
constexpr Color kSignal{0, 0, 127};
constexpr Color kPhysical{90, 90, 90};
constexpr Color kWhite{255, 255, 255};

Shape TextShape(const Extent& extent, const std::string& text, Color color) {
  Shape shape;
  TextForm form;
  form.extent = extent;
  form.text = text;
  form.color = color;
  shape.form = std::move(form);
  return shape;
}

}  // namespace

Icon BoxIcon(const std::string& name, const std::string& type, const CoordinateSystem& system) {
  Icon icon;
  icon.system = system;
  const Extent& e = system.extent;
  const double w = e.Width(), h = e.Height();
  Shape box;
  box.form = RectangleForm{{{e.Left(), e.Bottom()}, {e.Right(), e.Top()}}, BorderPattern::kNone, 0.04 * w};
  box.paint.line = kBoxLine;
  box.paint.fill = kBoxFill;
  box.paint.fill_pattern = FillPattern::kSolid;
  icon.shapes.push_back(std::move(box));
  const double left = e.Left() + 0.12 * w, right = e.Right() - 0.12 * w;
  icon.shapes.push_back(
      TextShape({{left, e.Bottom() + 0.5 * h}, {right, e.Top() - 0.15 * h}}, name, {0, 0, 255}));
  icon.shapes.push_back(
      TextShape({{left, e.Bottom() + 0.15 * h}, {right, e.Bottom() + 0.42 * h}}, type, kBoxLine));
  return icon;
}

Icon SquareIcon(PortKind kind) {
  Icon icon;
  Shape square;
  square.form = RectangleForm{{{-100.0, -100.0}, {100.0, 100.0}}};
  square.paint.line = kind == PortKind::kPhysical ? kPhysical : kSignal;
  square.paint.fill = kind == PortKind::kOutput ? kWhite : square.paint.line;
  square.paint.fill_pattern = FillPattern::kSolid;
  icon.shapes.push_back(std::move(square));
  return icon;
}

void PlaceOnBorder(const Extent& icon, std::span<const PortKind> kinds, std::span<PlacedComponent> ports) {
  std::vector<std::size_t> left, right;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (kinds[i] == PortKind::kInput) {
      left.push_back(i);
    } else if (kinds[i] == PortKind::kOutput) {
      right.push_back(i);
    } else {
      (left.size() <= right.size() ? left : right).push_back(i);
    }
  }
  const auto place = [&](const std::vector<std::size_t>& side, double x) {
    const double step = icon.Height() / static_cast<double>(side.size() + 1);
    const double half = std::min(0.05 * icon.Width(), 0.4 * step);
    for (std::size_t k = 0; k < side.size(); ++k) {
      const double y = icon.Top() - step * static_cast<double>(k + 1);
      PlacedComponent& port = ports[side[k]];
      port.map = MapExtent(port.icon.system.extent, {{x - half, y - half}, {x + half, y + half}});
    }
  };
  place(left, icon.Left());
  place(right, icon.Right());
}

}  // namespace daedalus::drawing
