#include "daedalus/products/drawing/svg/paths.h"

#include "daedalus/products/drawing/svg/xml.h"

namespace daedalus::drawing {
namespace {

class Path {
 public:
  explicit Path(const Affine& map) : map_(map) {}

  void MoveTo(Point p) { Add('M', {p}); }
  void LineTo(Point p) { Add('L', {p}); }
  void QuadraticTo(Point control, Point p) { Add('Q', {control, p}); }
  void CubicTo(Point c1, Point c2, Point p) { Add('C', {c1, c2, p}); }
  void Close() { text_ += 'Z'; }
  std::string Take() { return std::move(text_); }

  // Along the ellipse from one angle to another, in quarters at most. The start is the present point.
  void Arc(Point center, Point radii, double from, double to) {
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(to - from) / 90.0 - 1e-9)));
    const double step = (to - from) / pieces * std::numbers::pi / 180.0;
    const double handle = 4.0 / 3.0 * std::tan(step / 4.0);
    double angle = from * std::numbers::pi / 180.0;
    for (int i = 0; i < pieces; ++i, angle += step) {
      const double c0 = std::cos(angle), s0 = std::sin(angle);
      const double c1 = std::cos(angle + step), s1 = std::sin(angle + step);
      const auto at = [&](double x, double y) {
        return Point{center.x + radii.x * x, center.y + radii.y * y};
      };
      CubicTo(at(c0 - handle * s0, s0 + handle * c0), at(c1 + handle * s1, s1 - handle * c1), at(c1, s1));
    }
  }

 private:
  void Add(char command, std::initializer_list<Point> points) {
    text_ += command;
    bool is_first = true;
    for (const Point p : points) {
      if (!is_first) text_ += ' ';
      text_ += PointText(map_(p));
      is_first = false;
    }
  }

  const Affine& map_;
  std::string text_;
};

}  // namespace

std::string LinePath(const std::vector<Point>& points, Smooth smooth, const Affine& map) {
  Path path(map);
  if (points.empty()) return {};
  path.MoveTo(points[0]);
  if (smooth == Smooth::kNone || points.size() < 3) {
    for (std::size_t i = 1; i < points.size(); ++i) path.LineTo(points[i]);
    return path.Take();
  }
  path.LineTo(Midpoint(points[0], points[1]));
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    path.QuadraticTo(points[i], Midpoint(points[i], points[i + 1]));
  path.LineTo(points.back());
  return path.Take();
}

std::string PolygonPath(const std::vector<Point>& given, Smooth smooth, const Affine& map) {
  std::vector<Point> points = given;
  while (points.size() > 1 && points.front() == points.back()) points.pop_back();
  if (points.empty()) return {};
  Path path(map);
  const std::size_t n = points.size();
  if (smooth == Smooth::kNone || n < 3) {
    path.MoveTo(points[0]);
    for (std::size_t i = 1; i < n; ++i) path.LineTo(points[i]);
  } else {
    path.MoveTo(Midpoint(points[n - 1], points[0]));
    for (std::size_t i = 0; i < n; ++i) path.QuadraticTo(points[i], Midpoint(points[i], points[(i + 1) % n]));
  }
  path.Close();
  return path.Take();
}

std::string RectanglePath(const Extent& e, double radius, const Affine& map) {
  const double r = std::clamp(radius, 0.0, 0.5 * std::min(e.Width(), e.Height()));
  const double left = e.Left(), right = e.Right(), bottom = e.Bottom(), top = e.Top();
  Path path(map);
  path.MoveTo({left + r, bottom});
  path.LineTo({right - r, bottom});
  if (r > 0.0) path.Arc({right - r, bottom + r}, {r, r}, -90.0, 0.0);
  path.LineTo({right, top - r});
  if (r > 0.0) path.Arc({right - r, top - r}, {r, r}, 0.0, 90.0);
  path.LineTo({left + r, top});
  if (r > 0.0) path.Arc({left + r, top - r}, {r, r}, 90.0, 180.0);
  path.LineTo({left, bottom + r});
  if (r > 0.0) path.Arc({left + r, bottom + r}, {r, r}, 180.0, 270.0);
  path.Close();
  return path.Take();
}

std::string EllipsePath(const EllipseForm& ellipse, const Affine& map) {
  const Extent& e = ellipse.extent;
  const Point center = e.Center(), radii{0.5 * e.Width(), 0.5 * e.Height()};
  const double turn = std::clamp(ellipse.end_angle - ellipse.start_angle, -360.0, 360.0);
  const double from = std::fmod(ellipse.start_angle, 360.0);
  const double start = from * std::numbers::pi / 180.0;
  Path path(map);
  const Point first{center.x + radii.x * std::cos(start), center.y + radii.y * std::sin(start)};
  const bool is_whole = std::abs(turn) >= 360.0;
  const bool is_radial = !is_whole && ellipse.closure == EllipseClosure::kRadial;
  path.MoveTo(is_radial ? center : first);
  if (is_radial) path.LineTo(first);
  path.Arc(center, radii, from, from + turn);
  if (is_whole || ellipse.closure != EllipseClosure::kNone) path.Close();
  return path.Take();
}

std::vector<Point> OutlineOf(const Form& form) {
  return std::visit(
      [](const auto& f) -> std::vector<Point> {
        if constexpr (requires { f.points; }) {
          return f.points;
        } else {
          const Extent& e = f.extent;
          return {e.from, {e.from.x, e.to.y}, e.to, {e.to.x, e.from.y}};
        }
      },
      form);
}

}  // namespace daedalus::drawing
