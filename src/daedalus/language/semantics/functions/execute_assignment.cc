#include "daedalus/language/semantics/functions/execute_assignment.h"

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/choose_element.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/assign_part.h"
#include "daedalus/language/semantics/functions/call_class.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/functions/run_record.h"
#include "daedalus/language/semantics/functions/run_subscripts.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

// The variable with which the reference starts; null after a mistake.
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
    l.Error(Code::kFunctionFailed, span, "`{}` is not a variable that can be assigned here",
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

// An assertion of the model: if the statement is reached, the subscript is within its array.
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

// A field, and the subscripts of all of its dimensions: since an array of records is a record of arrays,
// rs[i].x[j] is element [i, j] of the field x.
struct ChosenField {
  Value* value = nullptr;  // null: a dimension of an enclosing record has no subscript
  std::vector<syntax::ExpressionId> subscripts;
};

ChosenField FindChosen(Lowering& l, Value& target, std::span<const syntax::ReferencePart> parts) {
  ChosenField chosen{&target, {}};
  for (const syntax::ReferencePart& part : parts) {
    if (&part != &parts[0]) {
      const bool is_one = chosen.subscripts.size() == chosen.value->dims.size();
      const int at = chosen.value->IsRecord() && is_one
                         ? l.types().Record(chosen.value->type).Find(l.Text(part.name))
                         : -1;
      if (at < 0) return {};  // the ordinary assignment reports it
      chosen.value = &chosen.value->fields[static_cast<std::size_t>(at)];
    }
    const auto own = l.tree().List(part.subscripts);
    chosen.subscripts.insert(chosen.subscripts.end(), own.begin(), own.end());
  }
  return chosen.subscripts.size() <= chosen.value->dims.size() ? chosen : ChosenField();
}

bool AssignToPart(Execution& x, Local& local, std::span<const syntax::ReferencePart> parts,
                  const Value& value, Span span) {
  // In a function it would be byte code (run_subscripts.h).
  const ChosenField chosen = x.flat != nullptr ? FindChosen(x.l, local.value, parts) : ChosenField();
  if (chosen.value != nullptr) {
    std::vector<CheckedIndex> checks;
    const auto done =
        AssignChosen(x.l, *chosen.value, local.index_types, chosen.subscripts, value, span, checks);
    for (const CheckedIndex& check : checks) AddIndexCheck(x, x.l.Text(parts[0].name), check);
    if (done) return *done;
  }
  return AssignPart(x.l, local.value, parts, value, span, local.index_types);
}

// A variable that waits for a size, if arrays of the run are not possible.
bool HasEmptyArray(const Value& record) {
  bool has = false;
  ForEachLeaf(record, [&](const Value& leaf) {
    has = has || (!leaf.IsScalar() && !leaf.IsOfRun() && leaf.size() == 0);
  });
  return has;
}

// A field of a record with arrays in the arena may get another size.
bool AssignField(Execution& x, Local& local, Value& field, Value value, Span span) {
  if (!x.l.types().IsAssignable(field.type, value.type) || !AreCompatible(field.dims, value.dims)) {
    x.l.Error(Code::kTypeMismatch, span, "{} is assigned to {}", x.l.TypeText(value),
              x.l.context.TypeText(field.type, field.dims));
    return false;
  }
  // An array of records has one field for each record; open sizes may change.
  for (std::size_t d = 0; local.value.HasUnknownSize() && d < field.dims.size(); ++d) {
    const Scalar own = SizeOf(field, d), given = SizeOf(value, d);
    if (d < local.value.dims.size() || own.IsConstant()) CheckSameSizes(x.l, {&own, 1}, {&given, 1});
  }
  const Value before = local.value;
  field = Coerced(x.l.types(), std::move(value), field.type);
  return x.frame.writer->Keep(x.l, local, &before, span);
}

}  // namespace

bool AssignTo(Execution& x, syntax::ReferenceId target, Value value, Span span) {
  const auto member = FindTarget(x, target);
  if (!member || !EnsureLocal(x.l.context, x.frame, *member)) return false;
  Local& local = x.frame.locals[*member];
  const auto parts = x.l.tree().List(x.l.tree()[target].parts);
  if (parts.size() == 1) CheckAssignment(x.l, x.frame.env, *member, value, span);
  RoutineWriter* const writer = x.frame.writer;
  const bool is_whole = parts.size() == 1 && parts[0].subscripts.empty();
  if (writer != nullptr && !HasElements(value)) {
    x.l.Refuse(span, "this is not possible with arrays whose size is known during the run only");
    return false;
  }
  if (writer != nullptr && is_whole && (value.IsOfRun() || local.value.IsOfRun())) {
    value = FitLocal(x.l, x.frame, *member, std::move(value), span);
    return !value.IsError() && AssignArray(x.l, local, value, span);
  }
  if (writer != nullptr && IsRecordOfRun(local) && !is_whole) {
    if (Value* field = WholeField(x.l, local.value, parts))
      return AssignField(x, local, *field, std::move(value), span);
  }
  if (writer != nullptr && local.value.IsRecord() && HasArrayOfRun(value) && !IsRecordOfRun(local) &&
      HasEmptyArray(local.value)) {
    x.l.RefuseSize(span, "a variable changes its size");
    return false;
  }
  const bool has_size = !local.value.HasUnknownSize();
  if (writer != nullptr && ((has_size && local.first_register) || (!is_whole && LiesInArena(local.value)))) {
    if (const auto stored = StorePart(x.l, local, parts, value, span)) return *stored;
  }
  // Elements that are copied one by one do not belong to an array of the run.
  if (writer != nullptr && !is_whole && HasArrayOfRun(value) && !IsRecordOfRun(local)) {
    x.l.RefuseSize(span, "a variable changes its size");
    return false;
  }
  const Value before = writer != nullptr ? local.value : Value();
  if (is_whole) {
    value = FitLocal(x.l, x.frame, *member, std::move(value), span);
    if (value.IsError()) return false;
    if (writer != nullptr && LiesInArena(value)) CheckDeclaredSizes(x.l, local, value);
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
  ArenaScope arena(x.frame.writer);
  Value value = Lower(x.l, statement.value);
  if (value.IsError()) return false;
  const syntax::Expression& target = x.l.tree()[statement.target];
  const bool ok =
      AssignTo(x, x.l.tree().ReferenceIdOf(target), std::move(value), x.l.SpanOf(statement.value));
  arena.Close();
  return ok;
}

bool ExecuteMultiple(Execution& x, const syntax::Statement& statement) {
  Lowering& l = x.l;
  const auto targets = l.tree().Elements(l.tree()[statement.target]);
  ArenaScope arena(x.frame.writer);
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
  arena.Close();
  return true;
}

}  // namespace daedalus::semantics
