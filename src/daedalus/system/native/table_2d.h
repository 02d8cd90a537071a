// A table of two arguments (CombiTable2D of the standard library): the first row of the matrix is the grid of
// the second argument, the first column that of the first. The corner entry is unused.
//
// Values are sums of products: each argument gives weights to the two grid lines around it,
//   z(u1, u2) = sum over lines i, j of  v_i(u1) v_j(u2) z_ij + s_i(u1) v_j(u2) zx_ij + v_i(u1) s_j(u2) zy_ij
//                                       + s_i(u1) s_j(u2) zxy_ij,
// v the weights of values and s those of slopes (none but in a spline). Derivatives take the derivatives of
// the weights. Beyond the ends the weights go on along their tangents, which is what "extrapolation by the
// last two points" is in two dimensions, corners included. Slopes are those of Akima's bivariate method
// [Aki74].
//
// [Aki74] H. Akima, A method of bivariate interpolation and smooth surface fitting based on local procedures,
// Comm. ACM 17(1), 1974.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/system/native/matrix.h"
#include "daedalus/system/native/object.h"
#include "daedalus/system/native/table_kinds.h"

namespace daedalus::native {

class Table2D : public Object {
 public:
  // At least one grid line each; grids rise strictly. Of the splines there is Akima's only.
  static Expected<std::shared_ptr<const Table2D>, std::string> Make(const Matrix& table,
                                                                    Smoothness smoothness,
                                                                    Extrapolation extrapolation);

  std::array<double, 2> first() const { return {grid_[0].front(), grid_[1].front()}; }
  std::array<double, 2> last() const { return {grid_[0].back(), grid_[1].back()}; }

  // The value, or the derivative of the given orders with respect to both arguments. False where there is
  // none.
  bool Evaluate(double u1, double u2, int order1, int order2, double* z, std::string* why) const;

 private:
  Table2D() = default;

  std::array<std::vector<double>, 2> grid_;
  Matrix z_, zx_, zy_, zxy_;  // slopes of a spline only
  Smoothness smoothness_ = Smoothness::kLinear;
  Extrapolation extrapolation_ = Extrapolation::kLastTwoPoints;
};

}  // namespace daedalus::native
