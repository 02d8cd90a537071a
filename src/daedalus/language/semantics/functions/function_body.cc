#include "daedalus/language/semantics/functions/function_body.h"

#include <algorithm>

#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/run_external.h"

namespace daedalus::semantics {
namespace {

// An algorithm, or a name of another language.
bool HasBody(const Context& context, scope::EnvId function) {
  const auto& parts = context.envs[function].parts;
  return std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
    const syntax::ClassDefinition& definition = context.envs.store().definition(part.cls);
    const auto sections = context.envs.store().tree(part.cls).List(definition.sections);
    return definition.external.IsValid() ||
           std::any_of(sections.begin(), sections.end(), [](const syntax::Section& section) {
             return section.kind == syntax::SectionKind::kAlgorithm;
           });
  });
}

bool RunPart(Context& context, FunctionFrame& frame, std::uint32_t part, Span call) {
  const library::ClassId cls = context.envs[frame.env].parts[part].cls;
  const syntax::Tree& tree = context.envs.store().tree(cls);
  const syntax::ClassDefinition& definition = context.envs.store().definition(cls);
  TextScope text = FrameText(frame, tree, {frame.env, part});
  Lowering l{context, text, frame.purpose};
  l.depends_on_free = frame.depends_on_free;
  Execution x{l, frame};
  for (const syntax::Section& section : tree.List(definition.sections)) {
    if (section.kind != syntax::SectionKind::kAlgorithm) continue;
    if (!ExecuteStatements(x, tree.List(section.statements))) return false;
  }
  if (!definition.external.IsValid()) return true;
  return RunExternal(x, tree[definition.external], call);
}

}  // namespace

bool RunBody(Context& context, FunctionFrame& frame, Span call) {
  if (frame.purpose.mode == Mode::kCheck || !context.envs.IsPartial(frame.env)) {
    const std::size_t count = context.envs[frame.env].parts.size();
    for (std::uint32_t part = 0; part < count; ++part) {
      if (!RunPart(context, frame, part, call)) return false;
    }
    return true;
  }
  context.reporter.Report(Error(Code::kFunctionFailed, call, "`{}` is partial and {}",
                                context.envs.NameOf(frame.env),
                                HasBody(context, frame.env) ? "cannot be called: others complete it"
                                                            : "has no algorithm to be carried out")
                              .With(context.envs.SpanOf(frame.env), "declared here"));
  return false;
}

}  // namespace daedalus::semantics
