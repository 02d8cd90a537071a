#include "daedalus/language/semantics/functions/run_subscripts.h"

#include <algorithm>
#include <utility>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/functions/run_part.h"
#include "daedalus/language/semantics/functions/run_record.h"

namespace daedalus::semantics {
namespace {

using routine::Register;
using syntax::ExpressionId;

Selector Whole(std::int64_t size) {
  Selector selector;
  selector.is_whole = true;
  for (std::int64_t i = 0; i < size; ++i) selector.positions.push_back(i);
  return selector;
}

// nullopt after a mistake or a refusal.
std::optional<Selector> LowerSelector(Lowering& l, ExpressionId id, const Value& array, std::size_t d) {
  const std::int64_t size = array.dims[d];
  if (l.tree()[id].kind == syntax::ExpressionKind::kColon) return Whole(size);
  const Dimension here{size, BaseType::kInteger, SizeOf(array, d)};
  const Dimension* const outer = std::exchange(l.end, &here);
  const Value value = Lower(l, id);
  l.end = outer;
  if (value.IsError()) return std::nullopt;
  Selector selector;
  selector.is_scalar = value.IsScalar();
  if (value.IsConstant()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      selector.positions.push_back(static_cast<std::int64_t>(value[i].number) - 1);
    return selector;
  }
  if (value.IsOfRun() && value.dims.size() == 1 && value.type == BaseType::kInteger) {
    selector.several = value;
    return selector;
  }
  if (!value.IsScalar() || value.type != BaseType::kInteger) {
    l.RefuseSize(l.SpanOf(id), "a subscript that is known during the run only is one Integer");
    return std::nullopt;
  }
  selector.computed = value.scalar;
  return selector;
}

bool IsComputed(std::span<const Selector> selectors) {
  for (const Selector& selector : selectors) {
    if (selector.computed || selector.several) return true;
  }
  return false;
}

bool HasSeveral(std::span<const Selector> selectors) {
  return std::any_of(selectors.begin(), selectors.end(),
                     [](const Selector& s) { return s.several.has_value(); });
}

// Checks that known positions are within the array; otherwise reported.
bool AreWithin(Lowering& l, std::span<const Selector> selectors, const Dims& dims, Span span) {
  for (std::size_t d = 0; d < selectors.size(); ++d) {
    for (const std::int64_t position : selectors[d].positions) {
      if (position >= 0 && (position < dims[d] || dims[d] == kUnknownSize)) continue;
      l.Error(Code::kSubscriptOutOfBounds, span, "the subscript {} is not between 1 and {}", position + 1,
              dims[d]);
      return false;
    }
  }
  return true;
}

// The selected elements, as offsets from a computed place.
struct PickedPlace {
  Dims dims;
  std::vector<std::size_t> offsets;
  Scalar place;
};

// Checks computed subscripts once; dimensions after the selectors are taken whole.
PickedPlace Pick(Lowering& l, std::span<const Selector> selectors, const Dims& dims, bool is_checked) {
  RoutineWriter& w = *l.writer();
  PickedPlace picked{{}, {0}, Constant(0.0)};
  std::vector<Scalar> terms;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    std::size_t stride = 1;
    for (std::size_t k = d + 1; k < dims.size(); ++k) stride *= static_cast<std::size_t>(dims[k]);
    const Selector selector = d < selectors.size() ? selectors[d] : Whole(dims[d]);
    if (selector.computed) {
      if (!is_checked) w.code.CheckIndex(w.Write(l, *selector.computed), static_cast<std::size_t>(dims[d]));
      const Scalar position[] = {*selector.computed, Constant(-1.0)};
      const Scalar factors[] = {SumOf(l, position), Constant(static_cast<double>(stride))};
      terms.push_back(ProductOf(l, factors));
      continue;
    }
    if (!selector.is_scalar) picked.dims.push_back(static_cast<std::int64_t>(selector.positions.size()));
    std::vector<std::size_t> offsets;
    for (const std::size_t outer : picked.offsets) {
      for (const std::int64_t position : selector.positions)
        offsets.push_back(outer + stride * static_cast<std::size_t>(position));
    }
    picked.offsets = std::move(offsets);
  }
  picked.place = SumOf(l, terms);
  return picked;
}

// Loads from an array that is not a record.
Value LoadLeaf(Lowering& l, const Value& array, std::span<const Selector> selectors, bool is_checked) {
  RoutineWriter& w = *l.writer();
  const PickedPlace picked = Pick(l, selectors, array.dims, is_checked);
  if (!FitsRegister(array.type)) return l.Refuse({}, "an object depends on values of the run here");
  const Register run = w.Run(l, array), place = w.Write(l, picked.place);
  Value result = ArrayValue(array.type, picked.dims, Variability::kContinuous);
  for (std::size_t i = 0; i < picked.offsets.size(); ++i) {
    const Register to = w.code.NewRegister();
    w.code.Load(to, run + static_cast<Register>(picked.offsets[i]), place, array.size());
    result[i] = w.Leaf(to);
  }
  return result;
}

Value LoadValue(Lowering& l, const Value& array, std::span<const Selector> selectors, bool is_checked) {
  if (!array.IsRecord()) return LoadLeaf(l, array, selectors, is_checked);
  Value result = array;
  result.dims.clear();
  for (std::size_t d = 0; d < array.dims.size(); ++d) {
    const bool is_picked = d < selectors.size() && (selectors[d].is_scalar || selectors[d].computed);
    if (!is_picked)
      result.dims.push_back(d < selectors.size() ? static_cast<std::int64_t>(selectors[d].positions.size())
                                                 : array.dims[d]);
  }
  for (Value& field : result.fields) {
    field = LoadValue(l, field, selectors, is_checked);
    if (field.IsError()) return {};
    is_checked = true;
  }
  return result;
}

bool StoreLeaf(Lowering& l, Register run, const Value& target, std::span<const Selector> selectors,
               const Value& value, bool is_checked) {
  RoutineWriter& w = *l.writer();
  const PickedPlace picked = Pick(l, selectors, target.dims, is_checked);
  std::vector<expr::ExprId> values;
  for (std::size_t i = 0; i < value.size(); ++i) values.push_back(w.ExprOf(l, value[i]));
  values.push_back(w.ExprOf(l, picked.place));
  const std::vector<Register> from = w.code.WriteAll(values);
  for (std::size_t i = 0; i < picked.offsets.size(); ++i) {
    w.code.Store(from[i], run + static_cast<Register>(picked.offsets[i]), from.back(), target.size());
  }
  return true;
}

std::size_t NumScalars(const Value& value) {
  std::size_t count = 0;
  ForEachLeaf(value, [&](const Value& leaf) { count += leaf.IsOfRun() ? leaf.fields.size() : leaf.size(); });
  return count;
}

bool StoreValue(Lowering& l, Register* run, const Value& target, std::span<const Selector> selectors,
                const Value& value) {
  if (!target.IsRecord()) {
    if (!StoreLeaf(l, *run, target, selectors, value, false)) return false;
    *run += static_cast<Register>(target.size());
    return true;
  }
  for (std::size_t i = 0; i < target.fields.size(); ++i) {
    if (!StoreValue(l, run, target.fields[i], selectors, value.fields[i])) return false;
  }
  return true;
}

// Elements of known size that lie in a row.
Value InRow(Lowering& l, Value shape, Register first) {
  for (std::size_t i = 0; i < shape.size(); ++i)
    shape[i] = l.writer()->Leaf(first + static_cast<Register>(i));
  return shape;
}

bool LiesWhollyInArena(const Value& target) {
  bool is_all = true;
  ForEachLeaf(target, [&](const Value& leaf) { is_all = is_all && leaf.IsOfRun(); });
  return is_all && LiesInArena(target);
}

// `target` is the variable or, from register `run` on, a field of it.
bool StoreInLocal(Lowering& l, Local& local, const Value& target, Register run,
                  std::span<const Selector> selectors, const Value& value, Span span) {
  if (&target != &local.value && LiesWhollyInArena(target)) {
    AdoptSizes(l, local, target, selectors, value);
    return StoreOfRun(l, target, selectors, value, span);
  }
  if (&target != &local.value && target.IsRecord()) {
    l.Refuse(span, "a part of a record whose size is known during the run only is assigned to");
    return false;
  }
  if (&target != &local.value) {
    const bool is_stored = StoreOfRun(l, InRow(l, target, run), selectors, value, span);
    l.writer()->Forget(local);
    return is_stored;
  }
  if (LiesInArena(local.value)) {
    AdoptSizes(l, local, local.value, selectors, value);
    local.is_assigned = true;
    return StoreOfRun(l, local.value, selectors, value, span);
  }
  const bool ok = StoreOfRun(l, l.writer()->InOwnRegisters(local), selectors, value, span);
  l.writer()->Forget(local);
  return ok;
}

}  // namespace

