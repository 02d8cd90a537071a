#include "daedalus/results/signal_type.h"

namespace daedalus::results {
namespace {

constexpr std::string_view kType = ":#(type=", kDiscrete = ":#(variability=discrete)", kEnd = ")]";

}  // namespace

std::string TypeMark(const SignalType& type) {
  switch (type.kind) {
    case NumberKind::kReal:
      return std::string(type.is_discrete ? kDiscrete : "");
    case NumberKind::kInteger:
      return std::string(kType) + "Integer)";
    case NumberKind::kBoolean:
      return std::string(kType) + "Boolean)";
    case NumberKind::kEnumeration:
    case NumberKind::kString:
      return std::string(kType) + type.enumeration + ")";
  }
  return {};
}

SignalType ReadTypeMark(std::string_view description) {
  if (!description.ends_with(kEnd)) return {};
  description.remove_suffix(1);
  if (description.ends_with(kDiscrete)) return {NumberKind::kReal, true, {}};
  const std::size_t at = description.rfind(kType);
  if (at == std::string_view::npos) return {};
  std::string_view name = description.substr(at + kType.size());
  name.remove_suffix(1);
  if (name == "Integer") return {NumberKind::kInteger, false, {}};
  if (name == "Boolean") return {NumberKind::kBoolean, false, {}};
  return {NumberKind::kEnumeration, false, std::string(name)};
}

}  // namespace daedalus::results
