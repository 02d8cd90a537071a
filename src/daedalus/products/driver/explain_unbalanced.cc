#include "daedalus/products/driver/explain_unbalanced.h"

#include <fmt/format.h>

#include "daedalus/language/semantics/instances/unbalanced_component.h"
#include "daedalus/programs/causal/explain_singular.h"

namespace daedalus::driver {

void ExplainUnbalanced(library::ClassStore& store, library::ClassId model, const System& system,
                       Diagnostic& message) {
  causal::ExplainImbalance(system, message);
  const auto component = semantics::FindUnbalancedComponent(store, model);
  if (!component) return;
  message.With(component->span,
               fmt::format("`{}` is of class `{}`, which has {} equations for {} unknowns", component->path,
                           component->cls, component->num_equations, component->num_unknowns));
}

}  // namespace daedalus::driver
