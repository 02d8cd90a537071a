#include "daedalus/language/semantics/functions/purity.h"

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/semantics/events/acting_equation.h"

namespace daedalus::semantics {
namespace {

syntax::Purity PurityOf(const Context& context, scope::EnvId function) {
  const scope::ClassId cls = context.envs[function].cls;
  return cls.IsValid() ? context.envs.store().definition(cls).purity : syntax::Purity::kNone;
}

bool IsImpure(const Context& context, scope::EnvId function) {
  return PurityOf(context, function) == syntax::Purity::kImpure;
}

// Libraries are older than the rule. In the standard library 35 classes call impure functions without being
// declared impure or pure, and one does so in an equation.
bool IsOldLibrary(const Context& context, scope::EnvId function) {
  return PurityOf(context, function) == syntax::Purity::kNone &&
         !context.envs.store().IsGiven(context.envs.SpanOf(function).file);
}

// The function of the text; invalid: the text belongs to a model.
scope::EnvId FunctionAround(const Lowering& l) {
  const scope::EnvId env = l.scope.scope.env;
  const bool is_function = env.IsValid() && scope::IsFunctionKind(l.context.envs.KindOf(env));
  return is_function ? env : scope::EnvId();
}

}  // namespace

bool MayBeCalled(Lowering& l, scope::EnvId function, Span span) {
  if (!IsImpure(l.context, function) || l.purpose.is_pure_by_promise) return true;
  const scope::EnvId around = FunctionAround(l);
  if (around.IsValid() && (IsImpure(l.context, around) || IsOldLibrary(l.context, around))) return true;
  const bool is_at_some_time =
      l.purpose.place != Place::kEquation || l.purpose.at_tick || l.purpose.limit <= Variability::kParameter;
  const bool is_own = l.context.envs.store().IsGiven(span.file);
  const bool is_probe = l.purpose.mode == Mode::kProbe;  // for its size; it will be read again in its place
  if (!around.IsValid() && (is_at_some_time || is_probe || !is_own)) return true;
  auto error = Error(Code::kImpureCall, span, "`{}` is impure, and cannot be called {}",
                     l.context.envs.NameOf(function), around.IsValid() ? "by a pure function" : "here")
                   .With(l.context.envs.SpanOf(function), "declared here");
  if (around.IsValid()) {
    error.Hint("make the function that calls it `impure` too, or write `pure(...)` around the call");
  } else {
    error.Note(
        "impure functions are called in when-clauses, clocked equations, initial sections and bindings of "
        "parameters");
    if (MayHaveTick(l)) {
      TickOfEquation(l, span, std::move(error));
      return true;
    }
  }
  l.context.reporter.Report(std::move(error));
  return false;
}

}  // namespace daedalus::semantics
