#include "daedalus/semantics/function_body.h"

#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/execute_assignment.h"
#include "daedalus/semantics/execute_statements.h"
#include "daedalus/semantics/function_frame.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;

std::string TextOf(Lowering& l, ExpressionId id) {
  const Value text = Lower(l, id);
  const bool is_known = text.type == BaseType::kString && text.IsScalar() && text.scalar.IsConstant();
  return is_known ? std::string(l.context.TextOf(text.scalar)) : std::string("a function reports an error");
}

// external "builtin" y = sin(u), and the one name of C that is a part of the language: the error.
bool RunExternal(Execution& x, const syntax::External& external, Span call) {
  Lowering& l = x.l;
  const std::string name = external.function.IsValid() ? std::string(l.Text(external.function))
                                                       : l.context.envs.NameOf(x.frame.env);
  const std::string language = external.language.IsValid() ? l.tree().StringValue(external.language) : "C";
  const auto arguments = l.tree().List(external.arguments);
  const Builtin* builtin = language == "builtin" ? FindBuiltin(name) : nullptr;
  if (builtin != nullptr && external.output.IsValid()) {
    const Span span = l.tree().SpanOf(external);
    Value value = builtin->handler(l, {*builtin, span, span, arguments});
    const syntax::ReferenceId output = l.tree().ReferenceIdOf(l.tree()[external.output]);
    return !value.IsError() && AssignTo(x, output, std::move(value), span);
  }
  if (l.purpose.mode == Mode::kCheck) return true;
  if (name == "ModelicaError" && arguments.size() == 1) {
    // Under a condition of the run it is an assertion about that (see ExecuteAssert).
    if (l.context.functions.progress.num_guards > 0) return true;
    l.Error(Code::kFunctionFailed, call, "{}", TextOf(l, arguments[0]));
    return false;
  }
  l.Refuse(l.tree().SpanOf(external), "`{}` is an external function of {}", name, language);
  return false;
}

bool RunPart(Context& context, FunctionFrame& frame, std::uint32_t part, Span call, bool* has_body) {
  const library::ClassId cls = context.envs[frame.env].parts[part].cls;
  const syntax::Tree& tree = context.envs.store().tree(cls);
  const syntax::ClassDefinition& definition = context.envs.store().definition(cls);
  TextScope text = FrameText(frame, tree, {frame.env, part});
  Lowering l{context, text, frame.purpose};
  l.depends_on_free = frame.depends_on_free;
  Execution x{l, frame};
  for (const syntax::Section& section : tree.List(definition.sections)) {
    if (section.kind != syntax::SectionKind::kAlgorithm) continue;
    *has_body = true;
    if (!ExecuteStatements(x, tree.List(section.statements))) return false;
  }
  if (!definition.external.IsValid()) return true;
  *has_body = true;
  return RunExternal(x, tree[definition.external], call);
}

}  // namespace

bool RunBody(Context& context, FunctionFrame& frame, Span call) {
  bool has_body = false;
  const std::size_t count = context.envs[frame.env].parts.size();
  for (std::uint32_t part = 0; part < count; ++part) {
    if (!RunPart(context, frame, part, call, &has_body)) return false;
  }
  const bool is_check = frame.purpose.mode == Mode::kCheck;
  if (has_body || is_check || !context.envs.IsPartial(frame.env)) return true;
  context.reporter.Report(Error(Code::kFunctionFailed, call, "`{}` is partial and has no algorithm to be carried out",
                                context.envs.NameOf(frame.env)));
  return false;
}

}  // namespace daedalus::semantics
