#include <algorithm>
#include <cmath>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/reductions.h"
#include "daedalus/language/semantics/expressions/subscripts.h"
#include "daedalus/language/semantics/expressions/walk.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/functions/run_part.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;

// The dimensions of the variable with this name, and the types of its subscripts.
struct Shape {
  const Dims* dims = nullptr;  // null if there is none, or it is not known yet
  IndexTypes index_types;
};

Shape ShapeOf(Lowering& l, syntax::ReferenceId id) {
  const auto parts = l.tree().List(l.tree()[id].parts);
  if (parts.back().subscripts.empty()) return {};
  if (parts.size() == 1) {
    for (auto loop = l.scope.loops.rbegin(); loop != l.scope.loops.rend(); ++loop) {
      if (loop->name == parts[0].name) return {&loop->value.dims, {}};
    }
  }
  if (const Dims* local = LocalDims(l, id)) return {local, FindLocal(l, id)->index_types};
  const SymbolId symbol = SubscriptedSymbol(l, id);
  if (!symbol.IsValid() || !EnsureDims(l.context, symbol)) return {};
  return {&l.context.tree[symbol].dims, l.context.tree[symbol].index_types};
}

// The dimension that `[..., index, ...]` subscripts in this expression, if it does.
std::optional<Dimension> SubscriptedBy(Lowering& l, const syntax::Expression& e, syntax::NameId index) {
  const syntax::Tree& tree = l.tree();
  if (e.kind != ExpressionKind::kReference) return std::nullopt;
  const auto parts = tree.List(tree.ReferenceOf(e).parts);
  const Shape shape = ShapeOf(l, tree.ReferenceIdOf(e));
  if (shape.dims == nullptr) return std::nullopt;
  const auto subscripts = tree.List(parts.back().subscripts);
  for (std::size_t d = 0; d < std::min(subscripts.size(), shape.dims->size()); ++d) {
    const syntax::Expression& s = tree[subscripts[d]];
    if (s.kind != ExpressionKind::kReference || tree.SimpleName(tree.ReferenceIdOf(s)) != index) continue;
    const std::int64_t size = (*shape.dims)[d];
    const Local* const local = size == kUnknownSize ? FindLocal(l, tree.ReferenceIdOf(e)) : nullptr;
    if (local != nullptr && LiesInArena(local->value))
      return Dimension{size, BaseType::kInteger, SizeOf(local->value, d)};
    return d < shape.index_types.size() ? Dimension{size, shape.index_types[d]} : Dimension{size};
  }
  return std::nullopt;
}

bool AreAlike(const Dimension& a, const Dimension& b) {
  return a.index_type == b.index_type && AreCompatible({a.size}, {b.size});
}

// An index without a range takes its range from the dimension that it subscripts (section 11.2.2.1).
Value DeduceRange(Lowering& l, const syntax::ForIndex& index, std::span<const ExpressionId> scope) {
  std::optional<Dimension> dimension;
  bool is_contradictory = false;
  for (const ExpressionId root : scope) {
    if (!root.IsValid()) continue;
    WalkExpression(l.tree(), root, [&](ExpressionId, const syntax::Expression& e) {
      if (const auto found = SubscriptedBy(l, e, index.name)) {
        is_contradictory = is_contradictory || (dimension && !AreAlike(*dimension, *found));
        if (!dimension || dimension->size == kUnknownSize) dimension = found;
      }
      return true;
    });
  }
  if (!dimension || is_contradictory) {
    return l.Error(Code::kUnknownRange, l.tree().SpanOf(index), "`{}` has no range, and subscripts {}",
                   l.Text(index.name),
                   dimension ? "dimensions of different sizes" : "no array that would give it one");
  }
  if (IsIndexType(dimension->index_type)) return ValuesOfType(l, dimension->index_type);
  if (dimension->size == kUnknownSize && !dimension->of_run.IsUnknown() && WritesCode(l)) {
    return Generate(l, BaseType::kInteger, {&dimension->of_run, 1},
                    [&](const Scalar& k) { return Apply(l, expr::Op::kAdd, k, Constant(1.0)); });
  }
  Value range = ArrayValue(BaseType::kInteger, {dimension->size});
  for (std::size_t i = 0; i < range.size(); ++i) range[i] = Constant(static_cast<double>(i + 1));
  return range;
}

