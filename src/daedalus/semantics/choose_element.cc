#include "daedalus/semantics/choose_element.h"

#include <algorithm>
#include <utility>

#include "daedalus/expr/build.h"
#include "daedalus/semantics/arithmetic.h"

namespace daedalus::semantics {
namespace {

using expr::Op;
using syntax::ExpressionId;
using syntax::ExpressionKind;

// Whether something but numbers and indices of loops may stand in it.
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

Value LowerIn(Lowering& l, ExpressionId id, Mode mode, const Dimension& dimension) {
  const Purpose outer = l.purpose;
  const Dimension* const end = std::exchange(l.end, &dimension);
  l.purpose.mode = mode;
  Value value = Lower(l, id);
  l.purpose = outer;
  l.end = end;
  return value;
}

bool IsChosenInRun(Lowering& l, ExpressionId id, const Dimension& dimension) {
  const ExpressionKind kind = l.tree()[id].kind;
  if (kind == ExpressionKind::kColon || kind == ExpressionKind::kRange || !HasNames(l, id)) return false;
  const Mode mode = l.purpose.mode == Mode::kCheck ? Mode::kCheck : Mode::kProbe;
  const Value value = LowerIn(l, id, mode, dimension);
  const bool is_index = value.type == dimension.index_type || value.type.base == dimension.index_type.base;
  return !value.IsError() && value.IsScalar() && is_index && value.variability == Variability::kDiscrete;
}

class Chooser {
 public:
  Chooser(Lowering& l, const ChoosableArray& array, std::span<const Value> indices)
      : l_(l), array_(array), indices_(indices) {}

  // Of the dimensions from d on; `offset` is that of those before.
  Scalar Choose(std::size_t d, std::size_t offset) {
    if (d == array_.dims.size()) return array_.element_of(offset);
    const Value& index = indices_[d];
    const double first = index.type == BaseType::kBoolean ? 0.0 : 1.0;
    const auto size = static_cast<std::size_t>(array_.dims[d]);
    const auto at = [&](std::size_t k) { return Choose(d + 1, offset * size + k); };
    if (index.scalar.IsConstant()) return at(static_cast<std::size_t>(index.scalar.number - first));
    // All values of an enumeration are there.
    std::size_t k = size;
    Scalar result = index.type == BaseType::kInteger ? NoNumber() : at(--k);
    while (k-- > 0) {
      const Scalar is_here = Apply(l_, Op::kEqual, index.scalar, Constant(first + static_cast<double>(k)));
      result = semantics::Choose(l_, is_here, at(k), result);
    }
    return result;
  }

 private:
  Scalar NoNumber() {
    expr::Graph& g = l_.graph();
    return Expression(expr::Quotient(g, g.Constant(0.0), g.Constant(0.0)));
  }

  Lowering& l_;
  const ChoosableArray& array_;
  std::span<const Value> indices_;
};

}  // namespace

std::optional<Value> ChooseElement(Lowering& l, const Value& array,
                                   std::span<const ExpressionId> subscripts) {
  if (array.IsRecord() || array.HasUnknownSize()) return std::nullopt;
  const auto element_of = [&](std::size_t offset) { return array[offset]; };
  return ChooseElement(l, {array.type, array.dims, {}, array.variability, element_of}, subscripts);
}

std::optional<Value> ChooseElement(Lowering& l, const ChoosableArray& array,
                                   std::span<const ExpressionId> subscripts) {
  const Dims& dims = array.dims;
  if (subscripts.size() != dims.size() || dims.empty() || l.purpose.mode == Mode::kStructural)
    return std::nullopt;
  const auto dimension = [&](std::size_t d) {
    return Dimension{dims[d], d < array.index_types.size() ? array.index_types[d] : Type(BaseType::kInteger)};
  };
  bool is_chosen = false;
  for (std::size_t d = 0; d < dims.size(); ++d)
    is_chosen = is_chosen || IsChosenInRun(l, subscripts[d], dimension(d));
  if (!is_chosen || l.purpose.limit < Variability::kDiscrete) return std::nullopt;
  Value result = ScalarValue(array.type, {}, std::max(array.variability, Variability::kDiscrete));
  if (l.purpose.mode != Mode::kSymbolic) return result;
  std::vector<Value> indices;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    Value index = LowerIn(l, subscripts[d], Mode::kSymbolic, dimension(d));
    if (index.variability <= Variability::kParameter)
      index = LowerStructural(l, subscripts[d], "a subscript");
    if (index.IsError()) return Value();
    if (!index.IsScalar()) return std::nullopt;
    const double first = index.type == BaseType::kBoolean ? 0.0 : 1.0;
    const double size = static_cast<double>(dims[d]);
    if (index.scalar.IsConstant() && (index.scalar.number < first || index.scalar.number >= first + size)) {
      return l.Error(Code::kSubscriptOutOfBounds, l.SpanOf(subscripts[d]),
                     "the subscript {} is not between 1 and {}", index.scalar.number, dims[d]);
    }
    indices.push_back(std::move(index));
  }
  result.scalar = Chooser(l, array, indices).Choose(0, 0);
  return result;
}

}  // namespace daedalus::semantics
