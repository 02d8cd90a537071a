#include "daedalus/language/semantics/instances/text_parameters.h"

#include <string>
#include <utility>

#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

std::string TextOf(const Context& context, Type type, const Scalar& value) {
  if (type == BaseType::kString) return std::string(context.strings.TextOf(value));
  const std::vector<std::string>& literals = context.types.Enumeration(type).literals;
  const auto at = static_cast<std::size_t>(value.number) - 1;
  return at < literals.size() ? literals[at] : std::string();
}

// Everything except the name and the value.
TextParameter CommonPart(Context& context, const Symbol& symbol) {
  const scope::Member& member = MemberOf(context, symbol);
  TextParameter out;
  out.span = symbol.span;
  out.description = member.tree->DescriptionText(member.component->description);
  out.type = context.types.Name(symbol.type);
  if (IsEnumeration(symbol.type)) out.literals = context.types.Enumeration(symbol.type).literals;
  out.is_final = symbol.is_final;
  return out;
}

}  // namespace

void EmitTextParameters(Context& context, const Symbol& symbol) {
  const bool is_text = symbol.type == BaseType::kString || IsEnumeration(symbol.type);
  if (!is_text || symbol.variability != Variability::kParameter || symbol.evaluation != Progress::kDone)
    return;
  const Node& parent = context.tree[symbol.parent];
  const std::uint32_t element = parent.element;
  const PathId path = PathOf(context, parent, symbol.name, symbol.dims);
  const auto count = static_cast<std::uint32_t>(symbol.value.size());
  const TextParameter common = CommonPart(context, symbol);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!symbol.value[i].IsConstant()) continue;
    TextParameter parameter = common;
    parameter.name = {path, element * count + i};
    parameter.value = TextOf(context, symbol.type, symbol.value[i]);
    context.system.text_parameters.push_back(std::move(parameter));
  }
}

}  // namespace daedalus::semantics
