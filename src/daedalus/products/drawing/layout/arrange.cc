#include "daedalus/products/drawing/layout/arrange.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

#include "daedalus/products/drawing/layout/layered_layout.h"
#include "daedalus/products/drawing/layout/route_lines.h"

namespace daedalus::drawing {
namespace {

constexpr Color kLineColor{0, 0, 127};

// "a[1].b[2, 3]" is "a.b".
std::string WithoutSubscripts(const std::string& name) {
  std::string out;
  int depth = 0;
  for (const char c : name) {
    if (c == '[') ++depth;
    if (depth == 0) out += c;
    if (c == ']') --depth;
  }
  return out;
}

// The end of a connection in the drawing.
struct EndPoint {
  std::size_t component = 0;
  std::optional<std::size_t> port;  // not set: the component is the connector
};

class EndPoints {
 public:
  explicit EndPoints(const std::vector<PlacedComponent>& components) : components_(components) {
    for (std::size_t i = 0; i < components.size(); ++i) by_name_.emplace(components[i].name, i);
  }

  std::optional<EndPoint> Find(const std::string& end) const {
    const std::string name = WithoutSubscripts(end);
    // The longest name of a component that the end starts with.
    for (std::size_t length = name.size(); length != std::string::npos && length > 0;
         length = name.rfind('.', length - 1)) {
      const auto found = by_name_.find(name.substr(0, length));
      if (found == by_name_.end()) continue;
      EndPoint point{found->second, std::nullopt};
      const auto& ports = components_[point.component].ports;
      for (std::size_t k = 0; k < ports.size(); ++k) {
        if (name == ports[k].name || name.starts_with(ports[k].name + ".")) point.port = k;
      }
      return point;
    }
    return std::nullopt;
  }

  Point PositionOf(const EndPoint& end) const {
    const PlacedComponent& c = components_[end.component];
    if (!end.port) return c.map(c.icon.system.extent.Center());
    const PlacedComponent& port = c.ports[*end.port];
    return c.map(port.map(port.icon.system.extent.Center()));
  }

  // The side of the component on which the end stands.
  Point DirectionOf(const EndPoint& end) const {
    const PlacedComponent& c = components_[end.component];
    if (!end.port) return {0.0, 0.0};
    const Extent& e = c.icon.system.extent;
    const PlacedComponent& port = c.ports[*end.port];
    const Point at = port.map(port.icon.system.extent.Center()) - e.Center();
    const double x = at.x / (0.5 * e.Width()), y = at.y / (0.5 * e.Height());
    if (std::max(std::abs(x), std::abs(y)) < 0.5) return {0.0, 0.0};
    const Point side =
        std::abs(x) >= std::abs(y) ? Point{x > 0.0 ? 1.0 : -1.0, 0.0} : Point{0.0, y > 0.0 ? 1.0 : -1.0};
    const Point d = c.map.Direction(side);
    return Length(d) == 0.0 ? Point{} : (1.0 / Length(d)) * d;
  }

  Color ColorOf(const EndPoint& end) const {
    const PlacedComponent& c = components_[end.component];
    const Icon& icon = end.port ? c.ports[*end.port].icon : c.icon;
    for (const Shape& shape : icon.shapes) {
      if (!std::holds_alternative<TextForm>(shape.form) && shape.paint.pattern != LinePattern::kNone)
        return shape.paint.line;
    }
    return kLineColor;
  }

