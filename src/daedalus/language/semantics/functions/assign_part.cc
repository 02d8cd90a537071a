#include "daedalus/language/semantics/functions/assign_part.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/subscripts.h"

namespace daedalus::semantics {

Value* WholeField(Lowering& l, Value& record, std::span<const syntax::ReferencePart> parts) {
  Value* field = &record;
  for (const syntax::ReferencePart& part : parts) {
    if (!part.subscripts.empty()) return nullptr;
    if (&part == &parts[0]) continue;
    const int at = field->IsRecord() ? l.types().Record(field->type).Find(l.Text(part.name)) : -1;
    if (at < 0) return nullptr;  // the ordinary assignment reports it
    field = &field->fields[static_cast<std::size_t>(at)];
  }
  return field;
}

namespace {

using syntax::ReferencePart;

// Everything selected so far: an array, and places in it.
struct Spot {
  Value* value;
  Selection selection;
};

// The subscripts of a part select among its own dimensions, which follow the selected ones of earlier parts.
std::optional<Spot> PickOwn(Lowering& l, const Spot& around, Value& value, const ReferencePart& part,
                            IndexTypes index_types = {}) {
  const auto leading = static_cast<std::ptrdiff_t>(around.value == &value ? 0 : around.value->dims.size());
  const Dims own(value.dims.begin() + leading, value.dims.end());
  const auto subscripts = l.tree().List(part.subscripts);
  if (!HasDimensionsFor(l, own, subscripts, [&] { return fmt::format("`{}`", l.Text(part.name)); }))
    return std::nullopt;
  const auto picked = Select(l, own, index_types, subscripts);
  if (!picked) return std::nullopt;
  Spot place{&value, around.selection};
  place.selection.dims.insert(place.selection.dims.end(), picked->dims.begin(), picked->dims.end());
  place.selection.is_known = around.selection.is_known && picked->is_known;
  place.selection.offsets.clear();
  if (!place.selection.is_known) return place;
  const auto block = static_cast<std::size_t>(NumElements(own));
  for (const std::size_t outer : around.selection.offsets) {
    for (const std::size_t inner : picked->offsets) place.selection.offsets.push_back(outer * block + inner);
  }
  return place;
}

Value* FindField(Lowering& l, Value& record, const ReferencePart& part) {
  const int at = record.IsRecord() ? l.types().Record(record.type).Find(l.Text(part.name)) : -1;
  if (at >= 0) return &record.fields[static_cast<std::size_t>(at)];
  l.Error(Code::kUnknownName, l.tree().SpanOf(part), "this is {} and has no `{}` in it", l.TypeText(record),
          l.Text(part.name));
  return nullptr;
}

void Scatter(Value& target, std::span<const std::size_t> offsets, const Value& value, std::size_t block) {
  target.variability = Max(target.variability, value.variability);
  if (target.unit != value.unit) target.unit = {};
  if (target.IsRecord()) {
    for (std::size_t i = 0; i < target.fields.size(); ++i) {
      Value& field = target.fields[i];
      const auto own = field.dims.begin() + static_cast<std::ptrdiff_t>(target.dims.size());
      Scatter(field, offsets, value.fields[i],
              block * static_cast<std::size_t>(NumElements(Dims(own, field.dims.end()))));
    }
    return;
  }
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    for (std::size_t k = 0; k < block; ++k) target[offsets[i] * block + k] = value[i * block + k];
  }
}

// The dimensions of a record's fields are part of the value, so they must agree, too.
bool HaveSameShape(const Value& target, const Dims& picked, const Value& value, std::size_t skipped) {
  if (!target.IsRecord()) return true;
  for (std::size_t i = 0; i < target.fields.size(); ++i) {
    const Dims own(target.fields[i].dims.begin() + static_cast<std::ptrdiff_t>(skipped),
                   target.fields[i].dims.end());
    const Dims given(value.fields[i].dims.begin() + static_cast<std::ptrdiff_t>(picked.size()),
                     value.fields[i].dims.end());
    if (!AreCompatible(own, given)) return false;
  }
  return true;
}

// In an array of records all arrays have the same size. Those without elements get it from the first assigned
// record.
void AdoptShape(Value& target, const Dims& picked, const Value& value, std::size_t skipped) {
  for (std::size_t i = 0; target.IsRecord() && i < target.fields.size(); ++i) {
    Value& field = target.fields[i];
    const Dims given(value.fields[i].dims.begin() + static_cast<std::ptrdiff_t>(picked.size()),
                     value.fields[i].dims.end());
    if (field.IsRecord()) AdoptShape(field, picked, value.fields[i], skipped);
    const bool waits =
        !field.IsRecord() && !field.HasUnknownSize() && field.dims.size() == skipped + given.size() &&
        NumElements(Dims(field.dims.begin() + static_cast<std::ptrdiff_t>(skipped), field.dims.end())) == 0;
    if (!waits || given.empty() || HasUnknownSize(given)) continue;
    Dims dims(field.dims.begin(), field.dims.begin() + static_cast<std::ptrdiff_t>(skipped));
    dims.insert(dims.end(), given.begin(), given.end());
    if (NumElements(dims) > 0) field = ArrayValue(field.type, std::move(dims), field.variability);
  }
}

// r.x, a whole field that was declared with `:` and has no elements yet: it gets the size of the assigned
// value (Modelica 3.6, section 12.4.5). Null: something else.
Value* FindOpenField(Lowering& l, Value& target, std::span<const ReferencePart> parts) {
  if (parts.size() < 2 || !parts.back().subscripts.empty() || l.scope.frame == nullptr) return nullptr;
  const Value* const record = WholeField(l, target, parts.first(parts.size() - 1));
  if (record == nullptr) return nullptr;
  if (!record->IsRecord()) return nullptr;
  const RecordType& type = l.types().Record(record->type);
  const int at = type.Find(l.Text(parts.back().name));
  if (at < 0 || type.environment == kNoEnvironment) return nullptr;
  Value& field = *WholeField(l, target, parts);
  if (field.IsScalar() || field.HasUnknownSize() || NumElements(field.dims) > 0) return nullptr;
  const scope::EnvId env(type.environment);
  const std::uint32_t member = l.context.envs.FindMember(env, parts.back().name);
  if (member == scope::kNoMember) return nullptr;
  const auto& declared = l.context.envs.Members(env)[member].dimensions;
  const bool is_open = std::ranges::any_of(declared, [](const scope::DeclaredText& dimension) {
    return (*dimension.tree)[dimension.expression].kind == syntax::ExpressionKind::kColon;
  });
  return is_open ? &field : nullptr;
}

}  // namespace

