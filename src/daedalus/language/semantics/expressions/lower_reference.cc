#include <algorithm>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/choose_element.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/subscripts.h"
#include "daedalus/language/semantics/expressions/value_parts.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/run_subscripts.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/component_value.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/named_child.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

using scope::Found;
using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::NameId;
using syntax::ReferencePart;

// ---- What a name means ----

// The names that could have been meant: those of the class and its iteration variables.
void OfferNames(Lowering& l, NearestName& nearest) {
  for (const LoopIndex& loop : l.scope.loops) nearest.Offer(l.Text(loop.name));
  if (l.scope.scope.env.IsValid()) {
    for (const scope::Member& member : l.context.envs.Members(l.scope.scope.env))
      nearest.Offer(l.Text(member.name));
  }
  nearest.Offer("time");
}

Meaning ReportUnknown(Lowering& l, syntax::ReferenceId id) {
  const std::string text = l.tree().DottedName(id);
  NearestName nearest(text);
  OfferNames(l, nearest);
  l.context.reporter.Report(
      Error(Code::kUnknownName, l.tree().SpanOf(id), "`{}` is not declared", text).Hint(nearest.Hint()));
  return {.kind = Meaning::Kind::kError};
}

Meaning ResolveLiteral(Lowering& l, Type type, const ReferencePart& part) {
  const std::string_view name = l.Text(part.name);
  const auto literals = l.types().Literals(type);
  const auto at = std::find(literals.begin(), literals.end(), name);
  if (at != literals.end()) {
    return {.kind = Meaning::Kind::kLiteral,
            .index = static_cast<std::uint32_t>(at - literals.begin() + 1),
            .type = type};
  }
  NearestName nearest(name);
  for (const std::string_view literal : literals) nearest.Offer(literal);
  l.context.reporter.Report(
      Error(Code::kUnknownName, l.tree().SpanOf(part), "{} has no value `{}`", l.types().Name(type), name)
          .Hint(nearest.Hint()));
  return {.kind = Meaning::Kind::kError};
}

// A class was found, but the next name is not one of its members.
Meaning ResolveInClass(Lowering& l, scope::EnvId env, const ReferencePart& part) {
  const Type type = TypeOfClass(l.context, env);
  if (IsEnumeration(type)) return ResolveLiteral(l, type, part);
  ReportNoMember(l, env, fmt::format("`{}`", l.context.envs.NameOf(env)), part);
  return {.kind = Meaning::Kind::kError};
}

// `import E.a` gives the name a to the enumeration E (EnvTable::ResolveImport).
bool IsImportedLiteral(Lowering& l, scope::EnvId env, std::span<const ReferencePart> parts) {
  const Type type = TypeOfClass(l.context, env);
  if (parts.size() != 1 || !IsEnumeration(type)) return false;
  const auto literals = l.types().Literals(type);
  const std::string_view name = l.Text(parts[0].name);
  return !l.context.envs.NameOf(env).ends_with(name) && std::ranges::find(literals, name) != literals.end();
}

// `time` is defined where something happens in time: in models and blocks (section 3.6.7).
Meaning ResolveTime(Lowering& l, syntax::ReferenceId id) {
  const syntax::ClassKind kind =
      l.scope.scope.env.IsValid() ? l.context.envs.KindOf(l.scope.scope.env) : syntax::ClassKind::kModel;
  const bool is_known = scope::IsModelKind(kind) || kind == syntax::ClassKind::kClass;
  if (is_known) return {.kind = Meaning::Kind::kTime};
  l.context.reporter.Report(
      Error(Code::kUnknownName, l.tree().SpanOf(id), "there is no `time` in a {}", syntax::TextOf(kind))
          .With(l.context.envs.SpanOf(l.scope.scope.env), "this is the class")
          .Hint("let the model that uses it give it the time"));
  return {.kind = Meaning::Kind::kError};
}

Meaning ResolveAnew(Lowering& l, syntax::ReferenceId id) {
  const auto parts = l.tree().List(l.tree()[id].parts);
  std::size_t used = 0;
  const Found found = l.context.envs.Resolve(l.tree(), id, l.scope.scope, &used);
  Meaning meaning;
  meaning.num_parts = static_cast<std::uint32_t>(used);
  meaning.env = found.env;
  meaning.index = found.member;
  switch (found.kind) {
    case Found::Kind::kError:
      meaning.kind = Meaning::Kind::kError;
      return meaning;
    case Found::Kind::kComponent:
      meaning.kind = Meaning::Kind::kComponent;
      return meaning;
    case Found::Kind::kClass:
      if (used < parts.size()) return ResolveInClass(l, found.env, parts[used]);
      if (IsImportedLiteral(l, found.env, parts)) return ResolveInClass(l, found.env, parts[0]);
      meaning.kind = Meaning::Kind::kClass;
      meaning.type = TypeOfClass(l.context, found.env);
      return meaning;
    case Found::Kind::kNone:
      break;
  }
  const std::string_view first = l.Text(parts[0].name);
  if (parts.size() == 1 && first == "time") return ResolveTime(l, id);
  if (parts.size() == 1 && FindBuiltin(first) != nullptr) {
    l.Error(Code::kNotAValue, l.tree().SpanOf(id), "`{}` is a function, not a value", first);
    return {.kind = Meaning::Kind::kError};
  }
  return ReportUnknown(l, id);
}

