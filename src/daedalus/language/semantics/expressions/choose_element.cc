#include "daedalus/language/semantics/expressions/choose_element.h"

#include <algorithm>
#include <utility>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/instances/structural.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using expr::Op;
using syntax::ExpressionId;
using syntax::ExpressionKind;

// True if it may contain something else than numbers and indices of loops.
bool HasNames(const Lowering& l, ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  switch (e.kind) {
    case ExpressionKind::kInteger:
    case ExpressionKind::kEnd:
      return false;
    case ExpressionKind::kReference: {
      const syntax::NameId name = l.tree().List(l.tree()[l.tree().ReferenceIdOf(e)].parts)[0].name;
      return std::none_of(l.scope.loops.begin(), l.scope.loops.end(),
                          [&](const LoopIndex& loop) { return loop.name == name; });
    }
    case ExpressionKind::kInfix:
      for (const syntax::InfixTerm& term : l.tree().Terms(e)) {
        if (HasNames(l, term.operand)) return true;
      }
      return false;
    default:
      return true;
  }
}

// With `end` the last index of the dimension.
template <class Read>
auto ReadSubscript(Lowering& l, const Dimension& dimension, Read read) {
  const Dimension* const outer = std::exchange(l.end, &dimension);
  auto result = read();
  l.end = outer;
  return result;
}

Value LowerIn(Lowering& l, ExpressionId id, Mode mode, const Dimension& dimension) {
  const Mode outer = std::exchange(l.purpose.mode, mode);
  Value value = ReadSubscript(l, dimension, [&] { return Lower(l, id); });
  l.purpose.mode = outer;
  return value;
}

bool IsChosenInRun(Lowering& l, ExpressionId id, const Dimension& dimension) {
  const ExpressionKind kind = l.tree()[id].kind;
  if (kind == ExpressionKind::kColon || kind == ExpressionKind::kRange || !HasNames(l, id)) return false;
  const Mode mode = l.purpose.mode == Mode::kCheck ? Mode::kCheck : Mode::kProbe;
  const Value value = LowerIn(l, id, mode, dimension);
  const bool is_index = value.type == dimension.index_type || value.type.base == dimension.index_type.base;
  if (value.IsError() || value.dims.size() > 1 || !is_index) return false;
  if (value.variability == Variability::kParameter && !value.IsConstant() && mode == Mode::kProbe) {
    return ReadSubscript(l, dimension, [&] { return IsFoundAtStart(l, id); });
  }
  return value.variability == Variability::kDiscrete;
}

// The selection in one dimension: one index, or several, which are a dimension of the result.
struct PickedIndices {
  std::vector<Scalar> indices;
  Type type;
  Dims dims;  // none for one index
};

double FirstIndex(Type type) {
  return type == BaseType::kBoolean ? 0.0 : 1.0;
}

PickedIndices WholeDimension(const Dimension& dimension) {
  PickedIndices pick{{}, dimension.index_type, {dimension.size}};
  for (std::int64_t i = 0; i < dimension.size; ++i)
    pick.indices.push_back(Constant(FirstIndex(dimension.index_type) + static_cast<double>(i)));
  return pick;
}

// nullopt after a mistake.
std::optional<PickedIndices> PickOf(Lowering& l, ExpressionId id, const Dimension& dimension) {
  if (l.tree()[id].kind == ExpressionKind::kColon) return WholeDimension(dimension);
  Value index = LowerIn(l, id, l.purpose.mode, dimension);
  const bool is_open = index.variability <= Variability::kParameter && !IsChosenInRun(l, id, dimension);
  if (l.purpose.mode == Mode::kSymbolic && is_open) {
    index = ReadSubscript(l, dimension, [&] { return LowerStructural(l, id, "a subscript"); });
  }
  if (index.IsError()) return std::nullopt;
  if (index.dims.size() > 1 || index.IsRecord()) {
    l.Error(Code::kWrongArgumentType, l.SpanOf(id), "a subscript is a number or a vector, but this is {}",
            l.TypeText(index));
    return std::nullopt;
  }
  PickedIndices pick{{}, index.type, index.dims};
  for (std::size_t i = 0; i < index.size(); ++i) pick.indices.push_back(index[i]);
  for (const Scalar& i : pick.indices) {
    const double first = FirstIndex(index.type), size = static_cast<double>(dimension.size);
    if (!i.IsConstant() || dimension.size == kUnknownSize || (i.number >= first && i.number < first + size))
      continue;
    l.Error(Code::kSubscriptOutOfBounds, l.SpanOf(id), "the subscript {} is not between 1 and {}", i.number,
            dimension.size);
    return std::nullopt;
  }
  return pick;
}

Dimension DimensionOf(const Dims& dims, IndexTypes index_types, std::size_t d) {
  return {dims[d], d < index_types.size() ? index_types[d] : Type(BaseType::kInteger)};
}