bool AssignPart(Lowering& l, Value& target, std::span<const ReferencePart> parts, const Value& value,
                Span span, std::span<const Type> index_types) {
  if (Value* field = FindOpenField(l, target, parts)) {
    const std::size_t around = WholeField(l, target, parts.first(parts.size() - 1))->dims.size();
    const bool fits =
        l.types().IsAssignable(field->type, value.type) && field->dims.size() == value.dims.size() &&
        std::equal(field->dims.begin(), field->dims.begin() + static_cast<std::ptrdiff_t>(around),
                   value.dims.begin());
    if (fits && !value.HasUnknownSize()) {
      *field = Coerced(l.types(), value, field->type);
      return true;
    }
  }
  auto place = PickOwn(l, {&target, {{}, {0}}}, target, parts[0], index_types);
  for (const ReferencePart& part : parts.subspan(1)) {
    if (!place) return false;
    Value* field = FindField(l, *place->value, part);
    if (field == nullptr) return false;
    place = PickOwn(l, *place, *field, part);
  }
  if (!place) return false;
  Value& part = *place->value;
  if (!l.types().IsAssignable(part.type, value.type)) {
    l.Error(Code::kTypeMismatch, span, "{} is assigned to something of type {}", l.TypeText(value),
            l.types().Name(part.type));
    return false;
  }
  const Value fitted = Coerced(l.types(), value, part.type);
  if (AreCompatible(place->selection.dims, value.dims))
    AdoptShape(part, place->selection.dims, fitted, part.dims.size());
  if (!AreCompatible(place->selection.dims, value.dims) ||
      !HaveSameShape(part, place->selection.dims, fitted, part.dims.size())) {
    l.Error(Code::kDimensionMismatch, span, "{} is assigned to {}", l.TypeText(value),
            l.context.TypeText(part.type, place->selection.dims));
    return false;
  }
  if (!place->selection.is_known || value.HasUnknownSize()) return true;
  Scatter(part, place->selection.offsets, fitted, 1);
  return true;
}

}  // namespace daedalus::semantics