// A simulated model finds no values in classes that must be completed (section 5.3.2).
bool MayBeLookedInside(Lowering& l, scope::EnvId env, syntax::ReferenceId id) {
  const bool is_simulated = !l.context.connections.is_open && l.purpose.mode != Mode::kCheck;
  if (!is_simulated || !l.context.envs.IsPartial(env)) return true;
  l.context.reporter.Report(
      Error(Code::kPartialClass, l.tree().SpanOf(id),
            "`{}` is partial, so its elements cannot be used in a model that is simulated",
            l.context.envs.NameOf(env))
          .With(l.context.envs.SpanOf(env), "declared here"));
  return false;
}

const LoopIndex* FindLoop(Lowering& l, syntax::ReferenceId id) {
  const syntax::Reference& reference = l.tree()[id];
  if (l.scope.loops.empty() || reference.is_global) return nullptr;
  const NameId name = l.tree().List(reference.parts)[0].name;
  for (std::size_t slot = l.scope.loops.size(); slot-- > 0;) {
    if (l.scope.loops[slot].name == name) return &l.scope.loops[slot];
  }
  return nullptr;
}

Value LowerLoopIndex(Lowering& l, const LoopIndex& loop, std::span<const ReferencePart> parts) {
  const Value& value = loop.value;
  if (value.IsError() || !IsAllowed(l, l.Text(parts[0].name), value.variability, l.tree().SpanOf(parts[0]))) {
    return {};
  }
  const bool is_whole = parts.size() == 1 && parts[0].subscripts.empty();
  if (!is_whole) return PartOf(l, value, parts, "a loop index");
  const bool is_plain = value.IsScalar() && !value.IsRecord();
  if (!is_plain) return value;
  Value index = ScalarValue(value.type, value.scalar, value.variability);
  index.unit = value.unit;
  return index;
}

Value LowerTime(Lowering& l, const ReferencePart& part) {
  if (!IsAllowed(l, "time", Variability::kContinuous, l.tree().SpanOf(part))) return {};
  if (!HasDimensionsFor(l, {}, l.tree().List(part.subscripts), [] { return "`time`"; })) return {};
  const Scalar scalar = l.purpose.mode == Mode::kSymbolic ? Expression(l.graph().Time()) : Scalar();
  // Without a unit, although it is in seconds: people write sin(time), and mean a number.
  return ScalarValue(BaseType::kReal, scalar, Variability::kContinuous);
}

}  // namespace

const Meaning& Resolve(Lowering& l, syntax::ReferenceId id) {
  const ReferenceKey key{l.tree().file().value, id.value, l.scope.scope.env.value, l.scope.scope.part};
  if (const Meaning* known = l.context.lookups.meanings.Find(key)) return *known;
  const Meaning meaning = ResolveAnew(l, id);
  return l.context.lookups.meanings.Add(key, meaning);
}

namespace {

// The component that the reference names through components that are not arrays; kNew: it is something else.
Child NamedComponent(Lowering& l, syntax::ReferenceId id) {
  if (FindLoop(l, id) != nullptr) return {};
  const Meaning meaning = Resolve(l, id);
  if (meaning.kind != Meaning::Kind::kComponent) return {};
  if (l.scope.frame != nullptr && l.scope.frame->HasLocal(meaning.env, meaning.index)) return {};
  auto parts = l.tree().List(l.tree()[id].parts).subspan(meaning.num_parts - 1);
  Child child = NamedChild(l.context, FindInstance(l.context, l.scope.node, meaning.env), meaning.index);
  for (; parts.size() > 1 && child.kind == Child::Kind::kNode; parts = parts.subspan(1)) {
    if (!parts[0].subscripts.empty() || l.context.tree[child.node()].is_array) return {};
    const auto next = ChildOf(l.context, child.node(), parts[1].name);
    if (!next) return {};
    child = *next;
  }
  return parts.size() == 1 ? child : Child();
}

}  // namespace

