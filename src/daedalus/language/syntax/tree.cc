#include "daedalus/language/syntax/tree.h"

#include "daedalus/language/syntax/literals.h"

namespace daedalus::syntax {

std::string Tree::DottedName(ReferenceId id) const {
  const Reference& reference = (*this)[id];
  std::string name;
  for (const ReferencePart& part : List(reference.parts)) {
    if (reference.is_global || !name.empty()) name += '.';
    name += Text(part.name);
  }
  return name;
}

NameId Tree::SimpleName(ReferenceId id) const {
  const Reference& reference = (*this)[id];
  if (reference.is_global || reference.parts.size() != 1) return {};
  const ReferencePart& part = (*this)[reference.parts[0]];
  return part.subscripts.empty() ? part.name : NameId();
}

std::string Tree::DescriptionText(DescriptionId id) const {
  std::string text;
  if (!id.IsValid()) return text;
  for (const StringLiteral& literal : List((*this)[id].strings)) text += StringValue(literal.place);
  return text;
}

double Tree::Number(const Expression& e) const {
  DAEDALUS_DCHECK(e.kind == ExpressionKind::kInteger || e.kind == ExpressionKind::kReal,
                  "only numbers have a number");
  return NumberValue(Text(e.place));
}

std::optional<std::int64_t> Tree::IntegerValue(const Expression& e) const {
  DAEDALUS_DCHECK(e.kind == ExpressionKind::kInteger, "only an integer literal has an integer value");
  return IntegerLiteralValue(Text(e.place));
}

std::string Tree::StringValue(Place place) const {
  return StringLiteralValue(Text(place));
}

}  // namespace daedalus::syntax
