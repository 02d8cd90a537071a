#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/overload.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using expr::Op;
using syntax::ExpressionId;

// The declared component or array whose dimensions `size` or `ndims` returns: a name without subscripts.
// Invalid for any other expression.
SymbolId WholeSymbol(Lowering& l, ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != syntax::ExpressionKind::kReference) return {};
  return PlainSymbol(l, l.tree().ReferenceIdOf(e));
}

const Dims* WholeLocal(Lowering& l, ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != syntax::ExpressionKind::kReference) return nullptr;
  const auto parts = l.tree().List(l.tree().ReferenceOf(e).parts);
  return parts.back().subscripts.empty() ? LocalDims(l, l.tree().ReferenceIdOf(e)) : nullptr;
}

// The dimensions of an expression. Its value does not matter, so it may vary in any way and is not built.
// While the dimensions of a declaration are being found, those before the present one.
std::optional<Dims> DimensionsOf(Lowering& l, ExpressionId id) {
  if (const SymbolId whole = WholeSymbol(l, id); whole.IsValid()) {
    const Symbol& symbol = l.context.tree[whole];
    if (IsSizingItself(l.context, whole) || EnsureDims(l.context, whole)) return symbol.dims;
    return std::nullopt;
  }
  // The class of the components in an array does not matter.
  const bool is_name = l.tree()[id].kind == syntax::ExpressionKind::kReference;
  const NodeId array = is_name ? PlainArray(l, l.tree().ReferenceIdOf(l.tree()[id])) : NodeId();
  if (array.IsValid()) return l.context.tree[array].dims;
  // A variable of a function has dimensions before it has a value.
  if (const Dims* local = WholeLocal(l, id)) return *local;
  const Purpose outer = l.purpose;
  if (outer.mode != Mode::kCheck) l.purpose.mode = Mode::kProbe;
  l.purpose.limit = Variability::kContinuous;
  const Value value = Lower(l, id);
  l.purpose = outer;
  if (value.IsError()) return std::nullopt;
  return value.dims;
}

// Set while the component whose size is needed is being sized. Then `A[:, size(A, 1)]` is right, and
// `A[size(A, 1)]`, `A[2, size(A, 2)]`, `A[sum(size(A))]` are not.
const Symbol* BeingSized(Lowering& l, ExpressionId id) {
  const SymbolId whole = WholeSymbol(l, id);
  if (!whole.IsValid()) return nullptr;
  return IsSizingItself(l.context, whole) ? &l.context.tree[whole] : nullptr;
}

Scalar SizeConstant(std::int64_t size) {
  return size == kUnknownSize ? Scalar() : Constant(static_cast<double>(size));
}

Value IntegerVector(const Dims& numbers) {
  Value value = ArrayValue(BaseType::kInteger, {static_cast<std::int64_t>(numbers.size())});
  for (std::size_t i = 0; i < numbers.size(); ++i) value[i] = SizeConstant(numbers[i]);
  return value;
}

bool CanBeOne(std::int64_t size) {
  return size == 1 || size == kUnknownSize;
}

// Dimensions that are numbers, kUnknownSize if they are not known; in a routine, their values during the run.
struct GivenSizes {
  Dims dims;
  std::vector<Scalar> of_run;  // empty: all are known, or not needed

  // True if an array of the run has these sizes.
  bool AreOfRun() const { return !of_run.empty() && HasUnknownSize(dims); }
};

std::optional<GivenSizes> SizesFrom(Lowering& l, const CallSite& call, std::size_t first) {
  GivenSizes sizes;
  for (std::size_t i = first; i < call.arguments.size(); ++i) {
    const auto size = LowerSizeNumber(l, call.arguments[i], "a dimension");
    if (!size || !AreSizes(l, {size->size}, l.SpanOf(call.arguments[i]))) return std::nullopt;
    sizes.dims.push_back(size->size);
    if (WritesCode(l)) sizes.of_run.push_back(size->of_run);
  }
  if (!AreSizes(l, sizes.dims, call.span)) return std::nullopt;
  return sizes;
}

// The sizes of an array of the run; empty: it is not one. Code that was written only to find them is removed.
std::vector<Scalar> RunSizesOf(Lowering& l, ExpressionId id) {
  if (!WritesCode(l) || l.context.functions.run_sizes == RunSizes::kNone) return {};
  if (WholeSymbol(l, id).IsValid()) return {};
  if (WholeLocal(l, id) == nullptr) {
    const std::size_t start = l.writer()->code.size();
    const Value value = Lower(l, id);
    if (LiesInArena(value)) return SizesOf(value);
    l.writer()->code.Truncate(start);
    return {};
  }
  const Local& local = *FindLocal(l, l.tree().ReferenceIdOf(l.tree()[id]));
  if (LiesInArena(local.value)) return SizesOf(local.value);
  return local.progress == Progress::kInProgress ? local.run_sizes : std::vector<Scalar>();
}

