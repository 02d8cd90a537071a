#include "daedalus/language/semantics/expressions/records.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/unit_check.h"

namespace daedalus::semantics {
namespace {

// Arguments in the order of the fields; null if not given. nullopt after a mistake.
std::optional<std::vector<const RecordArgument*>> Arrange(Lowering& l, const RecordType& record,
                                                          std::span<const RecordArgument> arguments,
                                                          Span span) {
  std::vector<const RecordArgument*> arranged(record.fields.size(), nullptr);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const RecordArgument& argument = arguments[i];
    const int at = argument.name.empty() ? static_cast<int>(i) : record.Find(argument.name);
    if (at < 0) {
      l.Error(Code::kBadNamedArgument, argument.span, "`{}` has no argument named `{}`", record.name,
              argument.name);
      return std::nullopt;
    }
    const auto field = static_cast<std::size_t>(at);
    if (field >= arranged.size()) {
      l.Error(Code::kWrongArgumentCount, span, "`{}` takes {} argument{}, but there are {}", record.name,
              record.fields.size(), record.fields.size() == 1 ? "" : "s", arguments.size());
      return std::nullopt;
    }
    if (arranged[field] != nullptr) {
      l.Error(Code::kBadNamedArgument, argument.span, "the argument `{}` is given twice",
              record.fields[field].name);
      return std::nullopt;
    }
    arranged[field] = &argument;
  }
  return arranged;
}

// True if the value fits a field, or several at once; otherwise it was reported.
bool FitsField(Lowering& l, const RecordType& record, const RecordField& field, const Value& value,
               Span span) {
  if (!l.types().IsAssignable(field.type, value.type)) {
    l.Error(Code::kWrongArgumentType, span, "`{}` of `{}` is of type {}, but this is {}", field.name,
            record.name, l.types().Name(field.type), l.TypeText(value));
    return false;
  }
  if (value.dims.size() >= field.rank) return true;
  l.Error(Code::kDimensionMismatch, span, "`{}` of `{}` has {} dimension{}, but this is {}", field.name,
          record.name, field.rank, field.rank == 1 ? "" : "s", l.TypeText(value));
  return false;
}

// The dimensions of the values before those of their fields; nullopt after a mistake.
std::optional<Dims> ExtraDims(Lowering& l, const RecordType& record, std::span<const Value> values,
                              Span span) {
  Dims extra;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t rank = values[i].dims.size() - record.fields[i].rank;
    if (rank == 0) continue;
    const Dims own(values[i].dims.begin(), values[i].dims.begin() + static_cast<std::ptrdiff_t>(rank));
    if (extra.empty()) extra = own;
    if (!AreCompatible(extra, own)) {
      l.Error(Code::kDimensionMismatch, span, "`{}` is made of arrays of different sizes, {} and {}",
              record.name, ToString(extra), ToString(own));
      return std::nullopt;
    }
    extra = Merged(extra, own);
  }
  return extra;
}

// A parameter without a value may decide between arrays of different sizes.
std::optional<Dims> DimsOfBranches(const Lowering& l, const Value& condition, const Dims& a, const Dims& b) {
  const bool may_differ = l.purpose.mode == Mode::kCheck && condition.variability <= Variability::kParameter;
  if (!may_differ) return AreCompatible(a, b) ? std::optional(Merged(a, b)) : std::nullopt;
  if (a.size() != b.size()) return std::nullopt;
  Dims dims = a;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (a[d] != b[d]) dims[d] = kUnknownSize;
  }
  return dims;
}

}  // namespace

const Value* FieldOf(const TypeTable& types, const Value& record, std::string_view name) {
  if (!record.IsRecord()) return nullptr;
  const int at = types.Record(record.type).Find(name);
  const bool has_field =
      at >= 0 && static_cast<std::size_t>(at) < record.fields.size();  // none after a mistake in one
  return has_field ? &record.fields[static_cast<std::size_t>(at)] : nullptr;
}

