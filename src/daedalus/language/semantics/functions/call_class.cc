#include "daedalus/language/semantics/functions/call_class.h"

#include "daedalus/language/scope/subtype.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/overload.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/functions/call_function.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/functions/purity.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/component_value.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/structural.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;

// ---- The function ----

// world.gravity(r): the function of the actual component, whatever class its declaration names.
std::optional<FunctionValue> FindInComponent(Lowering& l, syntax::ReferenceId id) {
  Context& c = l.context;
  const auto parts = l.tree().List(l.tree()[id].parts);
  std::size_t used = 0;
  const scope::Found found = c.envs.Resolve(l.tree(), id, l.scope.scope, &used);
  if (!MayBeUsed(l, c.envs.Members(found.env)[found.member], parts[used - 1])) return std::nullopt;
  Child child = ChildOf(c, FindInstance(c, l.scope.node, found.env), found.member);
  for (; child.kind == Child::Kind::kNode && !c.tree[child.node()].is_array; ++used) {
    const auto next = ChildOf(c, child.node(), parts[used].name);
    if (!next) break;
    child = *next;
  }
  if (child.kind == Child::Kind::kBroken) return std::nullopt;
  if (child.kind != Child::Kind::kNode || c.tree[child.node()].is_array) {
    l.Error(Code::kNotAFunction, l.tree().SpanOf(id),
            "`{}` can be called only through a single component that exists", l.tree().DottedName(id));
    return std::nullopt;
  }
  scope::Found function{scope::Found::Kind::kClass, c.tree[child.node()].env, 0};
  for (; used < parts.size(); ++used) function = c.envs.LookupIn(function, parts[used].name);
  if (function.kind == scope::Found::Kind::kClass) return FunctionValue{function.env, child.node()};
  if (function.kind == scope::Found::Kind::kNone) {
    l.Error(Code::kUnknownFunction, l.tree().SpanOf(id), "there is no function `{}`",
            l.tree().DottedName(id));
  }
  return std::nullopt;
}

// A variable of the function that is being carried out, whose type is a function.
std::optional<FunctionValue> FunctionOfLocal(Lowering& l, const Meaning& meaning, syntax::ReferenceId id) {
  const auto parts = l.tree().List(l.tree()[id].parts);
  const bool is_local = l.scope.frame != nullptr && l.scope.frame->HasLocal(meaning.env, meaning.index);
  const Value value = is_local ? LowerLocal(l, meaning.index, parts) : Value();
  // In a function that is checked alone, only its type is known.
  if (value.type == BaseType::kFunction && l.purpose.mode == Mode::kCheck && !value.IsConstant()) {
    return FunctionValue{scope::EnvId(l.types().Class(value.type).environment), l.scope.node};
  }
  if (value.type == BaseType::kFunction && value.IsConstant()) {
    return l.context.functions.values[static_cast<std::size_t>(value.scalar.number)];
  }
  if (!value.IsError() || !is_local) {
    l.Error(Code::kNotAFunction, l.tree().SpanOf(id), "`{}` has no function as its value",
            l.tree().DottedName(id));
  }
  return std::nullopt;
}

// `outer function f`: the `inner` function of the enclosing instances (section 5.4). nullopt after a reported
// mistake.
std::optional<FunctionValue> FindInnerFunction(Lowering& l, const scope::Member& outer, scope::EnvId promised,
                                               syntax::ReferenceId id) {
  Context& c = l.context;
  const Span span = l.tree().SpanOf(id);
  NodeId node = l.scope.node.IsValid() ? c.tree[l.scope.node].parent : NodeId();
  for (; node.IsValid(); node = c.tree[node].parent) {
    if (c.tree[node].is_array) continue;
    const scope::EnvId env = c.tree[node].env;
    const std::uint32_t member = c.envs.FindMember(env, outer.name);
    if (member == scope::kNoMember) continue;
    const scope::Member found = c.envs.Members(env)[member];
    if (!found.is_class || !found.is_inner) continue;
    const scope::EnvId inner = c.envs.EnvOf(env, member);
    if (!inner.IsValid()) return std::nullopt;
    const std::string why = scope::WhyNotSubtype(c.envs, inner, promised);
    if (why.empty()) return FunctionValue{inner, node};
    c.reporter.Report(Error(Code::kMissingInner, span, "the inner `{}` does not fit the outer one: {}",
                            c.Text(outer.name), why)
                          .With(found.span, "the inner one")
                          .With(outer.span, "the outer one"));
    return std::nullopt;
  }
  c.reporter.Report(
      Error(Code::kMissingInner, span, "nothing around this declares an `inner {}`", c.Text(outer.name))
          .With(outer.span, "declared here"));
  return std::nullopt;
}

