// Products and powers of matrices. Numbers are multiplied as numbers; a product with other elements is
// written out, each element a sum of products.
#include <algorithm>
#include <cmath>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

// A product that is written out has at most so many terms: 2^24 of them take about 0.5 GB.
constexpr double kMaxTerms = 16777216.0;

struct ProductShape {
  std::size_t rows, inner, columns;
};

Scalar DotProduct(Lowering& l, const Value& a, const Value& b, const ProductShape& shape, std::size_t row,
                  std::size_t column) {
  std::vector<Scalar> terms;
  terms.reserve(shape.inner);
  for (std::size_t k = 0; k < shape.inner; ++k) {
    terms.push_back(Apply(l, Op::kMul, a[row * shape.inner + k], b[k * shape.columns + column]));
  }
  return SumOf(l, terms);
}

// Some rows of the product, each element summed from the first term to the last as SumOf does. A row of b is
// used for all of them while it is at hand: a large b does not fit into the fast memory of a processor.
void MultiplyRows(const Value& a, std::span<const double> b, const ProductShape& shape, std::size_t first,
                  std::span<double> out) {
  const std::size_t num_rows = out.size() / shape.columns;
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t k = 0; k < shape.inner; ++k) {
    const double* from = b.data() + k * shape.columns;
    for (std::size_t r = 0; r < num_rows; ++r) {
      const double factor = a[(first + r) * shape.inner + k].number;
      double* to = out.data() + r * shape.columns;
      if (k == 0) {
        for (std::size_t j = 0; j < shape.columns; ++j) to[j] = factor * from[j];
      } else {
        for (std::size_t j = 0; j < shape.columns; ++j) to[j] += factor * from[j];
      }
    }
  }
}

// An element without a finite value stays an expression that a message can name.
void MultiplyNumbers(Lowering& l, const Value& a, const Value& b, const ProductShape& shape, Value& result) {
  constexpr std::size_t kRowsAtOnce = 8;
  if (result.size() == 0) return;
  std::vector<double> factors(b.size()), rows;
  for (std::size_t i = 0; i < b.size(); ++i) factors[i] = b[i].number;
  for (std::size_t first = 0; first < shape.rows; first += kRowsAtOnce) {
    rows.resize(std::min(kRowsAtOnce, shape.rows - first) * shape.columns);
    MultiplyRows(a, factors, shape, first, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      result[first * shape.columns + i] =
          std::isfinite(rows[i]) ? Constant(rows[i])
                                 : DotProduct(l, a, b, shape, first + i / shape.columns, i % shape.columns);
    }
  }
}

// True if the product can be written out. If not, this is reported, or noted if only the value is needed.
bool IsWritable(Lowering& l, const Value& a, const Value& b, const ProductShape& shape, Span span) {
  const double terms =
      static_cast<double>(shape.rows) * static_cast<double>(shape.inner) * static_cast<double>(shape.columns);
  if (terms <= kMaxTerms) return true;
  if (l.purpose.mode != Mode::kSymbolic) return false;
  if (l.is_too_large != nullptr) {
    *l.is_too_large = true;
    return false;
  }
  auto error =
      Error(Code::kTooManyTerms, span, "the product of {} and {} has {:.0f} terms, and the most is {:.0f}",
            l.TypeText(a), l.TypeText(b), terms, kMaxTerms);
  if (Max(a.variability, b.variability) <= Variability::kParameter)
    error.Hint("as the value of a separate parameter it is computed and not written out");
  l.context.reporter.Report(std::move(error));
  return false;
}

}  // namespace

