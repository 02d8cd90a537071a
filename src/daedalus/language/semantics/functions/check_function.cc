#include "daedalus/language/semantics/functions/check_function.h"

#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/functions/function_body.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {

void CheckFunction(Context& context, scope::EnvId function) {
  const OutsideFunctions outside(context.functions);
  const library::ClassId cls = context.envs[function].cls;
  TextScope text{context.envs.store().tree(cls)};
  text.node = FindInstance(context, {}, context.envs[function].lexical.env);
  const Lowering l{context, text, {.mode = Mode::kCheck, .what = "a function"}};
  FunctionFrame frame = MakeFrame(l, function, text.node);
  bool ok = true;
  // A default does not determine the size of an argument.
  for (const std::uint32_t input : SignatureOf(context, function).inputs) {
    Local& local = frame.locals[input];
    ok = EnsureLocal(context, frame, input) && ok;
    if (ok) local.value = Blank(local.value, local.dims);
  }
  for (std::uint32_t i = 0; i < frame.locals.size(); ++i) {
    if (!context.envs.Members(function)[i].is_class) ok = EnsureLocal(context, frame, i) && ok;
  }
  if (ok) RunBody(context, frame, text.tree.SpanOf(context.envs.store().definition(cls).name));
  context.functions.refusal.reset();  // a function that cannot be written out may still be evaluated
}

}  // namespace daedalus::semantics
