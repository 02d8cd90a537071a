#include "daedalus/language/semantics/functions/missing_fields.h"

#include <fmt/format.h>

namespace daedalus::semantics {
namespace {

bool HasUnknown(const Value& leaf) {
  for (std::size_t i = 0; i < leaf.size(); ++i) {
    if (leaf[i].IsUnknown()) return true;
  }
  return false;
}

bool GiveMissing(const Value& result, Value& leaf) {
  if (!HasUnknown(result)) return true;
  const bool is_number = result.type == BaseType::kReal || result.type == BaseType::kInteger ||
                         result.type == BaseType::kBoolean;
  if (!is_number || result.HasUnknownSize() || leaf.size() != result.size()) return false;
  for (std::size_t i = 0; i < leaf.size(); ++i) {
    if (result[i].IsUnknown() && leaf[i].IsUnknown()) leaf[i] = Constant(0);
  }
  return true;
}

void AppendNames(const TypeTable& types, const Value& value, const std::string& prefix, std::string* names) {
  const RecordType& type = types.Record(value.type);
  for (std::size_t i = 0; i < value.fields.size(); ++i) {
    const std::string name = prefix + type.fields[i].name;
    if (value.fields[i].IsRecord()) {
      AppendNames(types, value.fields[i], name + ".", names);
    } else if (HasUnknown(value.fields[i])) {
      fmt::format_to(std::back_inserter(*names), "{}`{}`", names->empty() ? "" : ", ", name);
    }
  }
}

}  // namespace

bool GiveMissingParts(const Value& result, Value& value) {
  if (!result.IsRecord() && !value.IsRecord() && !result.dims.empty()) return GiveMissing(result, value);
  return GiveMissingFields(result, value);
}

bool GiveMissingFields(const Value& result, Value& record) {
  if (!result.IsRecord() || !record.IsRecord() || result.fields.size() != record.fields.size()) return false;
  for (std::size_t i = 0; i < result.fields.size(); ++i) {
    const bool is_record = result.fields[i].IsRecord();
    if (!(is_record ? GiveMissingFields(result.fields[i], record.fields[i])
                    : GiveMissing(result.fields[i], record.fields[i])))
      return false;
  }
  return true;
}

bool HasMissingParts(const Value& value) {
  bool has_unknown = false;
  ForEachLeaf(value, [&](const Value& leaf) { has_unknown = has_unknown || HasUnknown(leaf); });
  return has_unknown && (value.IsRecord() || !value.dims.empty());
}

std::string NamesOfMissingFields(const TypeTable& types, const Value& result) {
  std::string names;
  AppendNames(types, result, "", &names);
  return names;
}

void ReportMissingFields(Lowering& l, scope::EnvId function, const scope::Member& output,
                         std::string_view names) {
  l.context.reporter.Report(Warning(Code::kFunctionFailed, output.span,
                                    "`{}` gives no value to {} of its output `{}` in some cases",
                                    l.context.envs.NameOf(function), names, l.Text(output.name))
                                .Note("where there is none it is taken as 0, or false"));
}

void ReportMissingElements(Lowering& l, scope::EnvId function, const scope::Member& array) {
  l.context.reporter.Report(Warning(Code::kFunctionFailed, array.span,
                                    "`{}` gives no value to some elements of `{}`",
                                    l.context.envs.NameOf(function), l.Text(array.name))
                                .Note("where there is none it is taken as 0, or false"));
}

}  // namespace daedalus::semantics