// x1 + (x2 - x1) * i / (n - 1), for 2 points or more.
Value LinspaceOfRun(Lowering& l, const Scalar& a, const Scalar& b, const Scalar& count) {
  Demand(l, Apply(l, Op::kLessEqual, Constant(2.0), count), "`linspace` needs 2 points or more");
  const Scalar length = Difference(l, b, a), last = Apply(l, Op::kAdd, count, Constant(-1.0));
  return Generate(l, BaseType::kReal, {&count, 1}, [&](const Scalar& k) {
    const Scalar way = Apply(l, Op::kDiv, Apply(l, Op::kMul, length, k), last);
    return Choose(l, Apply(l, Op::kEqual, k, last), b, Apply(l, Op::kAdd, a, way));
  });
}

// Counts the sizes of more than one element.
Scalar NumLong(Lowering& l, std::span<const Scalar> sizes) {
  std::vector<Scalar> flags;
  for (const Scalar& size : sizes) flags.push_back(Apply(l, Op::kLess, Constant(1.0), size));
  return SumOf(l, flags);
}

Value ScalarOfRun(Lowering& l, const Value& array) {
  for (const Scalar& size : SizesOf(array))
    Demand(l, Apply(l, Op::kEqual, size, Constant(1.0)), "`scalar` needs an array of one element");
  Value element = ScalarValue(array.type, ArrayReader(l, array).At(Constant(0.0)), Variability::kContinuous);
  element.unit = array.unit;
  return element;
}

Value VectorOfRun(Lowering& l, const Value& array) {
  const std::vector<Scalar> sizes = SizesOf(array);
  Demand(l, Apply(l, Op::kLessEqual, NumLong(l, sizes), Constant(1.0)),
         "`vector` needs at most one dimension of more than one element");
  const Scalar count = InRegister(l, ProductOf(l, sizes));
  return WithSizes(array, {&count, 1});
}

Value MatrixOfRun(Lowering& l, const Value& array) {
  const std::vector<Scalar> sizes = SizesOf(array);
  for (const Scalar& size : std::span(sizes).subspan(2))
    Demand(l, Apply(l, Op::kEqual, size, Constant(1.0)),
           "`matrix` needs no more than two dimensions of more than one element");
  return WithSizes(array, std::span(sizes).first(2));
}

Value DiagonalOfRun(Lowering& l, const Value& v) {
  const Scalar size = SizeOf(v, 0), both[] = {size, size};
  const Scalar next = InRegister(l, Apply(l, Op::kAdd, size, Constant(1.0)));
  const ArrayReader reader(l, v);
  Value matrix = Generate(l, v.type, both, [&](const Scalar& k) {
    const Scalar is_on = Apply(l, Op::kEqual, Apply(l, Op::kMod, k, next), Constant(0.0));
    return Choose(l, is_on, reader.At(Apply(l, Op::kFloor, Apply(l, Op::kDiv, k, next))), Constant(0.0));
  });
  matrix.unit = v.unit;
  return matrix;
}

}  // namespace

Value Ndims(Lowering& l, const CallSite& call) {
  const Symbol* unfinished = BeingSized(l, call.arguments[0]);
  const auto dims = DimensionsOf(l, call.arguments[0]);
  if (!dims) return {};
  const std::size_t count =
      unfinished != nullptr ? NumDeclaredDimensions(l.context, *unfinished) : dims->size();
  return ScalarValue(BaseType::kInteger, Constant(static_cast<double>(count)));
}

Value Size(Lowering& l, const CallSite& call) {
  const Symbol* unfinished = BeingSized(l, call.arguments[0]);
  const std::vector<Scalar> of_run = RunSizesOf(l, call.arguments[0]);
  const auto dims = of_run.empty() ? DimensionsOf(l, call.arguments[0]) : KnownDims(of_run);
  if (!dims) return {};
  if (call.arguments.size() == 1 && !of_run.empty()) {
    Value sizes =
        ArrayValue(BaseType::kInteger, {static_cast<std::int64_t>(of_run.size())}, Variability::kContinuous);
    for (std::size_t d = 0; d < of_run.size(); ++d) sizes[d] = of_run[d];
    return sizes;
  }
  if (call.arguments.size() == 1) {
    return unfinished != nullptr ? l.ErrorOfOwnSize(call.span, *unfinished) : IntegerVector(*dims);
  }
  const auto d = LowerInteger(l, call.arguments[1], "the number of a dimension");
  if (!d) return {};
  const auto rank = static_cast<std::int64_t>(dims->size());
  if (*d == kUnknownSize) return ScalarValue(BaseType::kInteger, Scalar(), Variability::kParameter);
  if (unfinished != nullptr && *d > rank) return l.ErrorOfOwnSize(call.span, *unfinished);
  if (*d < 1 || *d > rank) {
    return l.Error(Code::kSubscriptOutOfBounds, l.SpanOf(call.arguments[1]), "there is no dimension {} of {}",
                   *d, rank);
  }
  const auto at = static_cast<std::size_t>(*d - 1);
  if (at < of_run.size()) return ScalarValue(BaseType::kInteger, of_run[at], Variability::kContinuous);
  return ScalarValue(BaseType::kInteger, SizeConstant((*dims)[at]));
}