// ---- {e for i in r, j in s} ----

// The indices from the last, which is the outermost (section 10.4.1), down to the first.
class Iteration {
 public:
  Iteration(Lowering& l, const syntax::Comprehension& comprehension)
      : l_(l), body_(comprehension.body), indices_(l.tree().List(comprehension.indices)) {}

  // The values of the body: nested arrays, or (for a reduction) one list.
  Value MakeArray() { return MakeArray(indices_.size()); }
  bool Collect(std::vector<Value>* items) { return Collect(indices_.size(), items); }
  // The body, with unknown indices. If it cannot be determined, it is a whole number, which counts as one of
  // any kind.
  Value Like() {
    const Reporter::Silent silent(l_.context.reporter);
    const Purpose outer = l_.purpose;
    l_.purpose.mode = Mode::kCheck;
    const std::size_t num_loops = l_.scope.loops.size();
    bool ok = true;
    for (std::size_t level = indices_.size(); ok && level-- > 0;) {
      const ExpressionId scope[] = {body_};
      const Value range = LowerIterationRange(l_, indices_[level], scope);
      ok = !range.IsError();
      if (ok) l_.scope.loops.push_back({indices_[level].name, Blank(range, {})});
    }
    Value like = ok ? Lower(l_, body_) : Value();
    l_.scope.loops.resize(num_loops);
    l_.purpose = outer;
    return like.IsError() || like.HasUnknownSize() ? ScalarValue(BaseType::kInteger, Scalar()) : like;
  }

 private:
  // Calls with the index bound to one value after the other; false after an error. If the size of the range
  // is unknown, calls once, with an unknown value.
  template <class Each>
  bool ForEach(const syntax::ForIndex& index, bool* has_known_size, Each each) {
    const ExpressionId scope[] = {body_};
    const Value range = LowerIterationRange(l_, index, scope);
    if (range.IsError()) return false;
    l_.scope.loops.push_back({index.name, {}});
    const std::size_t slot = l_.scope.loops.size() - 1;
    bool ok = true;
    *has_known_size = !range.HasUnknownSize();
    if (!*has_known_size && WritesCode(l_)) {
      l_.RefuseSize(l_.tree().SpanOf(index), "the range of an index is known during the run only");
      l_.scope.loops.pop_back();
      return false;
    }
    const std::size_t count = *has_known_size ? static_cast<std::size_t>(range.dims[0]) : 1;
    for (std::size_t i = 0; i < count; ++i) {
      l_.scope.loops[slot].value = *has_known_size ? ElementOf(range, i) : Blank(range, {});
      ok = each() && ok;
    }
    l_.scope.loops.pop_back();
    return ok;
  }

  bool Collect(std::size_t level, std::vector<Value>* items) {
    if (level == 0) {
      items->push_back(Lower(l_, body_));
      return !items->back().IsError();
    }
    bool has_known_size = true;
    const std::size_t first = items->size();
    const bool ok = ForEach(indices_[level - 1], &has_known_size, [&] { return Collect(level - 1, items); });
    // One item represents all: only its type and dimensions count.
    for (std::size_t i = first; ok && !has_known_size && i < items->size(); ++i) {
      (*items)[i] = Blank((*items)[i], (*items)[i].dims);
    }
    return ok;
  }

  Value MakeArray(std::size_t level) {
    if (level == 0) return Lower(l_, body_);
    std::vector<Value> rows;
    bool has_known_size = true;
    const bool ok = ForEach(indices_[level - 1], &has_known_size, [&] {
      rows.push_back(MakeArray(level - 1));
      return !rows.back().IsError();
    });
    if (!ok) return {};
    if (has_known_size && rows.empty()) return NoRows(level);
    return has_known_size ? StackRows(l_, rows, l_.SpanOf(body_)) : Repeated(rows[0], {kUnknownSize});
  }

