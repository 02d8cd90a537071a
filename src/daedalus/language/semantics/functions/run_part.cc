#include "daedalus/language/semantics/functions/run_part.h"

#include <memory>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

// The subscripts of one dimension, as an array or one number.
class Axis {
 public:
  Axis(Lowering& l, const Selector& selector, const Scalar& size)
      : l_(l),
        size_(size),
        is_whole_(selector.is_whole),
        is_scalar_(selector.is_scalar || selector.computed) {
    if (is_whole_) return;
    if (selector.computed) {
      subscripts_ = ScalarValue(BaseType::kInteger, *selector.computed);
    } else if (selector.several) {
      subscripts_ = *selector.several;
    } else {
      subscripts_ = ArrayValue(BaseType::kInteger, {static_cast<std::int64_t>(selector.positions.size())});
      for (std::size_t i = 0; i < selector.positions.size(); ++i)
        subscripts_[i] = Constant(static_cast<double>(selector.positions[i] + 1));
      if (is_scalar_) subscripts_ = ScalarValue(BaseType::kInteger, subscripts_[0]);
    }
    reader_.emplace(l, subscripts_);
  }
  Axis(const Axis&) = delete;
  Axis& operator=(const Axis&) = delete;

  bool is_scalar() const { return is_scalar_; }
  Scalar count() const { return is_whole_ ? size_ : SizeOf(subscripts_, 0); }
  // The k-th position from 0, checked.
  Scalar Position(const Scalar& k) const {
    if (is_whole_) return k;
    const Scalar subscript = InRegister(l_, reader_->At(k));
    RoutineWriter& w = *l_.writer();
    w.code.CheckWithin(w.Write(l_, subscript), w.Write(l_, size_));
    return Apply(l_, Op::kAdd, subscript, Constant(-1.0));
  }

 private:
  Lowering& l_;
  const Scalar size_;
  const bool is_whole_, is_scalar_;
  Value subscripts_;
  std::optional<ArrayReader> reader_;
};

class PartOfRun {
 public:
  PartOfRun(Lowering& l, const Value& array, std::span<const Selector> selectors)
      : l_(l), sizes_(SizesOf(array)) {
    Selector whole;
    whole.is_whole = true;
    for (std::size_t d = 0; d < sizes_.size(); ++d)
      axes_.push_back(std::make_unique<Axis>(l, d < selectors.size() ? selectors[d] : whole, sizes_[d]));
  }

  std::vector<Scalar> Counts() const {
    std::vector<Scalar> counts;
    for (const auto& axis : axes_)
      if (!axis->is_scalar()) counts.push_back(axis->count());
    return counts;
  }

  // `body` gets the offset in the array, and in the selection.
  void ForEach(const std::function<void(const Scalar& offset, const Scalar& picked)>& body) const {
    Walk(0, Constant(0.0), Constant(0.0), body);
  }

 private:
  void Walk(std::size_t d, const Scalar& offset, const Scalar& picked,
            const std::function<void(const Scalar&, const Scalar&)>& body) const {
    if (d == axes_.size()) return body(offset, picked);
    const Axis& axis = *axes_[d];
    const auto inner = [&](const Scalar& k) {
      const Scalar here = Joined(offset, sizes_[d], axis.Position(k));
      Walk(d + 1, here, axis.is_scalar() ? picked : Joined(picked, axis.count(), k), body);
    };
    if (axis.is_scalar()) return inner(Constant(0.0));
    WriteCounted(l_, axis.count(), inner);
  }
  // outer * size + inner
  Scalar Joined(const Scalar& outer, const Scalar& size, const Scalar& inner) const {
    return InRegister(l_, Apply(l_, Op::kAdd, Apply(l_, Op::kMul, outer, size), inner));
  }

  Lowering& l_;
  const std::vector<Scalar> sizes_;
  std::vector<std::unique_ptr<Axis>> axes_;
};

bool IsOfNumbers(Lowering& l, const Value& array) {
  if (FitsRegister(array.type) && HasElements(array)) return true;
  l.Refuse({}, "a part of this array is known during the run only: that is possible for arrays of numbers");
  return false;
}

// Field by field; each has its own dimensions after those of the record.
Value LoadFields(Lowering& l, const Value& array, std::span<const Selector> selectors) {
  Value result = array;
  result.variability = Variability::kContinuous;
  for (Value& field : result.fields) {
    const std::size_t own = field.dims.size() - array.dims.size();
    field = LoadOfRun(l, field, selectors);
    if (field.IsError()) return {};
    result.dims.assign(field.dims.begin(), field.dims.end() - static_cast<std::ptrdiff_t>(own));
  }
  return result;
}

}  // namespace

Value LoadOfRun(Lowering& l, const Value& array, std::span<const Selector> selectors) {
  if (array.IsRecord() && !array.fields.empty()) return LoadFields(l, array, selectors);
  if (!IsOfNumbers(l, array)) return {};
  const PartOfRun part(l, array, selectors);
  const ArrayReader reader(l, array);
  const std::vector<Scalar> counts = part.Counts();
  if (counts.empty()) {
    Value element = ScalarValue(array.type, {}, Variability::kContinuous);
    part.ForEach([&](const Scalar& offset, const Scalar&) { element.scalar = reader.At(offset); });
    return element;
  }
  Value result = NewArray(l, array.type, counts);
  result.unit = array.unit;
  part.ForEach(
      [&](const Scalar& offset, const Scalar& picked) { PutElement(l, result, picked, reader.At(offset)); });
  return result;
}

Value ItemOfRun(Lowering& l, const Value& array, const Scalar& offset) {
  if (array.dims.size() == 1 && !array.IsRecord()) {
    Value element = ScalarValue(array.type, ArrayReader(l, array).At(offset), Variability::kContinuous);
    element.unit = array.unit;
    return element;
  }
  Selector selector;
  selector.computed = Apply(l, Op::kAdd, offset, Constant(1.0));
  return LoadOfRun(l, array, {&selector, 1});
}

bool StoreOfRun(Lowering& l, const Value& target, std::span<const Selector> selectors, const Value& value,
                Span span) {
  if (target.IsRecord() && l.types().IsAssignable(target.type, value.type)) {
    const Value fitted = Coerced(l.types(), value, target.type);
    for (std::size_t i = 0; i < target.fields.size(); ++i) {
      if (!StoreOfRun(l, target.fields[i], selectors, fitted.fields[i], span)) return false;
    }
    return true;
  }
  if (!IsOfNumbers(l, target)) return false;
  const PartOfRun part(l, target, selectors);
  const std::vector<Scalar> counts = part.Counts();
  const bool has_type = l.types().IsAssignable(target.type, value.type);
  if (!has_type || counts.size() != value.dims.size()) {
    l.Error(has_type ? Code::kDimensionMismatch : Code::kTypeMismatch, span, "{} is assigned to {}",
            l.TypeText(value), l.context.TypeText(target.type, Dims(counts.size(), kUnknownSize)));
    return false;
  }
  CheckSameSizes(l, counts, SizesOf(value));
  // w[n:-1:1] := w
  const bool is_itself =
      value.IsOfRun() && target.IsOfRun() && value.fields[0].scalar.expr == target.fields[0].scalar.expr;
  const Value from =
      is_itself ? CombineOfRun(l, value.type, {&value, 1}, [](std::span<const Scalar> x) { return x[0]; })
                : value;
  const ArrayReader reader(l, from);
  part.ForEach(
      [&](const Scalar& offset, const Scalar& picked) { PutElement(l, target, offset, reader.At(picked)); });
  return true;
}

}  // namespace daedalus::semantics