Value Multiply(Lowering& l, const Value& a, const Value& b, Span span) {
  const BaseType type = UnifyNumbers(a.type, b.type);
  if (a.IsScalar() || b.IsScalar()) {
    Value scaled = CheckedInteger(l, Elementwise(l, Op::kMul, type, a, b), span);
    scaled.unit = l.context.units.table.Product(UnitOf(a), UnitOf(b));
    return scaled;
  }
  const bool has_product =
      a.dims.size() <= 2 && b.dims.size() <= 2 && AreCompatible({a.dims.back()}, {b.dims.front()});
  if (!has_product) {
    return l.Error(Code::kDimensionMismatch, span, "there is no product of {} and {}", l.TypeText(a),
                   l.TypeText(b));
  }
  Dims dims(a.dims.begin(), a.dims.end() - 1);
  dims.insert(dims.end(), b.dims.begin() + 1, b.dims.end());
  if (!AreSizes(l, dims, span)) return {};
  Value result = ArrayValue(type, std::move(dims), Max(a.variability, b.variability));
  result.unit = l.context.units.table.Product(UnitOf(a), UnitOf(b));
  const auto has_elements = [](const Value& v) { return !v.HasUnknownSize() || v.IsOfRun(); };
  if ((a.IsOfRun() || b.IsOfRun()) && has_elements(a) && has_elements(b) && WritesCode(l)) {
    Value product = MultiplyOfRun(l, type, a, b);
    product.unit = result.unit;
    return product;
  }
  if (a.HasUnknownSize() || b.HasUnknownSize()) return result;
  const ProductShape shape{a.dims.size() == 2 ? static_cast<std::size_t>(a.dims[0]) : 1,
                           static_cast<std::size_t>(b.dims.front()),
                           b.dims.size() == 2 ? static_cast<std::size_t>(b.dims[1]) : 1};
  if (a.IsConstant() && b.IsConstant()) {
    MultiplyNumbers(l, a, b, shape, result);
  } else if (IsWritable(l, a, b, shape, span)) {
    for (std::size_t i = 0; i < shape.rows; ++i) {
      for (std::size_t j = 0; j < shape.columns; ++j)
        result[i * shape.columns + j] = DotProduct(l, a, b, shape, i, j);
    }
  } else if (l.purpose.mode == Mode::kSymbolic && l.is_too_large == nullptr) {
    return {};
  }
  return CheckedInteger(l, std::move(result), span);
}

Value RaiseToPower(Lowering& l, const Value& base, const Value& exponent, Span span) {
  if (base.IsScalar() && exponent.IsScalar())
    return Elementwise(l, Op::kPow, BaseType::kReal, base, exponent);
  const bool is_square = base.dims.size() == 2 && AreCompatible({base.dims[0]}, {base.dims[1]});
  if (!is_square || !exponent.IsScalar()) {
    return l.Error(Code::kDimensionMismatch, span,
                   "there is no power of {} to {}; element by element it is `.^`", l.TypeText(base),
                   l.TypeText(exponent));
  }
  const bool is_unknown = l.purpose.mode == Mode::kCheck && !exponent.scalar.IsConstant();
  const bool is_whole = exponent.type == BaseType::kInteger &&
                        (is_unknown || (exponent.scalar.IsConstant() && exponent.scalar.number >= 0));
  if (!is_whole) {
    return l.Error(Code::kTypeMismatch, span,
                   "a matrix can only be raised to a constant Integer of 0 or more");
  }
  if (is_unknown || base.HasUnknownSize()) {
    const std::int64_t size = Merged({base.dims[0]}, {base.dims[1]})[0];
    return ArrayValue(base.type, {size, size}, Max(base.variability, exponent.variability));
  }
  const auto n = static_cast<std::size_t>(base.dims[0]);
  Value result = ArrayValue(base.type, base.dims, base.variability);
  for (std::size_t i = 0; i < n * n; ++i) result[i] = Constant(i % (n + 1) == 0 ? 1.0 : 0.0);
  Value square = base;
  for (auto bits = static_cast<std::uint64_t>(exponent.scalar.number); bits != 0 && !result.IsError();
       bits >>= 1) {
    if (bits & 1u) result = Multiply(l, result, square, span);
    if (bits > 1) square = Multiply(l, square, square, span);
    if (square.IsError()) return {};
  }
  return result;
}

}  // namespace daedalus::semantics