  // An array without elements. Its dimensions are one for each index up to this one, and those of the body.
  Value NoRows(std::size_t level) { return Repeated(Like(), Dims(level, 0)); }

  Lowering& l_;
  ExpressionId body_;
  std::span<const syntax::ForIndex> indices_;
};

// first : step : last, with ends that are known only during the run.
Value RangeOfRun(Lowering& l, Type type, std::span<const Value> ends) {
  const Scalar first = ends.front().scalar;
  const Scalar step = ends.size() == 3 ? ends[1].scalar : Constant(1.0);
  const Scalar count = CountOfRange(l, first, step, ends.back().scalar);
  return Generate(l, type, {&count, 1}, [&](const Scalar& k) {
    return Apply(l, expr::Op::kAdd, first, Apply(l, expr::Op::kMul, k, step));
  });
}

// {e for i in r, j in s}, or a reduction of it, if the number of rounds is known only during the run. The
// body is written once, in loops; that of the last index is the outermost.
class IterationOfRun {
 public:
  IterationOfRun(Lowering& l, const syntax::Comprehension& comprehension)
      : l_(l), body_(comprehension.body), indices_(l.tree().List(comprehension.indices)) {}

  // nullopt: the numbers of rounds are known, or this is not the text of a routine.
  std::optional<Value> Run(std::optional<Reduction> reduction, Span span) {
    const bool may_be = WritesCode(l_) && l_.context.functions.run_sizes != RunSizes::kNone;
    if (!may_be || !FindTypes()) return std::nullopt;
    const bool ok =
        !reduction || *reduction == Reduction::kArray ? MakeArray() : MakeReduction(*reduction, span);
    return ok && !item_.IsError() ? result_ : Value();
  }

 private:
  static expr::Op OperationOf(Reduction reduction) {
    if (reduction == Reduction::kSum) return expr::Op::kAdd;
    if (reduction == Reduction::kProduct) return expr::Op::kMul;
    return reduction == Reduction::kMin ? expr::Op::kMin : expr::Op::kMax;
  }

  Value LowerRange(std::size_t level) {
    const ExpressionId scope[] = {body_};
    return LowerIterationRange(l_, indices_[level], scope);
  }

  // The body, with unknown indices; false: all numbers of rounds are known.
  bool FindTypes() {
    const Reporter::Silent silent(l_.context.reporter);
    const std::size_t num_loops = l_.scope.loops.size();
    const Mode outer = std::exchange(l_.purpose.mode, Mode::kCheck);
    bool is_of_run = false;
    for (std::size_t level = indices_.size(); level-- > 0;) {
      const Value range = LowerRange(level);
      is_of_run = is_of_run || range.HasUnknownSize();
      l_.scope.loops.push_back({indices_[level].name, range.IsError() ? Value() : Blank(range, {})});
    }
    like_ = is_of_run ? Lower(l_, body_) : Value();
    if (like_.IsError() || like_.HasUnknownSize()) like_ = ScalarValue(BaseType::kReal, Scalar());
    l_.purpose.mode = outer;
    l_.scope.loops.resize(num_loops);
    return is_of_run;
  }

  // The ranges come first, since the array has their sizes. None depends on another index, which has no value
  // yet.
  bool MakeArray() {
    std::vector<Value> ranges(indices_.size());
    std::vector<Scalar> sizes;
    const std::size_t num_loops = l_.scope.loops.size();
    for (std::size_t level = indices_.size(); level-- > 0;) {
      ranges[level] = LowerRange(level);
      sizes.push_back(ranges[level].IsError() ? Scalar() : SizeOf(ranges[level], 0));
      if (sizes.back().IsUnknown()) break;
      l_.scope.loops.push_back({indices_[level].name, Blank(ranges[level], {})});
    }
    l_.scope.loops.resize(num_loops);
    if (sizes.back().IsUnknown()) return false;
    result_ = NewArrayOf(l_, like_, sizes);
    Fill(ranges, indices_.size(), Constant(0.0));
    result_.type = item_.type;
    return true;
  }