Value ToScalar(Lowering& l, const CallSite& call) {
  const Value array = Lower(l, call.arguments[0]);
  if (array.IsError()) return {};
  if (array.IsOfRun() && WritesCode(l)) return ScalarOfRun(l, array);
  if (!std::all_of(array.dims.begin(), array.dims.end(), CanBeOne)) {
    return WrongArgument(l, call, 0, "an array of one element", array);
  }
  return Reshaped(array, {});
}

Value ToVector(Lowering& l, const CallSite& call) {
  const Value array = Lower(l, call.arguments[0]);
  if (array.IsError()) return {};
  if (array.IsOfRun() && WritesCode(l)) return VectorOfRun(l, array);
  const auto is_long = [](std::int64_t d) { return d > 1; };
  if (std::count_if(array.dims.begin(), array.dims.end(), is_long) > 1) {
    return WrongArgument(l, call, 0, "at most one dimension of more than one element", array);
  }
  return Reshaped(array, {array.HasUnknownSize() ? kUnknownSize : NumElements(array.dims)});
}

Value ToMatrix(Lowering& l, const CallSite& call) {
  Value array = Lower(l, call.arguments[0]);
  if (array.IsError()) return {};
  array = Promote(std::move(array), 2);
  if (array.IsOfRun() && WritesCode(l)) return MatrixOfRun(l, array);
  if (!std::all_of(array.dims.begin() + 2, array.dims.end(), CanBeOne)) {
    return WrongArgument(l, call, 0, "no more than two dimensions of more than one element", array);
  }
  const Dims dims = {array.dims[0], array.dims[1]};
  return Reshaped(std::move(array), dims);
}

Value Filled(Lowering& l, const CallSite& call) {
  const bool is_fill = call.function.name == "fill";
  Value element = ScalarValue(BaseType::kInteger, Constant(call.function.name == "ones" ? 1.0 : 0.0));
  if (is_fill) element = Lower(l, call.arguments[0]);
  const auto sizes = SizesFrom(l, call, is_fill ? 1 : 0);
  if (!sizes || element.IsError()) return {};
  Dims all = sizes->dims;
  all.insert(all.end(), element.dims.begin(), element.dims.end());
  if (!AreSizes(l, all, call.span)) return {};
  if (sizes->AreOfRun() && element.IsScalar() && !element.IsRecord() && FitsRegister(element.type)) {
    Value filled = Generate(l, element.type, sizes->of_run, [&](const Scalar&) { return element.scalar; });
    filled.unit = element.unit;
    return filled;
  }
  if (sizes->AreOfRun() && FitsRegister(element.type) && !HasArrayOfRun(element))
    return FilledOfRun(l, element, sizes->of_run);
  return Repeated(element, sizes->dims);
}

Value Identity(Lowering& l, const CallSite& call) {
  const auto sizes = SizesFrom(l, call, 0);
  if (!sizes || !AreSizes(l, {sizes->dims[0], sizes->dims[0]}, call.span)) return {};
  if (sizes->AreOfRun()) {
    const Scalar size = sizes->of_run[0], both[] = {size, size};
    const Scalar next = Apply(l, Op::kAdd, size, Constant(1.0));
    return Generate(l, BaseType::kInteger, both, [&](const Scalar& k) {
      return Choose(l, Apply(l, Op::kEqual, Apply(l, Op::kMod, k, next), Constant(0.0)), Constant(1.0),
                    Constant(0.0));
    });
  }
  Value matrix = ArrayValue(BaseType::kInteger, {sizes->dims[0], sizes->dims[0]});
  const auto n = static_cast<std::size_t>(sizes->dims[0]);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = Constant(i % (n + 1) == 0 ? 1.0 : 0.0);
  return matrix;
}

