// Points, extents and affine maps in drawing units. The y axis points upwards, as in Modelica.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace daedalus::drawing {

struct Point {
  double x = 0.0, y = 0.0;
  friend bool operator==(const Point&, const Point&) = default;
};
inline Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}
inline Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
inline Point operator*(double s, Point a) {
  return {s * a.x, s * a.y};
}
inline double Length(Point a) {
  return std::hypot(a.x, a.y);
}
inline Point Midpoint(Point a, Point b) {
  return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

// Two opposite corners. The order matters for components: swapped coordinates mirror the icon.
struct Extent {
  Point from{-100.0, -100.0}, to{100.0, 100.0};
  friend bool operator==(const Extent&, const Extent&) = default;

  double Width() const { return std::abs(to.x - from.x); }
  double Height() const { return std::abs(to.y - from.y); }
  double Left() const { return std::min(from.x, to.x); }
  double Right() const { return std::max(from.x, to.x); }
  double Bottom() const { return std::min(from.y, to.y); }
  double Top() const { return std::max(from.y, to.y); }
  Point Center() const { return Midpoint(from, to); }
  bool IsEmpty() const { return Width() == 0.0 && Height() == 0.0; }
};

// The smallest upright extent around points; grows with each of them.
class Bounds {
 public:
  void Add(Point p) {
    if (is_empty_) {
      extent_ = {p, p};
    } else {
      extent_ = {{std::min(extent_.from.x, p.x), std::min(extent_.from.y, p.y)},
                 {std::max(extent_.to.x, p.x), std::max(extent_.to.y, p.y)}};
    }
    is_empty_ = false;
  }
  bool IsEmpty() const { return is_empty_; }
  const Extent& extent() const { return extent_; }

 private:
  bool is_empty_ = true;
  Extent extent_{{0.0, 0.0}, {0.0, 0.0}};
};

// p -> (xx x + xy y + x0, yx x + yy y + y0)
struct Affine {
  double xx = 1.0, xy = 0.0, yx = 0.0, yy = 1.0, x0 = 0.0, y0 = 0.0;
  friend bool operator==(const Affine&, const Affine&) = default;

  Point operator()(Point p) const { return {xx * p.x + xy * p.y + x0, yx * p.x + yy * p.y + y0}; }
  // Of a direction: without the translation.
  Point Direction(Point d) const { return {xx * d.x + xy * d.y, yx * d.x + yy * d.y}; }
  // The factor by which lengths change, as a mean of both axes.
  double Scale() const { return std::sqrt(std::abs(xx * yy - xy * yx)); }
  // Upright rectangles stay upright.
  bool IsUpright() const { return (xy == 0.0 && yx == 0.0) || (xx == 0.0 && yy == 0.0); }
};

// First `inner`, then `outer`.
Affine Compose(const Affine& outer, const Affine& inner);
// Counter-clockwise rotation in degrees about (0, 0), then a translation to `origin`. Multiples of 90 degrees
// are exact.
Affine RotateAndMove(double degrees, Point origin);
// Maps the corners of `from` to those of `to`: mirrored where `to` is. A side of no length has the scale 1.
Affine MapExtent(const Extent& from, const Extent& to);
// The inverse; the identity if there is none.
Affine Inverse(const Affine& map);

}  // namespace daedalus::drawing