SymbolId SubscriptedSymbol(Lowering& l, syntax::ReferenceId id) {
  const Child child = NamedComponent(l, id);
  return child.kind == Child::Kind::kSymbol ? child.symbol() : SymbolId();
}

NodeId PlainArray(Lowering& l, syntax::ReferenceId id) {
  if (!l.tree().List(l.tree()[id].parts).back().subscripts.empty()) return {};
  const Child child = NamedComponent(l, id);
  return child.kind == Child::Kind::kNode && l.context.tree[child.node()].is_array ? child.node() : NodeId();
}

const Local* FindLocal(Lowering& l, syntax::ReferenceId id) {
  if (l.scope.frame == nullptr || FindLoop(l, id) != nullptr) return nullptr;
  const Meaning meaning = Resolve(l, id);
  if (meaning.kind != Meaning::Kind::kComponent || meaning.num_parts != l.tree()[id].parts.size())
    return nullptr;
  FunctionFrame& frame = *l.scope.frame;
  return frame.HasLocal(meaning.env, meaning.index) ? &frame.locals[meaning.index] : nullptr;
}

const Dims* LocalDims(Lowering& l, syntax::ReferenceId id) {
  const Local* local = FindLocal(l, id);
  if (local == nullptr) return nullptr;
  if (local->progress == Progress::kInProgress) return &local->dims;
  FunctionFrame& frame = *l.scope.frame;
  const auto member = static_cast<std::uint32_t>(local - frame.locals.data());
  return EnsureLocal(l.context, frame, member) ? &local->value.dims : nullptr;
}

SymbolId PlainSymbol(Lowering& l, syntax::ReferenceId id) {
  const auto parts = l.tree().List(l.tree()[id].parts);
  return parts.back().subscripts.empty() ? SubscriptedSymbol(l, id) : SymbolId();
}

Value LowerReference(Lowering& l, syntax::ReferenceId id, std::span<const NameId> further) {
  auto parts = l.tree().List(l.tree()[id].parts);
  std::vector<ReferencePart> longer;
  if (!further.empty()) {
    longer.assign(parts.begin(), parts.end());
    for (const NameId name : further) longer.push_back({name, parts.back().place, {}});
    parts = longer;
  }
  if (const LoopIndex* loop = FindLoop(l, id)) return LowerLoopIndex(l, *loop, parts);
  const Meaning meaning = Resolve(l, id);
  switch (meaning.kind) {
    case Meaning::Kind::kComponent: {
      const auto rest = parts.subspan(meaning.num_parts - 1);
      if (l.scope.frame != nullptr && l.scope.frame->HasLocal(meaning.env, meaning.index))
        return LowerLocal(l, meaning.index, rest);
      if (!MayBeUsed(l, l.context.envs.Members(meaning.env)[meaning.index], rest[0])) return {};
      if (meaning.num_parts > 1 && !MayBeLookedInside(l, meaning.env, id)) return {};
      const NodeId node = FindInstance(l.context, l.scope.node, meaning.env);
      return LowerComponent(l, NamedChild(l.context, node, meaning.index), rest);
    }
    case Meaning::Kind::kTime:
      return LowerTime(l, parts[0]);
    case Meaning::Kind::kLiteral:
      return ScalarValue(meaning.type, Constant(meaning.index));
    case Meaning::Kind::kClass:
      return l.Error(Code::kNotAValue, l.tree().SpanOf(id), "`{}` is a class, not a value",
                     l.tree().DottedName(id));
    default:
      return {};
  }
}

Type TypeNamedBy(Lowering& l, ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != ExpressionKind::kReference || FindLoop(l, l.tree().ReferenceIdOf(e)) != nullptr) return {};
  const Meaning& meaning = Resolve(l, l.tree().ReferenceIdOf(e));
  return meaning.kind == Meaning::Kind::kClass ? meaning.type : Type();
}

Value LowerSubscripted(Lowering& l, std::span<const ExpressionId> elements) {
  const Value array = Lower(l, elements[0]);
  if (array.IsError() ||
      !HasDimensionsFor(l, array.dims, elements.subspan(1), [] { return "this expression"; }))
    return {};
  if (l.writer() != nullptr && l.purpose.mode == Mode::kSymbolic) {
    if (auto loaded = LoadPart(l, array, 0, elements.subspan(1))) return std::move(*loaded);
  }
  if (auto chosen = ChooseElement(l, array, elements.subspan(1))) return std::move(*chosen);
  const auto selection = Select(l, array.dims, {}, elements.subspan(1));
  return selection ? Pick(array, *selection) : Value();
}

}  // namespace daedalus::semantics