  void Fill(std::span<const Value> ranges, std::size_t level, const Scalar& offset) {
    if (level == 0) {
      item_ = Lower(l_, body_);
      if (!item_.IsError() && !PutItem(l_, result_, offset, item_, l_.SpanOf(body_))) item_ = {};
      return;
    }
    const Value& range = ranges[level - 1];
    ForEach(level - 1, range, [&](const Scalar& k) {
      const Scalar here = Apply(l_, expr::Op::kAdd, Apply(l_, expr::Op::kMul, offset, SizeOf(range, 0)), k);
      Fill(ranges, level - 1, InRegister(l_, here));
    });
  }

  bool MakeReduction(Reduction reduction, Span span) {
    const Value nothing = ReduceNothing(l_, reduction, like_, span);
    if (nothing.IsError()) return false;
    Folding folding(l_, OperationOf(reduction), nothing.scalar.number);
    if (!Fold(folding, indices_.size())) return false;
    result_ = ScalarValue(item_.type, folding.result(), Variability::kContinuous);
    return true;
  }

  bool Fold(Folding& folding, std::size_t level) {
    if (level == 0) return folding.Take(Body()), true;
    const Value range = LowerRange(level - 1);
    if (range.IsError()) return false;
    bool ok = true;
    ForEach(level - 1, range, [&](const Scalar&) { ok = Fold(folding, level - 1); });
    return ok;
  }

  // Memory that a round takes from the arena is released at its end.
  void ForEach(std::size_t level, const Value& range, const std::function<void(const Scalar& k)>& turn) {
    std::optional<ArrayReader> reader;
    if (!range.IsRecord()) reader.emplace(l_, range);
    WriteCounted(l_, SizeOf(range, 0), [&](const Scalar& k) {
      ArenaScope arena(l_.writer());
      Value item = reader ? ScalarValue(range.type, InRegister(l_, reader->At(k))) : ItemOfRun(l_, range, k);
      item.variability = Variability::kParameter;
      l_.scope.loops.push_back({indices_[level].name, std::move(item)});
      turn(k);
      l_.scope.loops.pop_back();
      arena.Close();
    });
  }

  Scalar Body() {
    item_ = Lower(l_, body_);
    if (!item_.IsError() && (!item_.IsScalar() || item_.IsRecord() || !FitsRegister(item_.type)))
      item_ = l_.Refuse(l_.SpanOf(body_), "only one number can be collected for each index of the run");
    return item_.IsError() ? Constant(0.0) : item_.scalar;
  }

  Lowering& l_;
  ExpressionId body_;
  std::span<const syntax::ForIndex> indices_;
  Value like_, item_, result_;
};

std::optional<Reduction> ReductionOf(Lowering& l, syntax::ReferenceId function) {
  const std::string name = l.tree().DottedName(function);
  // `.sum` is the function of the language, even if a package has its own `sum`.
  const std::size_t dot = l.tree()[function].is_global ? 1 : 0;
  if (const auto reduction = FindReduction(std::string_view(name).substr(dot))) return reduction;
  l.context.reporter.Report(
      Error(Code::kNotAFunction, l.tree().SpanOf(function), "`{}` is not a reduction", name)
          .Note("those that can be iterated are sum, product, min, max and array"));
  return std::nullopt;
}

}  // namespace