 private:
  const std::vector<PlacedComponent>& components_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

Extent BoxOf(const PlacedComponent& c) {
  Bounds bounds;
  const Extent& e = c.icon.system.extent;
  for (const Point p : {e.from, e.to, Point{e.from.x, e.to.y}, Point{e.to.x, e.from.y}}) bounds.Add(c.map(p));
  return bounds.extent();
}

// Components that are not placed yet get a size, around (0, 0).
LayoutBox SizeOf(const PlacedComponent& c) {
  constexpr double kScale = 0.1, kSmallest = 10.0, kLargest = 60.0;
  const Extent& e = c.icon.system.extent;
  return {std::clamp(kScale * e.Width(), kSmallest, kLargest),
          std::clamp(kScale * e.Height(), kSmallest, kLargest)};
}

void PlaceAt(PlacedComponent& c, Point center, const LayoutBox& size, bool is_mirrored) {
  const Point half{is_mirrored ? -0.5 * size.width : 0.5 * size.width, 0.5 * size.height};
  const Extent& e = c.icon.system.extent;
  c.map = MapExtent({{e.Left(), e.Bottom()}, {e.Right(), e.Top()}}, {center - half, center + half});
}

void LayOutComponents(std::vector<PlacedComponent>& components,
                      const std::vector<ConnectionLine>& connections) {
  const EndPoints ends(components);
  std::vector<LayoutBox> boxes;
  for (PlacedComponent& c : components) {
    boxes.push_back(SizeOf(c));
    PlaceAt(c, {}, boxes.back(), false);
  }
  std::vector<LayoutEdge> edges;
  std::vector<Point> out_of_from, out_of_to;
  for (const ConnectionLine& line : connections) {
    auto from = ends.Find(line.from), to = ends.Find(line.to);
    if (!from || !to) continue;
    Point leaves = ends.DirectionOf(*from), enters = ends.DirectionOf(*to);
    // A line that leaves on the left and arrives on the right runs against the usual direction.
    if (leaves.x < enters.x) {
      std::swap(from, to);
      std::swap(leaves, enters);
    }
    edges.push_back({from->component, to->component});
    out_of_from.push_back(leaves);
    out_of_to.push_back(enters);
  }
  const std::vector<Point> centers = LayOut(boxes, edges);
  // A component is mirrored if most of its lines would otherwise leave on the wrong side.
  std::vector<double> fit(components.size(), 0.0);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const double to_right = centers[edges[k].to].x > centers[edges[k].from].x ? 1.0 : -1.0;
    fit[edges[k].from] += to_right * out_of_from[k].x;
    fit[edges[k].to] -= to_right * out_of_to[k].x;
  }
  for (std::size_t i = 0; i < components.size(); ++i)
    PlaceAt(components[i], centers[i], boxes[i], fit[i] < 0.0);
}

void Move(std::vector<PlacedComponent>& components, Point by) {
  for (PlacedComponent& c : components) c.map = Compose({1.0, 0.0, 0.0, 1.0, by.x, by.y}, c.map);
}

// Adds components below those that the drawing has.
void AddBelow(Drawing& drawing, std::vector<PlacedComponent> added) {
  LayOutComponents(added, drawing.connections);
  const Extent& e = drawing.system.extent;
  Move(added, {e.Left() + 10.0, e.Bottom() - 10.0});
  Bounds bounds;
  bounds.Add(e.from);
  bounds.Add(e.to);
  for (PlacedComponent& c : added) {
    const Extent box = BoxOf(c);
    bounds.Add(box.from - Point{10.0, 10.0});
    bounds.Add(box.to + Point{10.0, 10.0});
    drawing.components.push_back(std::move(c));
  }
  drawing.system.extent = bounds.extent();
}

std::vector<PlacedComponent> NeededBy(const std::vector<ConnectionLine>& connections,
                                      std::vector<PlacedComponent> unplaced) {
  const EndPoints ends(unplaced);
  std::vector<char> is_needed(unplaced.size(), 0);
  for (const ConnectionLine& line : connections) {
    // The author has drawn this line to something that is not shown, on purpose. No component is missing.
    if (!line.shapes.empty()) continue;
    for (const std::string* end : {&line.from, &line.to}) {
      if (const auto found = ends.Find(*end)) is_needed[found->component] = 1;
    }
  }
  std::vector<PlacedComponent> needed;
  for (std::size_t i = 0; i < unplaced.size(); ++i) {
    if (is_needed[i] != 0) needed.push_back(std::move(unplaced[i]));
  }
  return needed;
}

Shape RoutedLine(std::vector<Point> points, Color color) {
  Shape shape;
  LineForm line;
  line.points = std::move(points);
  shape.form = std::move(line);
  shape.paint.line = color;
  return shape;
}

// Lines between the same terminals belong to one net.
class Nets {
 public:
  std::size_t NumberOf(const std::string& end) {
    const auto [at, is_new] = numbers_.emplace(end, root_.size());
    if (is_new) root_.push_back(root_.size());
    return Find(at->second);
  }
  void Join(const std::string& a, const std::string& b) { root_[NumberOf(a)] = NumberOf(b); }

 private:
  std::size_t Find(std::size_t i) {
    while (root_[i] != i) i = root_[i] = root_[root_[i]];
    return i;
  }
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::size_t> root_;
};

void RouteMissing(Drawing& drawing) {
  const EndPoints ends(drawing.components);
  Nets nets;
  for (const ConnectionLine& line : drawing.connections) nets.Join(line.from, line.to);
  std::vector<LineToRoute> lines;
  std::vector<std::size_t> numbers;
  std::vector<Color> colors;
  for (std::size_t i = 0; i < drawing.connections.size(); ++i) {
    const ConnectionLine& line = drawing.connections[i];
    if (!line.shapes.empty()) continue;
    const auto from = ends.Find(line.from), to = ends.Find(line.to);
    if (!from || !to) continue;
    const std::size_t net = nets.NumberOf(line.from);
    lines.push_back({{ends.PositionOf(*from), ends.DirectionOf(*from), net},
                     {ends.PositionOf(*to), ends.DirectionOf(*to), net}});
    numbers.push_back(i);
    colors.push_back(ends.ColorOf(*from));
  }
  std::vector<Extent> boxes;
  if (!lines.empty()) {
    for (const PlacedComponent& c : drawing.components) boxes.push_back(BoxOf(c));
  }
  auto routes = RouteLines(boxes, lines);
  for (std::size_t k = 0; k < routes.size(); ++k)
    drawing.connections[numbers[k]].shapes.push_back(RoutedLine(std::move(routes[k]), colors[k]));
  std::erase_if(drawing.connections, [](const ConnectionLine& line) { return line.shapes.empty(); });
}

void FitExtent(Drawing& drawing) {
  constexpr double kMargin = 20.0;
  Bounds bounds;
  for (const PlacedComponent& c : drawing.components) {
    const Extent box = BoxOf(c);
    bounds.Add(box.from);
    bounds.Add(box.to);
  }
  for (const ConnectionLine& line : drawing.connections) {
    for (const Shape& shape : line.shapes) {
      const auto* points = std::get_if<LineForm>(&shape.form);
      if (points == nullptr) continue;
      for (const Point p : points->points) bounds.Add(shape.map(p));
    }
  }
  if (bounds.IsEmpty()) return;
  const Point margin{kMargin, kMargin};
  drawing.system.extent = {bounds.extent().from - margin, bounds.extent().to + margin};
}

}  // namespace

void Arrange(Drawing& drawing, std::vector<PlacedComponent> unplaced) {
  drawing.is_arranged = drawing.components.empty() && drawing.shapes.empty() && !unplaced.empty();
  if (drawing.is_arranged) {
    LayOutComponents(unplaced, drawing.connections);
    drawing.components = std::move(unplaced);
  } else {
    std::vector<PlacedComponent> needed = NeededBy(drawing.connections, std::move(unplaced));
    if (!needed.empty()) AddBelow(drawing, std::move(needed));
  }
  RouteMissing(drawing);
  if (drawing.is_arranged) FitExtent(drawing);
}

}  // namespace daedalus::drawing
