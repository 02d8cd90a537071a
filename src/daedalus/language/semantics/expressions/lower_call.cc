#include <algorithm>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/overload.h"
#include "daedalus/language/semantics/functions/call_class.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/component_value.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;

Meaning ReportUnknownFunction(Lowering& l, syntax::ReferenceId id, std::string_view name) {
  NearestName nearest(name);
  for (const Builtin& builtin : Builtins()) nearest.Offer(builtin.name);
  auto error = Error(Code::kUnknownFunction, l.tree().SpanOf(id), "there is no function `{}`", name);
  l.context.reporter.Report(std::move(error).Hint(nearest.Hint()));
  return {.kind = Meaning::Kind::kError};
}

// Only such functions may be called through a component (section 5.3.2).
bool IsOfOperator(Context& c, scope::EnvId function) {
  const scope::EnvId around = c.envs[function].lexical.env;
  return c.envs.KindOf(function) == syntax::ClassKind::kOperatorFunction ||
         (around.IsValid() && c.envs.KindOf(around) == syntax::ClassKind::kOperator);
}

Meaning FindFunction(Lowering& l, syntax::ReferenceId id) {
  Context& c = l.context;
  const Span span = l.tree().SpanOf(id);
  const std::string name = l.tree().DottedName(id);
  const auto parts = l.tree().List(l.tree()[id].parts);
  std::size_t used = 0;
  scope::Found found = c.envs.Resolve(l.tree(), id, l.scope.scope, &used);
  // A function of a component: `world.gravity(r)`.
  const bool is_in_component = found.kind == scope::Found::Kind::kComponent && used < parts.size();
  const scope::Found component = found;
  while (is_in_component && used < parts.size() && found.kind != scope::Found::Kind::kNone) {
    const bool was_class = found.kind == scope::Found::Kind::kClass;
    found = c.envs.LookupIn(found, parts[used++].name);
    // Components, then classes: a component of a class that has no instance does not exist (section 5.3.2).
    if (was_class && found.kind == scope::Found::Kind::kComponent) {
      l.context.reporter.Report(Error(Code::kBadAccess, l.tree().SpanOf(parts[used - 1]),
                                      "`{}` is a component of a class, which has no instance here",
                                      l.Text(parts[used - 1].name))
                                    .With(c.envs.Members(found.env)[found.member].span, "declared here"));
      return {.kind = Meaning::Kind::kError};
    }
  }
  switch (found.kind) {
    case scope::Found::Kind::kError:
      return {.kind = Meaning::Kind::kError};
    case scope::Found::Kind::kComponent: {
      const scope::Member& member = c.envs.Members(found.env)[found.member];
      const scope::EnvId type = c.envs.EnvOf(found.env, found.member);
      // An input of the function whose type is a function.
      if (type.IsValid() && parts.size() == 1 && TypeOfClass(c, type) == BaseType::kFunction) {
        return {.kind = Meaning::Kind::kComponent, .index = found.member, .env = found.env};
      }
      if (type.IsValid()) {
        c.reporter.Report(Error(Code::kNotAFunction, span, "`{}` is a {}, not a function", name,
                                c.types.Name(TypeOfClass(c, type)))
                              .With(member.span, "declared here"));
      }
      return {.kind = Meaning::Kind::kError};
    }
    case scope::Found::Kind::kClass:
      if (used < parts.size()) return ReportUnknownFunction(l, id, name);
      if (!c.envs[found.env].cls.IsValid() && FindBuiltin(name) != nullptr) break;  // String(x), Integer(e)
      if (is_in_component && IsOfOperator(c, found.env)) {
        c.reporter.Report(Error(Code::kBadAccess, span,
                                "`{}` belongs to an operator, which cannot be found through a component",
                                name)
                              .With(c.envs.SpanOf(found.env), "declared here")
                              .Hint("write the operator, or the name of the record's class before it"));
        return {.kind = Meaning::Kind::kError};
      }
      return {.kind = Meaning::Kind::kClass,
              .num_parts = is_in_component ? 1u : 0u,
              .index = component.member,
              .env = found.env,
              .type = TypeOfClass(c, found.env),
              .is_in_component = is_in_component};
    case scope::Found::Kind::kNone:
      break;
  }
  // `.sin` is the function of the language, even if a package has its own `sin`.
  const std::string_view plain = std::string_view(name).substr(l.tree()[id].is_global ? 1 : 0);
  if (const Builtin* builtin = FindBuiltin(plain)) {
    return {.kind = Meaning::Kind::kBuiltin,
            .index = static_cast<std::uint32_t>(builtin - Builtins().data())};
  }
  if (l.Text(parts[0].name) == "Connections") {
    l.Error(Code::kUnsupportedFunction, span, "`{}` is not supported yet", name);
    return {.kind = Meaning::Kind::kError};
  }
  return ReportUnknownFunction(l, id, name);
}

