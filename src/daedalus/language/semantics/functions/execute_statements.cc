#include "daedalus/language/semantics/functions/execute_statements.h"

#include <utility>

#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/language/semantics/events/when_condition.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/walk.h"
#include "daedalus/language/semantics/functions/assert_later.h"
#include "daedalus/language/semantics/functions/call_class.h"
#include "daedalus/language/semantics/functions/execute_assignment.h"
#include "daedalus/language/semantics/functions/execute_in_routine.h"
#include "daedalus/language/semantics/functions/merge_locals.h"
#include "daedalus/language/semantics/lower_assert.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::Statement;
using syntax::StatementBranch;
using syntax::StatementKind;

// A loop with more iterations counts as one that never ends.
constexpr int kMaxIterations = 1'000'000;
// The most statements of one call from outside, including calls within it; and the most expressions that it
// makes.
constexpr std::int64_t kMaxSteps = 20'000'000;
constexpr std::size_t kMaxExpressions = 2'000'000;

bool IsFalse(const Scalar& flag) {
  return flag.IsConstant() && flag.number == 0.0;
}

// True if the following statements are not reached.
Scalar IsSkipped(Execution& x) {
  if (IsFalse(x.broken)) return x.returned;
  if (IsFalse(x.returned)) return x.broken;
  return Apply(x.l, expr::Op::kOr, x.returned, x.broken);
}

// Carries out f, which is reached under a condition of the run.
template <class F>
bool UnderGuard(Execution& x, const Scalar& condition, F f) {
  int& num_guards = x.l.context.functions.progress.num_guards;
  const Scalar outer = x.guard;
  x.guard = IsTrue(outer) ? condition : Apply(x.l, expr::Op::kAnd, outer, condition);
  ++num_guards;
  const OnPath on_path(x.l.context.functions, condition);
  const bool ok = f();
  --num_guards;
  x.guard = outer;
  return ok;
}

// Carries out f, and undoes it if the condition holds.
template <class F>
bool UnlessSkipped(Execution& x, const Scalar& skipped, Span span, F f) {
  if (IsFalse(skipped)) return f();
  const ExecutionState before = StateOf(x);
  x.returned = x.broken = Constant(0.0);
  const bool ok = UnderGuard(x, Apply(x.l, expr::Op::kNot, skipped), f);
  return ok && MergeInto(x, ScalarValue(BaseType::kBoolean, skipped, Variability::kContinuous), before, span);
}

// ---- if ----

std::optional<Value> LowerKnownCondition(Lowering& l, ExpressionId id) {
  auto condition = LowerCondition(l, id);
  if (!condition || !condition->scalar.IsUnknown() || l.purpose.mode == Mode::kCheck) return condition;
  l.Refuse(l.SpanOf(id), "a condition has no value");
  return std::nullopt;
}

// Carries out both; then the condition chooses between their results.
template <class Then, class Else>
bool ExecuteChoice(Execution& x, const Value& condition, Span span, Then then_part, Else else_part) {
  Lowering& l = x.l;
  const bool was_conditional = l.purpose.is_conditional;
  l.purpose.is_conditional = was_conditional || l.purpose.mode == Mode::kCheck;
  ExecutionState before = StateOf(x);
  bool ok = UnderGuard(x, condition.scalar, then_part);
  if (l.context.functions.refusal) return false;
  const ExecutionState then_state = StateOf(x);
  Restore(x, std::move(before));
  const Scalar opposite = Apply(l, expr::Op::kNot, condition.scalar);
  ok = UnderGuard(x, opposite, else_part) && ok;
  l.purpose.is_conditional = was_conditional;
  return ok && MergeInto(x, condition, then_state, span);
}

bool ExecuteIf(Execution& x, std::span<const StatementBranch> branches, Span span) {
  if (branches.empty()) return true;
  Lowering& l = x.l;
  const auto body = l.tree().List(branches[0].body);
  if (!branches[0].condition.IsValid()) return ExecuteStatements(x, body);
  const auto condition = LowerKnownCondition(l, branches[0].condition);
  if (!condition) return false;
  if (IsTrue(condition->scalar)) return ExecuteStatements(x, body);
  if (IsFalse(condition->scalar)) return ExecuteIf(x, branches.subspan(1), span);
  return ExecuteChoice(
      x, *condition, span, [&] { return ExecuteStatements(x, body); },
      [&] { return ExecuteIf(x, branches.subspan(1), span); });
}

