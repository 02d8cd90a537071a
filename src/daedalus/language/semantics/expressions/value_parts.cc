#include "daedalus/language/semantics/expressions/value_parts.h"

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/expressions/choose_element.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/subscripts.h"
#include "daedalus/language/semantics/functions/run_subscripts.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ReferencePart;

Value ReportNoField(Lowering& l, const Value& value, const ReferencePart& part, std::string_view of) {
  const std::string_view name = l.Text(part.name);
  auto error = Error(Code::kUnknownName, l.tree().SpanOf(part), "{} is a {} and has no `{}` in it", of,
                     l.types().Name(value.type), name);
  if (value.IsRecord()) {
    NearestName nearest(name);
    for (const RecordField& field : l.types().Record(value.type).fields) nearest.Offer(field.name);
    error.Hint(nearest.Hint());
  }
  l.context.reporter.Report(std::move(error));
  return {};
}

// Subscripts of all dimensions except the first `leading` ones.
Value Subscripted(Lowering& l, Value value, std::size_t leading, std::span<const ExpressionId> subscripts,
                  std::string_view what, IndexTypes index_types) {
  if (subscripts.empty()) return value;
  const Dims own(value.dims.begin() + static_cast<std::ptrdiff_t>(leading), value.dims.end());
  if (!HasDimensionsFor(l, own, subscripts, [&] { return what; })) return {};
  if (l.writer() != nullptr && l.purpose.mode == Mode::kSymbolic) {
    if (auto loaded = LoadPart(l, value, leading, subscripts)) return std::move(*loaded);
  }
  if (leading == 0 && index_types.empty()) {
    if (auto chosen = ChooseElement(l, value, subscripts)) return std::move(*chosen);
  }
  const auto selection = Select(l, value.dims, index_types, subscripts, leading);
  return selection ? Pick(value, *selection) : Value();
}

}  // namespace

Value PartOf(Lowering& l, Value value, std::span<const ReferencePart> parts, std::string_view what,
             std::span<const Type> index_types) {
  value = Subscripted(l, std::move(value), 0, l.tree().List(parts[0].subscripts), what, index_types);
  std::string name;
  for (const ReferencePart& part : parts.subspan(1)) {
    if (value.IsError()) return {};
    const Value* field = FieldOf(l.types(), value, l.Text(part.name));
    if (field == nullptr) return ReportNoField(l, value, part, what);
    const std::size_t leading = value.dims.size();
    name = fmt::format("`{}`", l.Text(part.name));
    what = name;
    value = Subscripted(l, Value(*field), leading, l.tree().List(part.subscripts), what, {});
  }
  return value;
}

}  // namespace daedalus::semantics
