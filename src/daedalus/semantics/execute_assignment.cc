#include "daedalus/semantics/execute_assignment.h"

#include "daedalus/expr/build.h"
#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/assign_part.h"
#include "daedalus/semantics/call_class.h"
#include "daedalus/semantics/choose_element.h"
#include "daedalus/semantics/function_frame.h"
#include "daedalus/semantics/routine_writer.h"
#include "daedalus/semantics/run_subscripts.h"
#include "daedalus/semantics/unit_check.h"

namespace daedalus::semantics {
namespace {

// The variable that the reference starts with; nothing after a mistake.
std::optional<std::uint32_t> FindTarget(Execution& x, syntax::ReferenceId target) {
  Lowering& l = x.l;
  const auto parts = l.tree().List(l.tree()[target].parts);
  const Span span = l.tree().SpanOf(parts[0]);
  for (const LoopIndex& loop : l.scope.loops) {
    if (loop.name != parts[0].name) continue;
    l.Error(Code::kFunctionFailed, span, "`{}` is the index of a loop, which nothing else changes",
            l.Text(loop.name));
    return std::nullopt;
  }
  const Meaning meaning = Resolve(l, target);
  if (meaning.kind == Meaning::Kind::kError) return std::nullopt;
  const bool is_local = meaning.kind == Meaning::Kind::kComponent && meaning.num_parts == 1 &&
                        x.frame.HasLocal(meaning.env, meaning.index);
  if (!is_local) {
    l.Error(Code::kFunctionFailed, span, "`{}` is no variable that can be assigned to here",
            l.tree().DottedName(target));
    return std::nullopt;
  }
  const scope::Member& member = l.context.envs.Members(x.frame.env)[meaning.index];
  if (member.causality == syntax::Causality::kInput) {
    l.context.reporter.Report(
        Error(Code::kFunctionFailed, span, "`{}` is an input and cannot be assigned to", l.Text(member.name))
            .With(member.span, "declared here"));
    return std::nullopt;
  }
  return meaning.index;
}

// An assertion of the model: where the statement is reached, the subscript is within its array.
void AddIndexCheck(Execution& x, std::string_view array, const CheckedIndex& check) {
  Lowering& l = x.l;
  expr::Graph& g = l.graph();
  const expr::ExprId index = ToExpr(l, check.index);
  const expr::ExprId within =
      expr::And(g, expr::Binary(g, expr::Op::kLessEqual, g.Constant(1.0), index),
                expr::Binary(g, expr::Op::kLessEqual, index, g.Constant(static_cast<double>(check.size))));
  Assertion assertion;
  assertion.condition = expr::NoEvent(g, expr::Or(g, expr::Not(g, ToExpr(l, x.guard)), within));
  assertion.message.Append(fmt::format("`{}` has no element ", array));
  assertion.message.Append(index, {.type = ValueType::kInteger});
  assertion.message.Append(fmt::format(": the subscript is between 1 and {}", check.size));
  const Node& node = l.context.tree[x.frame.node];
  assertion.origin = l.context.system.origins.Add({check.span, {node.path, node.element}});
  x.flat->assertions.push_back(std::move(assertion));
}

bool AssignToPart(Execution& x, Local& local, std::span<const syntax::ReferencePart> parts, const Value& value, Span span) {
  // In a function it would be byte code (run_subscripts.h).
  if (x.flat != nullptr && parts.size() == 1) {
    std::vector<CheckedIndex> checks;
    const auto subscripts = x.l.tree().List(parts[0].subscripts);
    const auto done = AssignChosen(x.l, local.value, local.index_types, subscripts, value, span, checks);
    for (const CheckedIndex& check : checks) AddIndexCheck(x, x.l.Text(parts[0].name), check);
    if (done) return *done;
  }
  return AssignPart(x.l, local.value, parts, value, span, local.index_types);
}

}  // namespace

bool AssignTo(Execution& x, syntax::ReferenceId target, Value value, Span span) {
  const auto member = FindTarget(x, target);
  if (!member || !EnsureLocal(x.l.context, x.frame, *member)) return false;
  Local& local = x.frame.locals[*member];
  const auto parts = x.l.tree().List(x.l.tree()[target].parts);
  if (parts.size() == 1) CheckAssignment(x.l, x.frame.env, *member, value, span);
  RoutineWriter* const writer = x.frame.writer;
  const bool has_size = !local.value.HasUnknownSize();
  if (writer != nullptr && has_size && local.first_register) {
    if (const auto stored = StorePart(x.l, local, parts, value, span)) return *stored;
  }
  const Value before = writer != nullptr ? local.value : Value();
  if (parts.size() == 1 && parts[0].subscripts.empty()) {
    value = FitLocal(x.l, x.frame, *member, std::move(value), span);
    if (value.IsError()) return false;
    local.value = std::move(value);
  } else {
    const bool has_no_size =
        local.value.HasUnknownSize() || (HasUnknownSize(local.dims) && local.value.size() == 0);
    if (has_no_size && x.l.purpose.mode != Mode::kCheck) {
      x.l.Error(Code::kFunctionFailed, x.l.tree().SpanOf(parts[0]), "`{}` has no size yet",
                x.l.Text(parts[0].name));
      return false;
    }
    if (!AssignToPart(x, local, parts, value, span)) return false;
  }
  local.is_assigned = true;
  return writer == nullptr || writer->Keep(x.l, local, &before, span);
}

bool ExecuteAssignment(Execution& x, const syntax::Statement& statement) {
  Value value = Lower(x.l, statement.value);
  if (value.IsError()) return false;
  const syntax::Expression& target = x.l.tree()[statement.target];
  return AssignTo(x, x.l.tree().ReferenceIdOf(target), std::move(value), x.l.SpanOf(statement.value));
}

bool ExecuteMultiple(Execution& x, const syntax::Statement& statement) {
  Lowering& l = x.l;
  const auto targets = l.tree().Elements(l.tree()[statement.target]);
  auto results = CallForSome(l, statement.value, targets);
  if (!results) return false;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].IsValid()) continue;
    const syntax::Expression& target = l.tree()[targets[i]];
    if (target.kind != syntax::ExpressionKind::kReference) {
      l.Error(Code::kFunctionFailed, l.SpanOf(targets[i]), "only variables can be assigned to");
      return false;
    }
    if (!AssignTo(x, l.tree().ReferenceIdOf(target), std::move((*results)[i]), l.SpanOf(statement.value)))
      return false;
  }
  return true;
}

}  // namespace daedalus::semantics