// ---- when ----

bool ExecuteBranches(Execution& x, std::span<const StatementBranch> branches, Span span) {
  if (branches.empty()) return true;
  Lowering& l = x.l;
  const auto active = LowerWhenCondition(l, branches[0].condition);
  if (!active) return false;
  const auto then_part = [&] {
    const Place outer = std::exchange(l.purpose.place, Place::kWhen);
    const bool ok = ExecuteStatements(x, l.tree().List(branches[0].body));
    l.purpose.place = outer;
    return ok;
  };
  return ExecuteChoice(x, ScalarValue(BaseType::kBoolean, *active, Variability::kDiscrete), span, then_part,
                       [&] { return ExecuteBranches(x, branches.subspan(1), span); });
}

bool ExecuteWhen(Execution& x, std::span<const StatementBranch> branches, Span span) {
  std::string_view where;
  if (x.l.purpose.place == Place::kWhen) where = "in another one";
  if (x.l.purpose.place == Place::kInitial) where = "in an initial algorithm";
  if (!x.frame.is_section) where = "in a function";
  if (where.empty() && IsClock(x.l, branches[0].condition)) {
    x.l.context.reporter.Report(
        Error(Code::kBadEquation, x.l.SpanOf(branches[0].condition),
              "a when-clause with a clock contains equations, so it is not allowed in an algorithm")
            .Hint("an algorithm whose variables have a clock by other equations needs no when-clause"));
    return false;
  }
  if (where.empty()) return ExecuteBranches(x, branches, span);
  x.l.Error(Code::kBadEquation, span, "a when-statement is not allowed {}", where);
  return false;
}

// ---- Loops ----

void AppendStatementExpressions(const syntax::Tree& tree, std::span<const Statement> statements,
                                std::vector<ExpressionId>* out) {
  for (const Statement& statement : statements) {
    out->push_back(statement.target);
    out->push_back(statement.value);
    for (const syntax::ForIndex& index : tree.List(statement.indices)) out->push_back(index.range);
    AppendStatementExpressions(tree, tree.List(statement.body), out);
    for (const StatementBranch& branch : tree.List(statement.branches)) {
      out->push_back(branch.condition);
      AppendStatementExpressions(tree, tree.List(branch.body), out);
    }
  }
}

// The indices from the first, which is the outermost.
bool ExecuteFor(Execution& x, const Statement& statement, std::size_t level) {
  Lowering& l = x.l;
  const auto indices = l.tree().List(statement.indices);
  if (level == indices.size()) return ExecuteStatements(x, l.tree().List(statement.body));
  const Value range = LowerForRange(l, statement, indices[level]);
  if (range.IsError()) return false;
  const bool is_known = !range.HasUnknownSize();
  if (!is_known && l.purpose.mode != Mode::kCheck) {
    l.Refuse(l.tree().SpanOf(indices[level]), "the range of a loop is not known");
    return false;
  }
  const std::size_t slot = l.scope.loops.size();
  l.scope.loops.push_back({indices[level].name, {}});
  // If a size is unknown, the body is read once for all iterations.
  const std::size_t count = is_known ? static_cast<std::size_t>(range.dims[0]) : 1;
  bool ok = true;
  for (std::size_t i = 0; ok && i < count; ++i) {
    const Scalar skipped = IsSkipped(x);
    if (IsTrue(skipped)) break;
    Value& index = l.scope.loops[slot].value;
    index = is_known ? ElementOf(range, i) : Blank(range, {});
    if (index.IsConstant() || !is_known) index.variability = Variability::kConstant;
    ok = UnlessSkipped(x, skipped, l.tree().SpanOf(statement),
                       [&] { return ExecuteFor(x, statement, level + 1); });
  }
  l.scope.loops.pop_back();
  x.broken = Constant(0.0);
  return ok;
}

