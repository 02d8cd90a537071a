#include "daedalus/semantics/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace daedalus::semantics {

bool HasUnknownSize(const Dims& dims) {
  return std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end();
}

bool AreCompatible(const Dims& a, const Dims& b) {
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

Fields::Fields() = default;
Fields::Fields(std::vector<Value> values)
    : values_(std::make_unique<std::vector<Value>>(std::move(values))) {}
Fields::Fields(const Fields& other)
    : values_(other.values_ ? std::make_unique<std::vector<Value>>(*other.values_) : nullptr) {}
Fields::Fields(Fields&& other) noexcept = default;
Fields& Fields::operator=(const Fields& other) {
  values_ = other.values_ ? std::make_unique<std::vector<Value>>(*other.values_) : nullptr;
  return *this;
}
Fields& Fields::operator=(Fields&& other) noexcept = default;
Fields::~Fields() = default;

std::size_t Fields::size() const {
  return values_ ? values_->size() : 0;
}
const Value& Fields::operator[](std::size_t i) const {
  return (*values_)[i];
}
Value& Fields::operator[](std::size_t i) {
  return (*values_)[i];
}
const Value* Fields::begin() const {
  return values_ ? values_->data() : nullptr;
}
const Value* Fields::end() const {
  return begin() + size();
}
Value* Fields::begin() {
  return values_ ? values_->data() : nullptr;
}
Value* Fields::end() {
  return begin() + size();
}

bool Value::IsConstant() const {
  if (HasUnknownSize()) return false;
  if (IsRecord())
    return std::all_of(fields.begin(), fields.end(), [](const Value& f) { return f.IsConstant(); });
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
