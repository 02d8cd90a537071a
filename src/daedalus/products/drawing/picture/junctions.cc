#include "daedalus/products/drawing/picture/junctions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace daedalus::drawing {
namespace {

constexpr double kSame = 1e-3;  // in units of the drawing; authors write one decimal
constexpr double kRadius = 1.1, kRadiusOfThickness = 2.2;
// A bus has so many lines that dots would run together.
constexpr std::size_t kMostLines = 60;

struct Way {
  std::vector<Point> points;  // beginning at the shared connector
  const Paint* paint = nullptr;
};

bool IsSame(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y) < kSame;
}

// The point where two ways with a common beginning part; nullopt if they part at once, or one ends on the
// other.
std::optional<Point> PartingPoint(const std::vector<Point>& a, const std::vector<Point>& b) {
  if (!IsSame(a[0], b[0])) return std::nullopt;
  Point at = a[0];
  std::size_t i = 1, j = 1;
  while (i < a.size() && j < b.size()) {
    const Point to_a = a[i] - at, to_b = b[j] - at;
    const double length_a = std::hypot(to_a.x, to_a.y), length_b = std::hypot(to_b.x, to_b.y);
    if (length_a < kSame || length_b < kSame) {
      if (length_a < kSame) ++i;
      if (length_b < kSame) ++j;
      continue;
    }
    const double across = to_a.x * to_b.y - to_a.y * to_b.x, along = to_a.x * to_b.x + to_a.y * to_b.y;
    const bool is_same_direction = std::abs(across) < kSame * std::max(length_a, length_b) && along > 0;
    if (!is_same_direction) return IsSame(at, a[0]) ? std::nullopt : std::optional<Point>(at);
    at = length_a < length_b ? a[i++] : b[j++];
  }
  return std::nullopt;
}

// The ways that begin at each connector, by its name.
std::map<std::string, std::vector<Way>> WaysFrom(const std::vector<ConnectionLine>& lines) {
  std::map<std::string, std::vector<Way>> ways;
  for (const ConnectionLine& line : lines) {
    if (line.shapes.empty()) continue;
    const Shape& shape = line.shapes[0];
    const auto* form = std::get_if<LineForm>(&shape.form);
    if (form == nullptr || form->points.size() < 2 || form->smooth != Smooth::kNone || !shape.is_visible)
      continue;
    std::vector<Point> points;
    for (const Point p : form->points) points.push_back(shape.map(p));
    ways[line.from].push_back({points, &shape.paint});
    std::reverse(points.begin(), points.end());
    ways[line.to].push_back({std::move(points), &shape.paint});
  }
  return ways;
}

Shape DotAt(Point at, const Paint& line) {
  const double radius = std::max(kRadius, kRadiusOfThickness * line.thickness);
  const Point half{radius, radius};
  Shape dot;
  dot.form = EllipseForm{.extent = {at - half, at + half}};
  dot.paint.line = dot.paint.fill = line.line;
  dot.paint.pattern = LinePattern::kNone;
  dot.paint.fill_pattern = FillPattern::kSolid;
  return dot;
}

}  // namespace

std::vector<Shape> FindJunctions(const std::vector<ConnectionLine>& lines) {
  std::vector<Shape> dots;
  std::vector<Point> taken;
  for (const auto& [connector, ways] : WaysFrom(lines)) {
    if (ways.size() > kMostLines) continue;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      for (std::size_t j = i + 1; j < ways.size(); ++j) {
        const auto at = PartingPoint(ways[i].points, ways[j].points);
        if (!at || std::ranges::any_of(taken, [&](Point other) { return IsSame(other, *at); })) continue;
        taken.push_back(*at);
        dots.push_back(DotAt(*at, *ways[i].paint));
      }
    }
  }
  return dots;
}

}  // namespace daedalus::drawing
