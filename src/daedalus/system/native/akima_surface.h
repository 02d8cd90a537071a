// The slopes of Akima's surface through the points of a grid [Aki74]: along both axes as for a curve, and the
// mixed one as a mean of the four mixed differences around a point, with the same weights. At the borders the
// grid goes on by two lines on each side, whose values lie on parabolas.
//
// [Aki74] as in table_2d.h.
#pragma once

#include <vector>

#include "daedalus/system/native/matrix.h"

namespace daedalus::native {

struct SurfaceSlopes {
  Matrix zx, zy, zxy;
};

// z(i, j) at x[i], y[j].
SurfaceSlopes AkimaSurface(const std::vector<double>& x, const std::vector<double>& y, const Matrix& z);

}  // namespace daedalus::native
