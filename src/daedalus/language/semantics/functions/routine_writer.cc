#include "daedalus/language/semantics/functions/routine_writer.h"

#include <algorithm>
#include <limits>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/functions/merge_locals.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/functions/run_part.h"
#include "daedalus/language/semantics/functions/run_record.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;
using routine::Register;

std::vector<Scalar> ScalarsOf(Value value) {
  std::vector<Scalar> scalars;
  ForEachScalar(value, [&](Type, Scalar& scalar) { scalars.push_back(scalar); });
  return scalars;
}

}  // namespace

RoutineWriter::RoutineWriter(std::size_t num_inputs)
    : code(graph, [this](ExprId leaf) { return LeafRegister(leaf); }), num_inputs_(num_inputs) {
  code.NewRun(num_inputs + kMaxLeaves);
}

Register RoutineWriter::LeafRegister(ExprId id) {
  const expr::Leaf leaf = graph.leaf(id);
  const auto same = [&](const expr::Leaf& other) {
    return other.kind == leaf.kind && other.id == leaf.id && other.order == leaf.order;
  };
  const auto at = std::find_if(leaves.begin(), leaves.end(), same);
  const auto index = static_cast<std::size_t>(at - leaves.begin());
  DAEDALUS_CHECK(index < kMaxLeaves, "a function refers to few parameters");
  if (at == leaves.end()) leaves.push_back(leaf);
  return static_cast<Register>(num_inputs_ + index);
}

Scalar RoutineWriter::NoNumber() {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  return Leaf(code.Data({&nothing, 1}));
}

ExprId RoutineWriter::ExprOf(Lowering& l, const Scalar& scalar) {
  if (!scalar.IsUnknown()) return ToExpr(l, scalar);
  l.Refuse({}, "something is used that was given no value");
  return graph.Constant(0.0);
}

bool HasArrayOfRun(const Value& record) {
  bool has = false;
  ForEachLeaf(record, [&](const Value& leaf) { has = has || leaf.IsOfRun(); });
  return has;
}

bool RoutineWriter::Keep(Lowering& l, Local& local, const Value* before, Span span) {
  const std::vector<Scalar> old = before != nullptr ? ScalarsOf(*before) : std::vector<Scalar>();
  std::vector<ExprId> values;
  std::vector<Register> targets;
  std::size_t index = 0;
  bool ok = true;
  if (before == nullptr && (IsRecordOfRun(l, local.value) || MayChangeSize(l, local)))
    return DeclareRecord(l, local), true;
  if (!HasElements(local.value) || local.value.IsOfRun()) return true;
  // A variable of known size may be assigned from one of the run, too.
  const bool is_of_run =
      IsRecordOfRun(local) || (local.value.IsRecord() && LiesInArena(local.value) && local.first_register);
  if (before != nullptr && is_of_run) {
    const Value value = std::move(local.value);
    local.value = *before;
    return AssignRecord(l, local, value, span);
  }
  if (!local.first_register && IsRecordOfRun(l, local.value) && LiesInArena(local.value))
    return DeclareRecord(l, local), true;
  if (HasArrayOfRun(local.value)) {
    l.RefuseSize(span, "a record has an array whose size is known during the run only");
    return false;
  }
  const std::size_t count = ScalarsOf(local.value).size();
  if (!local.first_register) local.first_register = code.NewRun(count);
  if (before != nullptr && !old.empty() && old.size() != count && !before->HasUnknownSize()) {
    l.RefuseSize(span, "a variable changes its size");
    return false;
  }
  ForEachScalar(local.value, [&](Type type, Scalar& scalar) {
    const Register target = *local.first_register + static_cast<Register>(index);
    const bool is_old = index < old.size() && AreSame(old[index], scalar);
    ++index;
    if (is_old || scalar.IsUnknown()) return;
    if (!FitsRegister(type)) {
      if (!scalar.IsConstant()) ok = false;
      return;
    }
    targets.push_back(target);
    values.push_back(ToExpr(l, scalar));
    if (!scalar.IsConstant()) scalar = Leaf(target);
  });
  if (!ok) {
    l.Refuse(span, "an object or a function depends on values of the run here");
    return false;
  }
  code.Assign(targets, values);
  return true;
}