Value Diagonal(Lowering& l, const CallSite& call) {
  const Value v = RankedArgument(l, call, 0, 1);
  if (v.IsError() || !AreSizes(l, {v.dims[0], v.dims[0]}, call.span)) return {};
  if (v.IsOfRun() && WritesCode(l)) return DiagonalOfRun(l, v);
  Value matrix = ArrayValue(v.type, {v.dims[0], v.dims[0]}, v.variability);
  matrix.unit = v.unit;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = i % (v.size() + 1) == 0 ? v[i / (v.size() + 1)] : Constant(0.0);
  }
  return matrix;
}

// x1 + (x2 - x1) * i / (n - 1)
Value Linspace(Lowering& l, const CallSite& call) {
  const Value a = ScalarArgument(l, call, 0), b = ScalarArgument(l, call, 1);
  const auto points_of = LowerSizeNumber(l, call.arguments[2], "the number of points");
  if (a.IsError() || b.IsError() || !points_of) return {};
  const std::int64_t n = points_of->size;
  if (n == kUnknownSize && WritesCode(l)) return LinspaceOfRun(l, a.scalar, b.scalar, points_of->of_run);
  if (n == kUnknownSize) {
    return ArrayValue(BaseType::kReal, {kUnknownSize}, Max(a.variability, b.variability));
  }
  if (n < 2) {
    return l.Error(Code::kBadDimension, l.SpanOf(call.arguments[2]),
                   "`linspace` needs 2 points or more, but this is {}", n);
  }
  if (!AreSizes(l, {n}, call.span)) return {};
  Value points = ArrayValue(BaseType::kReal, {n}, Max(a.variability, b.variability));
  const Scalar length = Difference(l, b.scalar, a.scalar);
  for (std::int64_t i = 0; i < n; ++i) {
    const Scalar way = Apply(l, Op::kMul, length, Constant(static_cast<double>(i)));
    points[static_cast<std::size_t>(i)] =
        Apply(l, Op::kAdd, a.scalar, Apply(l, Op::kDiv, way, Constant(static_cast<double>(n - 1))));
  }
  points[points.size() - 1] = b.scalar;
  return points;
}

Value SumOrProduct(Lowering& l, const CallSite& call) {
  const Value array = Lower(l, call.arguments[0]);
  if (array.IsError()) return {};
  const bool is_overloaded = IsOverloaded(l, array) && call.function.op == Op::kAdd;
  if (!IsNumeric(array.type) && !is_overloaded) return WrongArgument(l, call, 0, "a number", array);
  if (array.IsScalar()) return WrongArgument(l, call, 0, "an array", array);
  if (is_overloaded) return SumOverloaded(l, array, call.span);
  if (array.IsOfRun() && WritesCode(l)) {
    const ArrayReader reader(l, array);
    const Scalar folded =
        FoldOfRun(l, call.function.op, ProductOf(l, SizesOf(array)), call.function.op == Op::kAdd ? 0.0 : 1.0,
                  [&](const Scalar& k) { return reader.At(k); });
    return ScalarValue(array.type, folded, Variability::kContinuous);
  }
  if (array.HasUnknownSize()) return ScalarValue(array.type, Scalar(), array.variability);
  const Scalar result =
      call.function.op == Op::kAdd ? SumOf(l, array.elements) : ProductOf(l, array.elements);
  Value reduced = CheckedInteger(l, ScalarValue(array.type, result, array.variability), call.span);
  if (call.function.op == Op::kAdd) reduced.unit = array.unit;
  return reduced;
}

Value ArrayOf(Lowering& l, const CallSite& call) {
  std::vector<Value> rows;
  bool ok = true;
  for (const ExpressionId argument : call.arguments) {
    rows.push_back(Lower(l, argument));
    ok = ok && !rows.back().IsError();
  }
  return ok ? StackRows(l, rows, call.span) : Value();
}

Value Cat(Lowering& l, const CallSite& call) {
  const auto dimension = LowerInteger(l, call.arguments[0], "the number of a dimension");
  std::vector<Value> parts;
  bool ok = dimension.has_value();
  for (const ExpressionId argument : call.arguments.subspan(1)) {
    parts.push_back(Lower(l, argument));
    ok = ok && !parts.back().IsError();
  }
  if (!ok || UnifyTypes(l, parts, call.span, "an array") == BaseType::kError) return {};
  if (*dimension == kUnknownSize) return Blank(parts[0], Dims(parts[0].dims.size(), kUnknownSize));
  if (*dimension < 1 || *dimension > static_cast<std::int64_t>(parts[0].dims.size())) {
    return l.Error(Code::kSubscriptOutOfBounds, l.SpanOf(call.arguments[0]), "there is no dimension {} of {}",
                   *dimension, parts[0].dims.size());
  }
  return Concatenate(l, parts, static_cast<std::size_t>(*dimension), call.span);
}

}  // namespace daedalus::semantics
