#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

// The three elements that the run is to find there.
Value Vector3OfRun(Lowering& l, const Value& v) {
  const Scalar size = SizeOf(v, 0), three = Constant(3.0);
  CheckSameSizes(l, {&three, 1}, {&size, 1});
  const ArrayReader reader(l, v);
  Value elements = ArrayValue(v.type, {3}, Variability::kContinuous);
  elements.unit = v.unit;
  for (std::size_t i = 0; i < 3; ++i) elements[i] = reader.At(Constant(static_cast<double>(i)));
  return elements;
}

Value Vector3(Lowering& l, const CallSite& call, std::size_t i) {
  Value v = RankedArgument(l, call, i, 1);
  if (v.IsOfRun() && WritesCode(l)) return Vector3OfRun(l, v);
  if (v.IsError() || AreCompatible(v.dims, {3})) return v;
  return WrongArgument(l, call, i, "a vector of 3 elements", v);
}

// The lower triangle is the upper one.
Value SymmetricOfRun(Lowering& l, const Value& matrix) {
  const Scalar n = SizeOf(matrix, 0), columns = SizeOf(matrix, 1), both[] = {n, n};
  CheckSameSizes(l, {&n, 1}, {&columns, 1});
  const ArrayReader reader(l, matrix);
  Value result = Generate(l, matrix.type, both, [&](const Scalar& k) {
    const Scalar i = InRegister(l, Apply(l, Op::kFloor, Apply(l, Op::kDiv, k, n)));
    const Scalar j = InRegister(l, Difference(l, k, Apply(l, Op::kMul, i, n)));
    const Scalar mirrored = Apply(l, Op::kAdd, Apply(l, Op::kMul, j, n), i);
    return reader.At(InRegister(l, Choose(l, Apply(l, Op::kLess, j, i), mirrored, k)));
  });
  result.unit = matrix.unit;
  return result;
}

}  // namespace

Value TransposeCall(Lowering& l, const CallSite& call) {
  const Value matrix = Lower(l, call.arguments[0]);
  if (matrix.IsError()) return {};
  if (matrix.dims.size() < 2) return WrongArgument(l, call, 0, "a matrix", matrix);
  if (matrix.dims.size() > 2) return WrongArgument(l, call, 0, "no more than two dimensions", matrix);
  if (matrix.IsOfRun() && WritesCode(l)) {
    const Scalar rows = SizeOf(matrix, 0), columns = SizeOf(matrix, 1), sizes[] = {columns, rows};
    const ArrayReader reader(l, matrix);
    const Value transposed = NewArray(l, matrix.type, sizes);
    WriteCounted(l, rows, [&](const Scalar& i) {
      WriteCounted(l, columns, [&](const Scalar& j) {
        const Scalar from = Apply(l, Op::kAdd, Apply(l, Op::kMul, i, columns), j);
        const Scalar to = Apply(l, Op::kAdd, Apply(l, Op::kMul, j, rows), i);
        PutElement(l, transposed, to, reader.At(from));
      });
    });
    return transposed;
  }
  return Transpose(matrix);
}

Value OuterProduct(Lowering& l, const CallSite& call) {
  const Value a = RankedArgument(l, call, 0, 1), b = RankedArgument(l, call, 1, 1);
  if (a.IsError() || b.IsError()) return {};
  Value row = b;
  if (b.IsOfRun()) {
    const Scalar sizes[] = {Constant(1.0), SizeOf(b, 0)};
    row = WithSizes(b, sizes);
  } else {
    row.dims = {1, b.dims[0]};
  }
  return Multiply(l, Promote(a, 2), row, call.span);
}

Value Symmetric(Lowering& l, const CallSite& call) {
  Value matrix = RankedArgument(l, call, 0, 2);
  if (matrix.IsError()) return {};
  if (!AreCompatible({matrix.dims[0]}, {matrix.dims[1]})) {
    return WrongArgument(l, call, 0, "a square matrix", matrix);
  }
  if (matrix.IsOfRun() && WritesCode(l)) return SymmetricOfRun(l, matrix);
  if (matrix.HasUnknownSize()) return matrix;
  const auto n = static_cast<std::size_t>(matrix.dims[0]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) matrix[i * n + j] = matrix[j * n + i];
  }
  return matrix;
}

Value Cross(Lowering& l, const CallSite& call) {
  const Value x = Vector3(l, call, 0), y = Vector3(l, call, 1);
  if (x.IsError() || y.IsError()) return {};
  Value result = ArrayValue(UnifyNumbers(x.type, y.type), {3}, Max(x.variability, y.variability));
  result.unit = l.context.units.table.Product(UnitOf(x), UnitOf(y));
  if (x.HasUnknownSize() || y.HasUnknownSize()) return result;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    result[i] = Difference(l, Apply(l, Op::kMul, x[j], y[k]), Apply(l, Op::kMul, x[k], y[j]));
  }
  return CheckedInteger(l, std::move(result), call.span);
}

// skew(x) * y = cross(x, y)
Value Skew(Lowering& l, const CallSite& call) {
  const Value x = Vector3(l, call, 0);
  if (x.IsError()) return {};
  Value matrix = ArrayValue(x.type, {3, 3}, x.variability);
  matrix.unit = x.unit;
  if (x.HasUnknownSize()) return matrix;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    matrix[i * 3 + i] = Constant(0.0);
    matrix[j * 3 + k] = Negative(l, x[i]);
    matrix[k * 3 + j] = x[i];
  }
  return matrix;
}

}  // namespace daedalus::semantics
