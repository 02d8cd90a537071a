#include "daedalus/language/scope/check_names.h"

#include <algorithm>
#include <map>

namespace daedalus::scope {
namespace {

constexpr std::array<std::string_view, 4> kReservedNames = {"Real", "Integer", "Boolean", "String"};
constexpr std::array<std::string_view, 5> kEnumerationAttributes = {"quantity", "min", "max", "start",
                                                                    "fixed"};

template <std::size_t kCount>
bool Contains(const std::array<std::string_view, kCount>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void ReportReserved(EnvTable& table, std::string_view name, Span span) {
  table.ReportError(
      Error(Code::kDuplicateName, span, "`{}` is a predefined type, and cannot be declared", name)
          .Hint("give it another name"));
}

void CheckLiterals(EnvTable& table, ClassId enumeration) {
  const syntax::Tree& tree = table.store().tree(enumeration);
  std::map<syntax::NameId, Span> known;
  for (const syntax::EnumerationLiteral& literal :
       tree.List(table.store().definition(enumeration).literals)) {
    const Span span = tree.SpanOf(literal.name);
    const std::string_view name = table.Text(literal.name.name);
    const auto [first, is_new] = known.emplace(literal.name.name, span);
    if (!is_new) {
      table.ReportError(Error(Code::kDuplicateName, span, "the literal `{}` is declared twice", name)
                            .With(first->second, "first here"));
    } else if (Contains(kEnumerationAttributes, name)) {
      table.ReportError(Error(Code::kDuplicateName, span,
                              "`{}` is an attribute of enumerations, and cannot be a literal", name)
                            .Hint("give it another name"));
    }
  }
}

}  // namespace

void CheckNames(EnvTable& table, EnvId env) {
  const ClassEnv& checked = table[env];
  const std::string_view own = table.store().Name(checked.cls);
  if (Contains(kReservedNames, own)) ReportReserved(table, own, table.SpanOf(env));
  for (const Member& member : checked.members) {
    const std::string_view name = table.Text(member.name);
    if (Contains(kReservedNames, name)) ReportReserved(table, name, member.span);
  }
  if (checked.enumeration.IsValid()) CheckLiterals(table, checked.enumeration);
}

}  // namespace daedalus::scope