// One of each dimension. nullopt: all subscripts are known before the run. Empty after a mistake.
std::optional<std::vector<PickedIndices>> PicksOf(Lowering& l, const Dims& dims, IndexTypes index_types,
                                                  std::span<const ExpressionId> subscripts) {
  if (!HasChosenSubscript(l, dims, index_types, subscripts)) return std::nullopt;
  const auto dimension = [&](std::size_t d) { return DimensionOf(dims, index_types, d); };
  std::vector<PickedIndices> picks;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    auto pick = d < subscripts.size() ? PickOf(l, subscripts[d], dimension(d)) : WholeDimension(dimension(d));
    if (!pick) return std::vector<PickedIndices>();
    picks.push_back(std::move(*pick));
  }
  return picks;
}

Dims DimsOf(std::span<const PickedIndices> picks) {
  Dims dims;
  for (const PickedIndices& pick : picks) dims.insert(dims.end(), pick.dims.begin(), pick.dims.end());
  return dims;
}

Scalar NotANumber(Lowering& l) {
  expr::Graph& g = l.graph();
  return Expression(expr::Quotient(g, g.Constant(0.0), g.Constant(0.0)));
}

class Chooser {
 public:
  Chooser(Lowering& l, const ChoosableArray& array, std::span<const PickedIndices> picks)
      : l_(l), array_(array), picks_(picks), indices_(picks.size()) {}

  // All selected elements, the last dimension fastest.
  std::vector<Scalar> All() {
    std::vector<Scalar> elements;
    Collect(0, elements);
    return elements;
  }

 private:
  void Collect(std::size_t d, std::vector<Scalar>& elements) {
    if (d == picks_.size()) {
      elements.push_back(Choose(0, 0));
      return;
    }
    for (const Scalar& index : picks_[d].indices) {
      indices_[d] = index;
      Collect(d + 1, elements);
    }
  }

  // Chooses among the dimensions from d on; `offset` comes from those before.
  Scalar Choose(std::size_t d, std::size_t offset) {
    if (d == array_.dims.size()) return array_.element_of(offset);
    const Scalar& index = indices_[d];
    const double first = FirstIndex(picks_[d].type);
    const auto size = static_cast<std::size_t>(array_.dims[d]);
    const auto at = [&](std::size_t k) { return Choose(d + 1, offset * size + k); };
    if (index.IsConstant()) return at(static_cast<std::size_t>(index.number - first));
    // All values of an enumeration are there.
    std::size_t k = size;
    Scalar result = picks_[d].type == BaseType::kInteger ? NotANumber(l_) : at(--k);
    while (k-- > 0) {
      const Scalar is_here = Apply(l_, Op::kEqual, index, Constant(first + static_cast<double>(k)));
      result = semantics::Choose(l_, is_here, at(k), result);
    }
    return result;
  }

  Lowering& l_;
  const ChoosableArray& array_;
  std::span<const PickedIndices> picks_;
  std::vector<Scalar> indices_;
};

Scalar Both(Lowering& l, const Scalar& a, const Scalar& b) {
  if (a.IsConstant()) return a.number != 0.0 ? b : a;
  if (b.IsConstant()) return b.number != 0.0 ? a : b;
  return Expression(expr::And(l.graph(), a.expr, b.expr));
}

// Assigns to the selected elements of an array, one after the other.
class ChosenAssignment {
 public:
  ChosenAssignment(Lowering& l, Value& array, std::span<const PickedIndices> picks)
      : l_(l), array_(array), picks_(picks), indices_(picks.size()) {}

  void Assign(const Value& value) {
    std::size_t next = 0;
    Walk(0, value, next);
  }

 private:
  void Walk(std::size_t d, const Value& value, std::size_t& next) {
    if (d == picks_.size()) return Give(value[next++]);
    for (const Scalar& index : picks_[d].indices) {
      indices_[d] = index;
      Walk(d + 1, value, next);
    }
  }

  void Give(const Scalar& value) {
    for (std::size_t offset = 0; offset < array_.size(); ++offset) {
      const Scalar is_here = IsHere(offset);
      if (!is_here.IsConstant()) {
        array_[offset] = Choose(l_, is_here, value, array_[offset]);
      } else if (is_here.number != 0.0) {
        array_[offset] = value;
      }
    }
  }

  Scalar IsHere(std::size_t offset) const {
    Scalar is_here = Constant(1.0);
    for (std::size_t d = array_.dims.size(); d-- > 0;) {
      const auto size = static_cast<std::size_t>(array_.dims[d]);
      const Scalar position = Constant(FirstIndex(picks_[d].type) + static_cast<double>(offset % size));
      is_here = Both(l_, Apply(l_, Op::kEqual, indices_[d], position), is_here);
      offset /= size;
    }
    return is_here;
  }