std::optional<FunctionValue> FindCallee(Lowering& l, const Meaning& meaning, syntax::ReferenceId id) {
  if (meaning.kind == Meaning::Kind::kComponent) return FunctionOfLocal(l, meaning, id);
  if (meaning.kind != Meaning::Kind::kClass) return std::nullopt;
  if (meaning.is_in_component) return FindInComponent(l, id);
  const scope::EnvId around = l.scope.scope.env;
  const std::uint32_t member =
      l.tree()[id].parts.size() == 1 && around.IsValid()
          ? l.context.envs.FindMember(around, l.tree().List(l.tree()[id].parts)[0].name)
          : scope::kNoMember;
  if (member != scope::kNoMember && l.purpose.mode != Mode::kCheck) {
    const scope::Member& found = l.context.envs.Members(around)[member];
    if (found.is_class && found.is_outer && !found.is_inner)
      return FindInnerFunction(l, found, meaning.env, id);
  }
  return FunctionValue{meaning.env, l.scope.node};
}

// ---- Arguments ----

Value MakeFunctionValue(Lowering& l, scope::EnvId env, FunctionValue value) {
  Variability variability = Variability::kConstant;
  for (const auto& [name, bound] : value.bound) variability = std::max(variability, bound.variability);
  l.context.functions.values.push_back(std::move(value));
  const auto index = static_cast<double>(l.context.functions.values.size() - 1);
  return ScalarValue(TypeOfClass(l.context, env), Constant(index), variability);
}

// f, or function f(a = 1).
Value LowerFunctionArgument(Lowering& l, ExpressionId id) {
  const syntax::Expression& e = l.tree()[id];
  const bool is_partial = e.kind == ExpressionKind::kPartialApplication;
  if (!is_partial && e.kind != ExpressionKind::kReference) {
    return l.Error(Code::kWrongArgumentType, l.SpanOf(id), "a function is needed here");
  }
  const syntax::ReferenceId name = is_partial ? l.tree().CallOf(e).function : l.tree().ReferenceIdOf(e);
  const Meaning meaning = ResolveFunction(l, name);
  if (meaning.kind == Meaning::Kind::kBuiltin) {
    return l.Error(Code::kUnsupportedFunction, l.SpanOf(id),
                   "`{}` of the language itself cannot be an argument", l.tree().DottedName(name));
  }
  auto function = FindCallee(l, meaning, name);
  if (!function) return {};
  if (!is_partial) return MakeFunctionValue(l, function->env, std::move(*function));
  for (const syntax::Argument& argument : l.tree().List(l.tree().CallOf(e).arguments)) {
    if (!argument.name.IsValid()) {
      return l.Error(Code::kBadNamedArgument, l.SpanOf(argument.value), "arguments must be named here");
    }
    const std::uint32_t member = l.context.envs.FindMember(function->env, argument.name);
    if (member == scope::kNoMember) {
      return l.Error(Code::kBadNamedArgument, l.tree().SpanOf(argument.name_place),
                     "`{}` has no argument named `{}`", l.context.envs.NameOf(function->env),
                     l.Text(argument.name));
    }
    Value value = LowerArgument(l, function->env, member, argument.value);
    if (value.IsError()) return {};
    function->bound.emplace_back(argument.name, std::move(value));
  }
  return MakeFunctionValue(l, function->env, std::move(*function));
}

bool HasOpenInteger(const Value& value) {
  bool found = false;
  ForEachLeaf(value, [&](const Value& leaf) {
    found = found || (leaf.type == BaseType::kInteger && !leaf.IsConstant());
  });
  return found;
}

std::optional<std::vector<FunctionArgument>> LowerArguments(Lowering& l, scope::EnvId function,
                                                            const syntax::Call& call) {
  const FunctionSignature signature = SignatureOf(l.context, function);
  std::vector<FunctionArgument> arguments;
  bool ok = true;
  for (const syntax::Argument& argument : l.tree().List(call.arguments)) {
    std::uint32_t member = scope::kNoMember;
    if (argument.name.IsValid()) {
      member = l.context.envs.FindMember(function, argument.name);
    } else if (arguments.size() < signature.inputs.size()) {
      member = signature.inputs[arguments.size()];
    }
    Value value = member == scope::kNoMember ? Lower(l, argument.value)
                                             : LowerArgument(l, function, member, argument.value);
    ok = ok && !value.IsError();
    const Span span =
        argument.name.IsValid() ? l.tree().SpanOf(argument.name_place) : l.SpanOf(argument.value);
    arguments.push_back({argument.name, std::move(value), span});
  }
  if (!ok) return std::nullopt;
  return arguments;
}

// ---- Records ----

bool IsRecordClass(const Context& context, scope::EnvId env) {
  const syntax::ClassKind kind = context.envs.KindOf(env);
  return kind == syntax::ClassKind::kRecord || kind == syntax::ClassKind::kOperatorRecord;
}

