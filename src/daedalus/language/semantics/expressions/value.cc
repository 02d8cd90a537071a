#include "daedalus/language/semantics/expressions/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace daedalus::semantics {

bool HasUnknownSize(const Dims& dims) {
  return std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end();
}

bool AreCompatibleSizes(const Dims& a, const Dims& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](std::int64_t x, std::int64_t y) {
    return x == y || x == kUnknownSize || y == kUnknownSize;
  });
}

Dims Merged(const Dims& a, const Dims& b) {
  Dims merged = a;
  for (std::size_t d = 0; d < merged.size(); ++d) {
    if (merged[d] == kUnknownSize) merged[d] = b[d];
  }
  return merged;
}

std::int64_t NumElements(const Dims& dims) {
  if (HasUnknownSize(dims)) return 0;
  std::int64_t count = 1;
  for (const std::int64_t d : dims) count *= d;
  return count;
}

std::string ToString(const Dims& dims) {
  if (dims.empty()) return {};
  std::vector<std::string> sizes;
  for (const std::int64_t d : dims) sizes.push_back(d == kUnknownSize ? ":" : std::to_string(d));
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}

bool Value::IsConstant() const {
  if (HasUnknownSize()) return false;
  if (IsRecord())
    return std::all_of(fields.begin(), fields.end(), [](const Value& f) { return f.IsConstant(); });
  if (IsScalar()) return scalar.IsConstant();
  return std::all_of(elements.begin(), elements.end(), [](const Scalar& s) { return s.IsConstant(); });
}

Value ArrayValue(Type type, Dims dims, Variability variability) {
  Value value;
  value.type = type;
  value.variability = variability;
  value.dims = std::move(dims);
  if (!value.dims.empty())
    value.elements = std::vector<Scalar>(static_cast<std::size_t>(NumElements(value.dims)));
  return value;
}

}  // namespace daedalus::semantics
