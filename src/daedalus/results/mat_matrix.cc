#include "daedalus/results/mat_matrix.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "daedalus/base/check.h"

namespace daedalus::results {
namespace {

constexpr std::int32_t kMaxNameLength = 1024;

template <class T>
T Load(const char* from, bool swap_bytes) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, from, sizeof(T));
  if (swap_bytes) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

// Decimal MOPT: only full matrices of numbers or text, in IEEE formats.
bool IsKnownType(std::int32_t type) {
  const std::int32_t order = type / 1000, zero = type / 100 % 10, format = type / 10 % 10, kind = type % 10;
  return type >= 0 && order <= 1 && zero == 0 && format <= 5 && kind <= 1;
}

std::optional<MatMatrix> TakeMatrix(std::string_view& bytes) {
  if (bytes.size() < sizeof(MatHeader)) return std::nullopt;
  const std::int32_t native_order = std::endian::native == std::endian::big ? 1 : 0;
  MatMatrix matrix;
  const auto field = [&](std::size_t i) {
    return Load<std::int32_t>(bytes.data() + 4 * i, matrix.swap_bytes);
  };
  // The byte order is told by a number that must itself be read in it: try both.
  if (!IsKnownType(field(0)) || field(0) / 1000 != native_order) {
    matrix.swap_bytes = true;
    if (!IsKnownType(field(0)) || field(0) / 1000 == native_order) return std::nullopt;
  }
  const std::int32_t rows = field(1), columns = field(2), imaginary = field(3), name_length = field(4);
  if (rows < 0 || columns < 0 || imaginary != 0 || name_length < 1 || name_length > kMaxNameLength)
    return std::nullopt;
  if (bytes.size() < sizeof(MatHeader) + static_cast<std::size_t>(name_length)) return std::nullopt;

  matrix.rows = static_cast<std::size_t>(rows);
  matrix.columns = static_cast<std::size_t>(columns);
  matrix.format = static_cast<MatFormat>(field(0) / 10 % 10);
  matrix.name = bytes.substr(sizeof(MatHeader), static_cast<std::size_t>(name_length) - 1);
  bytes.remove_prefix(sizeof(MatHeader) + static_cast<std::size_t>(name_length));
  matrix.elements = bytes.substr(0, matrix.rows * matrix.columns * matrix.element_size());
  bytes.remove_prefix(matrix.elements.size());
  return matrix;
}

}  // namespace

std::size_t MatMatrix::element_size() const {
  switch (format) {
    case MatFormat::kDouble:
      return 8;
    case MatFormat::kFloat:
    case MatFormat::kInt32:
      return 4;
    case MatFormat::kInt16:
    case MatFormat::kUint16:
      return 2;
    case MatFormat::kUint8:
      return 1;
  }
  CheckFailed("format", "the format was checked when the header was read");
}

double MatMatrix::At(std::size_t index) const {
  const char* from = elements.data() + index * element_size();
  switch (format) {
    case MatFormat::kDouble:
      return Load<double>(from, swap_bytes);
    case MatFormat::kFloat:
      return Load<float>(from, swap_bytes);
    case MatFormat::kInt32:
      return Load<std::int32_t>(from, swap_bytes);
    case MatFormat::kInt16:
      return Load<std::int16_t>(from, swap_bytes);
    case MatFormat::kUint16:
      return Load<std::uint16_t>(from, swap_bytes);
    case MatFormat::kUint8:
      return Load<std::uint8_t>(from, swap_bytes);
  }
  CheckFailed("format", "the format was checked when the header was read");
}

const MatMatrix* MatMatrices::Find(std::string_view name) const {
  for (const MatMatrix& matrix : matrices) {
    if (matrix.name == name) return &matrix;
  }
  return nullptr;
}

MatMatrices SplitMatrices(std::string_view bytes) {
  MatMatrices out;
  while (!bytes.empty()) {
    const std::optional<MatMatrix> matrix = TakeMatrix(bytes);
    if (!matrix) break;
    out.matrices.push_back(*matrix);
  }
  out.rest = bytes.size();
  return out;
}

}  // namespace daedalus::results
