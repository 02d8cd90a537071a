#include "daedalus/programs/causal/alias_conflicts.h"

#include <algorithm>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

constexpr std::size_t kMaxReported = 20;
constexpr std::size_t kMaxRepetitions = 100;
constexpr std::size_t kMaxStatements = 5;
constexpr std::size_t kMaxText = 80;

// The place and text of each of the other equations.
void Cite(const System& system, const AliasStatements& statements, std::span<const AliasStatementId> others,
          Diagnostic& d) {
  if (others.empty()) return;
  std::string list;
  for (const AliasStatementId id : others.first(std::min(others.size(), kMaxStatements))) {
    const Equation& equation = system.equations[statements[id].equation];
    const std::string text = EquationText(system, equation, kMaxText);
    d.With(SpanOf(system, equation), fmt::format("`{}` is stated here", text));
    list += fmt::format("{}`{}`", list.empty() ? "" : ", ", text);
  }
  if (others.size() > kMaxStatements) list += fmt::format(" and {} more", others.size() - kMaxStatements);
  d.Note("the other equations: " + list);
}

// The links and constants that meet the refused statement, each once.
std::vector<AliasStatementId> OthersOf(const AliasStatements& statements, const AliasForest& forest,
                                       const RefusedStatement& refused) {
  std::vector<AliasStatementId> others;
  const auto add_path = [&](VariableId from, VariableId to) {
    for (const AliasStatementId link : forest.Path(from, to)) others.push_back(link);
  };
  const AliasStatement& s = statements[refused.statement];
  const bool is_pair = s.kind == AliasStatement::Kind::kEqual;
  if (is_pair && forest.RootOf(s.a) == forest.RootOf(s.b)) add_path(s.a, s.b);
  for (const AliasStatementId id : {refused.first, refused.second}) {
    if (!id.IsValid() || id == refused.statement) continue;
    const AliasStatement& constant = statements[id];
    add_path(forest.RootOf(s.a) == forest.RootOf(constant.a) ? s.a : s.b, constant.a);
    if (constant.kind == AliasStatement::Kind::kEqual) add_path(constant.a, constant.b);
    others.push_back(id);
  }
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  return others;
}

// The expression that must be zero for the constants to agree; zero for a cycle.
ExprId Disagreement(System& system, const AliasStatements& statements, const RefusedStatement& refused) {
  expr::Graph& g = system.graph;
  const auto value = [&](AliasStatementId id) {
    return id.IsValid() && statements[id].value.IsValid() ? statements[id].value : g.Constant(0.0);
  };
  const ExprId first = value(refused.first), second = value(refused.second);
  return expr::Difference(g, first, refused.sign > 0 ? second : expr::Negate(g, second));
}

Diagnostic NothingNew(const System& system, const Equation& equation, const char* why) {
  return Error(Code::kRedundantEquation, SpanOf(system, equation), "the equation `{}` is redundant",
               EquationText(system, equation, kMaxText))
      .Here(why)
      .Hint("as it determines no unknown, another one is left without an equation");
}

Diagnostic Contradiction(const System& system, const Equation& equation, ExprId must_be_zero) {
  Diagnostic d = Error(Code::kContradictoryEquations, SpanOf(system, equation),
                       "the equation `{}` contradicts others", EquationText(system, equation, kMaxText));
  if (!system.graph.IsConstant(must_be_zero)) {
    d.message = fmt::format("the equation `{}` repeats what other equations already determine",
                            EquationText(system, equation, kMaxText));
  }
  return std::move(d)
      .Here("no unknown is left for this equation")
      .Note(fmt::format("together they require 0 = {}", ExpressionText(system, must_be_zero, kMaxText)));
}

Diagnostic Describe(System& system, const AliasStatements& statements, const AliasForest& forest,
                    const RefusedStatement& refused) {
  const ExprId must_be_zero = Disagreement(system, statements, refused);
  const AliasStatement& s = statements[refused.statement];
  const Equation& equation = system.equations[s.equation];
  if (s.kind == AliasStatement::Kind::kNothing)
    return NothingNew(system, equation, "both sides are the same");
  Diagnostic d = system.graph.IsConstant(must_be_zero, 0.0)
                     ? NothingNew(system, equation, "other equations already imply it")
                     : Contradiction(system, equation, must_be_zero);
  Cite(system, statements, OthersOf(statements, forest, refused), d);
  return d;
}

Diagnostic DescribeEmptied(const System& system, const AliasStatements& statements,
                           const EmptiedEquation& emptied) {
  const Equation& equation = system.equations[emptied.equation];
  Diagnostic d = system.graph.IsConstant(emptied.residual, 0.0)
                     ? NothingNew(system, equation, "this follows from other equations")
                     : Contradiction(system, equation, emptied.residual);
  Cite(system, statements, emptied.used, d);
  return d;
}

Repetition RepetitionOf(EquationId equation, const AliasStatements& statements,
                        std::span<const AliasStatementId> others, Diagnostic error) {
  Repetition out{{equation}, std::move(error)};
  for (const AliasStatementId id : others) out.equations.push_back(statements[id].equation);
  return out;
}

// describe(i) for the first of them.
template <class Describe>
void ReportFirst(std::size_t num, Describe describe, Diagnostics& errors) {
  const std::size_t num_reported = std::min(num, kMaxReported);
  for (std::size_t i = 0; i < num_reported; ++i) {
    Diagnostic& d = errors.Report(describe(i));
    if (i + 1 == num_reported && num_reported < num)
      d.Note(fmt::format("{} more equations are like this one", num - num_reported));
  }
}

}  // namespace

void ReportRefused(System& system, const AliasStatements& statements, const AliasForest& forest,
                   std::span<const RefusedStatement> refused, Diagnostics& errors) {
  const auto describe = [&](std::size_t i) { return Describe(system, statements, forest, refused[i]); };
  ReportFirst(refused.size(), describe, errors);
}

std::vector<Repetition> FindRepetitions(System& system, const AliasStatements& statements,
                                        const AliasForest& forest,
                                        std::span<const RefusedStatement> refused) {
  std::vector<Repetition> out;
  if (refused.size() > kMaxRepetitions) return out;
  for (const RefusedStatement& one : refused) {
    const AliasStatement& s = statements[one.statement];
    if (s.kind == AliasStatement::Kind::kNothing) continue;
    if (!system.graph.IsConstant(Disagreement(system, statements, one), 0.0)) continue;
    out.push_back(RepetitionOf(s.equation, statements, OthersOf(statements, forest, one),
                               Describe(system, statements, forest, one)));
  }
  return out;
}

std::vector<Repetition> FindRepetitions(const System& system, const AliasStatements& statements,
                                        std::span<const EmptiedEquation> emptied) {
  std::vector<Repetition> out;
  if (emptied.size() > kMaxRepetitions) return out;
  for (const EmptiedEquation& one : emptied) {
    if (!system.graph.IsConstant(one.residual, 0.0)) continue;
    out.push_back(RepetitionOf(one.equation, statements, one.used, DescribeEmptied(system, statements, one)));
  }
  return out;
}

void ReportEmptied(const System& system, const AliasStatements& statements,
                   std::span<const EmptiedEquation> emptied, Diagnostics& errors) {
  const auto describe = [&](std::size_t i) { return DescribeEmptied(system, statements, emptied[i]); };
  ReportFirst(emptied.size(), describe, errors);
}

}  // namespace daedalus::causal
