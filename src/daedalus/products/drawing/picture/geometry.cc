#include "daedalus/products/drawing/picture/geometry.h"

namespace daedalus::drawing {

Affine Compose(const Affine& outer, const Affine& inner) {
  return {outer.xx * inner.xx + outer.xy * inner.yx,
          outer.xx * inner.xy + outer.xy * inner.yy,
          outer.yx * inner.xx + outer.yy * inner.yx,
          outer.yx * inner.xy + outer.yy * inner.yy,
          outer.xx * inner.x0 + outer.xy * inner.y0 + outer.x0,
          outer.yx * inner.x0 + outer.yy * inner.y0 + outer.y0};
}

Affine RotateAndMove(double degrees, Point origin) {
  double turn = std::fmod(degrees, 360.0);
  if (turn < 0.0) turn += 360.0;
  double cosine = std::cos(turn * std::numbers::pi / 180.0);
  double sine = std::sin(turn * std::numbers::pi / 180.0);
  if (std::fmod(turn, 90.0) == 0.0) {
    cosine = std::round(cosine);
    sine = std::round(sine);
  }
  return {cosine, -sine, sine, cosine, origin.x, origin.y};
}

Affine MapExtent(const Extent& from, const Extent& to) {
  const auto scale = [](double a, double b, double u, double v) { return a == b ? 1.0 : (v - u) / (b - a); };
  const double sx = scale(from.from.x, from.to.x, to.from.x, to.to.x);
  const double sy = scale(from.from.y, from.to.y, to.from.y, to.to.y);
  return {sx, 0.0, 0.0, sy, to.from.x - sx * from.from.x, to.from.y - sy * from.from.y};
}

Affine Inverse(const Affine& m) {
  const double determinant = m.xx * m.yy - m.xy * m.yx;
  if (determinant == 0.0) return {};
  Affine inverse{m.yy / determinant, -m.xy / determinant, -m.yx / determinant, m.xx / determinant, 0.0, 0.0};
  const Point moved = inverse.Direction({m.x0, m.y0});
  inverse.x0 = -moved.x;
  inverse.y0 = -moved.y;
  return inverse;
}

}  // namespace daedalus::drawing