// The constructor that an operator record defines; nullopt if it has none.
std::optional<Value> CallConstructor(Lowering& l, const FunctionValue& record, const syntax::Expression& e) {
  if (!l.types().Record(TypeOfClass(l.context, record.env)).is_operator_record) return std::nullopt;
  std::vector<FunctionArgument> arguments;
  for (const syntax::Argument& argument : l.tree().List(l.tree().CallOf(e).arguments)) {
    Value value = Lower(l, argument.value);
    if (value.IsError()) return Value();
    arguments.push_back({argument.name, std::move(value), l.SpanOf(argument.value)});
  }
  return CallOverloaded(l, record.env, "'constructor'", std::move(arguments), l.tree().SpanOf(e));
}

// Fields without an argument have the values of their declarations, which may depend on other fields.
Value CallRecord(Lowering& l, const FunctionValue& record, const syntax::Expression& e) {
  Context& c = l.context;
  const Type type = TypeOfClass(c, record.env);
  if (type != BaseType::kRecord) return {};
  FunctionFrame frame = MakeFrame(l, record.env, record.node);
  std::vector<std::uint32_t> fields;
  for (std::uint32_t i = 0; i < frame.locals.size(); ++i) {
    if (!c.envs.Members(record.env)[i].is_class) fields.push_back(i);
  }
  std::vector<RecordArgument> arguments;
  for (const syntax::Argument& argument : l.tree().List(l.tree().CallOf(e).arguments)) {
    Value value = Lower(l, argument.value);
    if (value.IsError()) return {};
    const std::uint32_t member = argument.name.IsValid() ? c.envs.FindMember(record.env, argument.name)
                                 : arguments.size() < fields.size() ? fields[arguments.size()]
                                                                    : scope::kNoMember;
    if (member != scope::kNoMember) {
      Local& local = frame.locals[member];
      local.value = value;
      local.is_assigned = true;
      local.progress = Progress::kDone;
    }
    const std::string_view name = argument.name.IsValid() ? l.Text(argument.name) : std::string_view();
    arguments.push_back({name, std::move(value), l.SpanOf(argument.value)});
  }
  return MakeRecord(l, type, arguments, l.tree().SpanOf(e), [&](std::size_t field) -> std::optional<Value> {
    const bool is_record = TypeOfMember(c, record.env, fields[field]) == BaseType::kRecord;
    if (!is_record && !HasDefault(c, frame, fields[field])) return std::nullopt;
    if (!EnsureLocal(c, frame, fields[field])) return Value();
    return frame.locals[fields[field]].value;
  });
}

// The function `constructor` in the class of an ExternalObject (section 12.9.7).
std::optional<std::vector<Value>> CallObjectConstructor(Lowering& l, const FunctionValue& object,
                                                        const syntax::Expression& e) {
  Context& c = l.context;
  const std::size_t count = c.envs.Members(object.env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = c.envs.Members(object.env)[i];
    if (!member.is_class || c.Text(member.name) != "constructor") continue;
    const FunctionValue constructor{c.envs.EnvOf(object.env, i), object.node};
    if (!constructor.env.IsValid()) return std::nullopt;
    auto arguments = LowerArguments(l, constructor.env, l.tree().CallOf(e));
    if (!arguments) return std::nullopt;
    return CallFunction(l, constructor, std::move(*arguments), l.tree().SpanOf(e));
  }
  l.Error(Code::kNotAFunction, l.tree().SpanOf(l.tree().CallOf(e).function), "`{}` has no constructor",
          c.envs.NameOf(object.env));
  return std::nullopt;
}

std::optional<std::vector<Value>> Call(Lowering& l, const FunctionValue& function,
                                       const syntax::Expression& e) {
  const Span span = l.tree().SpanOf(e);
  const Type type = TypeOfClass(l.context, function.env);
  if (type == BaseType::kFunction) {
    if (!MayBeCalled(l, function.env, span)) return std::nullopt;
    auto arguments = LowerArguments(l, function.env, l.tree().CallOf(e));
    if (!arguments) return std::nullopt;
    return CallFunction(l, function, std::move(*arguments), span);
  }
  if (type == BaseType::kRecord && IsRecordClass(l.context, function.env)) {
    auto constructed = CallConstructor(l, function, e);
    Value record = constructed ? std::move(*constructed) : CallRecord(l, function, e);
    if (record.IsError()) return std::nullopt;
    return std::vector<Value>{std::move(record)};
  }
  if (type == BaseType::kExternalObject) return CallObjectConstructor(l, function, e);
  l.Error(Code::kNotAFunction, l.tree().SpanOf(l.tree().CallOf(e).function),
          "`{}` is a class that cannot be called", l.context.envs.NameOf(function.env));
  return std::nullopt;
}

