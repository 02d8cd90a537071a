#include "daedalus/language/semantics/functions/run_record.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/functions/merge_locals.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {
namespace {

using routine::Register;

template <class ValueOrConst>
std::vector<ValueOrConst*> LeavesOf(ValueOrConst& record) {
  std::vector<ValueOrConst*> leaves;
  ForEachLeaf(record, [&](ValueOrConst& leaf) { leaves.push_back(&leaf); });
  return leaves;
}

bool WaitsForSize(const Value& leaf) {
  return !leaf.IsScalar() && !leaf.IsOfRun() && leaf.size() == 0;
}

bool AreSamePlace(const Value& a, const Value& b) {
  return a.IsOfRun() && b.IsOfRun() && AreSame(a.fields[0].scalar, b.fields[0].scalar);
}

// r := R(r.y, r.x): parts of other arrays of the variable are copied before these change.
Value Apart(Lowering& l, const Value& leaf, const Value& target, std::span<Value* const> own) {
  const bool is_own =
      std::ranges::any_of(own, [&](const Value* other) { return AreSamePlace(leaf, *other); });
  if (!is_own || AreSamePlace(leaf, target)) return leaf;
  return CombineOfRun(l, leaf.type, {&leaf, 1}, [](std::span<const Scalar> x) { return x[0]; });
}

// A part that is declared with `:` has no known size, whatever its first value has.
void OpenSizes(const Dims& declared, Value& record) {
  for (std::size_t d = 0; d < declared.size(); ++d) {
    if (declared[d] == kUnknownSize) record.dims[d] = kUnknownSize;
  }
  for (Value& field : record.fields) {
    if (field.IsRecord()) OpenSizes(declared, field);
  }
}

// A part without a known value gets none in the arena either.
void FillUnknown(RoutineWriter& w, Value& leaf) {
  std::optional<Scalar> none;
  for (std::size_t i = 0; FitsRegister(leaf.type) && !leaf.IsOfRun() && i < leaf.size(); ++i) {
    if (!leaf[i].IsUnknown()) continue;
    if (!none) none = w.NoNumber();
    leaf[i] = *none;
  }
}

bool HasOfRun(const Value& record) {
  bool has = false;
  ForEachLeaf(record, [&](const Value& leaf) { has = has || leaf.IsOfRun() || WaitsForSize(leaf); });
  return has;
}

struct FieldLeaf {
  const Value* leaf;
  std::size_t num_around;  // dimensions of the records that it is a field of
  bool is_in_arena;        // since a field of an array of records is
};

void CollectFieldLeaves(const Value& value, std::size_t num_around, bool is_in_arena,
                        std::vector<FieldLeaf>& out) {
  if (!value.IsRecord()) return out.push_back({&value, num_around, is_in_arena});
  is_in_arena = is_in_arena || (!value.IsScalar() && HasOfRun(value));
  for (const Value& field : value.fields) CollectFieldLeaves(field, value.dims.size(), is_in_arena, out);
}

bool IsWhole(std::span<const Selector> selectors, std::size_t d) {
  return d >= selectors.size() || selectors[d].is_whole;
}

void CheckKnownSizes(Lowering& l, const Value& array, const Value& value) {
  for (std::size_t d = 0; d < array.dims.size(); ++d) {
    const Scalar own = SizeOf(array, d), given = SizeOf(value, d);
    if (own.IsConstant()) CheckSameSizes(l, {&own, 1}, {&given, 1});
  }
}

}  // namespace

bool IsRecordOfRun(const Lowering& l, const Value& first) {
  if (!first.IsRecord() || !WritesCode(l) || l.context.functions.run_sizes == RunSizes::kNone) return false;
  const bool may_be =
      first.IsScalar() || LiesInArena(first) || l.context.functions.run_sizes == RunSizes::kOpen;
  return may_be && HasOfRun(first);
}

bool MayChangeSize(const Lowering& l, const Local& local) {
  return WritesCode(l) && l.context.functions.run_sizes == RunSizes::kOpen && local.value.IsRecord() &&
         HasUnknownSize(local.dims);
}

bool IsRecordOfRun(const Local& local) {
  return !local.leaf_capacities.empty();
}

