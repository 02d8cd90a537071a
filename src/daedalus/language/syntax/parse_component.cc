// Component clauses: `parameter Real[3] x(each unit = "m") = zeros(3) "position", y;`
#include "daedalus/language/syntax/parse_context.h"
#include "daedalus/language/syntax/token_sets.h"

namespace daedalus::syntax {
namespace {

enum class Conditions { kAllowed, kNotAllowed };

void ParseTypePrefixes(ParseContext& p, ComponentClause& clause) {
  if (p.cursor.TryTake(TokenKind::kFlow)) {
    clause.connection = Connection::kFlow;
  } else if (p.cursor.TryTake(TokenKind::kStream)) {
    clause.connection = Connection::kStream;
  }
  if (p.cursor.TryTake(TokenKind::kDiscrete)) {
    clause.variability = Variability::kDiscrete;
  } else if (p.cursor.TryTake(TokenKind::kParameter)) {
    clause.variability = Variability::kParameter;
  } else if (p.cursor.TryTake(TokenKind::kConstant)) {
    clause.variability = Variability::kConstant;
  }
  if (p.cursor.TryTake(TokenKind::kInput)) {
    clause.causality = Causality::kInput;
  } else if (p.cursor.TryTake(TokenKind::kOutput)) {
    clause.causality = Causality::kOutput;
  }
  if (IsTypePrefix(p.cursor.kind())) {
    p.cursor.Fail(
        Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.current().place),
              "{} is not allowed after these prefixes", Spelling(p.cursor.kind()))
            .Hint("the order is: flow or stream; discrete, parameter or constant; input or output"));
  }
}

Component ParseComponent(ParseContext& p, Conditions conditions) {
  Component c;
  const std::uint32_t begin = p.cursor.begin();
  c.name = p.cursor.ExpectIdentifier("the name of a component");
  c.subscripts = ParseSubscripts(p);
  c.modification = ParseModification(p);
  if (conditions == Conditions::kAllowed && p.cursor.TryTake(TokenKind::kIf))
    c.condition = ParseExpression(p);
  c.description = ParseDescription(p);
  c.place = p.cursor.PlaceFrom(begin);
  return c;
}

ComponentClause ParseClauseHead(ParseContext& p) {
  ComponentClause clause;
  ParseTypePrefixes(p, clause);
  clause.type = ParseName(p, "the type of a component");
  return clause;
}

}  // namespace

ComponentClauseId ParseComponentClause(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  ComponentClause clause = ParseClauseHead(p);
  clause.subscripts = ParseSubscripts(p);
  ListBuilder<Component> components(p.build);
  do {
    const Component component = ParseComponent(p, Conditions::kAllowed);
    if (component.name.name.IsValid()) components.Add(component);
  } while (p.cursor.TryTake(TokenKind::kComma));
  clause.components = components.Finish();
  clause.place = p.cursor.PlaceFrom(begin);
  return p.build.Add(clause);
}

ComponentClauseId ParseComponentClause1(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  ComponentClause clause = ParseClauseHead(p);
  ListBuilder<Component> components(p.build);
  const Component component = ParseComponent(p, Conditions::kNotAllowed);
  if (component.name.name.IsValid()) components.Add(component);
  clause.components = components.Finish();
  clause.place = p.cursor.PlaceFrom(begin);
  return p.build.Add(clause);
}

}  // namespace daedalus::syntax