// The position of a named argument, from 0.
std::optional<std::size_t> FindParameter(std::string_view parameters, std::string_view name) {
  for (std::size_t position = 0; !parameters.empty(); ++position) {
    const std::size_t comma = parameters.find(',');
    std::string_view names = parameters.substr(0, comma);
    while (!names.empty()) {
      const std::size_t bar = names.find('|');
      if (names.substr(0, bar) == name) return position;
      names = bar == std::string_view::npos ? std::string_view() : names.substr(bar + 1);
    }
    parameters = comma == std::string_view::npos ? std::string_view() : parameters.substr(comma + 1);
  }
  return std::nullopt;
}

std::string WantedNumber(const Builtin& f) {
  const auto plural = [](int n) { return n == 1 ? "" : "s"; };
  if (f.max_arguments == f.min_arguments)
    return fmt::format("{} argument{}", f.min_arguments, plural(f.min_arguments));
  if (f.max_arguments == kAnyNumber)
    return fmt::format("at least {} argument{}", f.min_arguments, plural(f.min_arguments));
  return fmt::format("{} to {} arguments", f.min_arguments, f.max_arguments);
}

// True if the value is of an operator record, judged by its type alone: reading it twice would have its
// effects twice (act_at_event.h).
bool IsOfOperatorRecord(Lowering& l, ExpressionId id) {
  const Reporter::Silent silent(l.context.reporter);  // it is read again
  const Purpose outer = l.purpose;
  const auto refusal = l.context.functions.refusal;
  if (outer.mode == Mode::kSymbolic) l.purpose.mode = Mode::kProbe;
  const Value value = Lower(l, id);
  l.purpose = outer;
  l.context.functions.refusal = refusal;
  return IsOverloaded(l, value);
}

// String(x) of an operator record that defines it; nullopt for other values.
std::optional<Value> OverloadedString(Lowering& l, const syntax::Expression& e) {
  const auto given = l.tree().List(l.tree().CallOf(e).arguments);
  if (given.empty() || !IsOfOperatorRecord(l, given[0].value)) return std::nullopt;
  std::vector<FunctionArgument> arguments;
  for (const syntax::Argument& argument : given) {
    Value value = Lower(l, argument.value);
    if (value.IsError()) return Value();
    arguments.push_back({argument.name, std::move(value), l.SpanOf(argument.value)});
  }
  const scope::EnvId record(l.types().Record(arguments[0].value.type).environment);
  return CallOverloaded(l, record, "'String'", std::move(arguments), l.tree().SpanOf(e));
}

// E(i): the literal of an enumeration by its number, the inverse of Integer(e) (section 4.9.5.2).
Value LowerConversion(Lowering& l, Type type, const syntax::Expression& e) {
  const auto arguments = l.tree().List(l.tree().CallOf(e).arguments);
  if (arguments.size() != 1 || arguments[0].name.IsValid()) {
    return l.Error(Code::kWrongArgumentCount, l.tree().SpanOf(e), "`{}` takes 1 argument, but there are {}",
                   l.types().Name(type), arguments.size());
  }
  Value number = Lower(l, arguments[0].value);
  if (!number.IsError() && number.variability <= Variability::kParameter)
    number = LowerStructural(l, arguments[0].value, "the number of a literal");
  if (number.IsError()) return {};
  if (number.type != BaseType::kInteger) {
    return l.Error(Code::kWrongArgumentType, l.SpanOf(arguments[0].value),
                   "`{}` needs an Integer here, but this is {}", l.types().Name(type), l.TypeText(number));
  }
  return ToEnumeration(l, type, number, l.SpanOf(arguments[0].value));
}

// References check their own variability. A call such as initial() changes during a run although nothing that
// it refers to does, so parameters and sizes must not depend on it either (Modelica 3.6, section 3.8).
bool MayVaryHere(Lowering& l, const Builtin& function, Span span) {
  if (!function.varies_by_itself || l.purpose.limit >= Variability::kDiscrete) return true;
  l.context.reporter.Report(Error(Code::kTooVariable, span,
                                  "{} cannot depend on `{}`, whose value changes during a run",
                                  l.purpose.what, function.name)
                                .Note(AllowedUpTo(l.purpose.limit)));
  return false;
}

}  // namespace

Value ToEnumeration(Lowering& l, Type type, Value numbers, Span span) {
  const std::int64_t count = l.types().NumValues(type);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i].IsConstant()) continue;
    if (numbers[i].number >= 1.0 && numbers[i].number <= static_cast<double>(count)) continue;
    return l.Error(Code::kWrongArgumentType, span, "{} has {} values; there is no value number {}",
                   l.types().Name(type), count, numbers[i].number);
  }
  numbers.type = type;
  return numbers;
}

