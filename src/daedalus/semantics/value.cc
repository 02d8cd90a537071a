#include "daedalus/semantics/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace daedalus::semantics {

std::int64_t NumElements(const Dims& dims) {
  std::int64_t count = 1;
  for (const std::int64_t d : dims) count *= d;
  return count;
}

std::string ToString(const Dims& dims) {
  return dims.empty() ? std::string() : fmt::format("[{}]", fmt::join(dims, ", "));
}

bool Value::IsConstant() const {
  if (IsScalar()) return scalar.IsConstant();
  return std::all_of(elements.begin(), elements.end(), [](const Scalar& s) { return s.IsConstant(); });
}

Value ScalarValue(Type type, Scalar scalar, Variability variability) {
  Value value;
  value.type = type;
  value.variability = variability;
  value.scalar = scalar;
  return value;
}

Value ArrayValue(Type type, Dims dims, Variability variability) {
  Value value;
  value.type = type;
  value.variability = variability;
  value.dims = std::move(dims);
  if (!value.dims.empty()) value.elements.resize(static_cast<std::size_t>(NumElements(value.dims)));
  return value;
}

}  // namespace daedalus::semantics
