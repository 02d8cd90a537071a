#include "daedalus/language/semantics/events/algorithm_targets.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/record_value.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/component_value.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::NameId;
using syntax::ReferencePart;
using Path = std::vector<NameId>;

bool IsPrefix(const Path& path, const Path& of) {
  return path.size() <= of.size() && std::equal(path.begin(), path.end(), of.begin());
}

// A shorter path includes all longer ones.
void AddPath(AlgorithmTarget& target, bool is_new, Path path) {
  if (is_new) {
    if (!path.empty()) target.paths.push_back(std::move(path));
    return;
  }
  if (target.paths.empty()) return;
  if (path.empty()) return target.paths.clear();
  if (std::ranges::any_of(target.paths, [&](const Path& known) { return IsPrefix(known, path); })) return;
  std::erase_if(target.paths, [&](const Path& known) { return IsPrefix(path, known); });
  target.paths.push_back(std::move(path));
}

bool AddTarget(Lowering& l, ExpressionId id, AlgorithmTargets* targets) {
  if (!id.IsValid() || l.tree()[id].kind != ExpressionKind::kReference)
    return true;  // reported at the assignment
  const syntax::ReferenceId reference = l.tree().ReferenceIdOf(l.tree()[id]);
  const Meaning meaning = Resolve(l, reference);
  if (meaning.kind == Meaning::Kind::kError) return false;
  const bool is_member = meaning.kind == Meaning::Kind::kComponent && meaning.num_parts == 1 &&
                         meaning.env == l.context.tree[l.scope.node].env;
  if (!is_member) return true;
  const auto parts = l.tree().List(l.tree()[reference].parts);
  if (!MayBeUsed(l, l.context.envs.Members(meaning.env)[meaning.index], parts[0])) return false;
  const auto [at, is_new] = targets->try_emplace(meaning.index);
  if (is_new) at->second.reference = reference;
  Path path;
  for (const ReferencePart& part : parts.subspan(1)) path.push_back(part.name);
  AddPath(at->second, is_new, std::move(path));
  return true;
}

// Lowers it as if only its name had been written.
Value LowerNamed(Lowering& l, Child child, const ReferencePart& named_by, NameId name) {
  const ReferencePart part{name, named_by.place, {}};
  return LowerComponent(l, child, std::span(&part, 1));
}

Value PresentMembers(Lowering& l, NodeId node, const ReferencePart& part) {
  const Reporter::Silent attempt(l.context.reporter);  // assignments are read again later
  const scope::EnvId env = l.context.tree[node].env;
  std::vector<Value> fields;
  Variability variability = Variability::kConstant;
  for (std::uint32_t i = 0; i < l.context.envs.Members(env).size(); ++i) {
    const scope::Member& member = l.context.envs.Members(env)[i];
    if (member.is_class) continue;
    fields.push_back(LowerNamed(l, ChildOf(l.context, node, i), part, member.name));
    variability = std::max(variability, fields.back().variability);
  }
  return RecordOf(TypeOfClass(l.context, env), std::move(fields), variability);
}

bool IsOneNode(const Context& context, Child child) {
  return child.kind == Child::Kind::kNode && !context.tree[child.node()].is_array;
}

bool CheckSymbol(Lowering& l, const Symbol& symbol, Span span) {
  if (symbol.role == Role::kVariable || symbol.role == Role::kDiscrete) return true;
  l.context.reporter.Report(Error(Code::kBadEquation, span, "the {} `{}` cannot be assigned to",
                                  Name(symbol.variability), l.context.NameOf(symbol))
                                .With(symbol.name_span, "declared here"));
  return false;
}

// Null: there is none.
Value* MemberAt(const Context& context, Value& value, const Path& path) {
  Value* at = &value;
  for (const NameId name : path) {
    const int field = at->IsRecord() ? context.types.Record(at->type).Find(context.Text(name)) : -1;
    if (field < 0 || static_cast<std::size_t>(field) >= at->fields.size()) return nullptr;
    at = &at->fields[static_cast<std::size_t>(field)];
  }
  return at;
}

}  // namespace

bool CollectTargets(Lowering& l, std::span<const syntax::Statement> statements, AlgorithmTargets* targets) {
  bool ok = true;
  for (const syntax::Statement& statement : statements) {
    if (statement.kind == syntax::StatementKind::kAssignment)
      ok = AddTarget(l, statement.target, targets) && ok;
    if (statement.kind == syntax::StatementKind::kMultiple) {
      for (const ExpressionId id : l.tree().Elements(l.tree()[statement.target]))
        ok = AddTarget(l, id, targets) && ok;
    }
    ok = CollectTargets(l, l.tree().List(statement.body), targets) && ok;
    for (const syntax::StatementBranch& branch : l.tree().List(statement.branches))
      ok = CollectTargets(l, l.tree().List(branch.body), targets) && ok;
  }
  return ok;
}

Value TargetValue(Lowering& l, std::uint32_t member, const AlgorithmTarget& target) {
  const Child child = ChildOf(l.context, l.scope.node, member);
  const ReferencePart& part = l.tree().List(l.tree()[target.reference].parts)[0];
  if (!target.paths.empty() && IsOneNode(l.context, child)) return PresentMembers(l, child.node(), part);
  return LowerNamed(l, child, part, part.name);
}

bool CanBeAssigned(Lowering& l, std::uint32_t member, const AlgorithmTarget& target) {
  const Span span = l.tree().SpanOf(target.reference);
  const Child whole = ChildOf(l.context, l.scope.node, member);
  if (whole.kind == Child::Kind::kSymbol) return CheckSymbol(l, l.context.tree[whole.symbol()], span);
  for (const Path& path : target.paths) {
    Child child = whole;
    for (const NameId name : path) {
      if (!IsOneNode(l.context, child)) break;
      child = ChildOf(l.context, child.node(), name).value_or(Child());
    }
    if (child.kind == Child::Kind::kSymbol && !CheckSymbol(l, l.context.tree[child.symbol()], span))
      return false;
  }
  return true;
}

std::vector<Value*> AssignedParts(const Context& context, const AlgorithmTarget& target, Value& value) {
  if (target.paths.empty()) return {&value};
  std::vector<Value*> parts;
  for (const Path& path : target.paths) {
    if (Value* part = MemberAt(context, value, path)) parts.push_back(part);
  }
  return parts;
}

}  // namespace daedalus::semantics