Value RoutineWriter::InOwnRegisters(const Local& local) {
  Local forgotten = local;
  Forget(forgotten);
  return forgotten.value;
}

void RoutineWriter::Forget(Local& local) {
  if (local.value.IsOfRun()) local.is_assigned = true;
  if (!local.first_register) return;
  Register next = *local.first_register;
  ForEachScalar(local.value, [&](Type type, Scalar& scalar) {
    scalar = FitsRegister(type) ? Leaf(next) : Scalar();
    ++next;
  });
  ForEachLeaf(local.value, [](Value& leaf) { leaf.variability = Variability::kContinuous; });
  local.value.variability = Variability::kContinuous;
  local.is_assigned = true;
}

Value RoutineWriter::InRegisters(const Value& shape) {
  Value value = shape;
  Register next = code.NewRun(ScalarsOf(value).size());
  ForEachScalar(value, [&](Type type, Scalar& scalar) {
    if (FitsRegister(type)) scalar = Leaf(next);
    ++next;
  });
  ForEachLeaf(value, [](Value& leaf) { leaf.variability = Variability::kContinuous; });
  value.variability = Variability::kContinuous;
  return value;
}

bool RoutineWriter::Assign(Lowering& l, const Value& target, Value value, Span span) {
  std::vector<Scalar> places = ScalarsOf(target), given = ScalarsOf(std::move(value));
  std::vector<Register> targets;
  std::vector<ExprId> values;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].kind != Scalar::Kind::kExpression) {
      if (AreSame(places[i], given[i])) continue;
      l.Refuse(span, "an object or a function depends on values of the run here");
      return false;
    }
    if (given[i].IsUnknown()) continue;
    targets.push_back(graph.variable(places[i].expr).value);
    values.push_back(ToExpr(l, given[i]));
  }
  code.Assign(targets, values);
  return true;
}

bool RoutineWriter::Merge(Lowering& l, FunctionFrame& frame, const std::vector<Local>& other, Span span) {
  for (std::size_t i = 0; i < frame.locals.size(); ++i) {
    const Local& a = other[i];
    Local& b = frame.locals[i];
    const bool is_in_arena = b.value.IsOfRun();
    if (is_in_arena != a.value.IsOfRun()) {
      l.RefuseSize(span, "`{}` gets its size under a condition of the run",
                   l.Text(l.context.envs.Members(frame.env)[i].name));
      return false;
    }
    if (is_in_arena) {
      b.may_be_assigned = b.may_be_assigned || a.may_be_assigned || a.is_assigned != b.is_assigned;
      b.is_assigned = b.is_assigned && a.is_assigned;
      continue;
    }
    // A size that only one of them has found does not count.
    if (!b.first_register) continue;
    if (b.first_register && !a.first_register) {
      b.value = a.value;  // without a size, as before
      b.first_register.reset();
      b.is_assigned = false;
    }
    if (!b.first_register || !a.first_register || a.value.IsError()) continue;
    if (*a.first_register != *b.first_register || a.value.dims != b.value.dims) {
      l.RefuseSize(span, "`{}` gets its size under a condition of the run",
                   l.Text(l.context.envs.Members(frame.env)[i].name));
      return false;
    }
    const std::vector<Scalar> known = ScalarsOf(a.value);
    Register next = *b.first_register;
    std::size_t index = 0;
    bool changed = false;
    ForEachScalar(b.value, [&](Type type, Scalar& scalar) {
      const bool is_same = index < known.size() && AreSame(known[index], scalar);
      // A value that only one of the paths assigns is not certain.
      const bool is_known = !scalar.IsUnknown() && index < known.size() && !known[index].IsUnknown();
      if (!is_same) {
        scalar = FitsRegister(type) && is_known ? Leaf(next) : Scalar();
        changed = true;
      }
      ++index, ++next;
    });
    if (changed) ForEachLeaf(b.value, [](Value& leaf) { leaf.variability = Variability::kContinuous; });
    if (changed) b.value.variability = Variability::kContinuous;
    b.may_be_assigned = b.may_be_assigned || a.may_be_assigned || a.is_assigned != b.is_assigned;
    b.is_assigned = b.is_assigned && a.is_assigned;
  }
  return true;
}

