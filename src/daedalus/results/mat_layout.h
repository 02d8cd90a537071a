// The layout of trajectory files in MAT version 4, as Modelica tools write and read it.
//
// A version 4 file is a sequence of matrices: a header of five 32-bit integers and a name, then the elements
// by columns. A trajectory consists of these, in this order (`binTrans`: all but Aclass are stored
// transposed, so that a signal's text, and a point in time, are contiguous and points can be appended at the
// end of the file):
//   Aclass       4 x 11        text: "Atrajectory", "1.1", "", "binTrans"
//   name         width x n     text: one signal a column; the first is `time`
//   description  width x n     text: "description [unit]", with the type behind the unit (signal_type.h)
//   dataInfo     4 x n         int32: which data matrix (0: the abscissa of all); which row of it, 1-based,
//                              negative for a negated alias; interpolation (0: linear); beyond the ends
//                              (-1: undefined, 0: hold)
//   data_1       (1 + c) x 2   double: the constants, at the start and at the stop time
//   data_2       (1 + v) x p   double: time and the variables, one point a column
// In `binNormal` every matrix is the transpose of this.
#pragma once

#include <cstddef>
#include <cstdint>

namespace daedalus::results {

// The five integers. `type` is decimal MOPT: M byte order (0 little, 1 big), O zero, P number format, T 1 for
// text.
struct MatHeader {
  std::int32_t type = 0;
  std::int32_t rows = 0;
  std::int32_t columns = 0;
  std::int32_t imaginary = 0;
  std::int32_t name_length = 0;  // with the zero at its end
};
static_assert(sizeof(MatHeader) == 20);

inline constexpr std::size_t kMatColumnsOffset = offsetof(MatHeader, columns);

enum class MatFormat : std::int32_t {
  kDouble = 0,
  kFloat = 1,
  kInt32 = 2,
  kInt16 = 3,
  kUint16 = 4,
  kUint8 = 5
};

// The rows of dataInfo.
inline constexpr std::int32_t kInterpolateLinearly = 0;
inline constexpr std::int32_t kUndefinedOutside = -1;
inline constexpr std::int32_t kHoldOutside = 0;

}  // namespace daedalus::results