  Lowering& l_;
  Value& array_;
  std::span<const PickedIndices> picks_;
  std::vector<Scalar> indices_;
};

// rs[i] := r, each field separately; subscripts are checked once.
std::optional<bool> AssignFields(Lowering& l, Value& array, IndexTypes index_types,
                                 std::span<const ExpressionId> subscripts, const Value& value, Span span,
                                 std::vector<CheckedIndex>& checks) {
  const auto picks = PicksOf(l, array.dims, index_types, subscripts);
  if (!picks) return std::nullopt;
  if (picks->empty()) return false;
  if (!l.types().IsAssignable(array.type, value.type)) {
    l.Error(Code::kTypeMismatch, span, "{} is assigned to {}", l.TypeText(value), l.TypeText(array));
    return false;
  }
  const Value fitted = Coerced(l.types(), value, array.type);
  for (std::size_t i = 0; i < array.fields.size(); ++i) {
    std::vector<CheckedIndex> again;
    const auto done = AssignChosen(l, array.fields[i], index_types, subscripts, fitted.fields[i], span,
                                   i == 0 ? checks : again);
    if (!done || !*done) return done;
  }
  return true;
}

}  // namespace

bool HasChosenSubscript(Lowering& l, const Dims& dims, IndexTypes index_types,
                        std::span<const ExpressionId> subscripts) {
  if (subscripts.size() > dims.size() || dims.empty() || l.purpose.mode == Mode::kStructural) return false;
  bool is_chosen = false;
  for (std::size_t d = 0; d < subscripts.size(); ++d)
    is_chosen = is_chosen || IsChosenInRun(l, subscripts[d], DimensionOf(dims, index_types, d));
  return is_chosen && l.purpose.limit >= Variability::kDiscrete;
}

std::optional<bool> AssignChosen(Lowering& l, Value& array, IndexTypes index_types,
                                 std::span<const ExpressionId> subscripts, const Value& value, Span span,
                                 std::vector<CheckedIndex>& checks) {
  if (array.HasUnknownSize()) return std::nullopt;
  if (array.IsRecord()) return AssignFields(l, array, index_types, subscripts, value, span, checks);
  const auto picks = PicksOf(l, array.dims, index_types, subscripts);
  if (!picks) return std::nullopt;
  if (picks->empty()) return false;
  const Dims dims = DimsOf(*picks);
  const bool has_type = l.types().IsAssignable(array.type, value.type);
  if (!has_type || !AreCompatible(dims, value.dims)) {
    l.Error(has_type ? Code::kDimensionMismatch : Code::kTypeMismatch, span, "{} is assigned to {}",
            l.TypeText(value), l.context.TypeText(array.type, dims));
    return false;
  }
  array.variability = std::max({array.variability, value.variability, Variability::kDiscrete});
  if (array.unit != value.unit) array.unit = {};
  if (l.purpose.mode != Mode::kSymbolic || value.HasUnknownSize()) return true;
  ChosenAssignment(l, array, *picks).Assign(Coerced(l.types(), value, array.type));
  for (std::size_t d = 0; d < subscripts.size(); ++d) {
    if ((*picks)[d].type != BaseType::kInteger) continue;
    for (const Scalar& index : (*picks)[d].indices) {
      if (!index.IsConstant()) checks.push_back({index, array.dims[d], l.SpanOf(subscripts[d])});
    }
  }
  return true;
}

std::optional<Value> ChooseElement(Lowering& l, const Value& array,
                                   std::span<const ExpressionId> subscripts) {
  if (array.IsRecord() || array.HasUnknownSize()) return std::nullopt;
  const auto element_of = [&](std::size_t offset) { return array[offset]; };
  return ChooseElement(l, {array.type, array.dims, {}, array.variability, element_of}, subscripts);
}

std::optional<Value> ChooseElement(Lowering& l, const ChoosableArray& array,
                                   std::span<const ExpressionId> subscripts) {
  auto picks = PicksOf(l, array.dims, array.index_types, subscripts);
  if (!picks) return std::nullopt;
  if (picks->empty()) return Value();
  Dims result_dims = DimsOf(*picks);
  const Variability variability = std::max(array.variability, Variability::kDiscrete);
  Value result = result_dims.empty() ? ScalarValue(array.type, {}, variability)
                                     : ArrayValue(array.type, std::move(result_dims), variability);
  if (l.purpose.mode != Mode::kSymbolic || result.HasUnknownSize()) return result;
  const std::vector<Scalar> elements = Chooser(l, array, *picks).All();
  for (std::size_t i = 0; i < elements.size(); ++i) result[i] = elements[i];
  return result;
}

}  // namespace daedalus::semantics