void DeclareRecord(Lowering& l, Local& local) {
  RoutineWriter& w = *l.writer();
  std::vector<FieldLeaf> shape;
  CollectFieldLeaves(local.value, 0, !local.value.IsScalar(), shape);
  const std::vector<Value*> leaves = LeavesOf(local.value);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (shape[i].is_in_arena) FillUnknown(w, *leaves[i]);
    const bool is_in_arena = shape[i].is_in_arena || leaves[i]->IsOfRun() || WaitsForSize(*leaves[i]);
    const std::size_t count = is_in_arena ? 1 + leaves[i]->dims.size() : leaves[i]->size();
    numbers.insert(numbers.end(), count, is_in_arena ? 0.0 : std::numeric_limits<double>::quiet_NaN());
    const double nothing = 0.0;
    local.leaf_capacities.push_back(is_in_arena ? std::optional(w.code.Data({&nothing, 1})) : std::nullopt);
  }
  const Value first = local.value;
  if (MayChangeSize(l, local)) OpenSizes(local.dims, local.value);
  Register next = w.code.Data(numbers);
  local.first_register = next;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!local.leaf_capacities[i]) {
      next += static_cast<Register>(leaves[i]->size());
      continue;
    }
    const Dims dims = leaves[i]->dims;
    const std::size_t rank = dims.size(), around = shape[i].num_around, outer = first.dims.size();
    *leaves[i] = ArrayInRegisters(l, leaves[i]->type, rank, next);
    // The records of an array have fields of the same size. It is known if the first value has it; 0 waits
    // for another one.
    for (std::size_t d = 0; d < outer; ++d) leaves[i]->dims[d] = local.value.dims[d];
    for (std::size_t d = outer; around > 0 && d < rank; ++d)
      leaves[i]->dims[d] = d >= around && dims[d] == 0 ? kUnknownSize : dims[d];
    next += static_cast<Register>(rank + 1);
  }
  AssignRecord(l, local, first, {});
}

bool AssignRecord(Lowering& l, Local& local, const Value& value, Span span) {
  RoutineWriter& w = *l.writer();
  Value target = w.InOwnRegisters(local);
  const std::vector<Value*> to = LeavesOf(target);
  std::vector<Value> from;
  for (const Value* leaf : LeavesOf(value)) from.push_back(Apart(l, *leaf, *to[from.size()], to));
  // Numbers first: sizes that change may depend on them.
  std::vector<Register> targets;
  std::vector<expr::ExprId> values;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i]->IsOfRun() || from[i].IsOfRun()) continue;
    if (to[i]->dims != from[i].dims) return l.RefuseSize(span, "a variable changes its size"), false;
    if (!FitsRegister(to[i]->type))
      return l.Refuse(span, "an object or a function depends on values of the run here"), false;
    for (std::size_t k = 0; k < from[i].size(); ++k) {
      if (from[i][k].IsUnknown() || AreSame(from[i][k], (*to[i])[k])) continue;
      targets.push_back(w.graph.variable((*to[i])[k].expr).value);
      values.push_back(ToExpr(l, from[i][k]));
    }
  }
  w.code.Assign(targets, values);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (AreSamePlace(from[i], *to[i]) || (!to[i]->IsOfRun() && !from[i].IsOfRun())) continue;
    if (from[i].HasUnknownSize() && !from[i].IsOfRun()) continue;  // it was not assigned
    if (to[i]->IsOfRun()) {
      CheckKnownSizes(l, *to[i], from[i]);
      KeepArray(l, *to[i], *local.leaf_capacities[i], from[i]);
    } else {
      CheckSameSizes(l, SizesOf(*to[i]), SizesOf(from[i]));
      CopyElements(l, from[i], *to[i], Constant(static_cast<double>(to[i]->size())));
    }
  }
  // A part that had no value before and got none now has none.
  local.value = std::move(target);
  const std::vector<Value*> kept = LeavesOf(local.value);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]->IsOfRun() || from[i].IsOfRun()) continue;
    for (std::size_t k = 0; k < from[i].size(); ++k) {
      if (from[i][k].IsUnknown()) (*kept[i])[k] = Scalar();
    }
  }
  local.is_assigned = true;
  return true;
}

void AdoptSizes(Lowering& l, const Local& local, const Value& target, std::span<const Selector> selectors,
                const Value& value) {
  std::vector<FieldLeaf> all;
  CollectFieldLeaves(local.value, 0, false, all);
  const std::vector<const Value*> to = LeavesOf(target), from = LeavesOf(value);
  if (to.size() != from.size() || local.leaf_capacities.size() != all.size()) return;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const auto at = std::ranges::find(all, to[i], &FieldLeaf::leaf);
    const auto number = static_cast<std::size_t>(at - all.begin());
    if (at == all.end() || at->num_around == 0 || !local.leaf_capacities[number]) continue;
    const std::size_t rank = to[i]->dims.size(), own = rank - at->num_around;
    if (own == 0 || from[i]->dims.size() < own) continue;
    std::vector<Scalar> sizes = SizesOf(*to[i]);
    bool is_open = false, is_whole = true;
    for (std::size_t d = at->num_around; d < rank; ++d) {
      is_open = is_open || to[i]->dims[d] == kUnknownSize;
      is_whole = is_whole && IsWhole(selectors, d);
      sizes[d] = SizeOf(*from[i], from[i]->dims.size() - (rank - d));
    }
    if (is_open && is_whole) SizeIfEmpty(l, *to[i], *local.leaf_capacities[number], sizes);
  }
}

bool LieAlike(const Value& a, const Value& b) {
  const std::vector<const Value*> left = LeavesOf(a), right = LeavesOf(b);
  return std::ranges::equal(left, right, [](const Value* x, const Value* y) {
    return x->IsOfRun() == y->IsOfRun() && x->dims.size() == y->dims.size() && x->size() == y->size();
  });
}

}  // namespace daedalus::semantics
