#include "daedalus/semantics/function_body.h"

#include "daedalus/semantics/function_frame.h"
#include "daedalus/semantics/run_external.h"

namespace daedalus::semantics {
namespace {

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
  if (is_check || !context.envs.IsPartial(frame.env)) return true;
  context.reporter.Report(
      Error(Code::kFunctionFailed, call, "`{}` is partial and {}", context.envs.NameOf(frame.env),
            has_body ? "cannot be called: others complete it" : "has no algorithm to be carried out")
          .With(context.envs.SpanOf(frame.env), "declared here"));
  return false;
}

}  // namespace daedalus::semantics