bool ExecuteWhile(Execution& x, const Statement& statement) {
  Lowering& l = x.l;
  const Span span = l.tree().SpanOf(statement);
  for (int i = 0; i < kMaxIterations; ++i) {
    const Scalar skipped = IsSkipped(x);
    if (IsTrue(skipped)) break;
    if (!IsFalse(skipped)) {
      l.Refuse(span, "a while-loop is left by a condition of the run");
      return false;
    }
    const auto condition = LowerKnownCondition(l, statement.value);
    if (!condition) return false;
    if (IsFalse(condition->scalar)) break;
    if (!condition->scalar.IsConstant() && l.purpose.mode != Mode::kCheck) {
      l.Refuse(l.SpanOf(statement.value), "the condition of a while-loop depends on the run");
      return false;
    }
    if (!ExecuteStatements(x, l.tree().List(statement.body))) return false;
    if (i + 1 == kMaxIterations) {
      l.Error(Code::kFunctionFailed, span, "this loop does not end within {} iterations", kMaxIterations);
      return false;
    }
    if (l.purpose.mode == Mode::kCheck) break;  // once, for all iterations
  }
  x.broken = Constant(0.0);
  return true;
}

// ---- Calls ----

// In an algorithm section it is an assertion of the model.
bool AddAssertion(Execution& x, const syntax::Expression& e, const Builtin& function) {
  auto assertion = LowerAssert(x.l, function, e, x.guard);
  if (!assertion) return false;
  if (x.l.purpose.mode == Mode::kCheck) return true;
  const Node& node = x.l.context.tree[x.frame.node];
  assertion->origin = x.l.context.system.origins.Add({x.l.tree().SpanOf(e), {node.path, node.element}});
  x.flat->assertions.push_back(std::move(*assertion));
  return true;
}

bool ExecuteTerminate(Execution& x, const syntax::Expression& e) {
  auto message = LowerTerminate(x.l, e);
  if (!message) return false;
  if (x.l.purpose.mode == Mode::kCheck) return true;
  if (x.flat == nullptr) {
    x.l.Error(Code::kUnsupportedFunction, x.l.tree().SpanOf(e),
              "`terminate` in a function is not supported yet");
    return false;
  }
  const Node& node = x.l.context.tree[x.frame.node];
  const OriginId origin = x.l.context.system.origins.Add({x.l.tree().SpanOf(e), {node.path, node.element}});
  x.flat->terminations.push_back({ToExpr(x.l, x.guard), std::move(*message), origin});
  return true;
}

// In a function that is written out, assertions about values of the run become assertions of the model, for
// the case that the text is reached. Assertions about constants hold or are errors.
bool ExecuteAssert(Execution& x, const syntax::Expression& e, const Builtin& function) {
  if (x.flat != nullptr) return AddAssertion(x, e, function);
  if (x.frame.writer != nullptr) return WriteAssert(x, e, function);
  Lowering& l = x.l;
  const Span span = l.tree().SpanOf(e);
  const auto arguments = ArrangeArguments(l, function, l.tree().CallOf(e), span);
  if (!arguments) return false;
  const auto condition = LowerKnownCondition(l, (*arguments)[0]);
  if (!condition) return false;
  const bool may_fail = l.context.functions.progress.num_guards == 0 && l.purpose.mode != Mode::kCheck;
  if (IsTrue(condition->scalar)) return true;
  if (!IsFalse(condition->scalar) || !may_fail)
    return AssertLater(l, function, *arguments, condition->scalar, span);
  const Value message = Lower(l, (*arguments)[1]);
  const Value level = arguments->size() > 2 ? Lower(l, (*arguments)[2]) : Value();
  if (message.IsError()) return false;
  if (level.type == kAssertionLevelType && level.scalar.IsConstant() && level.scalar.number == 1.0)
    return true;
  const bool is_text = message.type == BaseType::kString && message.scalar.IsConstant();
  l.Error(Code::kFunctionFailed, span, "{}",
          is_text ? l.context.strings.TextOf(message.scalar) : "an assertion does not hold");
  return false;
}

