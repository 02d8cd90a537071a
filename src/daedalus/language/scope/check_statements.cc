#include "daedalus/language/scope/check_statements.h"

#include "daedalus/language/scope/class_kinds.h"

namespace daedalus::scope {
namespace {

using syntax::Statement;
using syntax::StatementKind;

// A list of statements that waits to be looked at.
struct Pending {
  syntax::Range<Statement> statements;
  bool is_in_loop;
};

void CheckSection(EnvTable& table, const syntax::Tree& tree, const syntax::Section& section,
                  bool is_function) {
  std::vector<Pending> pending = {{section.statements, false}};
  while (!pending.empty()) {
    const Pending here = pending.back();
    pending.pop_back();
    for (const Statement& statement : tree.List(here.statements)) {
      const bool is_loop = statement.kind == StatementKind::kFor || statement.kind == StatementKind::kWhile;
      if (statement.kind == StatementKind::kBreak && !here.is_in_loop) {
        table.ReportError(
            Error(Code::kBadEquation, tree.SpanOf(statement), "`break` is allowed inside a loop only"));
      }
      if (statement.kind == StatementKind::kReturn && !is_function) {
        table.ReportError(
            Error(Code::kBadEquation, tree.SpanOf(statement), "`return` is allowed inside a function only")
                .Hint("put the statements that follow under a condition"));
      }
      pending.push_back({statement.body, here.is_in_loop || is_loop});
      for (const syntax::StatementBranch& branch : tree.List(statement.branches))
        pending.push_back({branch.body, here.is_in_loop});
    }
  }
}

}  // namespace

void CheckStatements(EnvTable& table, ClassId cls) {
  const syntax::Tree& tree = table.store().tree(cls);
  const syntax::ClassDefinition& definition = table.store().definition(cls);
  for (const syntax::Section& section : tree.List(definition.sections))
    CheckSection(table, tree, section, IsFunctionKind(definition.kind));
}

}  // namespace daedalus::scope