std::optional<std::vector<ExpressionId>> ArrangeArguments(Lowering& l, const Builtin& f,
                                                          const syntax::Call& call, Span span) {
  std::vector<ExpressionId> arranged;
  arranged.reserve(call.arguments.size());
  for (const syntax::Argument& argument : l.tree().List(call.arguments)) {
    if (!argument.name.IsValid()) {
      arranged.push_back(argument.value);
      continue;
    }
    const Span name_span = l.tree().SpanOf(argument.name_place);
    const auto position = FindParameter(f.parameters, l.Text(argument.name));
    if (!position) {
      l.Error(Code::kBadNamedArgument, name_span, "`{}` has no argument named `{}`", f.name,
              l.Text(argument.name));
      return std::nullopt;
    }
    if (arranged.size() <= *position) arranged.resize(*position + 1);
    if (arranged[*position].IsValid()) {
      l.Error(Code::kBadNamedArgument, name_span, "the argument `{}` is given twice", l.Text(argument.name));
      return std::nullopt;
    }
    arranged[*position] = argument.value;
  }
  const auto count = static_cast<int>(arranged.size());
  const bool has_required =
      count >= f.min_arguments && std::all_of(arranged.begin(), arranged.begin() + f.min_arguments,
                                              [](ExpressionId id) { return id.IsValid(); });
  if (has_required && (f.max_arguments == kAnyNumber || count <= f.max_arguments)) return arranged;
  l.Error(Code::kWrongArgumentCount, span, "`{}` takes {}, but there {} {}", f.name, WantedNumber(f),
          call.arguments.size() == 1 ? "is" : "are", call.arguments.size());
  return std::nullopt;
}

const Meaning& ResolveFunction(Lowering& l, syntax::ReferenceId id) {
  const ReferenceKey key{l.tree().file().value, id.value, l.scope.scope.env.value, l.scope.scope.part};
  if (const Meaning* known = l.context.lookups.meanings.Find(key)) return *known;
  const Meaning meaning = FindFunction(l, id);
  return l.context.lookups.meanings.Add(key, meaning);
}

Value LowerCall(Lowering& l, const syntax::Expression& e) {
  const syntax::Call& call = l.tree().CallOf(e);
  const Meaning meaning = ResolveFunction(l, call.function);
  if (meaning.kind == Meaning::Kind::kClass && IsEnumeration(meaning.type))
    return LowerConversion(l, meaning.type, e);
  if (meaning.kind == Meaning::Kind::kClass || meaning.kind == Meaning::Kind::kComponent)
    return CallClass(l, meaning, e);
  if (meaning.kind != Meaning::Kind::kBuiltin) return {};
  const Builtin& function = Builtins()[meaning.index];
  const Span span = l.tree().SpanOf(e);
  const Span name_span = l.tree().SpanOf(call.function);
  if (function.handler == ToStringCall) {
    if (auto text = OverloadedString(l, e)) return std::move(*text);
  }
  const auto arguments = ArrangeArguments(l, function, call, span);
  if (!arguments) return {};
  Value result = function.handler(l, {function, span, name_span, *arguments});
  if (!result.IsError() && !MayVaryHere(l, function, span)) return {};
  // Other functions might return an argument that they have changed element by element.
  if (result.IsOfRun() && WritesCode(l) && !function.knows_arrays_of_run) {
    return l.Refuse(span, "`{}` of an array whose size is known during the run only is not supported yet",
                    function.name);
  }
  return result;
}

Value WrongArgument(Lowering& l, const CallSite& call, std::size_t i, std::string_view wanted,
                    const Value& seen) {
  return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[i]), "`{}` needs {} here, but this is {}",
                 call.function.name, wanted, l.TypeText(seen));
}

Value NumericArgument(Lowering& l, const CallSite& call, std::size_t i) {
  Value value = Lower(l, call.arguments[i]);
  if (value.IsError() || IsNumeric(value.type)) return value;
  return WrongArgument(l, call, i, "a number", value);
}

NumericPair NumericArguments(Lowering& l, const CallSite& call) {
  NumericPair pair{NumericArgument(l, call, 0), NumericArgument(l, call, 1)};
  if (pair.a.IsError() || pair.b.IsError()) return pair;
  if (!AreBroadcastable(pair.a, pair.b)) {
    l.Error(Code::kDimensionMismatch, call.span, "`{}` of {} and {}", call.function.name, l.TypeText(pair.a),
            l.TypeText(pair.b));
    return pair;
  }
  pair.type = UnifyNumbers(pair.a.type, pair.b.type);
  return pair;
}

Value ScalarArgument(Lowering& l, const CallSite& call, std::size_t i) {
  Value value = NumericArgument(l, call, i);
  if (value.IsError() || value.IsScalar()) return value;
  return WrongArgument(l, call, i, "a scalar", value);
}

Value RankedArgument(Lowering& l, const CallSite& call, std::size_t i, std::size_t rank) {
  Value value = NumericArgument(l, call, i);
  if (value.IsError() || value.dims.size() == rank) return value;
  return WrongArgument(l, call, i, rank == 1 ? "a vector" : "a matrix", value);
}

}  // namespace daedalus::semantics