Register RoutineWriter::Run(Lowering& l, const Value& leaf) {
  // Elements that are already in consecutive registers.
  const auto at = [&](std::size_t i) -> std::optional<Register> {
    if (leaf[i].kind != Scalar::Kind::kExpression || graph.op(leaf[i].expr) != expr::Op::kVariable)
      return std::nullopt;
    return graph.variable(leaf[i].expr).value;
  };
  const auto first = leaf.size() > 0 ? at(0) : std::nullopt;
  bool is_row = first.has_value();
  for (std::size_t i = 1; is_row && i < leaf.size(); ++i) is_row = at(i) == *first + static_cast<Register>(i);
  if (is_row) return *first;
  if (leaf.IsConstant()) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < leaf.size(); ++i) numbers.push_back(leaf[i].number);
    return code.Data(numbers);
  }
  const Register run = code.NewRun(leaf.size());
  std::vector<Register> targets;
  std::vector<ExprId> values;
  for (std::size_t i = 0; i < leaf.size(); ++i) {
    if (leaf[i].IsUnknown()) continue;
    targets.push_back(run + static_cast<Register>(i));
    values.push_back(ToExpr(l, leaf[i]));
  }
  code.Assign(targets, values);
  return run;
}

std::vector<std::uint32_t> AssignedLocals(Lowering& l, std::span<const syntax::Statement> statements) {
  std::vector<std::uint32_t> found;
  const auto add = [&](syntax::ExpressionId id) {
    if (!id.IsValid() || l.tree()[id].kind != syntax::ExpressionKind::kReference) return;
    const Meaning meaning = Resolve(l, l.tree().ReferenceIdOf(l.tree()[id]));
    const bool is_local =
        meaning.kind == Meaning::Kind::kComponent && l.scope.frame->HasLocal(meaning.env, meaning.index);
    if (is_local) found.push_back(meaning.index);
  };
  const auto append = [&](std::span<const syntax::Statement> inner) {
    const auto more = AssignedLocals(l, inner);
    found.insert(found.end(), more.begin(), more.end());
  };
  for (const syntax::Statement& statement : statements) {
    if (statement.kind == syntax::StatementKind::kAssignment) add(statement.target);
    if (statement.kind == syntax::StatementKind::kMultiple) {
      for (const syntax::ExpressionId id : l.tree().Elements(l.tree()[statement.target])) add(id);
    }
    append(l.tree().List(statement.body));
    for (const syntax::StatementBranch& branch : l.tree().List(statement.branches))
      append(l.tree().List(branch.body));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

routine::FailureText FailureTextOf(Lowering& l, RoutineWriter& w, const Value& message) {
  if (message.scalar.IsUnknown())
    return {{}, [](std::span<const double>) { return std::string("an assertion does not hold"); }};
  TextTemplate text = l.context.strings.TemplateOf(message.scalar);
  std::vector<ExprId> values;
  for (const TextTemplate::Piece& piece : text.pieces) {
    if (piece.value.IsValid()) values.push_back(piece.value);
  }
  const std::vector<Register> registers = w.code.WriteAll(values);
  // Values appear in their order in the text.
  return {registers, [text = std::move(text)](std::span<const double> numbers) {
            std::size_t next = 0;
            return text.Fill([&](ExprId) { return numbers[next++]; });
          }};
}

}  // namespace daedalus::semantics