std::optional<Value> LoadPart(Lowering& l, const Value& array, std::size_t leading,
                              std::span<const ExpressionId> subscripts) {
  std::vector<Selector> selectors;
  for (std::size_t d = 0; d < leading; ++d) selectors.push_back(Whole(array.dims[d]));
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    auto selector = LowerSelector(l, subscripts[i], array, leading + i);
    if (!selector) return Value();
    selectors.push_back(std::move(*selector));
  }
  const bool is_of_run = LiesInArena(array) || HasSeveral(selectors);
  if (!is_of_run && !IsComputed(selectors)) return std::nullopt;
  const Span span = l.SpanOf(subscripts[0]);
  if (is_of_run) return AreWithin(l, selectors, array.dims, span) ? LoadOfRun(l, array, selectors) : Value();
  return AreWithin(l, selectors, array.dims, span) ? LoadValue(l, array, selectors, false) : Value();
}

std::optional<bool> StorePart(Lowering& l, Local& local, std::span<const syntax::ReferencePart> parts,
                              const Value& value, Span span) {
  const Value* target = &local.value;
  Register run = local.first_register.value_or(0);
  std::vector<Selector> selectors;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (p > 0) {
      const int at = target->IsRecord() ? l.types().Record(target->type).Find(l.Text(parts[p].name)) : -1;
      if (at < 0) return std::nullopt;  // the ordinary assignment reports it
      for (int k = 0; k < at; ++k)
        run += static_cast<Register>(NumScalars(target->fields[static_cast<std::size_t>(k)]));
      target = &target->fields[static_cast<std::size_t>(at)];
    }
    const auto subscripts = l.tree().List(parts[p].subscripts);
    const std::size_t first = selectors.size();
    const std::size_t own = target->dims.size() - first;
    if (subscripts.size() > own) return std::nullopt;
    for (std::size_t d = 0; d < own; ++d) {
      auto selector = d < subscripts.size() ? LowerSelector(l, subscripts[d], *target, first + d)
                                            : std::optional(Whole(target->dims[first + d]));
      if (!selector) return false;
      selectors.push_back(std::move(*selector));
    }
  }
  const bool is_of_run = LiesInArena(*target) || LiesInArena(value) || HasSeveral(selectors);
  if (!is_of_run && !IsComputed(selectors)) return std::nullopt;
  if (!AreWithin(l, selectors, target->dims, span)) return false;
  if (is_of_run) return StoreInLocal(l, local, *target, run, selectors, value, span);
  Dims picked;
  for (const Selector& selector : selectors) {
    if (!selector.computed && !selector.is_scalar)
      picked.push_back(static_cast<std::int64_t>(selector.positions.size()));
  }
  if (!l.types().IsAssignable(target->type, value.type) || !AreCompatible(picked, value.dims)) {
    l.Error(Code::kTypeMismatch, span, "{} is assigned to {}", l.TypeText(value),
            l.context.TypeText(target->type, picked));
    return false;
  }
  const bool ok = StoreValue(l, &run, *target, selectors, Coerced(l.types(), value, target->type));
  l.writer()->Forget(local);
  return ok;
}

}  // namespace daedalus::semantics
