#include "daedalus/semantics/call_class.h"

namespace daedalus::semantics {

Value CallClass(Lowering& l, const Meaning& function, const syntax::Expression& e) {
  return l.Error(Code::kUnsupportedFunction, l.tree().SpanOf(e),
                 "functions of your own are not supported yet: `{}`", l.context.envs.NameOf(function.env));
}

}  // namespace daedalus::semantics