Value Coerced(const TypeTable& types, Value value, Type to) {
  if (value.type == to) return value;
  if (to == BaseType::kRecord) {
    const RecordType &from = types.Record(value.type), &wanted = types.Record(to);
    std::vector<Value> fields;
    for (const RecordField& field : wanted.fields) {
      const int at = from.Find(field.name);
      DAEDALUS_CHECK(at >= 0, "only assignable types are coerced");
      fields.push_back(Coerced(types, std::move(value.fields[static_cast<std::size_t>(at)]), field.type));
    }
    value.fields = Fields(std::move(fields));
  }
  value.type = to;
  return value;
}

Value MakeRecord(Lowering& l, Type type, std::span<const RecordArgument> arguments, Span span,
                 const DefaultOfField& default_of) {
  const RecordType& record = l.types().Record(type);
  const auto arranged = Arrange(l, record, arguments, span);
  if (!arranged) return {};
  std::vector<Value> values;
  bool ok = true;
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const RecordArgument* argument = (*arranged)[i];
    std::optional<Value> value;
    if (argument != nullptr) {
      value = argument->value;
    } else if (default_of) {
      value = default_of(i);
    }
    if (!value) {
      l.Error(Code::kWrongArgumentCount, span, "`{}` needs a value for `{}`", record.name,
              record.fields[i].name);
      return {};
    }
    ok = !value->IsError() &&
         FitsField(l, record, record.fields[i], *value, argument != nullptr ? argument->span : span) && ok;
    values.push_back(std::move(*value));
  }
  if (!ok) return {};
  const auto extra = ExtraDims(l, record, values, span);
  if (!extra) return {};
  Value result = ArrayValue(type, *extra);
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.variability = Max(result.variability, values[i].variability);
    values[i] = Coerced(l.types(), std::move(values[i]), record.fields[i].type);
    if (!extra->empty() && values[i].dims.size() == record.fields[i].rank)
      values[i] = Repeated(values[i], *extra);
  }
  result.fields = Fields(std::move(values));
  return result;
}

bool CanBeChosen(const Lowering& l, const Value& a, const Value& b) {
  if (a.IsError() || b.IsError() || !AreCompatible(a.dims, b.dims)) return false;
  const Type type = l.types().Unify(a.type, b.type);
  if (type == BaseType::kRecord) {
    const auto& fields = l.types().Record(type).fields;
    return std::all_of(fields.begin(), fields.end(), [&](const RecordField& field) {
      const Value *first = FieldOf(l.types(), a, field.name), *second = FieldOf(l.types(), b, field.name);
      return first != nullptr && second != nullptr && CanBeChosen(l, *first, *second);
    });
  }
  return HasValueType(type) || IsEnumeration(type) || type == BaseType::kString;
}

Value ChooseValue(Lowering& l, const Value& condition, const Value& a, const Value& b, Span span) {
  const Type type = l.types().Unify(a.type, b.type);
  const auto dims = DimsOfBranches(l, condition, a.dims, b.dims);
  if (type == BaseType::kError || !dims) {
    return l.Error(type == BaseType::kError ? Code::kTypeMismatch : Code::kDimensionMismatch, span,
                   "the branches of an if-expression are {} and {}", l.TypeText(a), l.TypeText(b));
  }
  const Variability variability = Max(condition.variability, Max(a.variability, b.variability));
  Value result = ArrayValue(type, *dims, variability);
  result.unit = CommonUnit(l.context, a, b);
  if (type == BaseType::kRecord) {
    std::vector<Value> fields;
    for (const RecordField& field : l.types().Record(type).fields) {
      const Value *first = FieldOf(l.types(), a, field.name), *second = FieldOf(l.types(), b, field.name);
      if (first == nullptr || second == nullptr) return {};            // a mistake in a field was reported
      const bool is_left_out = first->IsError() && second->IsError();  // algorithm_targets.h
      fields.push_back(is_left_out ? Value() : ChooseValue(l, condition, *first, *second, span));
      if (fields.back().IsError() && !is_left_out) return {};
    }
    result.fields = Fields(std::move(fields));
    return result;
  }
  if (a.HasUnknownSize() || b.HasUnknownSize() || result.HasUnknownSize()) return result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const bool is_same_text = a[i].IsConstant() && b[i].IsConstant() && a[i].number == b[i].number;
    if (is_same_text) {
      result[i] = a[i];
      continue;
    }
    result[i] = Choose(l, condition.scalar, a[i], b[i]);
  }
  return result;
}

}  // namespace daedalus::semantics