bool ExecuteCall(Execution& x, const Statement& statement) {
  Lowering& l = x.l;
  const syntax::Expression& e = l.tree()[statement.value];
  if (e.kind != syntax::ExpressionKind::kCall) return !Lower(l, statement.value).IsError();
  const Meaning function = ResolveFunction(l, l.tree().CallOf(e).function);
  const bool is_builtin = function.kind == Meaning::Kind::kBuiltin;
  const std::string_view name = is_builtin ? Builtins()[function.index].name : std::string_view();
  if (name == "assert") return ExecuteAssert(x, e, Builtins()[function.index]);
  if (name == "terminate") return ExecuteTerminate(x, e);
  if (name == "reinit") {
    l.Error(Code::kBadEquation, l.tree().SpanOf(e),
            "`reinit` is allowed only in when-equations, not in algorithms");
    return false;
  }
  if (is_builtin) return !Lower(l, statement.value).IsError();
  return CallForAll(l, e).has_value();
}

bool IsWithinLimits(Execution& x, Span span) {
  FunctionState& functions = x.l.context.functions;
  if (++functions.progress.num_steps > kMaxSteps) {
    x.l.Error(Code::kFunctionFailed, span, "a function does not end within {} statements", kMaxSteps);
    return false;
  }
  if (x.l.graph().size() - functions.progress.num_expressions_then > kMaxExpressions) {
    x.l.Refuse(span, "more than {} expressions would be made", kMaxExpressions);
    functions.refusal->is_about_length = true;
    return false;
  }
  return true;
}

bool Execute(Execution& x, const Statement& statement) {
  Lowering& l = x.l;
  const Span span = l.tree().SpanOf(statement);
  if (!IsWithinLimits(x, span)) return false;
  const bool is_check = l.purpose.mode == Mode::kCheck;
  switch (statement.kind) {
    case StatementKind::kInvalid:
      return false;
    case StatementKind::kAssignment:
      return ExecuteAssignment(x, statement);
    case StatementKind::kMultiple:
      return ExecuteMultiple(x, statement);
    case StatementKind::kCall:
      return ExecuteCall(x, statement);
    case StatementKind::kIf:
      if (x.frame.writer != nullptr) return WriteIf(x, l.tree().List(statement.branches));
      return ExecuteIf(x, l.tree().List(statement.branches), span);
    case StatementKind::kFor: {
      constexpr std::size_t kMaxIndices = 64;  // each level is a recursion; hand-written text has fewer
      const bool is_written = x.frame.writer != nullptr;
      if (statement.indices.size() <= kMaxIndices)
        return is_written ? WriteFor(x, statement) : ExecuteFor(x, statement, 0);
      l.Error(Code::kBadRange, span, "a loop with more than {} indices", kMaxIndices);
      return false;
    }
    case StatementKind::kWhile:
      return x.frame.writer != nullptr ? WriteWhile(x, statement) : ExecuteWhile(x, statement);
    case StatementKind::kBreak:
      if (x.frame.writer != nullptr) return WriteBreak(x), true;
      if (!is_check) x.broken = Constant(1.0);
      return true;
    case StatementKind::kReturn:
      if (x.frame.writer != nullptr) return WriteReturn(x), true;
      if (!is_check) x.returned = Constant(1.0);
      return true;
    case StatementKind::kWhen:
      return ExecuteWhen(x, l.tree().List(statement.branches), span);
  }
  return false;
}

}  // namespace

Value LowerForRange(Lowering& l, const Statement& statement, const syntax::ForIndex& index) {
  std::vector<ExpressionId> used_in;
  if (!index.range.IsValid()) AppendStatementExpressions(l.tree(), l.tree().List(statement.body), &used_in);
  return LowerIterationRange(l, index, used_in);
}

bool ExecuteStatements(Execution& x, std::span<const Statement> statements) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Scalar skipped = IsSkipped(x);
    if (IsTrue(skipped)) return true;
    if (!IsFalse(skipped)) {
      const auto rest = statements.subspan(i);
      return UnlessSkipped(x, skipped, x.l.tree().SpanOf(rest[0]),
                           [&] { return ExecuteStatements(x, rest); });
    }
    if (!Execute(x, statements[i])) return false;
  }
  return true;
}

}  // namespace daedalus::semantics