// True if it was called for each element of its arguments, which is only for functions with one result
// (section 12.4.6).
bool IsVectorized(Lowering& l, const FunctionValue& function, const std::vector<Value>& results) {
  if (TypeOfClass(l.context, function.env) != BaseType::kFunction || results.empty() || results[0].IsError())
    return false;
  const std::uint32_t output = SignatureOf(l.context, function.env).outputs[0];
  return results[0].dims.size() > RankOfMember(l.context, function.env, output);
}

// True if the result was given a value; otherwise reported.
bool IsGiven(Lowering& l, const FunctionValue& function, const std::vector<Value>& results, std::size_t i,
             Span span) {
  if (i < results.size() && !results[i].IsError()) return true;
  const std::string name = l.context.envs.NameOf(function.env);
  if (i >= results.size()) {
    l.Error(Code::kWrongArgumentCount, span, "`{}` has {} result{}, and {} {} wanted", name, results.size(),
            results.size() == 1 ? "" : "s", i + 1, i == 0 ? "is" : "are");
    return false;
  }
  const std::uint32_t output = SignatureOf(l.context, function.env).outputs[i];
  const scope::Member& member = l.context.envs.Members(function.env)[output];
  l.context.reporter.Report(
      Error(Code::kFunctionFailed, span, "`{}` gives no value to its output `{}`", name, l.Text(member.name))
          .With(member.span, "declared here"));
  return false;
}

}  // namespace

Value LowerArgument(Lowering& l, scope::EnvId function, std::uint32_t member, ExpressionId id) {
  if (TypeOfMember(l.context, function, member) == BaseType::kFunction) return LowerFunctionArgument(l, id);
  Value value = Lower(l, id);
  // Whole numbers decide about sizes and loops in the function. So their present values are used, unless they
  // are found only at the start of a simulation.
  const bool is_parameter = value.variability <= Variability::kParameter;
  const bool is_open = l.purpose.mode == Mode::kSymbolic && l.scope.frame == nullptr && HasOpenInteger(value);
  if (value.IsError() || !is_parameter || !is_open || IsFoundAtStart(l, id)) return value;
  return LowerStructural(l, id, "an Integer argument of a function");
}

Value CallClass(Lowering& l, const Meaning& meaning, const syntax::Expression& e) {
  const auto function = FindCallee(l, meaning, l.tree().CallOf(e).function);
  if (!function) return {};
  auto results = Call(l, *function, e);
  if (!results || !IsGiven(l, *function, *results, 0, l.tree().SpanOf(e))) return {};
  return std::move(results->front());
}

std::optional<std::vector<Value>> CallForAll(Lowering& l, const syntax::Expression& e) {
  const syntax::ReferenceId name = l.tree().CallOf(e).function;
  const auto function = FindCallee(l, ResolveFunction(l, name), name);
  if (!function) return std::nullopt;
  return Call(l, *function, e);
}

std::optional<std::vector<Value>> CallForSome(Lowering& l, ExpressionId call,
                                              std::span<const ExpressionId> targets) {
  const syntax::Expression& e = l.tree()[call];
  const Span span = l.SpanOf(call);
  if (e.kind != ExpressionKind::kCall) {
    l.Error(Code::kBadEquation, span, "several results come from the call of a function only");
    return std::nullopt;
  }
  const syntax::ReferenceId name = l.tree().CallOf(e).function;
  const Meaning meaning = ResolveFunction(l, name);
  if (meaning.kind == Meaning::Kind::kBuiltin && targets.size() == 1) {
    Value only = Lower(l, call);
    if (only.IsError()) return std::nullopt;
    return std::vector<Value>{std::move(only)};
  }
  if (meaning.kind == Meaning::Kind::kBuiltin && Builtins()[meaning.index].handler == SpatialDistribution &&
      targets.size() == 2) {
    const Builtin& function = Builtins()[meaning.index];
    const auto arguments = ArrangeArguments(l, function, l.tree().CallOf(e), span);
    if (!arguments) return std::nullopt;
    return DistributionResults(l, {function, span, l.tree().SpanOf(name), *arguments});
  }
  if (meaning.kind == Meaning::Kind::kBuiltin) {
    l.Error(Code::kWrongArgumentCount, span, "`{}` has 1 result, and {} are wanted",
            l.tree().DottedName(name), targets.size());
    return std::nullopt;
  }
  const auto function = FindCallee(l, meaning, name);
  if (!function) return std::nullopt;
  auto results = Call(l, *function, e);
  if (!results) return std::nullopt;
  if (targets.size() > 1 && IsVectorized(l, *function, *results)) {
    l.Error(Code::kWrongArgumentType, span,
            "`{}` has several results, and cannot be called for each element of arrays",
            l.context.envs.NameOf(function->env));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if ((targets[i].IsValid() || i >= results->size()) && !IsGiven(l, *function, *results, i, span))
      return std::nullopt;
  }
  return results;
}

}  // namespace daedalus::semantics