Value LowerIterationRange(Lowering& l, const syntax::ForIndex& index, std::span<const ExpressionId> scope) {
  if (!index.range.IsValid()) return DeduceRange(l, index, scope);
  if (const Type type = TypeNamedBy(l, index.range); IsIndexType(type)) return ValuesOfType(l, type);
  Value range = Lower(l, index.range);
  // Whole numbers will be subscripts, so they must be known. A Real one may stay an expression.
  const bool is_subscript = range.type == BaseType::kInteger || IsIndexType(range.type);
  const bool is_parameter = is_subscript && range.variability == Variability::kParameter;
  if (is_parameter && !range.IsConstant()) range = LowerStructural(l, index.range, "a range");
  if (range.IsError()) return {};
  if (range.dims.size() == 1) return range;
  return l.Error(Code::kBadRange, l.SpanOf(index.range), "`{}` runs through a vector, but this is {}",
                 l.Text(index.name), l.TypeText(range));
}

Value LowerRange(Lowering& l, const syntax::Expression& e) {
  const auto ids = l.tree().Elements(e);
  const Span span = l.tree().SpanOf(e);
  std::vector<Value> ends;
  for (const ExpressionId id : ids) {
    auto end = LowerSizing(l, id, "a range");
    if (!end) return {};
    ends.push_back(std::move(*end));
    const bool is_end = IsNumeric(ends.back().type) || IsIndexType(ends.back().type);
    if (!is_end || !ends.back().IsScalar()) {
      return l.Error(Code::kBadRange, l.SpanOf(id), "a range is between numbers, but this is {}",
                     l.TypeText(ends.back()));
    }
  }
  const Type type = UnifyTypes(l, ends, span, "a range");
  if (type == BaseType::kError) return {};
  if (ends.size() == 3 && !IsNumeric(type)) {
    return l.Error(Code::kBadRange, l.SpanOf(ids[1]), "a range of {} has no step", l.types().Name(type));
  }
  if (!std::all_of(ends.begin(), ends.end(), [](const Value& end) { return end.IsConstant(); })) {
    if (WritesCode(l) && IsNumeric(type)) return RangeOfRun(l, type, ends);
    return ArrayValue(type, {kUnknownSize}, Variability::kParameter);
  }
  const double first = ends.front().scalar.number, last = ends.back().scalar.number;
  const double step = ends.size() == 3 ? ends[1].scalar.number : 1.0;
  if (step == 0.0) return l.Error(Code::kBadRange, l.SpanOf(ids[1]), "the step of a range cannot be 0");
  const double count = std::max(0.0, std::floor((last - first) / step) + 1.0);
  if (!(count < static_cast<double>(kMaxElements))) {
    return l.Error(Code::kBadRange, span, "a range of {} elements is too large", count);
  }
  Value range = ArrayValue(type, {static_cast<std::int64_t>(count)});
  for (std::size_t i = 0; i < range.size(); ++i) range[i] = Constant(first + static_cast<double>(i) * step);
  return range;
}

Value LowerComprehension(Lowering& l, const syntax::Expression& e) {
  const syntax::Comprehension& comprehension = l.tree().ComprehensionOf(e);
  // Each level is a recursion; hand-written text has fewer.
  constexpr std::size_t kMaxIndices = 64;
  if (comprehension.indices.size() > kMaxIndices) {
    return l.Error(Code::kBadRange, l.tree().SpanOf(e), "more than {} indices", kMaxIndices);
  }
  std::optional<Reduction> reduction;
  if (comprehension.function.IsValid()) {
    reduction = ReductionOf(l, comprehension.function);
    if (!reduction) return {};
  }
  if (auto of_run = IterationOfRun(l, comprehension).Run(reduction, l.tree().SpanOf(e)))
    return *std::move(of_run);
  Iteration iteration(l, comprehension);
  if (!reduction || *reduction == Reduction::kArray) return iteration.MakeArray();
  std::vector<Value> items;
  if (!iteration.Collect(&items)) return {};
  if (items.empty()) return ReduceNothing(l, *reduction, iteration.Like(), l.tree().SpanOf(e));
  return Reduce(l, *reduction, items, l.tree().SpanOf(e));
}

}  // namespace daedalus::semantics
