// The annotations of a function, inherited ones first.
#pragma once

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

inline syntax::ExpressionId AnnotatedValue(const syntax::Tree& tree, const syntax::Modifier& modifier) {
  return modifier.modification.IsValid() ? tree[modifier.modification].value : syntax::ExpressionId();
}

// Calls f(tree, annotation, part) for the annotation of each class of which the function consists.
template <class F>
void ForEachAnnotation(Context& context, scope::EnvId function, F f) {
  const std::size_t count = context.envs[function].parts.size();
  for (std::uint32_t part = 0; part < count; ++part) {
    const library::ClassId cls = context.envs[function].parts[part].cls;
    if (!cls.IsValid()) continue;
    const syntax::Tree& tree = context.envs.store().tree(cls);
    const syntax::ModificationId annotation =
        library::AnnotationOf(tree, context.envs.store().definition(cls));
    if (annotation.IsValid()) f(tree, annotation, part);
  }
}

}  // namespace daedalus::semantics
